import type { DescribedSource, Provenance } from '@rulebook/catalogue/facts';
import type { Operation } from '@rulebook/catalogue/operation';

/**
 * Returns where a fact is described for a request of an operation. A shape of several operations is read with the first of them, and its page is not the
 * one to read about another; where the operation has none, the fact has none either.
 */
export function sourceFor(source: DescribedSource, operation: Operation): DescribedSource {
  if (source.shared === undefined) return source;
  const own = [operation, ...(operation.described ?? [])].map((one) => one.provenance).find(isOf(source));
  if (own === undefined) return { ...source, link: undefined };
  return { ...source, pointer: source.shared === 'place' ? own.pointer : source.pointer, link: own.link };
}

/** Returns the source of a fact for a request; what one operation alone says is as it is. */
export function provenanceFor(source: Provenance, operation: Operation | undefined): Provenance {
  return source.kind === 'described' && operation !== undefined ? sourceFor(source, operation) : source;
}

function isOf({ service, title, file }: DescribedSource): (other: Provenance) => other is DescribedSource {
  return (other): other is DescribedSource =>
    other.kind === 'described' && other.service === service && other.title === title && other.file === file;
}
