import { isRecord } from '@rulebook/json/is-record';
import { firstText, otherLine, textOfMember, unreadLine, type LogLine, type LogMembers } from './model';

/** Returns the request of an event of an audit log; undefined for a line of another log. */
export function readAuditEvent(members: LogMembers): LogLine | undefined {
  if (textOfMember(members, 'audit_category') !== undefined) return readPluginEvent(members);
  const isAudit = textOfMember(members, 'type') === 'audit' || Object.hasOwn(members, 'event.action');
  if (!isAudit && textOfMember(members, 'event.dataset') !== 'elasticsearch.audit') return undefined;
  const method = firstText(members, ['request.method', 'http.request.method']);
  const path = firstText(members, ['url.path', 'url.original']);
  // Most events are about actions between nodes.
  if (method === undefined || path === undefined) return otherLine;
  if (!path.startsWith('/')) return unreadLine;
  const query = textOfMember(members, 'url.query') ?? '';
  const id = firstText(members, ['request.id', 'elasticsearch.audit.request.id', 'http.request.id']);
  return {
    kind: 'request',
    request: {
      method: method.toUpperCase(),
      target: query === '' || path.includes('?') ? path : `${path}?${query}`,
      body: firstText(members, ['request.body', 'http.request.body.content']) ?? '',
      ...(id !== undefined && { id }),
    },
  };
}

/** The security plugin of OpenSearch has names of its own. */
function readPluginEvent(members: LogMembers): LogLine {
  const method = textOfMember(members, 'audit_rest_request_method');
  const path = textOfMember(members, 'audit_rest_request_path');
  if (method === undefined || path === undefined) return otherLine;
  const { audit_rest_request_params: parameters } = members;
  const query = isRecord(parameters) ? queryOf(parameters, path) : '';
  const target = path.startsWith('/') ? path : `/${path}`;
  return {
    kind: 'request',
    request: {
      method: method.toUpperCase(),
      target: query === '' ? target : `${target}?${query}`,
      body: textOfMember(members, 'audit_request_body') ?? '',
    },
  };
}

/** The parts of the path are among the parameters, too. */
function queryOf(parameters: LogMembers, path: string): string {
  const segments = new Set(path.split('/').map(decoded));
  return Object.entries(parameters)
    .filter(([, value]) => typeof value === 'string' && !segments.has(value))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
