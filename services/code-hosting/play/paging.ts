import { page as pageField, perPage as perPageField } from '../facts/parameters';
import type { Field } from '@rulebook/catalogue/shape';

/** Returns how many items the page holds, as asked for and allowed. */
export function pageSize(query: ReadonlyMap<string, string>): number {
  const asked = wholeNumber(query.get(perPageField.name)) ?? defaultOf(perPageField);
  return Math.min(Math.max(asked, 1), maximumOf(perPageField));
}

/** Returns the number of the page, counted from 1. */
export function pageNumber(query: ReadonlyMap<string, string>): number {
  return Math.max(wholeNumber(query.get(pageField.name)) ?? defaultOf(pageField), 1);
}

/** Returns the `link` header of a page, or none when there is nothing to lead to. */
export function linkHeader(
  url: string,
  links: readonly { readonly rel: string; readonly query: Readonly<Record<string, string | number>> }[],
): readonly (readonly [string, string])[] {
  if (links.length === 0) return [];
  const texts = links.map(({ rel, query }) => {
    const text = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return `<${url}?${text.join('&')}>; rel="${rel}"`;
  });
  return [['Link', texts.join(', ')]];
}

/** Returns a page of items, and the header fields that lead to the others. `kept` are parameters that the links repeat. */
export function pageOf<Item>(
  items: readonly Item[],
  query: ReadonlyMap<string, string>,
  url: string,
  kept: Readonly<Record<string, string>> = {},
): { readonly items: readonly Item[]; readonly headers: readonly (readonly [string, string])[] } {
  const size = pageSize(query);
  const page = pageNumber(query);
  const last = Math.max(1, Math.ceil(items.length / size));
  const to = (rel: string, number: number) => ({
    rel,
    query: { ...kept, [perPageField.name]: size, [pageField.name]: number },
  });
  const links = [
    ...(page > 1 ? [to('prev', Math.min(page - 1, last))] : []),
    ...(page < last ? [to('next', page + 1), to('last', last)] : []),
    ...(page > 1 ? [to('first', 1)] : []),
  ];
  return { items: items.slice((page - 1) * size, page * size), headers: linkHeader(url, links) };
}

/** Returns the default that the catalogue gives for a parameter, as a number. */
function defaultOf(field: Field): number {
  return Number(field.default ?? 1);
}

function maximumOf(field: Field): number {
  for (const constraint of field.shape.constraints ?? []) {
    if (constraint.rule === 'number-range' && constraint.options.maximum !== undefined) {
      return constraint.options.maximum;
    }
  }
  return Number.MAX_SAFE_INTEGER;
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
