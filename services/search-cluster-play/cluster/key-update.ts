import { isRecord } from '@rulebook/json/is-record';
import { createApiKey } from '@rulebook/search-cluster/facts/security/api-key';
import { authenticate } from './authentication';
import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from './call';
import { invalid, readIds, readMembers, unreadable, type Members } from './key-body';
import { lifetimeOf, makeKey } from './keys';
import type { ApiKeyRecord } from './model';
import { failure, refusedResponse } from './responses';
import { noObject, readObject } from '../indices/handlers';
import { isProblem, problem, refuse, type Problem } from '../indices/problem';
import type { WireResponse } from '@rulebook/sandbox/model';
import { encodeBase64 } from '@rulebook/text/base64';
import { answer } from '@rulebook/sandbox/wire';

/** Plays changing API keys, and creating them for other users. */
export const keyUpdateHandlers: ClusterHandlers = {
  'search-cluster.api-key.update': updateKey,
  'search-cluster.api-key.bulk-update': updateKeys,
  'search-cluster.api-key.grant': grantKey,
};

const failedSearch = { type: 'search_phase_execution_exception' };

/** What can be changed of a key: everything that its creation takes, except the name. */
const changeable = (createApiKey.body?.shape.type === 'object' ? createApiKey.body.shape.fields : [])
  .map(({ name }) => name)
  .filter((name) => name !== 'name');

function updateKey(call: ClusterCall): ClusterStep {
  const isBlank = call.request.body !== '' && call.request.body.trim() === '';
  const body = isBlank ? undefined : readObject(call);
  if (!body) return refuse(call, { ...noObject, ...unreadable });
  const refused = refuseChange(call, body, []);
  if (refused) return respond(call, refused);
  const changed = changeOf(call, call.parameters.get('id') ?? '', body);
  if (isProblem(changed)) return refuse(call, changed);
  const { cluster } = call;
  const response = answer(200, { updated: changed.isDifferent });
  return respond(call, response, { ...cluster, keys: cluster.keys.with(changed.key.id, changed.key) });
}

function updateKeys(call: ClusterCall): ClusterStep {
  const body = readMembers(call, ['ids', ...changeable]);
  if (isProblem(body)) return refuse(call, body);
  const written = readIds(body.ids);
  if (isProblem(written)) return refuse(call, written);
  const ids = [...new Set(written)];
  if (ids.includes('')) return refuse(call, problem('An id must not be empty.', failedSearch));
  const refused = refuseChange(call, body, ['ids']);
  if (refused) return respond(call, refused);
  const updated: string[] = [];
  const noops: string[] = [];
  const details: [string, { readonly type: string; readonly reason: string }][] = [];
  let { keys } = call.cluster;
  for (const id of ids) {
    const changed = changeOf(call, id, body);
    if (isProblem(changed)) {
      details.push([id, { type: changed.type, reason: changed.reason }]);
      continue;
    }
    (changed.isDifferent ? updated : noops).push(id);
    keys = keys.with(id, changed.key);
  }
  const errors = details.length > 0 && { errors: { count: details.length, details: Object.fromEntries(details) } };
  return respond(call, answer(200, { updated, noops, ...errors }), { ...call.cluster, keys });
}

/** Returns why a change cannot be made to any key, or undefined. */
function refuseChange(call: ClusterCall, body: Members, others: readonly string[]): WireResponse | undefined {
  if (call.caller.kind === 'key') {
    const reason = 'An API key cannot update API keys. Only the user who owns a key can update it.';
    return failure(400, 'illegal_argument_exception', [{ reason }]);
  }
  const known = [...changeable, ...others];
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const reason = `An update has no field [${unknown}]. It takes ${known.map((name) => `[${name}]`).join(', ')}.`;
    return failure(400, 'x_content_parse_exception', [{ reason }], 'unknown-field');
  }
  const { ids: _, ...changes } = body;
  return refuseCreation(call, { name: 'update', ...changes });
}

/** Applies the rules of the creation of a key to what else describes a key. */
function refuseCreation(call: ClusterCall, body: unknown): WireResponse | undefined {
  const { methods, path } = createApiKey;
  const request = {
    method: methods[0] ?? '',
    target: path,
    headers: [['Content-Type', 'application/json']] as const,
    body: JSON.stringify(body),
  };
  const refusals = call.check(request);
  return refusals.length > 0 ? refusedResponse(refusals, createApiKey.id) : undefined;
}

/** Returns a key with the changes. What its owner may do now limits it from then on. */
function changeOf(
  { cluster, caller, input }: ClusterCall,
  id: string,
  { role_descriptors: descriptors, metadata, expiration }: Members,
): { readonly key: ApiKeyRecord; readonly isDifferent: boolean } | Problem {
  const key = cluster.keys.get(id);
  if (key === undefined || caller.kind !== 'user' || key.owner !== caller.name) {
    const reason = `The caller owns no API key [${id}]. Only the user who owns a key can update it.`;
    return problem(reason, { status: 404, type: 'resource_not_found_exception' });
  }
  if (key.invalidation !== undefined) return problem(`The API key [${id}] has been invalidated.`);
  if (key.expiration !== undefined && key.expiration <= input.now) return problem(`The API key [${id}] has expired.`);
  const lifetime = lifetimeOf(expiration);
  if (typeof lifetime === 'object') return lifetime;
  if (lifetime !== undefined && lifetime <= 0)
    return problem('API key expiration must be in the future.', { type: 'action_request_validation_exception' });
  const next: ApiKeyRecord = {
    ...key,
    ...(isRecord(descriptors) && { roleDescriptors: descriptors }),
    ...(isRecord(metadata) && { metadata }),
    ...(lifetime !== undefined && { expiration: input.now + lifetime }),
    limitedBy: caller.roles,
  };
  const isDifferent = JSON.stringify(next) !== JSON.stringify(key);
  return { key: isDifferent ? next : key, isDifferent };
}

function grantKey(call: ClusterCall): ClusterStep {
  const body = readObject(call);
  if (!body) return refuse(call, noObject);
  const { grant_type: kind, username, password, access_token: token, api_key: described, run_as: user } = body;
  const isPassword = kind === 'password' && typeof username === 'string' && typeof password === 'string';
  const isToken = kind === 'access_token' && typeof token === 'string';
  if (!isPassword && !isToken) {
    const reason = 'A grant needs [grant_type]: [password] with [username] and [password], or [access_token] with one.';
    return refuse(call, problem(reason, invalid));
  }
  if (user !== undefined) return refuse(call, problem('The sandbox grants no key with [run_as].'));
  if (!isRecord(described)) return refuse(call, problem('A grant needs [api_key], which describes the key.', invalid));
  const credential = isPassword ? `Basic ${encodeBase64(`${username}:${password}`)}` : `Bearer ${String(token)}`;
  const request = { ...call.request, headers: [['Authorization', credential]] as const };
  const owner = authenticate(call.cluster, request, call.input.now);
  if (typeof owner === 'string') return respond(call, failure(403, 'security_exception', [{ reason: owner }]));
  const refused = refuseCreation(call, described);
  return refused ? respond(call, refused) : makeKey(call, owner, described);
}
