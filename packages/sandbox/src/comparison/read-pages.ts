import type { MemberNames } from '@rulebook/catalogue/resource-model';
import { valueAt } from '@rulebook/checker/resource-model/shapes-in';
import { readValue } from './read-resource';
import type { ReadPath } from './model';

/** More pages of a list are not asked for. */
const maxPages = 100;

/** What a list shows: the first response, and the items of all pages; or why it shows none. */
type ReadPages =
  | { readonly value: unknown; readonly items: readonly unknown[] }
  | { readonly problem: string; readonly refusal?: string }
  /** Nothing responds. */
  | { readonly lost: string };

/** Reads a list, page by page where it has some. A list that is not there is empty. */
export async function readPages(
  path: string,
  { at, page }: { readonly at: MemberNames; readonly page?: string | undefined },
  read: ReadPath,
): Promise<ReadPages> {
  const items: unknown[] = [];
  let first: unknown;
  let before = '';
  for (let number = 1; number <= maxPages; number++) {
    const more = number === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}${page ?? ''}=${number}`;
    const found = await readValue(more, read);
    if ('status' in found) break;
    if (!('value' in found)) return found;
    if (number === 1) first = found.value;
    const list = valueAt(found.value, at);
    const text = JSON.stringify(list);
    // A service may ignore the number.
    if (!Array.isArray(list) || list.length === 0 || text === before) break;
    before = text;
    items.push(...(list as readonly unknown[]));
    if (page === undefined) break;
  }
  return { value: first, items };
}
