import type { NeededPrivilege } from '../../catalogue/needed-privilege';
import type { WireResponse } from '../model';
import type { Caller } from './privileges';
import { answer, type Refusal } from '../wire';

/** Of this operation, such a rule is about the name in its path. */
const createIndexId = 'search-cluster.index.create';

const realm = 'Basic realm="security", charset="UTF-8", Bearer realm="security", ApiKey';

/** Returns the service's name for the kind of error that a rule stands for. */
function typeOfRefusal(rule: string, operation: string): string {
  if (rule === 'unsuitable-text' && operation === createIndexId) return 'invalid_index_name_exception';
  return rule === 'malformed-json' || rule === 'wrong-type' || rule === 'unknown-field'
    ? 'x_content_parse_exception'
    : 'illegal_argument_exception';
}

/** Answers a request without a valid credential. */
export function unauthenticated(reason: string): WireResponse {
  const header = { 'WWW-Authenticate': realm };
  const response = failure(401, 'security_exception', [{ reason, header }]);
  return { ...response, headers: [...response.headers, ['WWW-Authenticate', realm]] };
}

/** Answers a caller who lacks a privilege on the cluster or on some indices. */
export function forbidden(...lacking: Parameters<typeof describeDenial>): WireResponse {
  return failure(403, 'security_exception', [{ reason: describeDenial(...lacking) }]);
}

/** Says in one sentence what the caller lacks for an action. */
export function describeDenial(
  caller: Caller,
  { scope, name }: NeededPrivilege,
  action: string,
  indices: readonly string[] = [],
): string {
  const who = caller.kind === 'key' ? `API key [${caller.key.id}]` : `user [${caller.name}]`;
  const where = scope === 'index' ? ` on [${indices.join(',')}]` : '';
  return `The ${who} may not ${action}; the ${scope} privilege [${name}]${where} is needed.`;
}

/** The service's public form of an error; `rule` is the sandbox's own addition. */
export function failure(
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

/** Answers a request that the checker's rules refuse. */
export function refused(refusals: readonly Refusal[], operation: string): WireResponse {
  const [first] = refusals;
  const causes = refusals.map(({ message }) => ({ reason: message }));
  return failure(400, typeOfRefusal(first?.rule ?? '', operation), causes, first?.rule);
}

/** Adds the header without which official clients talk to nothing. */
export function withProductHeader(response: WireResponse): WireResponse {
  return { ...response, headers: [...response.headers, ['X-Elastic-Product', 'Elasticsearch']] };
}
