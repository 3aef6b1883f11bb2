// What the catalogue of the search cluster says of elements next to what every catalogue does; only its own rules and its sandbox read it.
import type { Provenance, Remark } from '@rulebook/catalogue/facts';
import type { BehaviourName } from '../behaviours';

declare module '@rulebook/catalogue/shape' {
  interface TextShape {
    /** Set if the string is the name of a field of the index, or contains such names. */
    readonly naming?: FieldNaming;
  }

  interface ObjectShape {
    /** Set for the mapping of a flattened field: where the type is. */
    readonly flattened?: Provenance;
    /** For it: the maximum number of bytes of a key with its value, where nothing leaves long values out. */
    readonly longestLeaf?: { readonly bytes: number; readonly provenance: Provenance };
    /** Set for a map whose keys are names of fields of the index. */
    readonly naming?: FieldNaming;
  }

  interface Field {
    /** The meaning of the field for the rules about mappings. */
    readonly role?: FieldRole;
  }
}

declare module '@rulebook/catalogue/operation' {
  interface Operation {
    /** Its effect on the index in its path, for the rules that know the index's mapping. */
    readonly indexEffect?: 'create' | 'map' | 'configure' | 'delete' | 'search' | 'write';
    /** How it changes whether an index is open, or that it changes settings, some of which need a closed index. */
    readonly indexState?: 'opened' | 'closed' | 'deleted' | 'configured';
    /** Settings that change only while the index is closed, or with `reopen`; those below these names, too. */
    readonly closedOnly?: { readonly settings: readonly string[]; readonly provenance: Provenance };
    /** For a request that sets them: the limits of an index that later requests meet. */
    readonly heldLimits?: HeldLimits;
    /** How it takes settings of an index: where it is that some of them exclude each other, and which types of similarities there are. */
    readonly settingLimits?: {
      readonly isNew: boolean;
      readonly similarityTypes: readonly string[];
      readonly provenance: Provenance;
    };
    /** For a search: where it is that some of its parts exclude each other, and the last hit that it can reach. */
    readonly searchLimits?: { readonly provenance: Provenance; readonly window: number; readonly setting: string };
  }
}

declare module '@rulebook/catalogue/service' {
  interface Service {
    /** Absent: the service has no keys that create keys. */
    readonly derivedKeys?: DerivedKeys;
    /** Set if the service refuses aliases in places of indices: where that is. */
    readonly aliasesRefused?: Provenance;
  }
}

/** What a setting of an index limits. */
export type IndexLimit = 'fields' | 'depth' | 'nameLength' | 'window' | 'terms';

/** The limits of an index: the settings that hold them, and where it is that servers refuse what is beyond them. */
export interface HeldLimits {
  readonly settings: Readonly<Record<IndexLimit, string>>;
  /** The longest name of a field that each index has. */
  readonly longestName: string;
  readonly provenance: Provenance;
}

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
  /** Where it is that a range on a key needs both bounds. */
  readonly bothEnds?: Provenance;
  /** The behaviour of servers that take a range with one bound. */
  readonly openEnds?: BehaviourName;
  /** What servers do with the top level of a flattened field, if the document says otherwise. */
  readonly atTopLevel?: Remark;
  /** Set if the use needs values to sort or group by: where it is that servers refuse it without them. */
  readonly readsColumns?: Provenance;
  /** Set if the use needs an indexed field: where it is that servers refuse it without. */
  readonly readsIndex?: Provenance;
  /** What servers do with every flattened field, although the document does not name the use. */
  readonly accepted?: Remark;
  /** What it does with its field if the text may differ by letters. */
  readonly similar?: FieldNaming;
  /** What it does with its field if it calculates with several values. */
  readonly calculated?: FieldNaming;
  /** What it does with its field if it has a format. */
  readonly formatted?: FieldNaming;
  /** What servers do with a wildcard in the name of a key. */
  readonly atPattern?: Remark;
  /** Set if the string is a query in the query string syntax: what each kind of term in it does with its field. */
  readonly terms?: Readonly<Record<QueryTerm, FieldNaming>>;
}

/** The meaning of a field for the rules about mappings, whatever its name is. */
export type FieldRole =
  | 'mapping'
  | 'sub-fields'
  | 'depth-limit'
  | 'typed-keys'
  | 'target-index'
  | 'partial-document'
  | 'range-start'
  | 'range-end'
  | 'similarity'
  | 'combination'
  | 'format';

/** What an API key can do that was created with another API key. */
export interface DerivedKeys {
  /** A request under this scheme creates a derived key. A derived key is sent under it too. */
  readonly scheme: string;
  /** The operation that creates keys. */
  readonly create: string;
  /** Operations that a derived key may call. */
  readonly allowed: readonly string[];
  readonly message: string;
  readonly provenance: Provenance;
}
