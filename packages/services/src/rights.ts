import type { ServiceId } from '@rulebook/catalogue/facts';
import type { ServiceRights } from '@rulebook/catalogue/need';
import { codeHosting } from '@rulebook/code-hosting/identity';
import { rights as ofCodeHosting } from '@rulebook/code-hosting/facts/rights';
import { searchCluster } from '@rulebook/search-cluster/identity';
import { rights as ofSearchCluster } from '@rulebook/search-cluster/facts/rights';

const known = new Map<ServiceId, ServiceRights>([
  [searchCluster.id, ofSearchCluster],
  [codeHosting.id, ofCodeHosting],
]);

/** Returns which rights of a service include others; nothing for a service of `rulebook.json`. */
export function rightsOfService(id: ServiceId): ServiceRights | undefined {
  return known.get(id);
}
