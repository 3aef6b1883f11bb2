import type { Operation } from '@rulebook/catalogue/operation';
import { sourceFor } from '../../binding/source-for';
import type { Report } from '../rule';

/** Returns a report with the place where a fact is described for a request of an operation. */
export function reportFor(report: Report, operation: Operation | undefined): Report {
  const { provenance } = report;
  if (provenance.kind !== 'described' || provenance.shared === undefined || operation === undefined) return report;
  return { ...report, provenance: sourceFor(provenance, operation) };
}
