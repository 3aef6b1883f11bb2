import type { DerivedKeys } from './derived-keys';
import type { FieldRole } from './field-role';
import type { NeededPrivilege } from './needed-privilege';
import type { ResourceEffect } from './resource-life';

/** The two services that the documents describe; each has one document. */
export type ServiceId = 'search-cluster' | 'code-hosting';

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/**
 * Where a fact comes from. A documented fact can be an error; a reference fact is a warning at most and is named as such;
 * `syntax` is for findings about the form of the file itself.
 */
export type Provenance =
  | { readonly kind: 'documented'; readonly document: ServiceId; readonly section: string }
  | {
      readonly kind: 'reference';
      readonly document: ServiceId;
      readonly section: string;
      readonly source: string;
      /** The source says that the service refuses a request that contradicts the fact. */
      readonly isRefused?: true;
    };

/** A version `major.minor.patch` of the search cluster. */
export type Version = `${number}.${number}.${number}`;

export type Deployment = 'self-managed' | 'serverless';

/** What every entry of the catalogue says about itself. */
export interface Fact {
  /** One or two sentences in our own words, Markdown, without the name and type. */
  readonly summary: string;
  readonly provenance: Provenance;
  /** The first version that knows the element. */
  readonly since?: Version;
  /** What to use instead, when the element is deprecated. */
  readonly deprecated?: string;
  /** Where the deprecation stands, when it is not where the element is described. */
  readonly deprecatedBy?: Provenance;
  /** A further remark from the reference layer, shown on hover and labelled as such. */
  readonly reference?: Remark;
}

/** What is known of real services where the document says otherwise, or nothing: a sentence, and where it stands. */
export interface Remark {
  readonly text: string;
  readonly source: string;
}

export interface AllowedValue {
  readonly value: string | number;
  readonly summary?: string;
  /** Absent: as the value set's owner. */
  readonly provenance?: Provenance;
  readonly since?: Version;
}

/** The values of an element. A closed set refuses others; an open one only knows these. */
export interface ValueSet {
  readonly values: readonly AllowedValue[];
  readonly closed: boolean;
  /** For an open set: how an unlisted value is reported; absent: not at all. Near misses of a listed value are always worth `information`. */
  readonly unlisted?: Severity;
  /** Values that match are never reported, for example names of actions (`*`, `:`). A regular expression source. */
  readonly exempt?: string;
  /** What a set's values are called in messages, for example `event`. */
  readonly noun?: string;
  /** Values outside a closed set that services are known to take all the same: reported as a warning that says so. */
  readonly accepted?: readonly (Remark & { readonly value: string })[];
  /** Values that exist elsewhere and are refused here, reported as a warning: `value` and the reason make the message. */
  readonly unavailable?: {
    readonly values: readonly string[];
    readonly reason: string;
    readonly provenance: Provenance;
  };
  /** Values of other products, with the value that means the same here; reported as a warning. */
  readonly foreign?: readonly {
    readonly value: string;
    readonly use: string;
    /** Absent: a name that people use for it. */
    readonly product?: string;
    readonly provenance: Provenance;
  }[];
  readonly provenance: Provenance;
  /** Set when the service is known to refuse unlisted values: where that stands. A near miss of a listed value is a warning then. */
  readonly refusal?: Provenance;
}

/** Text formats with a checker of their own. */
export type TextFormat = 'time-value' | 'byte-size' | 'url' | 'date' | 'json-text' | 'credentials';

/** The kinds of terms that name a field in a query that is one text. */
export type QueryTerm = 'word' | 'fuzzy' | 'regexp' | 'wildcard' | 'range';

/** What a request does with a field of the index that it names; the mapping of the file says what kind of field that is. */
export interface FieldNaming {
  readonly use: 'query' | 'fetch' | 'highlight' | 'sort' | 'aggregation' | 'script';
  /** The type of query or aggregation, for example `term`. */
  readonly kind?: string;
  /** Whether a flattened field can take part, as far as it is said. */
  readonly isFlattenedAllowed: boolean;
  /** Whether names of other fields may hold wildcards here. */
  readonly isPatternAllowed?: boolean;
  readonly provenance: Provenance;
  /** Where it stands that a range of a key needs both ends. */
  readonly bothEnds?: Provenance;
  /** What servers do with the top level of a flattened field where the document says otherwise. */
  readonly atTopLevel?: Remark;
  /** What servers do with a wildcard in the name of a key. */
  readonly atPattern?: Remark;
  /** Set when the text is a query in the query language: what each kind of term in it does with the field that it names. */
  readonly terms?: Readonly<Record<QueryTerm, FieldNaming>>;
}

