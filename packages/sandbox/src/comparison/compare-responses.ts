import { isRecord } from '@rulebook/json/is-record';
import { count } from '@rulebook/text/count';
import type { WireResponse } from '../model';

/** What of a response is compared. */
type ComparedResponse = Pick<WireResponse, 'status' | 'body'>;

/** A member that only one of both responses has, or that has another value. */
export interface MemberDifference {
  /** Such as `$.hits.total`; items of lists are `[]`. */
  readonly path: string;
  /** JSON text; absent: the response does not have it. */
  readonly before?: string;
  readonly after?: string;
}

/** How two responses to one request differ. */
export interface DifferingResponse {
  readonly before: { readonly status: number; readonly type?: string; readonly reason?: string };
  readonly after: { readonly status: number; readonly type?: string; readonly reason?: string };
  /** The request succeeds before, and fails after. */
  readonly fails: boolean;
  /** Of responses with one status and one type of error. */
  readonly members: readonly MemberDifference[];
}

/** So many members are named. */
const maxMembers = 20;
/** Longer values are cut. */
const longestValue = 80;
/** Deeper parts are not compared. */
const maxDepth = 30;

/** Members whose values are new for each server or request. */
const generated =
  /^(?:took|took_in_\w+|took_nanos|.*_in_(?:millis|nanos)|.*_(?:millis|nanos)|.*uuid|.*timestamp|.*_date|.*_time|date|id|_id|api_key|encoded|_scroll_id|pit_id|node|node_id|node_name|nodes|build_\w+|tagline|cluster_name|version|name_of_node|size_in_bytes|reason|caused_by|root_cause|stack_trace|line|col)$/;

/** Returns how the responses of two releases to one request differ in status, type of error, members and values; undefined where they do not. */
export function compareResponses(before: ComparedResponse, after: ComparedResponse): DifferingResponse | undefined {
  const [one, other] = [before, after].map(({ status, body }) => ({ status, ...errorIn(body) }));
  if (one === undefined || other === undefined) return undefined;
  if (one.status !== other.status || one.type !== other.type)
    return { before: one, after: other, fails: one.status < 400 && other.status >= 400, members: [] };
  const members = before.body === after.body ? [] : differencesIn(before.body, after.body);
  return members.length === 0 ? undefined : { before: one, after: other, fails: false, members };
}

/** Returns the kind of error that the body of a response names, and its words. */
function errorIn(body: string): { readonly type?: string; readonly reason?: string } {
  const value = jsonOf(body);
  const error = isRecord(value) ? value.error : undefined;
  if (typeof error === 'string') return { reason: error };
  if (!isRecord(error)) return {};
  const { type, reason } = error;
  return { ...(typeof type === 'string' && { type }), ...(typeof reason === 'string' && { reason }) };
}

function differencesIn(before: string, after: string): readonly MemberDifference[] {
  const [one, other] = [jsonOf(before), jsonOf(after)];
  if (one === undefined || other === undefined) {
    const isText = one === undefined && other === undefined;
    return isText && columnsOf(before) === columnsOf(after) ? [] : [difference('$', before, after)];
  }
  const found = new Map<string, MemberDifference>();
  compare(one, other, '$', found, 0);
  return [...found.values()].slice(0, maxMembers);
}

/** The head of a table; its rows hold what is new for each server. */
function columnsOf(text: string): string {
  return text.trim() === '' ? '' : `${text.split('\n').length}`;
}

function compare(
  before: unknown,
  after: unknown,
  path: string,
  found: Map<string, MemberDifference>,
  depth: number,
): void {
  if (depth > maxDepth) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) {
      found.set(path, { path, before: count(before.length, 'item'), after: count(after.length, 'item') });
      return;
    }
    before.forEach((item, index) => {
      compare(item, after[index], `${path}[]`, found, depth + 1);
    });
  } else if (isRecord(before) && isRecord(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      // The sandbox names the rule by which it refuses a request, which no server does.
      if (name === 'rule') continue;
      const inner = `${path}.${name}`;
      const isIn = [before, after].map((object) => Object.hasOwn(object, name));
      if (isIn[0] !== isIn[1]) found.set(inner, difference(inner, before[name], after[name]));
      else if (!generated.test(name)) compare(before[name], after[name], inner, found, depth + 1);
    }
  } else if (before !== after && !found.has(path)) found.set(path, difference(path, before, after));
}

function difference(path: string, before: unknown, after: unknown): MemberDifference {
  return {
    path,
    ...(before !== undefined && { before: shown(before) }),
    ...(after !== undefined && { after: shown(after) }),
  };
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > longestValue ? `${text.slice(0, longestValue - 1)}…` : text;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
