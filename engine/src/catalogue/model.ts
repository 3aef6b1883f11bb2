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

/** What real services are known to do where the document says otherwise, or nothing: a sentence and its source. */
export interface Remark {
  readonly text: string;
  readonly source: string;
}

export interface AllowedValue {
  readonly value: string | number;
  readonly summary?: string;
  /** Absent: the provenance of the value set. */
  readonly provenance?: Provenance;
  readonly since?: Version;
}

/** The values of an element. A closed set refuses other values. An open set may be incomplete. */
export interface ValueSet {
  readonly values: readonly AllowedValue[];
  readonly closed: boolean;
  /** For an open set: the severity of an unlisted value. Absent: it is not reported. A near miss of a listed value is always at least `information`. */
  readonly unlisted?: Severity;
  /** Values that match are never reported, for example names of actions (`*`, `:`). A regular expression source. */
  readonly exempt?: string;
  /** The noun for a value in messages, for example `event`. */
  readonly noun?: string;
  /** Values outside a closed set that services are known to accept. They are reported as a warning that says so. */
  readonly accepted?: readonly (Remark & { readonly value: string })[];
  /** Values that exist elsewhere and are refused here. They are reported as a warning: the value and the reason make the message. */
  readonly unavailable?: {
    readonly values: readonly string[];
    readonly reason: string;
    readonly provenance: Provenance;
  };
  /** Values of other products, with the value that means the same here. They are reported as a warning. */
  readonly foreign?: readonly {
    readonly value: string;
    readonly use: string;
    /** Absent: people use the name for this value. */
    readonly product?: string;
    readonly provenance: Provenance;
  }[];
  readonly provenance: Provenance;
  /** Set if the service is known to refuse unlisted values: where that stands. A near miss of a listed value is then a warning. */
  readonly refusal?: Provenance;
}

/** Text formats with a checker of their own. */
export type TextFormat = 'time-value' | 'byte-size' | 'url' | 'date' | 'json-text' | 'credentials';

/** The kinds of terms that name a field in a query string. */
export type QueryTerm = 'word' | 'fuzzy' | 'regexp' | 'wildcard' | 'range';

/** What a request does with a field of the index. The mapping in the file says which type the field has. */
export interface FieldNaming {
  readonly use: 'query' | 'fetch' | 'highlight' | 'sort' | 'aggregation' | 'script';
  /** The type of query or aggregation, for example `term`. */
  readonly kind?: string;
  /** Whether a flattened field can take part, as far as the sources say. */
  readonly isFlattenedAllowed: boolean;
  /** Whether names of other fields may contain wildcards here. */
  readonly isPatternAllowed?: boolean;
  readonly provenance: Provenance;
  /** Where it stands that a range on a key needs both bounds. */
  readonly bothEnds?: Provenance;
  /** What servers do with the top level of a flattened field, if the document says otherwise. */
  readonly atTopLevel?: Remark;
  /** What servers do with a wildcard in the name of a key. */
  readonly atPattern?: Remark;
  /** Set if the string is a query in the query string syntax: what each kind of term in it does with its field. */
  readonly terms?: Readonly<Record<QueryTerm, FieldNaming>>;
}

interface ShapeBase {
  readonly constraints?: readonly Constraint[];
}

