import { isRecord } from '@rulebook/json/is-record';
import type { ClusterCall } from './call';
import { problem, type Problem } from '../indices/problem';
import { readJson } from '@rulebook/sandbox/wire';

/** The members of a body. */
export type Members = Readonly<Record<string, unknown>>;

/** The error type of a request that cannot be read. */
export const unreadable = { type: 'x_content_parse_exception' } as const;
/** The error type of a request that can be read and asks for the impossible. */
export const invalid = { type: 'action_request_validation_exception' } as const;

/** Reads a body that is an object with some of these members. */
export function readMembers({ request }: ClusterCall, known: readonly string[]): Members | Problem {
  if (request.body === '') return problem('The request needs a body.', { type: 'parse_exception' });
  const body = readJson(request.body)?.value;
  if (!isRecord(body)) return problem('The body must be an object.', unreadable);
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown === undefined) return body;
  const reason = `There is no field [${unknown}] here. There are ${known.map((name) => `[${name}]`).join(', ')}.`;
  return problem(reason, { ...unreadable, rule: 'unknown-field' });
}

/** Reads a list of ids, or a single id. Numbers are read as strings. */
export function readIds(ids: unknown): readonly string[] | Problem {
  const all: readonly unknown[] = Array.isArray(ids) ? ids : [ids];
  const texts = all.flatMap((id) => (typeof id === 'string' || typeof id === 'number' ? [String(id)] : []));
  return texts.length < all.length ? problem('The ids must be strings.', unreadable) : texts;
}

/** Reads a flag of the query; undefined if it is neither true nor false. */
export function readFlag(text: string | undefined): boolean | undefined {
  if (text === undefined) return false;
  if (text === '' || text === 'true') return true;
  return text === 'false' ? false : undefined;
}

/** Returns the problem of the first flag of the query that is neither true nor false. */
export function problemOfFlags({ query }: ClusterCall, names: readonly string[]): Problem | undefined {
  const wrong = names.find((name) => readFlag(query.get(name)) === undefined);
  return wrong === undefined ? undefined : problem(`[${wrong}] must be true or false.`);
}