interface ShapeBase {
  readonly constraints?: readonly Constraint[];
}

export interface TextShape extends ShapeBase {
  readonly type: 'string';
  readonly values?: ValueSet;
  readonly format?: TextFormat;
  /** In a choice: let pass in place of the documented type, and named nowhere. */
  readonly isTolerated?: boolean;
  /** Set when the text is the name of a field of the index, or holds such names. */
  readonly naming?: FieldNaming;
}
export interface NumberShape extends ShapeBase {
  readonly type: 'integer' | 'number';
  readonly values?: ValueSet;
}
export interface BooleanShape extends ShapeBase {
  readonly type: 'boolean';
}
export interface NullShape extends ShapeBase {
  readonly type: 'null';
  /** In a choice: let pass in place of the documented type, and named nowhere. */
  readonly isTolerated?: boolean;
}
export interface ListShape extends ShapeBase {
  readonly type: 'array';
  readonly items: Shape;
}
export interface ObjectShape extends ShapeBase {
  readonly type: 'object';
  /** What the object is called in messages, for example `role descriptor`. */
  readonly name: string;
  readonly fields: readonly Field[];
  /** Set for a map: what any key that is no field means. */
  readonly entries?: { readonly keyName: string; readonly summary: string; readonly shape: Shape };
  /** Whether a key that is neither field nor entry is reported. */
  readonly isOpen?: boolean;
  /** How such a key is reported when the list of fields may be incomplete; absent: as the rule does. */
  readonly unlisted?: Severity;
  /** Where the fields are listed; absent: where the field that holds the object is described. */
  readonly provenance?: Provenance;
  /** Set when the service is known to refuse other keys: where that stands. A near miss of a field is a warning then. */
  readonly refusal?: Provenance;
  /** For an open object: how a key is reported that is probably a misspelt field; absent: not at all. */
  readonly misspelt?: Severity;
  readonly misplaced?: readonly MisplacedField[];
  /** Set for the mapping of a flattened field: where the type stands. */
  readonly flattened?: Provenance;
  /** The members are header fields: their names are compared without case, and under any vendor's name. */
  readonly areHeaders?: boolean;
  /** Set for a map whose keys are names of fields of the index. */
  readonly naming?: FieldNaming;
}
/**
 * An object whose members depend on the text of a member: `on` stands in the same object as the value (`of: 'parent'`), or in the
 * value itself (`of: 'self'`). The order of the members does not matter.
 */
export interface SwitchShape {
  readonly type: 'switch';
  /** What the object is called in messages, for example `repository settings`. */
  readonly name: string;
  readonly on: string;
  readonly of: 'self' | 'parent';
  /** By the member's text. */
  readonly cases: Readonly<Record<string, ObjectShape | SwitchShape>>;
  /** Without the member; absent: as `otherwise`. */
  readonly absent?: ObjectShape | SwitchShape;
  /** When the member is a variable, no text, or not listed. */
  readonly otherwise: ObjectShape | SwitchShape;
  /** Constraints belong to the objects. */
  readonly constraints?: undefined;
}
/** One of several shapes, chosen by the JSON type of the value (and for equal types the first that fits). */
export interface ChoiceShape extends ShapeBase {
  readonly type: 'choice';
  readonly options: readonly Exclude<Shape, ChoiceShape>[];
}
/** Anything at all; nothing below it is checked. */
export interface AnyShape extends ShapeBase {
  readonly type: 'any';
}
export type Shape =
  TextShape | NumberShape | BooleanShape | NullShape | ListShape | ObjectShape | SwitchShape | ChoiceShape | AnyShape;

