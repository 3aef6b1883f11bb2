import { isRecord } from '@rulebook/json/is-record';
import type { PlanExpression } from '@rulebook/catalogue/query-plan';
import { headerValue } from '@rulebook/sandbox/wire';
import type { Span } from '@rulebook/text/span';
import type { ClusterCall } from '../cluster/call';
import { isOn } from '../indices/names';
import { problem, unplayedPart, type Problem } from '../indices/problem';
import { readObject, noObject } from '../indices/handlers';
import type { Parameters } from './evaluation';

/** What a request asks for. */
export interface QueryRequest {
  readonly query: string;
  readonly filter: unknown;
  readonly parameters: Parameters;
  /** Names that parameters for names stand for. */
  readonly names: ReadonlyMap<string, string>;
  readonly isColumnar: boolean;
  readonly areEmptyDropped: boolean;
  readonly format: Format;
}

/** In which form the table is returned. */
export type Format = 'json' | 'csv' | 'tsv' | 'txt';

const members: ReadonlySet<string> = new Set(
  'query filter params columnar locale profile tables pragma accept_pragma_risks include_ccs_metadata'.split(' '),
);
/** Further members of requests that do not wait. */
const asynchronous: ReadonlySet<string> = new Set(['wait_for_completion_timeout', 'keep_alive', 'keep_on_completion']);

const misread = (reason: string): Problem => problem(reason, { type: 'x_content_parse_exception' });

/** Reads a request with a query, or returns why servers refuse it. */
export function readRequest(
  call: ClusterCall,
  isAsync: boolean,
  version: readonly [number, number],
): QueryRequest | Problem {
  const format = formatOf(call);
  if (typeof format === 'object') return format;
  const body = readObject(call);
  if (body === undefined) return noObject;
  for (const name of Object.keys(body)) {
    const isLater = name === 'time_zone' && version[0] >= 9 && version[1] >= 4;
    if (isLater) return unplayedPart('times in another zone');
    const isKnown =
      members.has(name) || (isAsync && asynchronous.has(name)) || (version[0] >= 9 && name === 'allow_partial_results');
    if (!isKnown) return misread(`[esql/query] unknown field [${name}]`);
  }
  const {
    query,
    columnar = false,
    profile = false,
    params = [],
    filter,
    locale,
    keep_on_completion: kept = false,
  } = body;
  if (query !== undefined && typeof query !== 'string')
    return misread(`[esql/query] query doesn't support values of this type`);
  if (!isFlag(columnar)) return misread('[esql/query] failed to parse field [columnar]');
  if (!isFlag(profile)) return misread('[esql/query] failed to parse field [profile]');
  if (filter !== undefined && !isRecord(filter)) return misread('[esql/query] failed to parse field [filter]');
  if (locale !== undefined && typeof locale !== 'string') return misread('[esql/query] failed to parse field [locale]');
  if (query === undefined || query.trim() === '')
    return problem('Validation Failed: 1: [query] is required;', { type: 'action_request_validation_exception' });
  if (isOn(String(profile)) || body.tables !== undefined || body.pragma !== undefined)
    return unplayedPart('profiles, tables and pragmas of queries');
  if (isOn(String(kept))) return unplayedPart('queries whose results are kept');
  const read = readParameters(params);
  if ('isProblem' in read) return read;
  return {
    ...{ query, filter, format, names: read.names, parameters: read },
    isColumnar: isOn(String(columnar)) && format === 'json',
    areEmptyDropped: isOn(call.query.get('drop_null_columns')),
  };
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean' || value === 'true' || value === 'false';
}

function readParameters(params: unknown): (Parameters & { readonly names: ReadonlyMap<string, string> }) | Problem {
  if (!Array.isArray(params)) return misread('[esql/query] failed to parse field [params]');
  const list: ((span: Span) => PlanExpression)[] = [];
  const byName = new Map<string, (span: Span) => PlanExpression>();
  const names = new Map<string, string>();
  for (const [at, item] of (params as readonly unknown[]).entries()) {
    const [name, value] = isRecord(item) ? (Object.entries(item)[0] ?? []) : [undefined, item];
    if (isRecord(value) || Array.isArray(value)) return misread('[esql/query] failed to parse field [params]');
    const put = (span: Span): PlanExpression => ({ kind: 'literal', ...constantOf(value), span });
    list.push(put);
    names.set(String(at + 1), String(value));
    if (name === undefined) continue;
    byName.set(name, put);
    names.set(name, String(value));
  }
  return { list, byName, names };
}

function constantOf(value: unknown): { readonly type: string; readonly value: string | number | boolean | null } {
  if (typeof value === 'string') return { type: 'keyword', value };
  if (typeof value === 'boolean') return { type: 'boolean', value };
  if (typeof value !== 'number') return { type: 'null', value: null };
  if (!Number.isInteger(value)) return { type: 'double', value };
  return { type: Math.abs(value) > 2_147_483_647 ? 'long' : 'integer', value };
}

const formats: Readonly<Record<string, Format>> = {
  'application/json': 'json',
  'application/vnd.elasticsearch+json': 'json',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'text/plain': 'txt',
};
const others = ['yaml', 'cbor', 'smile', 'arrow'];

function formatOf({ query, request }: ClusterCall): Format | Problem {
  const written = query.get('format');
  if (written !== undefined) {
    const format = (['json', 'csv', 'tsv', 'txt'] as const).find((one) => one === written);
    if (format !== undefined) return format;
    return others.includes(written)
      ? unplayedPart(`the format \`${written}\` of queries`)
      : problem(`Invalid request content type: format=[${written}]`);
  }
  const [accepted = ''] = (headerValue(request, 'accept') ?? '').toLowerCase().split(/[;,]/);
  return formats[accepted.trim()] ?? 'json';
}
