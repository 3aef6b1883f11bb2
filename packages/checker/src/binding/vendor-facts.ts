import { isInVersion } from '@rulebook/catalogue/behaviour';
import type { Fact, Provenance, Version } from '@rulebook/catalogue/facts';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Fallback, LackedPart, Service } from '@rulebook/catalogue/service';
import { variedValues, type ValueSet } from '@rulebook/catalogue/values';
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
  if (target.vendor === undefined || operation.provenance.kind === 'described' || operation.described !== undefined)
    return undefined;
  return lackedPartAt([operation.path, ...operation.path.split('/')], target);
}

/** Returns the part that the vendor's product does not have, to which a path with these words belongs. */
export function lackedPartAt(words: readonly string[], target: VendorTarget): LackedPart | undefined {
  return productOf(target)?.lacks?.find((part) => part.words.some((word) => words.includes(word)));
}

/** Returns the name of the vendor's product if it does not have the element. */
export function productLacking({ variesAs }: Pick<Fact, 'variesAs'>, target: VendorTarget): string | undefined {
  if (variesAs === undefined) return undefined;
  const product = productOf(target);
  return product?.lacksElements !== undefined && setOf(product.lacksElements).has(variesAs)
    ? product.product
    : undefined;
}

/** A product can lack hundreds of elements. */
const setOf = perObject((names: readonly string[]): ReadonlySet<string> => new Set(names));

/** Returns the names of the products that do not have the element. */
export function productsLacking({ variesAs }: Pick<Fact, 'variesAs'>, service: Service | undefined): readonly string[] {
  if (variesAs === undefined) return [];
  const lacking = service?.fallbackDescriptions?.filter(({ lacksElements }) => lacksElements?.includes(variesAs));
  return lacking?.flatMap(({ product }) => product ?? []) ?? [];
}

/** Returns whether the servers of the target behave so; undefined where it is not known. */
export function behavesSo(name: string, target: VendorTarget): boolean | undefined {
  const product = productOf(target);
  const behaviour = target.service?.behaviours?.[name];
  return product?.behaves?.[name] ?? (behaviour && isInVersion(behaviour, product?.madeFrom ?? target.version));
}

/** Returns the values that the vendor's product knows. */
export function valuesFor(values: ValueSet, target: VendorTarget): ValueSet {
  const { variesAs } = values;
  if (variesAs === undefined || target.service === undefined) return values;
  const made = madeFor(values);
  const name = target.vendor?.toLowerCase() ?? '';
  const known = made.get(name);
  if (known !== undefined) return known;
  const own = productOf(target)?.values?.[variesAs];
  const others = target.service?.fallbackDescriptions?.flatMap((one) => one.values?.[variesAs]?.namedElsewhere ?? []);
  const ofVendor = variedValues(values, own, others, name !== '');
  made.set(name, ofVendor);
  return ofVendor;
}

const madeFor = perObject((_values: ValueSet) => new Map<string, ValueSet>());