/** A named element: a member of an object, a path or query parameter, or a header field. */
export interface Field extends Fact {
  readonly name: string;
  /** Other accepted spellings, offered by nobody and reported by nobody. */
  readonly aliases?: readonly string[];
  /** Set for an alias that the document does not know: reported as a hint, from the reference layer. */
  readonly aliasNote?: Omit<Note, 'severity'>;
  readonly shape: Shape;
  /** Documented as required, or by the weaker layer with its own severity. */
  readonly required?:
    boolean | { readonly severity: Severity; readonly provenance: Provenance; readonly message?: string };
  /** The default in JSON text, for example `true` or `["push"]`. */
  readonly default?: string;
  /** What follows when the element is left out, reported at the parent; with a credential of `unlessScheme` it is not so. */
  readonly absent?: Note & { readonly unlessScheme?: string };
  /** For a query parameter: it may stand without a value, which then means this value; known from the reference layer. */
  readonly bare?: string;
  /** In an answer: the value is shown as a mask only. */
  readonly isMasked?: boolean;
  /** What the rules about mappings take the member for. */
  readonly role?: FieldRole;
  /** Names in `{{…}}` that the service itself fills in: inside this text they are no variables, and are sent as they stand. */
  readonly placeholders?: readonly string[];
  /** A snippet body for completion when the one derived from the shape is not the best, for example `"7d"`. */
  readonly example?: string;
}

/** A finding that the catalogue words itself. */
export interface Note {
  readonly severity: Severity;
  readonly message: string;
  readonly provenance: Provenance;
}

/** A key that belongs elsewhere: reported with where it belongs instead of as unknown. */
export interface MisplacedField extends Note {
  readonly names: readonly string[];
  /** What the quick fix does: remove the member, move it into the sibling object `into`, or replace it by its own members. */
  readonly fix?:
    | { readonly kind: 'remove' }
    | { readonly kind: 'move-into'; readonly into: string }
    | { readonly kind: 'unwrap' }
    | { readonly kind: 'move-out' }
    /** Replace the key by `to`; the value stays. */
    | { readonly kind: 'rename'; readonly to: string };
}

