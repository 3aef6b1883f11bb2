import type { ReceivedResponse } from './plan';

/** Returns whether an answer says that another credential may change it: by status 401, or by a challenge beside any other status. */
export function wantsCredential({ status, headers }: ReceivedResponse): boolean {
  return status === 401 || headers.some(([name]) => name.toLowerCase() === 'www-authenticate');
}