export interface TextShape extends ShapeBase {
  readonly type: 'string';
  readonly values?: ValueSet;
  readonly format?: TextFormat;
  /** In a choice: accepted instead of the documented type, but never mentioned. */
  readonly isTolerated?: boolean;
  /** Set if the string is the name of a field of the index, or contains such names. */
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
  /** In a choice: accepted instead of the documented type, but never mentioned. */
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
  /** Set for a map: the meaning of a key that is not one of the fields. */
  readonly entries?: { readonly keyName: string; readonly summary: string; readonly shape: Shape };
  /** Whether unknown keys are accepted. */
  readonly isOpen?: boolean;
  /** The severity of an unknown key if the list of fields may be incomplete. Absent: the severity of the rule. */
  readonly unlisted?: Severity;
  /** Where the fields are listed. Absent: where the field with this object is described. */
  readonly provenance?: Provenance;
  /** Set if the service is known to refuse other keys: where that stands. A near miss of a field is then a warning. */
  readonly refusal?: Provenance;
  /** For an open object: the severity of a key that is probably a misspelt field. Absent: it is not reported. */
  readonly misspelt?: Severity;
  readonly misplaced?: readonly MisplacedField[];
  /** Set for the mapping of a flattened field: where the type stands. */
  readonly flattened?: Provenance;
  /** Whether the fields are header fields. Their names are compared without case, and under any vendor's name. */
  readonly areHeaders?: boolean;
  /** Set for a map whose keys are names of fields of the index. */
  readonly naming?: FieldNaming;
}
/**
 * An object whose fields depend on the string in its member `on`. That member stands beside the object (`of: 'parent'`) or in it
 * (`of: 'self'`). The order of the members does not matter.
 */
export interface SwitchShape {
  readonly type: 'switch';
  /** What the object is called in messages, for example `repository settings`. */
  readonly name: string;
  readonly on: string;
  readonly of: 'self' | 'parent';
  /** By the text of the member `on`. */
  readonly cases: Readonly<Record<string, ObjectShape | SwitchShape>>;
  /** The object without the member. Absent: as `otherwise`. */
  readonly absent?: ObjectShape | SwitchShape;
  /** The object if the member is a variable, not a string, or not listed. */
  readonly otherwise: ObjectShape | SwitchShape;
  /** Constraints belong to the objects. */
  readonly constraints?: undefined;
}
/** One of several shapes, chosen by the JSON type of the value. For equal types, it is the first that fits. */
export interface ChoiceShape extends ShapeBase {
  readonly type: 'choice';
  readonly options: readonly Exclude<Shape, ChoiceShape>[];
}
/** Any value. Nothing below it is checked. */
export interface AnyShape extends ShapeBase {
  readonly type: 'any';
}
export type Shape =
  TextShape | NumberShape | BooleanShape | NullShape | ListShape | ObjectShape | SwitchShape | ChoiceShape | AnyShape;

/** A named element: a member of an object, a path or query parameter, or a header field. */
export interface Field extends Fact {
  readonly name: string;
  /** Other accepted names. They are neither offered nor reported. */
  readonly aliases?: readonly string[];
  /** Set for an alias that is not in the document. It is reported as a hint, from the reference layer. */
  readonly aliasNote?: Omit<Note, 'severity'>;
  readonly shape: Shape;
  /** Whether the field is documented as required, or required by the reference layer with its own severity. */
  readonly required?:
    boolean | { readonly severity: Severity; readonly provenance: Provenance; readonly message?: string };
  /** The default in JSON text, for example `true` or `["push"]`. */
  readonly default?: string;
  /** What happens without the element, reported at the parent. It does not apply with a credential of `unlessScheme`. */
  readonly absent?: Note & { readonly unlessScheme?: string };
  /** For a query parameter: it may stand without a value, and then means this value. Known from the reference layer. */
  readonly bare?: string;
  /** In a response: only a mask of the value is shown. */
  readonly isMasked?: boolean;
  /** The meaning of the field for the rules about mappings. */
  readonly role?: FieldRole;
  /** Placeholders that the service itself fills in. In this string they are not variables, and are sent unchanged. */
  readonly placeholders?: readonly string[];
  /** A snippet for completion if the one derived from the shape is not the best, for example `"7d"`. */
  readonly example?: string;
}

/** A finding with a message of its own in the catalogue. */
export interface Note {
  readonly severity: Severity;
  readonly message: string;
  readonly provenance: Provenance;
}

/** A key that belongs elsewhere. The finding says where, instead of calling the key unknown. */
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

/**
 * The options of each rule that the catalogue attaches to an element as data; the key is the rule's id. Each rule adds its own member, in its
 * own file (`engine/src/rules/<rule-id>.ts`), so that a constraint with wrong options does not compile.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- Filled by declaration merging.
export interface ConstraintOptions {}
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
  /** The service is known to accept `null` instead of a body. */
  readonly isNullable?: boolean;
  readonly provenance: Provenance;
  /** Set for newline-delimited JSON. `shape` then describes an action line, and these are the actions. */
  readonly actions?: readonly BodyAction[];
}