/** The options of each rule kind that is attached to an element as data; the key is the rule's id. */
export interface ConstraintOptions {
  /** Keys with the prefix are reserved; `nested` gives the severity below the top level. */
  'reserved-key': { readonly prefix: string; readonly nested?: Severity };
  /** When one entry of a map has `field`, the map must have exactly one entry. */
  'sole-entry': { readonly field: string };
  /** `fields[0]` excludes the rest. */
  'conflicting-fields': {
    readonly fields: readonly string[];
    /** The others exclude it only with this value, as JSON text. */
    readonly value?: string;
  };
  /** The same item in two lists of the object. */
  'contradicting-items': { readonly lists: readonly [string, string] };
  /** An item that occurs twice. */
  'duplicate-item': { readonly noun: string };
  /** With a credential of `unlessScheme` the message is not true. */
  'empty-list': { readonly message: string; readonly unlessScheme?: string };
  /** Only the empty list is accepted: reported at the first item. */
  'unexpected-item': { readonly message: string };
  'empty-object': { readonly message: string; readonly unlessScheme?: string };
  /** The number is outside the range; each bound with its own severity. */
  'number-range': { readonly minimum?: number; readonly maximum?: number };
  'forbidden-affix': { readonly prefix?: string; readonly suffix?: string; readonly message: string };
  /** A single value that is accepted but has a documented drawback; compared as text. Ids other than `discouraged-value` are the same check under a speaking name. */
  'insecure-tls': { readonly value: string; readonly message: string };
  /** `pattern`, a regular expression source, in place of a single value. */
  'noted-value': {
    readonly value?: string;
    readonly pattern?: string;
    readonly message: string;
    /** Not told beside these members, for which another rule has more to say. */
    readonly unlessBeside?: readonly string[];
  };
  'insecure-url': { readonly message: string };
  'masked-secret': { readonly message: string };
  /** An update that leaves out a secret removes it. `member` is the object that must hold it; absent: the object itself. */
  'dropped-secret': { readonly secret: string; readonly message: string };
  /** Patterns that may cover restricted indices while `flag` is not true. */
  'restricted-pattern': { readonly list: string; readonly flag: string };
  /** `flag` is true while `list` holds no pattern. */
  'ineffective-flag': { readonly list: string; readonly flag: string };
  /** A non-empty list is refused (or only remarked, when the deployment is not known) on a deployment. */
  'unsupported-deployment': { readonly deployment: Deployment; readonly message: string; readonly otherwise: string };
  /** The created key has no privileges when the caller authenticates with an API key. */
  'privileged-derived-key': { readonly scheme: string; readonly field: string; readonly privileges: readonly string[] };
  /** `encoded` of an answer is the base64 form of `id`, colon and `secret`. */
  'mismatched-encoding': { readonly encoded: string; readonly id: string; readonly secret: string };
  /** The map has one entry only, and its `member` has the value. */
  'undivided-document': { readonly member: string; readonly value: string; readonly message: string };
  'length-limit': { readonly maximum: number };
  /** Settings have dotted names or stand in objects of objects; `prefix` may be left out of their names. */
  'repeated-setting': { readonly prefix: string };
  /** The text is also the value of a path parameter. */
  'repeated-name': { readonly parameter: string; readonly message: string };
  /** The text is the prefix and a hexadecimal digest. */
  'malformed-signature': { readonly prefix: string };
  'untrimmed-text': { readonly message: string };
  /** A text in which a boolean or a whole number is accepted: told with the quick fix; another text has the wrong type. */
  'quoted-value': { readonly type: 'boolean' | 'integer' };
  /** A member without effect: with `value` only that one; with `unless` while the text of `unless.member` does not match. */
  'ineffective-setting': {
    readonly fields: readonly string[];
    readonly value?: string;
    readonly unless?: { readonly member: string; readonly pattern: string };
    readonly message: string;
  };
  /** The URL has none of these protocols. */
  'unsupported-protocol': { readonly protocols: readonly string[] };
  /** A control character stands where a path has a backslash. */
  'unescaped-backslash': { readonly message: string };
  /** The text matches a pattern that does not belong there; a regular expression source. */
  'unsuitable-text': {
    readonly pattern: string;
    readonly message: string;
    /** What the quick fix does: writes small letters, or makes a list of what the separator joins. */
    readonly fix?: { readonly kind: 'lower-case' } | { readonly kind: 'split'; readonly separator: string };
  };
  /** The URL names the machine on which its reader runs, which is not the user's. */
  'unreachable-url': { readonly message: string };
}
export type ConstraintKind = keyof ConstraintOptions;
export type Constraint = {
  [K in ConstraintKind]: {
    readonly rule: K;
    readonly options: ConstraintOptions[K];
    readonly provenance: Provenance;
    /** Absent: the rule's own. A reference fact never exceeds `warning`. */
    readonly severity?: Severity;
  };
}[ConstraintKind];

export interface RequestBody {
  readonly shape: Shape;
  readonly required?: boolean;
  /** The service is known to take `null` for no body. */
  readonly isNullable?: boolean;
  readonly provenance: Provenance;
  /** Set for newline-delimited JSON: `shape` is that of an action line, and these are the actions. */
  readonly actions?: readonly BodyAction[];
}

/** An action of a body of lines, under the only member of its line. */
export interface BodyAction {
  readonly name: string;
  /** What the line below the action holds; absent: no line follows. */
  readonly document?: Shape;
}

/** A documented answer. */
export interface ResponseSpec {
  readonly status: number;
  readonly summary: string;
  readonly shape?: Shape;
  readonly provenance: Provenance;
}

/** A path form that is no longer, or never was, the documented one. */
export interface FormerPath extends Note {
  /** A template with the same parameters as the operation's own. */
  readonly template: string;
}

