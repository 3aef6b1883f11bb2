import type { Severity, Provenance, Fact, Note, Remark, Version } from './facts';
import type { ValueSet } from './values';
import type { Constraint } from './constraints';
import type { TextFormatName } from '@rulebook/text/text-formats';
import type { VendorNames } from './identity';
import type { QueryLanguageId } from './query-languages';

/** Text formats with a checker of their own: a rule for each of the first ones, `text/text-formats.ts` for the others. */
export type TextFormat = 'time-value' | 'byte-size' | 'url' | 'date' | 'json-text' | 'credentials' | TextFormatName;

/** What holds of a value in addition, where it has a form. */
export interface Condition {
  /** The form: a JSON Schema without references. */
  readonly when: unknown;
  /** What a value of this form is, too. */
  readonly then?: Shape | undefined;
  /** What any other value is, too. */
  readonly otherwise?: Shape | undefined;
}

interface ShapeBase {
  readonly constraints?: readonly Constraint[];
  readonly conditions?: readonly Condition[] | undefined;
  /** Where the type is. Absent: where the element is described. */
  readonly typeProvenance?: Provenance;
}

export interface TextShape extends ShapeBase {
  readonly type: 'string';
  /** The text is a name of this list of the service. */
  readonly nameOf?: string;
  readonly values?: ValueSet;
  readonly format?: TextFormat;
  /** The text is a query in this language. */
  readonly query?: QueryFact;
  /** In a choice: accepted instead of the documented type, but never mentioned. */
  readonly isTolerated?: boolean;
}

/** What is known of a text that is a query. */
export interface QueryFact {
  readonly language: QueryLanguageId;
  /** The member next to it that names another language, with the values that mean this one: without the member, it is this one, too. */
  readonly by?: { readonly name: string; readonly values: readonly string[] };
  /** The text is one of `simple_query_string`, which is never refused. */
  readonly form?: 'simple';
  /** The member next to it that has the values of its parameters. */
  readonly params?: string;
  /** The names that a script has without declaring them; absent where it may have any. */
  readonly names?: readonly string[];
  /** It is known that servers refuse a query that they cannot read, and from where. */
  readonly provenance: Provenance;
}

export interface NumberShape extends ShapeBase {
  readonly type: 'integer' | 'number';
  readonly values?: ValueSet;
  /** In a choice: accepted instead of the documented type, but never mentioned. */
  readonly isTolerated?: boolean;
}

export interface BooleanShape extends ShapeBase {
  readonly type: 'boolean';
}

interface NullShape extends ShapeBase {
  readonly type: 'null';
  /** In a choice: accepted instead of the documented type, but never mentioned. */
  readonly isTolerated?: boolean;
}

export interface ListShape extends ShapeBase {
  readonly type: 'array';
  /** What an item may be; with `positions`, all that any of them may be. */
  readonly items: Shape;
  /** What the first items are, each by its place, and those behind them. */
  readonly positions?: { readonly first: readonly Shape[]; readonly rest: Shape } | undefined;
}

/** What keys mean that are like one another: they match a regular expression, are in a list, or begin like a name of a list. */
export type KeyPattern = {
  readonly summary: string;
  readonly shape: Shape;
} & (
  | { readonly pattern: string }
  | { readonly keys: ReadonlySet<string> }
  /** A key that is one of the names, or one of them and more words behind a dot. */
  | { readonly beginnings: ReadonlySet<string> }
);

