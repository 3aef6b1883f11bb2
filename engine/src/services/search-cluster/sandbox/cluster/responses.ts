import type { NeededPrivilege } from '../../catalogue/security/operation-privileges';
import type { WireResponse } from '../../../../sandbox/model';
import type { Caller } from './privileges';
import { answer, type Refusal } from '../../../../sandbox/wire';

/** These operations read a value as text and then find it wrong, whatever its type is. */
const readingTexts = new Set([
  'search-cluster.index.create',
  'search-cluster.index.settings',
  'search-cluster.settings.put',
]);

const realm = 'Basic realm="security", charset="UTF-8", Bearer realm="security", ApiKey';

/** Returns the service's error type for a rule. */
function typeOfRefusal(rule: string, operation: string): string {
  if (rule === 'malformed-json') return 'x_content_parse_exception';
  return (rule === 'wrong-type' || rule === 'unknown-field') && !readingTexts.has(operation)
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

/** Returns an error in the service's public format; `rule` is an addition of the sandbox. */
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

/** Returns the response to a request that the checker's rules refuse. */
export function refusedResponse(refusals: readonly Refusal[], operation: string): WireResponse {
  const [first] = refusals;
  const causes = refusals.map(({ message }) => ({ reason: message }));
  return failure(400, typeOfRefusal(first?.rule ?? '', operation), causes, first?.rule);
}

/** Adds the header field without which official clients reject every response. */
export function withProductHeader(response: WireResponse): WireResponse {
  return { ...response, headers: [...response.headers, ['X-Elastic-Product', 'Elasticsearch']] };
}
