import type { FieldNaming, IndexLimit } from '../../facts/mappings/mapping-types';
import type { Provenance } from '@rulebook/catalogue/facts';
import type { WholeObject } from '@rulebook/catalogue/values';
import type { Span } from '@rulebook/text/span';

/** What a request contains about one index, for the rules that know its mapping from another request. */
export interface IndexUse {
  /** The index and where it is; equal texts mean the same index. */
  readonly index: string;
  readonly mapping?: {
    readonly isNew: boolean;
    readonly fields: readonly FlattenedField[];
    readonly limited: readonly LimitedField[];
    /** The paths of all its fields. */
    readonly paths: readonly string[];
    /** The paths of those that are objects. */
    readonly objects: readonly string[];
    /** Whether documents add fields to it as they do by default. */
    readonly isDynamic: boolean;
    /** It may have fields whose names are not in its paths: behind variables, or computed ones. */
    readonly hasOthers: boolean;
    /** The fields of other types. */
    readonly others: readonly OtherField[];
  };
  readonly isDeletion?: boolean;
  /** In outline: the request may have a mapping and limits, which are not remembered. */
  readonly isMapped?: boolean;
  /** The span of the name of the index. */
  readonly span?: Span;
  /** The limits that the request gives the index, or sets back. */
  readonly limits?: readonly GivenLimit[];
  /** Whether settings that the index has already stay as they are. */
  readonly isPreserving?: boolean;
  /** How far a search reaches. */
  readonly reach?: Reach;
  /** The lists of terms in its queries. */
  readonly terms?: readonly Reach[];
  readonly names?: readonly NameUse[];
  readonly documents?: readonly DocumentField[];
}

/** A limit of an index; without a value, it is set back. */
export interface GivenLimit {
  readonly kind: IndexLimit;
  /** The whole name of the setting. */
  readonly setting: string;
  readonly value?: number;
  readonly span: Span;
  readonly longestName: string;
  readonly provenance: Provenance;
}

/** A number that a limit may be below, and where it comes from. */
export interface Reach {
  readonly span: Span;
  readonly value: number;
}

/** A flattened field of a mapping. */
export interface FlattenedField {
  /** For example `event.labels`. */
  readonly path: string;
  readonly span: Span;
  /** The span of the type. */
  readonly provenance: Provenance;
  /** Absent when it is not known. */
  readonly depthLimit?: { readonly value: number; readonly isDefault: boolean; readonly provenance: Provenance };
  /** What servers refuse in it: keys with U+0000, and longer values, if nothing in the request leaves those out. */
  readonly longestLeaf?: { readonly bytes: number; readonly provenance: Provenance; readonly isUnlimited: boolean };
  /** Keys with a type of their own, which behave like any field of that type. */
  readonly typedKeys: readonly string[];
  /** The type as its mapping names it, if it can be read. */
  readonly type: FixedParameter | undefined;
  /** The parameters that cannot be changed. */
  readonly fixed: readonly FixedParameter[];
}

/** A field of another type than `flattened`. */
export interface OtherField {
  readonly path: string;
  readonly type: string;
  readonly span: Span;
  /** Where it is that its type stays. */
  readonly provenance: Provenance;
}

/** A parameter with its value, or its default where the mapping leaves it out. */
export interface FixedParameter {
  readonly provenance: Provenance;
  readonly name: string;
  readonly text: string;
  readonly span: Span;
}

/** A field that its mapping excludes from some uses. */
export interface LimitedField {
  readonly path: string;
  readonly span: Span;
  readonly type: string;
  /** Whether its keys are excluded, too. */
  readonly hasKeys: boolean;
  /** There are no values to sort or group by. */
  readonly hasColumns: boolean;
  readonly isSearched: boolean;
  /** It holds objects as a whole, and searches cannot sort by its keys: where that is. */
  readonly isWhole?: WholeObject;
}

/** A name of a field in a search. */
export interface NameUse {
  readonly naming: FieldNaming;
  readonly name: string;
  readonly span: Span;
  /** Whether the search says what to do without the field. */
  readonly isOptional?: boolean;
  /** For a range query. */
  readonly range?: RangeUse;
  /** For a script: what the accessor should be, when it is not. */
  readonly accessor?: string;
}

/** The bounds of a range, without their values. */
export interface RangeUse {
  readonly hasLower: boolean;
  /** Whether the servers take one bound where others need both; absent where it is not known. */
  readonly isOpenTaken?: boolean;
  readonly hasUpper: boolean;
  /** The spans of numbers. */
  readonly numbers: readonly Span[];
}

/** What documents contain under a path, without any of their values. */
export interface DocumentField {
  readonly path: string;
  /** The spans of plain values in place of an object. */
  readonly scalars: readonly Span[];
  /** The spans of objects, and how deeply they are nested. */
  readonly objects: readonly { readonly depth: number; readonly span: Span }[];
  /** The values that may be too long for a flattened field, together with their keys. */
  readonly immense: readonly ImmenseLeaf[];
  /** The spans of keys with the character that ends a key in a flattened field. */
  readonly endedKeys: readonly Span[];
}

/** A long value, and how many bytes it has with its key. */
export interface ImmenseLeaf {
  readonly bytes: number;
  readonly span: Span;
}
