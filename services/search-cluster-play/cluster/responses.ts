import type { NeededPrivilege } from '@rulebook/search-cluster/facts/security/operation-privileges';
import type { WireResponse } from '@rulebook/sandbox/model';
import { outlineOf } from '../indices/json-text';
import type { Caller } from './privileges';
import { answer, type Refusal } from '@rulebook/sandbox/wire';

/** The operation whose body is a mapping. */
const mappingIds: readonly string[] = ['index.mapping', 'index.mapping-too'].map((id) => `search-cluster.${id}`);

/** Operations whose body is a document. */
const documentIds: ReadonlySet<string> = new Set(
  ['put', 'add', 'create'].map((name) => `search-cluster.document.${name}`),
);

/** These operations read a value as text and then find it wrong, whatever its type is. */
const readingTexts = new Set([
  'search-cluster.index.create',
  'search-cluster.index.settings',
  'search-cluster.index.settings.all',
  'search-cluster.settings.put',
]);

const realm = 'Basic realm="security", charset="UTF-8", Bearer realm="security", ApiKey';

/** Returns the service's error type for a rule. */
function typeOfRefusal(rule: string, operation: string, body: string): string {
  const isDocument = documentIds.has(operation);
  if (rule === 'missing-body') return isDocument && body !== '' ? 'document_parsing_exception' : 'parse_exception';
  const isUnreadable = rule === 'malformed-json' || rule === 'duplicate-key';
  if (isDocument && (isUnreadable || rule === 'wrong-type'))
    return hasFurtherValue(body) ? 'illegal_argument_exception' : 'document_parsing_exception';
  if (rule === 'malformed-json' && outlineOf(body).endsEarly) return 'x_content_e_o_f_exception';
  if (mappingIds.includes(operation) && /^(?:wrong-type|unknown-(?:field|value))$/.test(rule))
    return 'mapper_parsing_exception';
  return isUnreadable ||
    (/^(?:wrong-type|unknown-field|unavailable-element)$/.test(rule) && !readingTexts.has(operation))
    ? 'x_content_parse_exception'
    : 'illegal_argument_exception';
}

/** Returns whether another value is behind the document. */
function hasFurtherValue(body: string): boolean {
  const { end } = outlineOf(body);
  return end !== undefined && /^[{["\w]/.test(body.slice(end).trim());
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

/**
 * Returns the response to a request that the checker's rules refuse.
 * @param body the body of the request
 * @param type the type of the error, if the reader of the request knows it
 */
export function refusedResponse(
  refusals: readonly Refusal[],
  operation: string,
  {
    body = '',
    type,
    status = 400,
  }: Partial<KindOfRefusal> & { readonly body?: string; readonly type?: string | undefined } = {},
): WireResponse {
  const causes = refusals.map(({ message }) => ({ reason: message }));
  const [first] = refusals;
  // What is not there is not read any further.
  const unreadable =
    refusals.find(({ rule }) => rule === 'malformed-json') ??
    refusals.find(({ rule }) => rule === 'duplicate-key') ??
    refusals.find(({ rule }) => rule === 'unavailable-element');
  return failure(status, type ?? typeOfRefusals(refusals, operation, body), causes, (unreadable ?? first)?.rule);
}

function typeOfRefusals(refusals: readonly Refusal[], operation: string, body: string): string {
  // What cannot be read comes first.
  if (refusals.some(({ rule }) => rule === 'malformed-json')) return typeOfRefusal('malformed-json', operation, body);
  const [first] = refusals;
  // A parameter is read as an argument, whatever is wrong with it.
  if (first && /^(?:wrong-type|unavailable-element)$/.test(first.rule) && !isAboutBody(first))
    return 'illegal_argument_exception';
  return typeOfRefusal(first?.rule ?? '', operation, body);
}

/** Adds the header field without which official clients reject every response. */
export function withProductHeader(response: WireResponse): WireResponse {
  return { ...response, headers: [...response.headers, ['X-Elastic-Product', 'Elasticsearch']] };
}
