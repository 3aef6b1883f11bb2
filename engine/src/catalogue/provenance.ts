import type { DocumentId, SectionTitle } from './documents';
import type { DocumentedSource, Provenance, ReferenceSource } from './facts';

/** Returns the provenance of a fact that the document states in this section. */
export function documented<D extends DocumentId>(document: D, section: SectionTitle<D>): DocumentedSource {
  return { kind: 'documented', document, section };
}

/** Returns the provenance of a public fact that fills what the document leaves open in this section. */
export function reference<D extends DocumentId>(
  document: D,
  section: SectionTitle<D>,
  source: string,
): ReferenceSource {
  return { kind: 'reference', document, section, source };
}

/** Returns the same provenance, with the remark that the service refuses a request that contradicts the fact. */
export function refused<P extends Provenance>(provenance: P): P {
  return provenance.kind === 'reference' ? { ...provenance, isRefused: true } : provenance;
}
