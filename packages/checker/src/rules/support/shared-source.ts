import type { DescribedSource, Provenance } from '@rulebook/catalogue/facts';
import type { Operation } from '@rulebook/catalogue/operation';
import type { FindingProvenance } from '../rule';

/**
 * Returns where a fact is described for a request of an operation. A shape of several operations is read with the first of them, and its page is
 * not the one to read about another.
 */
export function sourceFor(provenance: FindingProvenance, operation: Operation | undefined): FindingProvenance {
  if (provenance.kind !== 'described' || provenance.shared === undefined || operation === undefined) return provenance;
  const own = [operation, ...(operation.described ?? [])].map((one) => one.provenance).find(isOf(provenance));
  if (own === undefined) return provenance;
  const pointer = provenance.shared === 'place' ? own.pointer : provenance.pointer;
  return { ...provenance, pointer, link: own.link };
}

function isOf({ service, title, file }: DescribedSource): (other: Provenance) => other is DescribedSource {
  return (other): other is DescribedSource =>
    other.kind === 'described' && other.service === service && other.title === title && other.file === file;
}
