import type { RefusalMembers } from '@rulebook/catalogue/service';

/** A problem for which a service refused a request. */
export interface RefusalProblem {
  readonly message: string;
  /** Names of what may be wrong, the most certain first: those that the service names, then words in quotation marks and brackets. */
  readonly names: readonly string[];
  /** One-based line and column in the body, as the service counts. */
  readonly position?: { readonly line: number; readonly column: number };
}

/** The most problems that are explained. */
const most = 20;
/** In characters: longer words of a service are cut. */
const longest = 500;

/** How errors are written that follow RFC 9457, and what many services do. */
const usual: readonly RefusalMembers[] = [
  { path: ['errors'], message: 'detail', name: 'pointer', kind: 'code' },
  { path: ['errors'], message: 'message', name: 'field', kind: 'code' },
  { path: [], message: 'detail', name: 'field' },
  { path: [], message: 'message', name: 'field' },
  { path: ['error'], message: 'message', name: 'param' },
  { path: [], message: 'error' },
  { path: [], message: 'title' },
];

/** Reads why a service refused a request from the JSON of its response. */
export function refusalProblems(body: string, members: readonly RefusalMembers[] = usual): readonly RefusalProblem[] {
  const root = parsed(body);
  for (const one of members) {
    const found = problemsAt(root, one);
    if (found.length > 0) return found;
  }
  return [];
}

function problemsAt(root: unknown, members: RefusalMembers): readonly RefusalProblem[] {
  let value = root;
  for (const name of members.path) value = memberOf(value, name);
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.slice(0, most).flatMap((one) => problemOf(one, members));
}

function problemOf(value: unknown, { message, name, kind, hasPositions, path }: RefusalMembers): RefusalProblem[] {
  // A string alone is a problem where a list or an object was expected.
  const own = typeof value === 'string' && path.length > 0 ? value : memberOf(value, message);
  const named = name === undefined ? undefined : memberOf(value, name);
  const code = kind === undefined ? undefined : memberOf(value, kind);
  const field = typeof named === 'string' ? named.replace(/^#?\//, '').replaceAll('/', '.') : undefined;
  const words = typeof own === 'string' && own.trim() !== '' ? own.trim() : inWords(field, code);
  if (words === undefined) return [];
  const [, line, column] = (hasPositions === true && /^\[(\d+):(\d+)\]/.exec(words)) || [];
  return [
    {
      message: words.slice(0, longest),
      names: [...new Set([...(field === undefined ? [] : [field]), ...namesInWords(words.slice(0, longest))])],
      ...(line !== undefined && column !== undefined && { position: { line: Number(line), column: Number(column) } }),
    },
  ];
}

function inWords(field: string | undefined, kind: unknown): string | undefined {
  if (typeof kind !== 'string') return undefined;
  return field === undefined ? kind : `${field}: ${kind}`;
}

function namesInWords(words: string): readonly string[] {
  const found = words.matchAll(/`([^`\n]{1,100})`|"([^"\n]{1,100})"|\[([^[\]\n]{1,100})\]|'([^'\s]{1,100})'/g);
  return Array.from(found, ([, ...groups]) => groups.find((group) => group !== undefined) ?? '').filter(
    (name) => !/^\d+:\d+$/.test(name),
  );
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
