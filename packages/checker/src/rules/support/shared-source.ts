import type { DescribedSource, Provenance } from '@rulebook/catalogue/facts';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Report } from '../rule';

/**
 * Returns a report with the place where a fact is described for a request of an operation. A shape of several operations is read with the first of
 * them, and its page is not the one to read about another.
 */
export function reportFor(report: Report, operation: Operation | undefined): Report {
  const { provenance } = report;
  if (provenance.kind !== 'described' || provenance.shared === undefined || operation === undefined) return report;
  const own = [operation, ...(operation.described ?? [])].map((one) => one.provenance).find(isOf(provenance));
  if (own === undefined) return report;
  const pointer = provenance.shared === 'place' ? own.pointer : provenance.pointer;
  return { ...report, provenance: { ...provenance, pointer, link: own.link } };
}

function isOf({ service, title, file }: DescribedSource): (other: Provenance) => other is DescribedSource {
  return (other): other is DescribedSource =>
    other.kind === 'described' && other.service === service && other.title === title && other.file === file;
}
