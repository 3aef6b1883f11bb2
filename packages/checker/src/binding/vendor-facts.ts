import type { Fact, Product, Provenance, Version } from '@rulebook/catalogue/facts';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Fallback, LackedPart, Service } from '@rulebook/catalogue/service';
import type { ValueSet } from '@rulebook/catalogue/values';
import { perObject } from '@rulebook/text/structures/memo';

/** A request's service, and the vendor and version of its target. */
export interface VendorTarget {
  readonly service?: Service | undefined;
  readonly vendor?: string | undefined;
  readonly version?: Version | undefined;
}

/** Returns what is known of the vendor's product: its description, and where it differs from the product that the documents are about. */
export function productOf({ service, vendor }: VendorTarget): Fallback | undefined {
  if (vendor === undefined) return undefined;
  return service?.fallbackDescriptions?.find((one) => one.vendor === vendor.toLowerCase());
}

/**
 * Returns the version of the target that the versions of a fact are compared with. The documents count the versions of the product that they are
 * about: of one that was made from it, what holds is the version from which it was made.
 */
export function versionFor(provenance: Provenance, target: VendorTarget): Version | undefined {
  if (provenance.kind === 'described' || provenance.kind === 'house') return target.version;
  return productOf(target)?.madeFrom ?? target.version;
}

/** Returns whether versions of a fact are those of another product, so that a newer one says nothing about the target. */
export function isOfOtherProduct(provenance: Provenance, target: VendorTarget): boolean {
  const { kind } = provenance;
  return kind !== 'described' && kind !== 'house' && productOf(target)?.madeFrom !== undefined;
}

/** Returns the part of the service that the vendor's product does not have, to which the operation belongs. */
export function lackedPartOf(operation: Operation, target: VendorTarget): LackedPart | undefined {
  if (operation.provenance.kind === 'described' || operation.described !== undefined) return undefined;
  return lackedPartAt([operation.path, ...operation.path.split('/')], target);
}

/** Returns the part that the vendor's product does not have, to which a path with these words belongs. */
export function lackedPartAt(words: readonly string[], target: VendorTarget): LackedPart | undefined {
  return productOf(target)?.lacks?.find((part) => part.words.some((word) => words.includes(word)));
}

/** Returns the name of the vendor's product if it does not have the element. */
export function productLacking({ lackedBy }: Pick<Fact, 'lackedBy'>, target: VendorTarget): string | undefined {
  if (lackedBy === undefined) return undefined;
  const product = productOf(target);
  return product !== undefined && lackedBy.includes(product.vendor as Product) ? product.product : undefined;
}

/** Returns the values that the vendor's product knows. */
export function valuesFor(values: ValueSet, vendor: string | undefined): ValueSet {
  const name = vendor?.toLowerCase() ?? '';
  const own = values.ofVendors?.[name];
  if (own === undefined) return values;
  const made = madeFor(values);
  const known = made.get(name);
  if (known !== undefined) return known;
  const { lacks = [], added = [], foreign } = own;
  const lacked = new Set(lacks);
  const ofVendor: ValueSet = {
    ...values,
    values: [...values.values.filter(({ value }) => !lacked.has(String(value))), ...added],
    foreign,
  };
  made.set(name, ofVendor);
  return ofVendor;
}

const madeFor = perObject((_values: ValueSet) => new Map<string, ValueSet>());
