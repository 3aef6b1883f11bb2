import type { ImportedBody, ImportedRequest, PlacedText } from '../curl/imported';
import { reference } from '../curl/imported';
import { isVariable, objectOf, partsOfCommand, type CommandField } from './command-fields';

const options = {
  withArgument: {
    '-a': 'auth',
    '--auth': 'auth',
    '-A': 'auth-type',
    '--auth-type': 'auth-type',
    '-o': 'output',
    '--output': 'output',
    '-p': 'print',
    '--print': 'print',
    '-s': 'style',
    '--style': 'style',
    '--pretty': 'pretty',
    '--timeout': 'timeout',
    '--max-redirects': 'max-redirects',
    '--raw': 'raw',
  },
  flags: [
    ...[
      '-j',
      '--json',
      '-f',
      '--form',
      '-v',
      '--verbose',
      '-h',
      '--headers',
      '-b',
      '--body',
      '-m',
      '--meta',
      '-q',
      '-qq',
    ],
    ...['--quiet', '-F', '--follow', '--check-status', '--ignore-stdin', '-I', '-S', '--stream', '-d', '--download'],
    ...['--no-verify', '-c', '--continue', '--all', '--debug'],
  ],
};

/** Returns the request of HTTPie and of xh, whose words these are; undefined where one of them is not understood. */
export function readHttpie(words: readonly PlacedText[], scheme: 'http' | 'https'): ImportedRequest | undefined {
  const parts = partsOfCommand(words, options);
  if (parts === undefined) return undefined;
  const plain = parts.flatMap((part) => (part.option === undefined ? [part.word] : []));
  const of = (name: string): PlacedText | undefined =>
    parts.flatMap((part) => (part.option === name && part.value ? [part.value] : []))[0];
  const hasFlag = (...names: readonly string[]): boolean =>
    parts.some(({ option }) => option !== undefined && names.includes(option));
  const isMethod = /^[A-Z]+$/.test(plain[0]?.text ?? '') && plain.length > 1;
  const method = isMethod ? plain[0] : undefined;
  const [target, ...items] = isMethod ? plain.slice(1) : plain;
  if (target === undefined || of('auth-type') !== undefined) return undefined;
  const headers: { name: string; value: string; span: PlacedText['span'] }[] = [];
  const query: PlacedText[] = [];
  const fields: CommandField[] = [];
  for (const item of items) {
    const [, name, sign, value] = /^((?:\\[^]|[^:=@\\])+)(:=@|=@|:=|==|=|:)([^]*)$/.exec(item.text) ?? [];
    if (name === undefined || sign === undefined || value === undefined || /[[\]\\]/.test(name)) return undefined;
    const { span } = item;
    if (sign === ':') headers.push({ name, value, span });
    else if (sign === '==') query.push({ text: `${name}=${value}`, span });
    else fields.push({ name, json: jsonOf(sign, value), span });
  }
  const raw = of('raw');
  const isForm = hasFlag('-f', '--form');
  if (fields.some(({ json }) => json === '') || (isForm && (raw !== undefined || fields.some((one) => !isText(one)))))
    return undefined;
  const data = raw ? [raw] : isForm ? formOf(fields) : fields.length > 0 ? objectOf(fields) : [];
  const auth = of('auth');
  const has = (name: string): boolean => headers.some((one) => one.name.toLowerCase() === name);
  const added: [string, string][] = [];
  if (auth && !has('authorization')) added.push(['Authorization', `Basic ${auth.text.replace(':', ' ')}`]);
  if (data.length > 0 && !has('content-type'))
    added.push(['Content-Type', isForm ? 'application/x-www-form-urlencoded' : 'application/json']);
  const text = data.map((piece) => piece.text).join(isForm ? '&' : '');
  const body: ImportedBody | undefined = data.length > 0 ? { kind: 'text', text } : undefined;
  const url = urlOf(target.text, scheme);
  const behind = query.map((one) => one.text).join('&');
  return {
    method: method?.text ?? (body ? 'POST' : 'GET'),
    url: behind === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${behind}`,
    headers: [...headers.map(({ name, value }): [string, string] => [name, value]), ...added],
    ...(body && { body }),
    notes: [],
    ...(hasFlag('-F', '--follow') && { followsRedirects: true }),
    places: { method: method?.span, url: target.span, query, headers: headers.map(({ span }) => span), data },
  };
}

/** Returns a value as JSON; the empty text for what is none. */
function jsonOf(sign: string, value: string): string {
  if (sign.endsWith('@'))
    return sign === '=@' ? JSON.stringify(reference('$processEnv file')) : reference('$processEnv file');
  if (sign === '=') return JSON.stringify(value);
  return isVariable(value) || isJson(value) ? value : '';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isText({ json }: CommandField): boolean {
  return json.startsWith('"');
}

function formOf(fields: readonly CommandField[]): readonly PlacedText[] {
  return fields.map(({ name, json, span }) => ({ text: `${name}=${String(JSON.parse(json))}`, span }));
}

/** `:3000/a` is a port of this machine, and `/a` its port 80. */
function urlOf(target: string, scheme: 'http' | 'https'): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(target) || target.startsWith('{{')) return target;
  const [, port, rest = ''] = /^:(\d*)([^]*)$/.exec(target) ?? [];
  if (port !== undefined) return `${scheme}://localhost${port === '' ? '' : `:${port}`}${rest}`;
  return `${scheme}://${target.startsWith('/') ? 'localhost' : ''}${target}`;
}
