import { otherFormatOf } from './collections/read-other';
import { itemsNamed, memberNamed, textNamed } from './json-value';

/** What a text of another tool holds. */
export interface Importable {
  /** `folder`: the requests are in files next to it. */
  readonly kind: 'requests' | 'environment' | 'folder';
  readonly requests: number;
}

/** Longer texts are not looked at. In UTF-16 code units. */
const longest = 5_000_000;

/** Returns what can be imported from the text of a file; undefined for any other text. Only what looks like it is read whole. */
export function importableIn(text: string): Importable | undefined {
  if (text.length > longest) return undefined;
  const head = text.slice(0, 20_000);
  const other = otherFormatOf(text);
  if (other !== undefined) return importableOther(other, text);
  return /^\s*\{/.test(head) ? importableJson(text, head) : undefined;
}

/** The parsers of these formats are loaded when something is imported, so requests are counted by what each has. */
function importableOther(format: NonNullable<ReturnType<typeof otherFormatOf>>, text: string): Importable | undefined {
  switch (format) {
    case 'postman':
      return { kind: 'folder', requests: 0 };
    case 'postman-environment':
      return { kind: 'environment', requests: 0 };
    case 'bruno':
      return counted(1);
    case 'opencollection':
      return counted(matchesIn(text, /^[ \t]{0,40}http:[ \t]*$/gm)) ?? { kind: 'folder', requests: 0 };
    case 'insomnia':
      if (/^\s*\{/.test(text)) return counted(matchesIn(text, /"_type"[ \t]*:[ \t]*"request"/g));
      if (/^type:[ \t]*["']?environment/m.test(text)) return { kind: 'environment', requests: 0 };
      return counted(matchesIn(text, /^[ \t]{1,200}(?:-[ \t]{1,20})?method:/gm));
    case 'hurl':
      return counted(matchesIn(text, /^[A-Z]{3,20}[ \t]{1,20}(?:https?:|\{\{)/gm));
    case 'thunder': {
      const value = parsed(text);
      const requests = memberNamed(value, 'requests');
      if (!Array.isArray(requests)) return value === undefined ? undefined : { kind: 'environment', requests: 0 };
      return counted(requests.length);
    }
  }
}

/** Returns whether a file in the folder of a collection is read with it, by its path from there. */
export function isPartOfCollection(path: string): boolean {
  return /\.(?:bru|ya?ml)$|^bruno\.json$|(?:^|\/)(?:tc_(?:col|env)_[^/]*|thunder(?:client|Collection|Environment))\.json$/i.test(
    path,
  );
}

function matchesIn(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function importableJson(text: string, head: string): Importable | undefined {
  // The file in the folder of a collection of Bruno.
  if (/"type"[ \t]*:[ \t]*"collection"/.test(head) && text.length < 20_000) {
    const settings = parsed(text);
    const isBruno = ['version', 'name'].every((name) => textNamed(settings, name) !== undefined);
    if (isBruno && memberNamed(settings, 'items') === undefined) return { kind: 'folder', requests: 0 };
  }
  const mayBe = /"(?:item|values|_postman_variable_scope|_postman_id|entries|clientName)"/.test(head);
  if (!mayBe) return undefined;
  const value = parsed(text);
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
