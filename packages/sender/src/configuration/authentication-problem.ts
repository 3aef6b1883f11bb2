import type { Authentication } from '@rulebook/checker/binding/authentication';

/** Returns what an endpoint's authentication lacks, as a sentence; undefined when it is complete. */
export function problemOfAuthentication({
  type,
  user,
  flow,
  tokenUrl,
  deviceUrl,
  authorizationUrl,
  clientId,
}: Authentication): string | undefined {
  if (type === 'digest' && user === undefined) return '`digest` needs `user`.';
  if (type !== 'oauth2') return undefined;
  if (tokenUrl === undefined || clientId === undefined) return '`oauth2` needs `tokenUrl` and `clientId`.';
  if (flow === 'device' && deviceUrl === undefined) return 'The flow `device` needs `deviceUrl`.';
  if (flow === 'authorization-code' && authorizationUrl === undefined)
    return 'The flow `authorization-code` needs `authorizationUrl`.';
  return undefined;
}
