import type { SectionTitle } from './documents';
import type { Provenance, ServiceId } from './model';

/** Returns the provenance of a fact that the document states in this section. */
export function documented<D extends ServiceId>(document: D, section: SectionTitle<D>): Provenance {
  return { kind: 'documented', document, section };
}

/** Returns the provenance of a public fact that fills what the document leaves open in this section. */
export function reference<D extends ServiceId>(document: D, section: SectionTitle<D>, source: string): Provenance {
  return { kind: 'reference', document, section, source };
}

/** Returns the same provenance, with the remark that the service refuses a request that contradicts the fact. */
export function refused<P extends Provenance>(provenance: P): P {
  return provenance.kind === 'reference' ? { ...provenance, isRefused: true } : provenance;
}
