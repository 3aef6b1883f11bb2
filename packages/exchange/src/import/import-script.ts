import { importCurl } from '@rulebook/request-file/syntax/curl/import-curl';
import { reference, writeText } from '@rulebook/request-file/syntax/curl/imported';
import { splitShell } from '@rulebook/request-file/syntax/curl/shell-words';
import { readGhCommand } from './gh-command';

/** A request that a command of a script sends. */
export interface ScriptRequest {
  /** The line of the command in the file, counted from 0. */
  readonly line: number;
  /** The request as a request file has it, in one block without a title. */
  readonly text: string;
}

/** Returns whether a file is a script, or a workflow whose steps hold scripts, by its name. */
export function isScriptName(path: string): boolean {
  return /\.(?:sh|bash|zsh|ya?ml)$/i.test(path);
}

/** Returns the requests of the commands `gh api` and `curl` that are wholly understood; what is not is left out without a word. */
export function requestsInScript(path: string, text: string): readonly ScriptRequest[] {
  const scripts = /\.ya?ml$/i.test(path) ? stepsOf(text) : [{ line: 0, text: text.replace(/\r\n?/g, '\n') }];
  return scripts.flatMap((script) => requestsIn(script));
}

interface Script {
  readonly line: number;
  readonly text: string;
}

/** Returns the scripts of the members `run` of a workflow: a block whose line ends stay, or a plain value in one line. */
function stepsOf(text: string): readonly Script[] {
  const lines = text.split(/\r?\n/);
  const found: Script[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [, before = '', value = ''] = /^( {0,200}(?:- {1,20})?)run: {1,20}(\S.*)$/.exec(lines[at] ?? '') ?? [];
    if (value === '') continue;
    if (!/^\|[+-]?\d?[ \t]*(?:#.*)?$/.test(value)) {
      // A quoted or folded value has other words than it shows.
      if (!/^['"|>&*!]/.test(value)) found.push({ line: at, text: value });
      continue;
    }
    const inner: string[] = [];
    while (at + 1 < lines.length) {
      const next = lines[at + 1] ?? '';
      if (next.trim() !== '' && next.search(/\S/) <= before.length - (before.includes('-') ? 2 : 0)) break;
      inner.push(next);
      at++;
    }
    found.push({ line: at - inner.length + 1, text: inner.join('\n') });
  }
  return found;
}

function requestsIn({ line: firstLine, text }: Script): readonly ScriptRequest[] {
  const script = unwrapped(withoutExpressions(text));
  const lineAt = (offset: number): number => firstLine + script.slice(0, offset).split('\n').length - 1;
  return splitShell(script).flatMap(({ words, spans, isPiped, notes }): readonly ScriptRequest[] => {
    const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
    const start = spans?.[first]?.start;
    const own = words.slice(first);
    if (first < 0 || start === undefined || isPiped || notes.some(isNoteOfInput)) return [];
    const line = lineAt(start);
    if (own[0] === 'gh' && own[1] === 'api') {
      const request = readGhCommand(own.slice(2));
      return request === undefined ? [] : [{ line, text: writeText(request) }];
    }
    if (own[0] !== 'curl') return [];
    const end = spans?.at(-1)?.end ?? start;
    const request = curlText(script.slice(start, end));
    return request === undefined ? [] : [{ line, text: writeText(request) }];
  });
}

/** Returns a curl command as a request, where nothing of it was left out. */
function curlText(command: string): string | undefined {
  const { requests, notes } = importCurl(command);
  const [request, ...others] = requests;
  if (request === undefined || others.length > 0 || [...notes, ...request.notes].some(isNoteOfInput)) return undefined;
  const { method, url, body } = request;
  if (!/^https?:\/\//.test(url) || /\s/.test(url.replace(/\{\{[^{}]*\}\}/g, ''))) return undefined;
  if (body !== undefined && body.kind !== 'text') return undefined;
  // What reads curl takes away by what references are known.
  const known = (text: string): string => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => reference(name));
  return `${method} ${known(url)}\n${body === undefined ? '' : `Content-Type: application/json\n\n${known(body.text)}\n`}`;
}

/** An expression of a workflow, and a variable of the shell that holds the name of the repository, stand for what is known at run time only. */
function withoutExpressions(text: string): string {
  const repository = `${reference('owner')}/${reference('repo')}`;
  return text
    .replace(/\$\{\{\s*github\.repository\s*\}\}|\$\{GITHUB_REPOSITORY\}|\$GITHUB_REPOSITORY\b/g, repository)
    .replace(/\$\{\{([^{}\n]{1,200})\}\}/g, (_, expression: string) => reference(lastWordOf(expression)));
}

/** An expression has a value that its last name says best. */
function lastWordOf(expression: string): string {
  return expression.match(/\w{1,200}/g)?.at(-1) ?? 'expression';
}

/** A command whose output becomes a value is a command of its own; its line stays. */
function unwrapped(text: string): string {
  return text
    .replace(
      /(?:\b[A-Za-z_]\w*=)?"\$\(\s*((?:gh +api|curl)\s[^()\n]*)\)"/g,
      (found, command: string) => `;${' '.repeat(found.length - command.length - 3)}${command}; `,
    )
    .replace(/(?:\b[A-Za-z_]\w*=)?"?\$\(\s*(?=(?:gh +api|curl)\s)/g, (found) => `;${' '.repeat(found.length - 1)}`)
    .replace(/^([ \t]*)(?:if|while|until|!|then|else|do)[ \t]+(?=(?:gh +api|curl)\s)/gm, (found) =>
      ' '.repeat(found.length),
    );
}

/** Where the output goes changes nothing of the request; any other note says that something was not understood. */
function isNoteOfInput(note: string): boolean {
  return !/^the redirection `(?:\d*|&)>[^`]*` is not taken over$/.test(note);
}
