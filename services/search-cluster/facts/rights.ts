import type { ServiceRights } from '@rulebook/catalogue/need';
import { privilegeTables } from './security/privilege-actions';

/** Which privileges of the search cluster include others. */
export const rights: ServiceRights = { privileges: privilegeTables };
