import type { ReceivedResponse } from './response';

/** Returns whether a response asks for another credential: by status 401, or by a challenge with any other status. */
export function wantsCredential({ status, headers }: ReceivedResponse): boolean {
  return status === 401 || headers.some(([name]) => name.toLowerCase() === 'www-authenticate');
}
