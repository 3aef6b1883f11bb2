import { valueOfNode } from '@rulebook/json/json-node';
import { readJsonTree } from '@rulebook/json/json-tree';
import { valueAt } from '@rulebook/checker/resource-model/shapes-in';
import { count } from '@rulebook/text/count';
import type { NamedInRequest } from './declared';
import type { ReadPath } from './model';
import { isSameScalar } from './scalars';

/** What a response shows: the resource, undefined where it is not in it; or why it shows none, as the end of a sentence. */
type ReadResource =
  | { readonly value: unknown }
  /** `refusal`: the response that says so. */
  | { readonly problem: string; readonly refusal?: string }
  /** The path is not there. */
  | { readonly status: 404 }
  /** Nothing responds. */
  | { readonly lost: string };

/** More pages of a list are not asked for. */
const maxPages = 100;

/** Reads a resource: what is at its path, or the item of the list there, on whichever page it is. */
export async function readResource(path: string, named: NamedInRequest, read: ReadPath): Promise<ReadResource> {
  const { listed } = named.readBack;
  const found = await readValue(path, read);
  if (!('value' in found) || listed === undefined) return found;
  let item = itemOf(found.value, named);
  const { page } = listed;
  if (page === undefined || 'problem' in item || item.value !== undefined) return item;
  let before = JSON.stringify(found.value);
  for (let number = 2; item.length > 0; number++) {
    if (number > maxPages)
      return { problem: `it is not on the first ${count(maxPages, 'page')} that the endpoint lists` };
    const more = await readValue(`${path}${path.includes('?') ? '&' : '?'}${page}=${number}`, read);
    if (!('value' in more)) return more;
    const text = JSON.stringify(more.value);
    // A service may ignore the number.
    if (text === before) break;
    before = text;
    item = itemOf(more.value, named);
    if ('problem' in item || item.value !== undefined) return item;
  }
  return { value: undefined };
}

/** A service responds with these while it is too busy, or not there: that says nothing about a resource. */
const busyStatuses: readonly number[] = [429, 502, 503, 504];

/** Reads the JSON at a path. */
export async function readValue(path: string, read: ReadPath): Promise<ReadResource> {
  const answer = await read(path);
  if ('problem' in answer) return answer.isLost === true ? { lost: answer.problem } : { problem: answer.problem };
  const { status, body } = answer;
  if (status === 404) return { status };
  if (busyStatuses.includes(status))
    return { lost: `it responds to ${path.split('?', 1)[0] ?? ''} with ${status}, so try again later` };
  if (status === 401 || status === 403)
    return { problem: `the endpoint does not show it with this credential (${status})`, refusal: body };
  if (status < 200 || status > 299) return { problem: `the endpoint responds with ${status}` };
  const { root, problems } = readJsonTree(body, 'standard');
  return root === undefined || problems.length > 0
    ? { problem: 'the response of the endpoint is not JSON' }
    : { value: valueOfNode(root) };
}

/** Returns the item of a list that is the resource, and how long the list is. */
function itemOf(
  response: unknown,
  { readBack: { listed }, item }: NamedInRequest,
): { readonly value: unknown; readonly length: number } | { readonly problem: string } {
  const list = valueAt(response, listed?.at ?? []);
  if (!Array.isArray(list)) return { problem: 'the response of the endpoint is not a list of them' };
  const found = (list as readonly unknown[]).filter(
    (one) =>
      Object.entries(listed?.is ?? {}).every(([name, value]) => valueAt(one, [name]) === value) &&
      (item === undefined || isSameScalar(valueAt(one, item.by), item.value, undefined, {})),
  );
  if (found.length > 1)
    return { problem: `the endpoint has ${found.length} of them, and nothing says which one it is` };
  if (found.length === 0 && listed?.isPartial === true && list.length > 0)
    return { problem: 'it is not in what the endpoint lists, which may be a part of them' };
  return { value: found[0], length: list.length };
}
