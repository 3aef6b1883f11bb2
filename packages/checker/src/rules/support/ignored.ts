import type { Service } from '@rulebook/catalogue/service';
import type { FindingProvenance } from '../rule';

/** Returns whether the service is known to ignore what its published description does not have. */
export function isIgnoredByService(service: Service | undefined, { kind }: FindingProvenance): boolean {
  return kind === 'described' && service?.ignoresOthers !== undefined;
}