/** An action in a body of lines. Its name is the only key of its line. */
export interface BodyAction {
  readonly name: string;
  /** The content of the line below the action. Absent: no second line follows. */
  readonly document?: Shape;
}

/** A documented response. */
export interface ResponseSpec {
  readonly status: number;
  readonly summary: string;
  readonly shape?: Shape;
  readonly provenance: Provenance;
}

/** A path that is no longer, or never was, the documented one. */
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
  /** Methods that the document does not name for the operation. They are reported as a hint. */
  readonly furtherMethods?: Omit<Note, 'severity'> & { readonly methods: readonly string[] };
  readonly formerPaths?: readonly FormerPath[];
  readonly parameters: { readonly path: readonly Field[]; readonly query: readonly Field[] };
  /** Absent: the operation takes no body. */
  readonly body?: RequestBody;
  readonly responses: readonly ResponseSpec[];
  /** The privilege that a caller of the search cluster needs. */
  readonly privilege?: NeededPrivilege;
  /** Consequences, privileges and scopes, shown on hover. */
  readonly notes: readonly Omit<Note, 'severity'>[];
  /** Its effect on a resource, for the rules across requests. */
  readonly effect?: ResourceEffect;
  /** Its effect on the index in its path, for the rules that know the index's mapping. */
  readonly indexEffect?: 'create' | 'map' | 'delete' | 'search' | 'write';
  /** The operation is known to exist, but not described. Its parameters and body are not checked. */
  readonly isOutline?: boolean;
  /** Its body is newline-delimited JSON: one value on each line. A body with actions always is. */
  readonly takesLines?: boolean;
  /** Query parameters that belong to another operation, with what to use here. */
  readonly misplacedQuery?: readonly (Note & { readonly name: string; readonly use?: string })[];
}

/** The units of byte sizes such as `40mb`, the same in the whole service. */
export interface ByteUnits {
  /** In lower case. The case does not matter. */
  readonly units: readonly string[];
  /** Numbers that need no unit. */
  readonly unitless: readonly string[];
  readonly provenance: Provenance;
}

/** The units of time values such as `7d`, the same in the whole service. */
export interface TimeUnits {
  readonly units: readonly { readonly name: string; readonly summary: string; readonly milliseconds: number }[];
  /** Numbers that need no unit. */
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
  /** Header fields of its responses that matter to a reader. */
  readonly responseHeaders?: readonly Field[];
  /** Query parameters that every operation takes. */
  readonly commonQuery: readonly Field[];
  /** Absent: the service has no time values. */
  readonly timeUnits?: TimeUnits;
  /** Absent: the service has no byte sizes. */
  readonly byteUnits?: ByteUnits;
  /** The scheme of a stored credential, for example `ApiKey`. */
  readonly defaultScheme: string;
  /** Further schemes that a vendor accepts. They are not reported for that vendor, and a hint for others. */
  readonly otherSchemes?: readonly (Remark & { readonly scheme: string; readonly vendor: string })[];
  /** Absent: the service has no keys that create keys. */
  readonly derivedKeys?: DerivedKeys;
  /** How it responds to a path that ends with a slash. Absent: the same as without. */
  readonly trailingSlash?: Omit<Note, 'severity'>;
  /** Says that it accepts a number or boolean as a string, if the type is known only from the reference layer. */
  readonly leniency?: Remark;
  /** What it does with an empty object if no body is documented. */
  readonly emptyBody?: Remark;
  /** Hosts of vendors whose names for header fields and media types are publicly known. */
  readonly publicHosts?: readonly { readonly host: string; readonly vendor: string; readonly source: string }[];
}

export interface DocumentSection {
  readonly title: string;
  /** What the section is about, in our own words. */
  readonly summary: string;
  /** Set for a section without facts about requests: the reason. */
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
