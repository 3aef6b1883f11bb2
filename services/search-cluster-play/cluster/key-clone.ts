import { isRecord } from '@rulebook/json/is-record';
import { isOlder } from '@rulebook/checker/binding/target';
import { decodeBase64Text } from '@rulebook/text/base64';
import { isProblem, problem, refuse } from '../indices/problem';
import type { ClusterCall, ClusterHandlers, ClusterStep } from './call';
import { editionOf } from './edition';
import { readMembers, unreadable } from './key-body';
import { addKey, lifetimeOf } from './keys';

/** Plays copying an API key, which servers know since version 9.4. */
export const keyCloneHandlers: ClusterHandlers = { 'search-cluster.api-key.clone': cloneKey };

const members = ['api_key', 'name', 'expiration', 'metadata'];

/** The copy has owner, limits and roles of the key, whoever makes it. */
function cloneKey(call: ClusterCall): ClusterStep {
  const { version, product } = editionOf(call.input);
  if (product !== undefined || isOlder(version, '9.4.0'))
    return refuse(
      call,
      problem('Servers know this operation since version 9.4. Start the sandbox with --version 9.5.'),
    );
  const body = readMembers(call, members);
  if (isProblem(body)) return refuse(call, body);
  const { api_key: credential, name, expiration, metadata } = body;
  if (typeof credential !== 'string' || typeof name !== 'string')
    return refuse(call, problem('A copy needs [api_key], the encoded credential, and [name].', unreadable));
  if (metadata !== undefined && !isRecord(metadata))
    return refuse(call, problem('[metadata] must be an object.', unreadable));
  const [id = '', secret = ''] = (decodeBase64Text(credential) ?? '').split(':');
  const source = call.cluster.keys.get(id);
  if (source === undefined || source.secret !== secret)
    return refuse(call, problem('There is no API key with this id and secret.', denied));
  if (source.invalidation !== undefined)
    return refuse(call, problem(`The API key [${id}] has been invalidated.`, denied));
  const lifetime = lifetimeOf(expiration);
  if (typeof lifetime === 'object') return refuse(call, lifetime);
  const expires = expiration === undefined ? source.expiration : lifetime && call.input.now + lifetime;
  const { expiration: _, ...kept } = source;
  return addKey(call, {
    ...kept,
    name,
    ...(expires !== undefined && { expiration: expires }),
    metadata: { ...(metadata ?? source.metadata), _cloned_from: id },
  });
}

const denied = { status: 403, type: 'security_exception' } as const;
