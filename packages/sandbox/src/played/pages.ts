import { isRecord } from '@rulebook/json/is-record';
import type { Operation } from '@rulebook/catalogue/operation';

/** Query parameters of lists, by what they are called. */
const names = {
  size: /^(?:per_?page|page_?size|limit|size|max_?results|count|first|top|\$top)$/i,
  page: /^(?:page|page_?number|page_?index)$/i,
  offset: /^(?:offset|skip|start|from|\$skip)$/i,
};

/** Items of a list, and which of them a request asks for. */
export interface Page {
  readonly items: readonly unknown[];
  /** How many there are without pages. */
  readonly total: number;
}

/** Returns the items that the described query parameters select: those with the given values of members, and of these one page. */
export function pageOf(all: readonly unknown[], query: ReadonlyMap<string, string>, { parameters }: Operation): Page {
  const described = parameters.query.filter(({ name }) => query.has(name));
  const find = (pattern: RegExp) => described.find(({ name }) => pattern.test(name))?.name;
  const [size, page, offset] = [names.size, names.page, names.offset].map(find);
  const filters = described.filter(({ name }) => name !== size && name !== page && name !== offset);
  const selected = all.filter((item) => filters.every(({ name }) => isSelected(item, name, query.get(name) ?? '')));
  const count = size === undefined ? undefined : wholeNumber(query.get(size));
  const pageNumber = page === undefined ? undefined : wholeNumber(query.get(page));
  const skipped = offset === undefined ? undefined : wholeNumber(query.get(offset));
  const length = count ?? (pageNumber === undefined ? Infinity : usualLength);
  const start = skipped ?? Math.max(0, (pageNumber ?? 1) - 1) * (length === Infinity ? 0 : length);
  return { items: selected.slice(start, length === Infinity ? undefined : start + length), total: selected.length };
}

const usualLength = 20;

/** Other parameters than members of the items select nothing. */
function isSelected(item: unknown, name: string, wanted: string): boolean {
  if (!isRecord(item) || !Object.hasOwn(item, name)) return true;
  const value = item[name];
  const texts = Array.isArray(value) ? value.map(String) : [String(value)];
  return wanted.split(',').some((one) => texts.includes(one)) || typeof value === 'object';
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
