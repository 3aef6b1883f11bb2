import { createApiKey } from '../catalogue/search-cluster/api-key';
import { searchCluster } from '../catalogue/search-cluster/service';
import { decodeBase64Text, encodeBase64 } from '../text/base64';
import type { ApiKeyRecord, ClusterState, StepInput, StepResult, WireRequest, WireResponse } from './model';
import { administratorRoles, hasClusterPrivilege, isWithoutPrivileges, type Caller } from './privileges';
import { timeValueMilliseconds } from './time-value';
import {
  answer,
  describeUnknown,
  headerValue,
  isRecord,
  ownValue,
  readCall,
  readJson,
  result,
  type CheckWire,
} from './wire';

const administrator = 'elastic';
const realm = 'Bearer realm="security", ApiKey';
const playedOutline = 'search-cluster.authenticate';

type Step = StepResult<ClusterState>;

/** Makes a search cluster without keys; `bootstrap` is what the built-in administrator sends behind `Bearer`. */
export function createClusterState(bootstrap: string): ClusterState {
  return { service: 'search-cluster', bootstrap, keys: {} };
}

/** Answers one request to the search cluster. Never throws on bad input. */
export function stepCluster(state: ClusterState, request: WireRequest, input: StepInput, check: CheckWire): Step {
  const step = route(state, request, input, check);
  return { ...step, response: withProductHeader(pretty(request, step.response)) };
}

function route(state: ClusterState, request: WireRequest, input: StepInput, check: CheckWire): Step {
  const caller = authenticate(state, request, input.now);
  if (typeof caller === 'string') return result(state, unauthenticated(caller));
  const call = readCall(request, searchCluster);
  const operation = call.match.kind === 'operation' ? call.match.operation : undefined;
  if (operation?.id === createApiKey.id) {
    if (!hasClusterPrivilege(caller, 'manage_own_api_key')) {
      return result(state, forbidden(caller, 'manage_own_api_key', 'create an API key'));
    }
    return createKey(state, request, input, caller, check);
  }
  if (operation?.id === playedOutline) return result(state, answer(200, describeCaller(caller)));
  if (call.path === '/' && (call.method === 'GET' || call.method === 'HEAD')) {
    if (!hasClusterPrivilege(caller, 'monitor')) {
      return result(state, forbidden(caller, 'monitor', 'read the cluster'));
    }
    const response = answer(200, clusterInformation);
    return result(state, call.method === 'HEAD' ? { ...response, body: '' } : response);
  }
  const played = [createApiKey.id, playedOutline];
  const reason = describeUnknown(call, searchCluster, ({ id }) => played.includes(id));
  return result(state, failure(404, 'resource_not_found_exception', [{ reason }]));
}

const clusterInformation = {
  name: 'sandbox-node',
  cluster_name: 'sandbox-cluster',
  cluster_uuid: 'c2FuZGJveC1jbHVzdGVyLQ',
  version: { number: '8.15.0', build_flavor: 'default' },
  tagline: 'A sandbox that forgets everything when it stops',
};

