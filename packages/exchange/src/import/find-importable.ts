import { itemsNamed, memberNamed, textNamed } from './json-value';

/** What a text of another tool holds. */
export interface Importable {
  readonly kind: 'requests' | 'environment';
  readonly requests: number;
}

/** Longer texts are not looked at. In UTF-16 code units. */
const longest = 5_000_000;

/** Returns what can be imported from the text of a file; undefined for any other text. Only what looks like it is read whole. */
export function importableIn(text: string): Importable | undefined {
  if (text.length > longest) return undefined;
  const head = text.slice(0, 20_000);
  if (/^\s*\{/.test(head)) return importableJson(text, head);
  return undefined;
}

function importableJson(text: string, head: string): Importable | undefined {
  const mayBe = /"(?:item|values|_postman_variable_scope|_postman_id|entries|clientName)"/.test(head);
  if (!mayBe) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (textNamed(value, '_postman_variable_scope') !== undefined && Array.isArray(memberNamed(value, 'values')))
    return { kind: 'environment', requests: 0 };
  const schema = textNamed(memberNamed(value, 'info'), 'schema') ?? '';
  const isPostman = /\/collection\/v2\.\d/.test(schema) || memberNamed(memberNamed(value, 'info'), '_postman_id');
  if (isPostman && Array.isArray(memberNamed(value, 'item'))) return counted(requestsIn(value));
  const log = memberNamed(value, 'log');
  if (Array.isArray(memberNamed(log, 'entries')) && memberNamed(log, 'version') !== undefined)
    return counted(itemsNamed(log, 'entries').length);
  return undefined;
}

function counted(requests: number): Importable | undefined {
  return requests === 0 ? undefined : { kind: 'requests', requests };
}

function requestsIn(collection: unknown): number {
  let count = 0;
  const open = [...itemsNamed(collection, 'item')];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (memberNamed(item, 'request') !== undefined) count++;
    else open.push(...itemsNamed(item, 'item'));
  }
  return count;
}
