import { decodeBase64Text } from '../text/base64';
import type { ClusterState } from './cluster-model';
import type { WireRequest } from './model';
import type { Caller } from './privileges';
import { headerValue, ownValue } from './wire';

const administrator = 'elastic';

/** Returns the caller, or why there is none. */
export function authenticate(state: ClusterState, request: WireRequest, now: number): Caller | string {
  const header = headerValue(request, 'authorization')?.trim() ?? '';
  if (header === '') return 'The request carries no credential.';
  const [, scheme = '', credential = ''] = /^(\S+)\s+(\S+)$/.exec(header) ?? [];
  if (/^bearer$/i.test(scheme)) {
    if (credential === state.bootstrap) return { kind: 'administrator', name: administrator };
    return 'The bearer token is not valid.';
  }
  if (!/^apikey$/i.test(scheme)) return 'The credential is neither `Bearer <token>` nor `ApiKey <encoded>`.';
  const pair = decodeBase64Text(credential);
  const colon = pair?.indexOf(':') ?? -1;
  if (pair === undefined || colon < 0) return 'The API key is not the base64 form of id, colon and secret.';
  const key = ownValue(state.keys, pair.slice(0, colon));
  if (key?.secret !== pair.slice(colon + 1)) return 'There is no API key with this id and secret.';
  if (key.expiration !== undefined && key.expiration <= now) return 'The API key has expired.';
  return { kind: 'key', key };
}