export interface ObjectShape extends ShapeBase {
  readonly type: 'object';
  /** Servers read an empty list as this object without members. */
  readonly emptyList?: Remark;
  /** What the object is called in messages, for example `role descriptor`. */
  readonly name: string;
  /** In a choice: accepted instead of the documented type, but never mentioned. */
  readonly isTolerated?: boolean;
  readonly fields: readonly Field[];
  /** Set for a map: the meaning of a key that is not one of the fields. */
  readonly entries?: { readonly keyName: string; readonly summary: string; readonly shape: Shape };
  /** The meaning of keys that are like one another and are none of the fields. The first that a key fits counts. */
  readonly patterns?: readonly KeyPattern[];
  /** The keys that are none of the fields are names of this list of the service. */
  readonly keysOf?: string;
  /** Whether unknown keys are accepted. */
  readonly isOpen?: boolean;
  /** Its description forbids other keys, which it otherwise only does not have. */
  readonly isClosed?: boolean;
  /** The name of a behaviour of servers: those that have it accept other keys, of plugins for example. */
  readonly openedBy?: string;
  /** The source of its fields lists all of them, so that a description adds none. */
  readonly isComplete?: true;
  /** The severity of an unknown key if the list of fields may be incomplete. Absent: the severity of the rule. */
  readonly unlisted?: Severity;
  /** Where the fields are listed. Absent: where the field with this object is described. */
  readonly provenance?: Provenance;
  /** Set if the service is known to refuse other keys: where that is. A near miss of a field is then a warning. */
  readonly refusal?: Provenance;
  /** For an open object: the severity of a key that is probably a misspelt field. Absent: it is not reported. */
  readonly misspelt?: Severity;
  /** For an open object: keys that exist and are not described. A key that nearly is one of them is misspelt, too. */
  readonly undescribed?: readonly string[];
  readonly misplaced?: readonly MisplacedField[];
  /** The fields are those of the object around it, written in another form. Pages about rules leave them out. */
  readonly isOtherForm?: true;
  /** Set if the fields are header fields. Their names are compared without case, and under any vendor's name. */
  readonly headers?: { readonly vendorNames?: VendorNames };
}

/**
 * An object whose fields depend on the string in its member `on`. That member is next to the object (`of: 'parent'`) or in it
 * (`of: 'self'`). The order of the members does not matter.
 */
export interface SwitchShape {
  readonly type: 'switch';
  /** Servers read an empty list as the object without members. */
  readonly emptyList?: Remark;
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
  /** Constraints and conditions belong to the objects. */
  readonly constraints?: undefined;
  readonly conditions?: undefined;
  readonly typeProvenance?: Provenance;
}

/**
 * One of several shapes, chosen by the JSON type of the value. Of several objects, it is the one whose members fit best; of several other
 * shapes of one type, the first that accepts the value.
 */
export interface ChoiceShape extends ShapeBase {
  readonly type: 'choice';
  readonly options: readonly Exclude<Shape, ChoiceShape>[];
}

/** Any value. Nothing below it is checked. */
export interface AnyShape extends ShapeBase {
  readonly type: 'any';
}

export type Shape =
  | TextShape
  | NumberShape
  | BooleanShape
  | NullShape
  | ListShape
  | ObjectShape
  | SwitchShape
  | ChoiceShape
  | AnyShape;

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
    | boolean
    | { readonly severity: Severity; readonly provenance: Provenance; readonly message?: string };
  /** The default in JSON text, for example `true` or `["push"]`. */
  readonly default?: string;
  /** Set where the value cannot be changed once the thing exists: the text of what counts when it is left out, and who says so. */
  readonly fixed?: { readonly absent: string; readonly provenance: Provenance };
  /** What happens without the element, reported at the parent. It does not apply with a credential of `unlessScheme`. */
  readonly absent?: Note & { readonly unlessScheme?: string };
  /** For a query parameter: it may be without a value, and then means this value. Known from the reference layer. */
  readonly bare?: string;
  /** For a query parameter that is a list: it is written once for each item. Absent: its items are between commas. */
  readonly isRepeatable?: boolean;
  /** For a parameter whose text is JSON: the shape of its value. */
  readonly content?: Shape | undefined;
  /** In a response: only a mask of the value is shown. */
  readonly isMasked?: boolean;
  /** Placeholders that the service itself fills in. In this string they are not variables, and are sent unchanged. */
  readonly placeholders?: readonly string[];
  /** A snippet for completion if the one derived from the shape is not the best, for example `"7d"`. */
  readonly example?: string;
}

/** A key that belongs elsewhere. The finding says where, instead of calling the key unknown. */
export interface MisplacedField extends Note {
  readonly names: readonly string[];
  /** Any other unknown key whose object has this member is meant, too. */
  readonly holds?: string;
  /** The first version that no longer accepts the key here. */
  readonly removed?: Version;
  /** What the quick fix does: remove the member, move it into the sibling object `into`, or replace it by its own members. */
  readonly fix?:
    | { readonly kind: 'remove' }
    /** Into an object that holds nothing else, it is moved only where there is no such object yet. */
    | { readonly kind: 'move-into'; readonly into: string; readonly isOnlyMember?: true }
    | { readonly kind: 'unwrap' }
    | { readonly kind: 'move-out' }
    /** Replace the key by `to`; the value stays. */
    | { readonly kind: 'rename'; readonly to: string };
}
