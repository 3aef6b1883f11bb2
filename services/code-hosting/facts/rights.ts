import type { ServiceRights } from '@rulebook/catalogue/need';
import { includedScopes } from './scopes';

/** Which scopes of the code host include others. */
export const rights: ServiceRights = { scopes: includedScopes };
