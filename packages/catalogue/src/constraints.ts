import type { Deployment, Provenance, Severity, Version } from './facts';

/**
 * The options of each rule that the catalogue attaches to an element as data; the key is the rule's id. A rule of a
 * service adds its own member, in its own file, so that a constraint with wrong options does not compile.
 */
export interface ConstraintOptions {
  /** `fields[0]` excludes the rest. */
  'conflicting-fields': {
    readonly fields: readonly string[];
    /** The others exclude it only with this value, as JSON text. */
    readonly value?: string;
  };
  /** The same item in two lists of the object. */
  'contradicting-items': { readonly lists: readonly [string, string] };
  /** Where `field` is present, each of `requires` must be; with `value`, where it has this value, as text. */
  'dependent-field': { readonly field: string; readonly requires: readonly string[]; readonly value?: string };
  /** An update that omits the member `secret` removes the secret. */
  'dropped-secret': { readonly secret: string; readonly message: string };
  /** `noun` is what an item is called in messages. Items of any form are compared. */
  'duplicate-item': { readonly noun?: string };
  /** The message does not apply to a credential of the scheme `unlessScheme`. */
  'empty-list': { readonly message: string; readonly unlessScheme?: string };
  /** With `isDeep`, an object with nothing but empty objects in it is empty, too; with lists, also one with empty lists. */
  'empty-object': {
    readonly message: string;
    readonly unlessScheme?: string;
    readonly isDeep?: 'objects' | 'objects and lists';
  };
  'forbidden-affix': { readonly prefix?: string; readonly suffix?: string; readonly message: string };
  /** `flag` is true, but `list` contains no pattern. */
  'ineffective-flag': { readonly list: string; readonly flag: string };
  /** The members `fields` have no effect: only with the value `value`, if given, and only while the text of `unless.member` does not match. */
  'ineffective-setting': {
    readonly fields: readonly string[];
    readonly value?: string;
    readonly unless?: { readonly member: string; readonly pattern: string };
    readonly message: string;
  };
  /** A value that is accepted but has a documented drawback; compared as text. */
  'insecure-tls': { readonly value: string; readonly message: string };
  'insecure-url': { readonly message: string };
  /** How many items a list may have. */
  'item-count': { readonly minimum?: number; readonly maximum?: number };
  /** In characters, or in bytes of UTF-8; `maximumBytes` limits any value as JSON text. */
  'length-limit': {
    readonly minimum?: number;
    readonly maximum?: number;
    readonly unit?: 'byte';
    readonly maximumBytes?: number;
  };
  /** The text must be the prefix and a hexadecimal digest. */
  'malformed-signature': { readonly prefix: string };
  'malformed-text': {
    /** The text must match it in some part: the source of a regular expression. */
    readonly pattern: string;
    /** What the text must be, in words; absent: the message names the pattern. */
    readonly meaning?: string;
    /** What makes a right text of a wrong one: to leave out its start, or to write something in front of it. */
    readonly repair?: { readonly without?: string; readonly before?: readonly string[] };
  };
  'masked-secret': { readonly message: string };
  /** How many members an object may have; with `fields`, how many of these. Those of `besides` are not counted. */
  'member-count': {
    readonly minimum?: number;
    readonly maximum?: number;
    readonly fields?: readonly string[];
    readonly besides?: readonly string[];
  };
  /** `encoded` of a response must be the base64 form of `id`, a colon and `secret`. */
  'mismatched-encoding': { readonly encoded: string; readonly id: string; readonly secret: string };
  /** `pattern` is the source of a regular expression, instead of a single value. */
  'noted-value': {
    readonly value?: string;
    readonly pattern?: string;
    readonly message: string;
    /** Not reported next to these members, for which another rule reports more. */
    readonly unlessNextTo?: readonly string[];
    /** Reported only if the version of the target is known and older. */
    readonly before?: Version;
  };
  /** The range of the number; each bound can have its own severity. An exclusive bound is not part of the range. */
  'number-range': {
    readonly minimum?: number;
    readonly maximum?: number;
    readonly exclusiveMinimum?: number;
    readonly exclusiveMaximum?: number;
    readonly multipleOf?: number;
  };
  /** A string in place of a boolean or a whole number is reported with a quick fix; any other string has the wrong type. */
  'quoted-value': {
    readonly type: 'boolean' | 'integer';
    /** An empty string leaves the setting at its default. */
    readonly isEmptyUnset?: boolean;
  };
  /** The text must differ from the value of this path parameter. */
  'repeated-name': { readonly parameter: string; readonly message: string };
  /** Settings have dotted names or are nested in objects; their names may omit `prefix`. */
  'repeated-setting': { readonly prefix: string };
  /** Keys with the prefix are reserved; `nested` is the severity below the top level. */
  'reserved-key': { readonly prefix: string; readonly nested?: Severity };
  /** Patterns in `list` may match restricted indices while `flag` is not true. */
  'restricted-pattern': { readonly list: string; readonly flag: string };
  /** When one entry of a map has `field`, the map must have exactly one entry. */
  'sole-entry': { readonly field: string };
  /** Each item of the list must be one of the items of the other, or fit one of its patterns. */
  'uncovered-item': { readonly list: string; readonly by: string };
  /** The path contains a control character instead of a backslash. */
  'unescaped-backslash': { readonly message: string };
  /** So many items of a list, or each name of an object, fit a JSON Schema without references. */
  'unmet-condition': {
    readonly of: 'items' | 'names';
    readonly schema: unknown;
    readonly minimum?: number;
    readonly maximum?: number;
  };
  /** Only the empty list is accepted; the finding is at the first item. */
  'unexpected-item': { readonly message: string };
  /** The URL names the machine of the service, which is not the machine of the user. */
  'unreachable-url': { readonly message: string };
  /** `pattern`, the source of a regular expression, must not match the text; with `ofKeys`, no key of the object. */
  'unsuitable-text': {
    readonly pattern: string;
    readonly message: string;
    /** Set if the texts are the keys of the object. */
    readonly ofKeys?: true;
    /** Set if a number counts as it is written: `1.0` is another text than `1`. */
    readonly isAsWritten?: true;
    /** The quick fix: change to lower case, leave out the start, split the text at the separator into a list, or rename keys. */
    readonly fix?:
      | { readonly kind: 'lower-case' }
      | { readonly kind: 'without-start'; readonly start: string }
      | { readonly kind: 'split'; readonly separator: string }
      /** Of keys: other names for the same, which is safe where the object has none of `unless`. */
      | { readonly kind: 'rename'; readonly to: Readonly<Record<string, string>>; readonly unless: readonly string[] };
  };
  /** The deployment refuses a list with items. `otherwise` is the message of the hint when the deployment is unknown. */
  'unsupported-deployment': { readonly deployment: Deployment; readonly message: string; readonly otherwise: string };
  /** The URL must have one of these protocols. */
  'unsupported-protocol': { readonly protocols: readonly string[] };
  'untrimmed-text': { readonly message: string };
}

export type ConstraintKind = keyof ConstraintOptions;

export type Constraint = {
  [K in ConstraintKind]: {
    readonly rule: K;
    readonly options: ConstraintOptions[K];
    readonly provenance: Provenance;
    /** Absent: the rule's own. A reference fact never exceeds `warning`. */
    readonly severity?: Severity;
    /** It holds only for servers that are known to behave so. */
    readonly behaviour?: string;
  };
}[ConstraintKind];
