import type { ServiceId } from '../catalogue/facts';
import type { ServiceRights } from '../catalogue/need';
import { codeHosting } from './code-hosting/identity';
import { rights as ofCodeHosting } from './code-hosting/catalogue/rights';
import { searchCluster } from './search-cluster/identity';
import { rights as ofSearchCluster } from './search-cluster/catalogue/rights';

const known = new Map<ServiceId, ServiceRights>([
  [searchCluster.id, ofSearchCluster],
  [codeHosting.id, ofCodeHosting],
]);

/** Returns which rights of a service include others; nothing for a service of `rulebook.json`. */
export function rightsOfService(id: ServiceId): ServiceRights | undefined {
  return known.get(id);
}
