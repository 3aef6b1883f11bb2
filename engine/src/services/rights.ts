import type { ServiceId } from '../catalogue/facts';
import type { Service } from '../catalogue/service';
import { catalogue } from './registry';

/** Returns which rights of a service include others; nothing for a service of `rulebook.json`. */
export function rightsOfService(id: ServiceId): Pick<Service, 'privileges' | 'scopes'> | undefined {
  return catalogue.services.find((service) => service.id === id);
}
