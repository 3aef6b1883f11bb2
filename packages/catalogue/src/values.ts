import type { Severity, Provenance, Version, Remark } from './facts';

export interface AllowedValue {
  readonly value: string | number;
  readonly summary?: string;
  /** Absent: the provenance of the value set. */
  readonly provenance?: Provenance;
  readonly since?: Version;
  /** Of a type of fields that holds objects as a whole: it has no values to sort or group by, and their keys none to sort by. */
  readonly isWhole?: WholeObject;
}

/** What is known of a type of fields that holds objects as a whole. */
export interface WholeObject {
  readonly provenance: Provenance;
  /** The most bytes of the name of the field, a key and its value together. */
  readonly longestLeaf: number;
}

/** The values of an element. A closed set refuses other values. An open set may be incomplete. */
export interface ValueSet {
  readonly values: readonly AllowedValue[];
  readonly closed: boolean;
  /** The source of an open set lists all of its values, so that a description adds none. */
  readonly isComplete?: true;
  /** For an open set: the severity of an unlisted value. Absent: it is not reported. A near miss of a listed value is always at least `information`. */
  readonly unlisted?: Severity;
  /** Values that match are never reported, for example names of actions (`*`, `:`). A regular expression source. */
  readonly exempt?: string;
  /** The noun for a value in messages, for example `event`. */
  readonly noun?: string;
  /** Values outside a closed set that services are known to accept. They are reported as a warning that says so. */
  readonly accepted?: readonly (Remark & { readonly value: string })[];
  /** Services are known to read the values in any case. */
  readonly isCaseless?: true;
  /** Values that exist elsewhere and are refused here. They are reported as a warning: the value and the reason make the message. */
  readonly unavailable?: readonly {
    readonly values: readonly string[];
    readonly reason: string;
    readonly provenance: Provenance;
  }[];
  /** Values of other products, with the value that means the same here. They are reported as a warning. */
  readonly foreign?: readonly {
    readonly value: string;
    readonly use: string;
    /** Absent: people use the name for this value. */
    readonly product?: string;
    readonly provenance: Provenance;
  }[];
  /** The name by which products of other vendors say which values they know. */
  readonly variesAs?: string;
  readonly provenance: Provenance;
  /** Set if the service is known to refuse unlisted values: where that is. A near miss of a listed value is then a warning. */
  readonly refusal?: Provenance;
}

/** How the values of an element differ in a product. */
export interface VendorValues {
  /** Values of the set that it does not know. */
  readonly lacks?: readonly string[];
  /** Values that it knows in addition; their versions are its own. */
  readonly added?: readonly AllowedValue[];
  /** Instead of those of the set. */
  readonly foreign?: ValueSet['foreign'];
  /** Its own names for values, which other products have under another one. */
  readonly namedElsewhere?: ValueSet['foreign'];
}

/**
 * Returns the values that a product knows: by how it differs, or with the names that only others have. Where the product is not known, it may
 * be one of these others.
 */
export function variedValues(
  values: ValueSet,
  own: VendorValues | undefined,
  others: ValueSet['foreign'] = [],
  isKnown = true,
): ValueSet {
  if (own === undefined && others.length === 0) return values;
  if (own === undefined && isKnown) return { ...values, foreign: others };
  if (own === undefined) return { ...values, values: [...values.values, ...others.map(ofOthers)] };
  const lacked = new Set(own.lacks);
  const kept = values.values.filter(({ value }) => !lacked.has(String(value)));
  return { ...values, values: [...kept, ...(own.added ?? [])], foreign: own.foreign };
}

function ofOthers({ value, use, product = 'Another product' }: NonNullable<ValueSet['foreign']>[number]): AllowedValue {
  return { value, summary: `${product} calls \`${use}\` so.` };
}