/** Returns the caller, or why there is none. */
function authenticate(state: ClusterState, request: WireRequest, now: number): Caller | string {
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

function createKey(
  state: ClusterState,
  request: WireRequest,
  input: StepInput,
  caller: Caller,
  check: CheckWire,
): Step {
  const refusals = check(request);
  const [first] = refusals;
  if (first) {
    const causes = refusals.map(({ message }) => ({ reason: message }));
    return result(state, failure(400, typeOfRefusal(first.rule), causes, first.rule));
  }
  const body = request.body.trim() === '' ? { value: {} } : readJson(request.body);
  if (!body || !isRecord(body.value)) {
    return result(state, failure(400, 'x_content_parse_exception', [{ reason: 'The body is not a JSON object.' }]));
  }
  const { name, expiration, metadata } = body.value;
  const descriptors = isRecord(body.value.role_descriptors) ? body.value.role_descriptors : {};
  if (caller.kind === 'key' && !isDerivable(descriptors)) {
    const reason =
      'A key that is made with an API key has no privileges; give it one role descriptor without privileges.';
    return result(state, failure(400, 'illegal_argument_exception', [{ reason }], 'privileged-derived-key'));
  }
  const lifetime = typeof expiration === 'string' ? timeValueMilliseconds(expiration) : undefined;
  if (expiration !== undefined && expiration !== null && lifetime === undefined) {
    const reason = 'The value of [expiration] is no time value: write a whole number and a unit, such as 7d.';
    return result(state, failure(400, 'x_content_parse_exception', [{ reason }]));
  }
  const key: ApiKeyRecord = {
    id: freshId(state, input),
    name: typeof name === 'string' ? name : null,
    secret: input.randomText(22),
    creation: input.now,
    ...(lifetime !== undefined && { expiration: input.now + lifetime }),
    owner: caller.kind === 'key' ? caller.key.owner : caller.name,
    roleDescriptors: descriptors,
    ...(caller.kind === 'administrator' && { limitedBy: administratorRoles }),
    metadata: isRecord(metadata) ? metadata : {},
  };
  const response = answer(200, {
    id: key.id,
    name: key.name,
    ...(key.expiration !== undefined && { expiration: key.expiration }),
    api_key: key.secret,
    encoded: encodeBase64(`${key.id}:${key.secret}`),
  });
  return result({ ...state, keys: { ...state.keys, [key.id]: key } }, response);
}

function isDerivable(descriptors: Readonly<Record<string, unknown>>): boolean {
  const all = Object.values(descriptors);
  return all.length > 0 && all.every(isWithoutPrivileges);
}

function freshId(state: ClusterState, input: StepInput): string {
  for (let length = 20; ; length++) {
    const id = input.randomText(length);
    if (!Object.hasOwn(state.keys, id)) return id;
  }
}

function describeCaller(caller: Caller): unknown {
  const isKey = caller.kind === 'key';
  const source = isKey ? { name: '_es_api_key', type: '_es_api_key' } : { name: 'reserved', type: 'reserved' };
  return {
    username: isKey ? caller.key.owner : caller.name,
    roles: isKey ? [] : Object.keys(administratorRoles),
    full_name: null,
    email: null,
    metadata: {},
    enabled: true,
    authentication_realm: source,
    lookup_realm: source,
    authentication_type: isKey ? 'api_key' : 'token',
    ...(isKey && { api_key: { id: caller.key.id, name: caller.key.name } }),
  };
}

function typeOfRefusal(rule: string): string {
  return rule === 'malformed-json' || rule === 'wrong-type' || rule === 'unknown-field'
    ? 'x_content_parse_exception'
    : 'illegal_argument_exception';
}

function unauthenticated(reason: string): WireResponse {
  const header = { 'WWW-Authenticate': realm };
  const response = failure(401, 'security_exception', [{ reason, header }]);
  return { ...response, headers: [...response.headers, ['WWW-Authenticate', realm]] };
}

function forbidden(caller: Caller, privilege: string, action: string): WireResponse {
  const who = caller.kind === 'key' ? `API key [${caller.key.id}]` : `user [${caller.name}]`;
  const reason = `The ${who} may not ${action}; the cluster privilege [${privilege}] is needed.`;
  return failure(403, 'security_exception', [{ reason }]);
}

/** The service's public form of an error; `rule` is the sandbox's own addition. */
function failure(
  status: number,
  type: string,
  causes: readonly { readonly reason: string; readonly header?: Readonly<Record<string, string>> }[],
  rule?: string,
): WireResponse {
  const rootCauses = causes.map((cause) => ({ type, ...cause }));
  return answer(status, {
    error: { root_cause: rootCauses, ...rootCauses[0] },
    status,
    ...(rule !== undefined && { rule }),
  });
}

/** Official clients talk to nothing that does not send this header. */
function withProductHeader(response: WireResponse): WireResponse {
  return { ...response, headers: [...response.headers, ['X-Elastic-Product', 'Elasticsearch']] };
}

function pretty(request: WireRequest, response: WireResponse): WireResponse {
  if (!/[?&]pretty(=true|=)?(&|#|$)/.test(request.target) || response.body === '') return response;
  return { ...response, body: `${JSON.stringify(JSON.parse(response.body), null, 2)}\n` };
}
