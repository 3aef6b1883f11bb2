import { fieldOf, type Exchange } from './model';

/** Returns the places of the exchanges that are written: the first of each operation, status and form. */
export function chosenExchanges(exchanges: readonly Exchange[]): readonly number[] {
  const forms = new Set<string>();
  return exchanges.flatMap((exchange, index) => {
    const form = formOf(exchange);
    if (forms.has(form)) return [];
    forms.add(form);
    return [index];
  });
}

/** Returns what makes an exchange another one: its operation, the status, the names of its query, and the members of its body. */
function formOf({ method, url, headers, body, response, operation }: Exchange): string {
  const [, path = '', query = ''] = /^[a-z]+:\/\/[^/?#]*([^?#]*)\??([^#]*)/i.exec(url) ?? [];
  const names = query.split('&').map((pair) => pair.split('=', 1)[0] ?? '');
  const type = (fieldOf(headers, 'content-type') ?? '').split(';', 1)[0] ?? '';
  return [
    operation?.id ?? `${method} ${pathWithoutNumbers(path)}`,
    response.status,
    names.toSorted().join('&'),
    type.trim().toLowerCase(),
    membersOf(body),
  ].join('\n');
}

/** Returns the names of the members of a body, and of what their values are. */
function membersOf(body: string | undefined): string {
  if (body === undefined || body === '') return '';
  if (!/^\s*[[{]/.test(body)) return 'text';
  try {
    return shapeOf(JSON.parse(body), 0);
  } catch {
    return 'text';
  }
}

function shapeOf(value: unknown, depth: number): string {
  if (Array.isArray(value)) return `[${value.length === 0 ? '' : shapeOf(value[0], depth + 1)}]`;
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  if (depth > 3) return '{}';
  const members = Object.entries(value).map(([name, one]) => `${name}:${shapeOf(one, depth + 1)}`);
  return `{${members.toSorted().join(',')}}`;
}

/** Returns a path in which segments with a digit are the same. */
export function pathWithoutNumbers(path: string): string {
  return path
    .split('/')
    .map((segment) => (/\d/.test(segment) ? '{}' : segment))
    .join('/');
}
