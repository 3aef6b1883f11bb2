import { reference } from '@rulebook/request-file/syntax/curl/imported';

/** Options of `gh api` that take a value and do not change what is asked for. */
const withValue = new Set(['-q', '--jq', '-t', '--template', '--cache', '-p', '--preview', '-H', '--header']);
/** Those without a value. */
const plain = new Set(['--paginate', '--slurp', '--silent', '-i', '--include', '--verbose']);
/** What a shell does with the output. */
const redirection = /^(?:\d*|&)>{1,2}(?:&?\d+|\/dev\/null)?$/;

/**
 * Returns the request that `gh api` sends with these words behind it, as a request file has it; undefined where a word is not understood, or where the
 * request is one of GraphQL, whose rights follow from the query.
 */
export function readGhCommand(words: readonly string[]): string | undefined {
  let path: string | undefined;
  let method: string | undefined;
  const fields: (readonly [string, unknown])[] = [];
  let hasInput = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const [name = '', given] = /^(--[\w-]+)=([^]*)$/.exec(word)?.slice(1) ?? [word];
    const value = () => given ?? words[++at];
    if (redirection.test(word)) {
      if (/>$/.test(word)) at++;
    } else if (plain.has(name)) continue;
    else if (withValue.has(name)) value();
    else if (name === '-X' || name === '--method') method = value()?.toUpperCase();
    else if (name === '-f' || name === '--raw-field' || name === '-F' || name === '--field') {
      const [, key, text = ''] = /^([\w.[\]-]+)=([^]*)$/.exec(value() ?? '') ?? [];
      if (key === undefined) return undefined;
      fields.push([key, /^-F|--field/.test(name) ? typed(text) : text]);
    } else if (name === '--input') {
      value();
      hasInput = true;
    } else if (word.startsWith('-') || path !== undefined) return undefined;
    else path = word;
  }
  const target = path === undefined ? undefined : targetOf(path);
  if (target === undefined) return undefined;
  const used = method ?? (fields.length > 0 || hasInput ? 'POST' : 'GET');
  if (!/^[A-Z]+$/.test(used)) return undefined;
  const isQuery = used === 'GET' || used === 'HEAD';
  if (isQuery || fields.length === 0) return `${used} ${target}\n`;
  // Members of members and lists are a form of their own.
  const body = Object.fromEntries(fields.filter(([key]) => !key.includes('[')));
  return `${used} ${target}\nContent-Type: application/json\n\n${JSON.stringify(body)}\n`;
}

/** Returns the URL of a path, whose placeholders in braces are those of the repository of the current folder. */
function targetOf(written: string): string | undefined {
  const path = written
    .replace(/[)"]{1,3}$/, '')
    .replace(/^https:\/\/api\.github\.com\/|^\//, '')
    .replace(/(?<!\{)\{(owner|repo|branch)\}(?!\})/g, (_, name: string) => reference(name))
    .replace(/(?<=^repos\/):owner\/:repo(?=\/|$)/, `${reference('owner')}/${reference('repo')}`);
  if (path === 'graphql' || path.includes('://') || /\s/.test(path.replace(/\{\{[^{}]*\}\}/g, ''))) return undefined;
  return path === '' ? undefined : `https://api.github.com/${path}`;
}

function typed(text: string): unknown {
  if (/^(?:true|false|null|-?\d{1,15})$/.test(text)) return JSON.parse(text) as unknown;
  return text;
}
