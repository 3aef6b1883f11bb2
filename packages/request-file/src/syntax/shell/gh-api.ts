import type { ImportedBody, ImportedRequest, PlacedText } from '../curl/imported';
import { reference } from '../curl/imported';
import { isVariable, objectOf, partsOfCommand, type CommandField } from './command-fields';

const options = {
  withArgument: {
    '-X': 'method',
    '--method': 'method',
    '-H': 'header',
    '--header': 'header',
    '-f': 'raw-field',
    '--raw-field': 'raw-field',
    '-F': 'field',
    '--field': 'field',
    '--input': 'input',
    '-q': 'jq',
    '--jq': 'jq',
    '-t': 'template',
    '--template': 'template',
    '--hostname': 'hostname',
    '--cache': 'cache',
    '-p': 'preview',
    '--preview': 'preview',
  },
  flags: ['--paginate', '--silent', '-i', '--include', '--slurp', '--verbose'],
};

/**
 * Returns the request of `gh api`, whose words these are; undefined where one of them is not understood. What gh adds itself is there: a
 * credential, and what GitHub recommends.
 */
export function readGhApi(words: readonly PlacedText[]): ImportedRequest | undefined {
  const parts = partsOfCommand(words, options);
  const targets = parts?.flatMap((part) => (part.option === undefined ? [part.word] : [])) ?? [];
  const [target] = targets;
  if (parts === undefined || target === undefined || targets.length > 1) return undefined;
  const of = (name: string): readonly PlacedText[] =>
    parts.flatMap((part) => (part.option === name && part.value ? [part.value] : []));
  const fields = parts.flatMap((part) =>
    (part.option === 'field' || part.option === 'raw-field') && part.value
      ? [fieldOf(part.value, part.option === 'field')]
      : [],
  );
  if (fields.some((field) => field === undefined)) return undefined;
  const known = fields.filter((field) => field !== undefined);
  const [input] = of('input');
  const [method] = of('method');
  const name = (method?.text ?? (known.length > 0 || input ? 'POST' : 'GET')).toUpperCase();
  const isGraphql = target.text === 'graphql';
  const isQuery = name === 'GET' || input !== undefined;
  const data = isQuery || known.length === 0 ? [] : dataOf(known, isGraphql);
  const query = isQuery ? known.map(({ name: key, json, span }) => ({ text: `${key}=${queryText(json)}`, span })) : [];
  const url = urlOf(target.text, of('hostname')[0]?.text);
  const behind = query.map(({ text }) => text).join('&');
  const headers = of('header').map(({ text, span }) => {
    const [, field = text, value = ''] = /^([^:]*):[ \t]*([^]*)$/.exec(text) ?? [];
    return { field, value, span };
  });
  const has = (field: string): boolean => headers.some((one) => one.field.toLowerCase() === field);
  const added: readonly (readonly [string, string])[] = [
    ['accept', 'Accept', 'application/vnd.github+json'],
    ['authorization', 'Authorization', `Bearer ${reference('$processEnv GH_TOKEN')}`],
    ...(data.length > 0 || input ? [['content-type', 'Content-Type', 'application/json'] as const] : []),
  ].flatMap(([key = '', field = '', value = '']) => (has(key) ? [] : [[field, value] as const]));
  const body: ImportedBody | undefined = input
    ? { kind: 'file', path: input.text }
    : data.length > 0
      ? { kind: 'text', text: data.map(({ text }) => text).join('') }
      : undefined;
  return {
    method: name,
    url: behind === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${behind}`,
    headers: [...headers.map(({ field, value }): [string, string] => [field, value]), ...added],
    ...(body && { body }),
    notes: [],
    places: {
      method: method?.span,
      url: target.span,
      query,
      headers: headers.map(({ span }) => span),
      data: input ? [input] : data,
    },
  };
}

/** Returns a field, which may be a part of a list or an object (`a[]`, `a[b]`); undefined for one without a value. */
function fieldOf({ text, span }: PlacedText, isTyped: boolean): CommandField | undefined {
  const [, name, value] = /^([^=[\]]+(?:\[[^=[\]]*\])*)=([^]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) return undefined;
  if (!isTyped) return { name, json: JSON.stringify(value), span };
  if (/^(?:true|false|null|-?\d+)$/.test(value)) return { name, json: value, span };
  // The content of a file, and a variable, may be a number, too.
  if (value.startsWith('@')) return { name, json: reference('$processEnv file'), span };
  return { name, json: isVariable(value) ? value : JSON.stringify(placeholders(value)), span };
}

function dataOf(fields: readonly CommandField[], isGraphql: boolean): readonly PlacedText[] {
  if (!isGraphql) return fields.some(({ name }) => name.includes('[')) ? nestedObject(fields) : objectOf(fields);
  const isOwn = ({ name }: CommandField): boolean => name === 'query' || name === 'operationName';
  const variables = fields.filter((field) => !isOwn(field));
  const own = objectOf(fields.filter(isOwn));
  return variables.length === 0
    ? own
    : [
        ...own.slice(0, -1),
        { text: ', "variables": ', span: undefined },
        ...objectOf(variables),
        { text: '}', span: undefined },
      ];
}

/** Returns an object whose members have members and items of their own, as one piece. */
function nestedObject(fields: readonly CommandField[]): readonly PlacedText[] {
  const root: Nested = new Map();
  for (const { name, json } of fields) {
    const path = name.replaceAll(']', '').split('[');
    let at = root;
    for (const key of path.slice(0, -1)) {
      const inner = at.get(key);
      const next: Nested = inner instanceof Map ? inner : new Map();
      at.set(key, next);
      at = next;
    }
    const last = path.at(-1) ?? '';
    at.set(last === '' ? `${String(at.size)}]` : last, json);
  }
  const spans = fields.flatMap(({ span }) => span ?? []);
  const [first] = spans;
  const end = spans.at(-1)?.end;
  return [{ text: jsonOf(root), span: first && end !== undefined ? { start: first.start, end } : undefined }];
}

/** Members by their keys, and items by a number with a bracket behind it. */
type Nested = Map<string, string | Nested>;

function jsonOf(value: string | Nested): string {
  if (typeof value === 'string') return value;
  const isList = value.size > 0 && [...value.keys()].every((key) => key.endsWith(']'));
  const parts = [...value].map(([key, inner]) => (isList ? jsonOf(inner) : `${JSON.stringify(key)}: ${jsonOf(inner)}`));
  return isList ? `[${parts.join(', ')}]` : `{${parts.join(', ')}}`;
}

function queryText(json: string): string {
  const text: unknown = /^["\d-]|^(?:true|false|null)$/.test(json) ? JSON.parse(json) : json;
  return String(text)
    .split(/(\{\{[^{}]*\}\})/)
    .map((piece, index) => (index % 2 === 1 ? piece : encodeURIComponent(piece)))
    .join('');
}

function urlOf(target: string, host: string | undefined): string {
  const text = placeholders(target);
  if (/^https?:\/\//i.test(text)) return text;
  const base = host === undefined || host === 'github.com' ? 'https://api.github.com' : `https://${host}/api/v3`;
  return `${base}/${text.replace(/^\//, '')}`;
}

/** gh fills in the repository of the folder. */
function placeholders(text: string): string {
  return text
    .replace(/(?<!\{)\{(owner|repo|branch)\}(?!\})/g, (_, name: string) => reference(name))
    .replace(/(^|\/):(owner|repo|branch)(?=\/|$)/g, (_, before: string, name: string) => before + reference(name));
}
