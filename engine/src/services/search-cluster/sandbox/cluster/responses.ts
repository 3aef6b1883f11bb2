import type { NeededPrivilege } from '../../catalogue/security/operation-privileges';
import type { WireResponse } from '../../../../sandbox/model';
import type { Caller } from './privileges';
import { answer, type Refusal } from '../../../../sandbox/wire';

/** For this operation, rules about names concern the name in its path. */
const createIndexId = 'search-cluster.index.create';

const realm = 'Basic realm="security", charset="UTF-8", Bearer realm="security", ApiKey';

/** Returns the service's error type for a rule. */
function typeOfRefusal(rule: string, operation: string): string {
  if (rule === 'unsuitable-text' && operation === createIndexId) return 'invalid_index_name_exception';
  return rule === 'malformed-json' || rule === 'wrong-type' || rule === 'unknown-field'
    ? 'x_content_parse_exception'
    : 'illegal_argument_exception';
}

/** Returns the response to a request without a valid credential. */
export function unauthenticated(reason: string): WireResponse {
  const header = { 'WWW-Authenticate': realm };
  const response = failure(401, 'security_exception', [{ reason, header }]);
  return { ...response, headers: [...response.headers, ['WWW-Authenticate', realm]] };
}

/** Returns the response to a caller without a needed privilege on the cluster or on some indices. */
export function forbidden(...lacking: Parameters<typeof describeDenial>): WireResponse {
  return failure(403, 'security_exception', [{ reason: describeDenial(...lacking) }]);
}

/** Returns one sentence that says which privilege an action needs. */
export function describeDenial(
  caller: Caller,
  { kind, names: [name] }: Pick<NeededPrivilege, 'kind' | 'names'>,
  action: string,
  indices: readonly string[] = [],
): string {
  const who = caller.kind === 'key' ? `API key [${caller.key.id}]` : `user [${caller.name}]`;
  const where = kind === 'index' ? ` on [${indices.join(',')}]` : '';
  return `The ${who} may not ${action}. The ${kind} privilege [${name}]${where} is needed.`;
}

/** Returns an error in the service's public format; `rule` is an addition of the sandbox, where clients expect further members. */
export function failure(
  status: number,
  type: string,
  causes: readonly { readonly reason: string; readonly header?: Readonly<Record<string, string>> }[],
  rule?: string,
): WireResponse {
  const rootCauses = causes.map((cause) => ({ type, ...cause }));
  return answer(status, {
    error: { root_cause: rootCauses, ...rootCauses[0], ...(rule !== undefined && { rule }) },
    status,
  });
}

/** How the service refuses a request. */
export interface KindOfRefusal {
  readonly status: number;
  readonly type: string;
}

/** Returns whether a finding is about the body, not about what is in front of it. */
export function isAboutBody({ span }: Refusal): boolean {
  return span === undefined || span.end > 0;
}

/** Returns the response to a request that the checker's rules refuse; `own` is how the service refuses just this one. */
export function refusedResponse(
  refusals: readonly Refusal[],
  operation: string,
  own: KindOfRefusal = { status: 400, type: typeOfRefusals(refusals, operation) },
): WireResponse {
  const causes = refusals.map(({ message }) => ({ reason: message }));
  return failure(own.status, own.type, causes, refusals[0]?.rule);
}

function typeOfRefusals(refusals: readonly Refusal[], operation: string): string {
  // What cannot be read comes first.
  if (refusals.some(({ rule }) => rule === 'malformed-json')) return typeOfRefusal('malformed-json', operation);
  const [first] = refusals;
  // A parameter is read as an argument, whatever is wrong with it.
  if (first?.rule === 'wrong-type' && !isAboutBody(first)) return 'illegal_argument_exception';
  return typeOfRefusal(first?.rule ?? '', operation);
}

/** Adds the header field without which official clients reject every response. */
export function withProductHeader(response: WireResponse): WireResponse {
  return { ...response, headers: [...response.headers, ['X-Elastic-Product', 'Elasticsearch']] };
}
