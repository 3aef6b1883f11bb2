import type { DocumentedSource, Provenance, ReferenceSource } from './facts';
import type { SourceDocument } from './service';

/** Returns the functions that make the provenances of a document's service. A heading that the document does not have fails to compile. */
export function sourcesOf<const D extends SourceDocument>({ id: document }: D) {
  type Section = D['sections'][number]['title'];
  return {
    /** Returns the provenance of a fact that the document states in this section. */
    documented: (section: Section): DocumentedSource => ({ kind: 'documented', document, section }),
    /** Returns the provenance of a public fact that fills what the document leaves open in this section. */
    reference: (section: Section, source: string): ReferenceSource => ({
      kind: 'reference',
      document,
      section,
      source,
    }),
  };
}

/** Returns the same provenance, with the remark that servers refuse a request that contradicts the fact if they behave so, and others do not. */
export function refusedIf<P extends Provenance>(provenance: P, behaviour: string): P {
  return provenance.kind === 'reference' ? { ...provenance, refusedIf: behaviour } : provenance;
}

/** Returns the same provenance, with the remark that the service refuses a request that contradicts the fact. */
export function refused<P extends Provenance>(provenance: P): P {
  return provenance.kind === 'reference' ? { ...provenance, isRefused: true } : provenance;
}