/** One documented operation, for all its equivalent methods. */
export interface Operation extends Fact {
  /** A stable id such as `code-hosting.hooks.update`. */
  readonly id: string;
  readonly service: ServiceId;
  /** What it does, as a title: "Update a repository webhook". */
  readonly title: string;
  readonly methods: readonly string[];
  /** `/repos/{owner}/{repo}/hooks/{hook_id}`; every `{name}` has a path parameter. */
  readonly path: string;
  /** Methods that the document does not name for it: told as a hint. */
  readonly furtherMethods?: Omit<Note, 'severity'> & { readonly methods: readonly string[] };
  readonly formerPaths?: readonly FormerPath[];
  readonly parameters: { readonly path: readonly Field[]; readonly query: readonly Field[] };
  /** Absent: the operation takes no body. */
  readonly body?: RequestBody;
  readonly responses: readonly ResponseSpec[];
  /** What a caller of the search cluster needs. */
  readonly privilege?: NeededPrivilege;
  /** Consequences, privileges and scopes, shown on hover. */
  readonly notes: readonly Omit<Note, 'severity'>[];
  /** What it does to a resource, for the rules across requests. */
  readonly effect?: ResourceEffect;
  /** What it has to do with the index in its path, for the rules that know the index's mapping. */
  readonly indexEffect?: 'create' | 'map' | 'delete' | 'search' | 'write';
  /** Known to exist, but not described: its parameters and body are not checked. */
  readonly isOutline?: boolean;
  /** Its body is newline-delimited JSON: one value a line. A body with actions always is. */
  readonly takesLines?: boolean;
  /** Query parameters that belong to another operation, with what to use here. */
  readonly misplacedQuery?: readonly (Note & { readonly name: string; readonly use?: string })[];
}

/** The units of a byte size such as `40mb`, in every place of a service that takes one. */
export interface ByteUnits {
  /** In lower case; the case does not matter. */
  readonly units: readonly string[];
  /** Numbers that stand without a unit. */
  readonly unitless: readonly string[];
  readonly provenance: Provenance;
}

/** The units of a time value such as `7d`, in every place of a service that takes one. */
export interface TimeUnits {
  readonly units: readonly { readonly name: string; readonly summary: string; readonly milliseconds: number }[];
  /** Numbers that stand without a unit. */
  readonly unitless: readonly string[];
  readonly provenance: Provenance;
}

export interface Service {
  readonly id: ServiceId;
  readonly title: string;
  readonly operations: readonly Operation[];
  /** Header fields of every request of the service. */
  readonly headers: readonly Field[];
  /** Header fields of the requests that the service itself sends, and that files record. */
  readonly deliveryHeaders?: readonly Field[];
  /** Header fields of its answers that mean something to a reader. */
  readonly responseHeaders?: readonly Field[];
  /** Query parameters that every operation takes. */
  readonly commonQuery: readonly Field[];
  /** Absent: the service takes no time values. */
  readonly timeUnits?: TimeUnits;
  /** Absent: the service takes no byte sizes. */
  readonly byteUnits?: ByteUnits;
  /** The scheme under which a stored credential is sent, for example `ApiKey`. */
  readonly defaultScheme: string;
  /** Schemes that a vendor takes besides: not reported for that vendor, and a hint for others. */
  readonly otherSchemes?: readonly (Remark & { readonly scheme: string; readonly vendor: string })[];
  /** Absent: the service has no keys that make keys. */
  readonly derivedKeys?: DerivedKeys;
  /** What it answers to a path that ends with a slash; absent: the same as without. */
  readonly trailingSlash?: Omit<Note, 'severity'>;
  /** That it reads a text with a number or boolean as one, where the type is known from the reference layer only. */
  readonly leniency?: Remark;
  /** What it does with an empty object where no body is documented. */
  readonly emptyBody?: Remark;
  /** Hosts of vendors whose names for header fields and media types are publicly known. */
  readonly publicHosts?: readonly { readonly host: string; readonly vendor: string; readonly source: string }[];
}

export interface DocumentSection {
  readonly title: string;
  /** What the section is about, in our own words. */
  readonly summary: string;
  /** Set for a section from which nothing can follow for a request: why. */
  readonly isEmpty?: 'overview' | 'not-shown';
}

export interface SourceDocument {
  readonly id: ServiceId;
  readonly title: string;
  readonly sections: readonly DocumentSection[];
}

export interface Catalogue {
  readonly documents: readonly SourceDocument[];
  readonly services: readonly Service[];
}
