import type { CurlCommand } from '../curl/read-curl-command';
import { importCurl } from '../curl/import-curl';
import type { ImportedBody, ImportedRequest, PlacedText } from '../curl/imported';
import { splitShell } from '../curl/shell-words';
import { readGhApi } from './gh-api';
import { readHttpie } from './httpie';
import type { ScriptCommand } from './script-commands';

/**
 * Returns the request that a command of a script sends; undefined where a part of it is not understood. Variables of the shell, the output of
 * other commands and expressions of a workflow become variables of the request, whose values are unknown.
 */
export function readCommand(script: string, { span, unknown }: ScriptCommand): CurlCommand | undefined {
  const text = withVariables(script, span, unknown);
  // What may be several words may be anything.
  if (text === undefined || /\$[@*]|\[[@*]\]/.test(text) || text.includes('\r') || text.includes('\ufdd0'))
    return undefined;
  const request = requestIn(text);
  if (request === undefined || request.isIncomplete === true || request.places === undefined) return undefined;
  const { remarks = [] } = request;
  if (request.notes.some((note) => !remarks.includes(note))) return undefined;
  const { method, headers, body, places } = request;
  const url = withWorkflowValues(restored(request.url));
  return {
    method,
    url,
    headers: headers
      .map(([name, value]) => [restored(name), restored(value)] as const)
      .filter(([name, value], index) => !(places.headers[index] === undefined && isUnread([name, value], url, body))),
    ...(body && { body: restoredBody(body) }),
    isInsecure: request.isInsecure === true,
    followsRedirects: request.followsRedirects === true,
    places: { ...places, query: places.query.map(restoredPlace), data: places.data.map(restoredPlace) },
  };
}

function requestIn(text: string): ImportedRequest | undefined {
  const [command, ...others] = splitShell(text);
  if (command?.spans === undefined || others.length > 0 || command.notes.length > 0) return undefined;
  const { spans } = command;
  const words = command.words.map((word, at): PlacedText => ({ text: word, span: spans[at] }));
  const [program, ...rest] = words;
  switch (program?.text) {
    case 'curl': {
      const { requests, notes } = importCurl(text);
      return requests.length === 1 && notes.length === 0 ? requests[0] : undefined;
    }
    case 'gh':
      return rest[0]?.text === 'api' ? readGhApi(rest.slice(1)) : undefined;
    case 'http':
    case 'xh':
      return readHttpie(rest, 'http');
    case 'https':
    case 'xhs':
      return readHttpie(rest, 'https');
    default:
      return undefined;
  }
}

/** Returns the command with a variable of the same length in place of what is unknown; undefined where there is no room for one. */
function withVariables(
  script: string,
  { start, end }: ScriptCommand['span'],
  unknown: ScriptCommand['unknown'],
): string | undefined {
  let text = '';
  let at = start;
  for (const one of unknown) {
    const length = one.end - one.start;
    if (length < 4) return undefined;
    text += `${script.slice(at, one.start)}\${${variableFor(script.slice(one.start, one.end)).padEnd(length - 3, 'x')}}`;
    at = one.end;
  }
  return text + script.slice(at, end);
}

/** GitHub reads JSON whatever the media type says that curl adds to `-d`. */
function isUnread([name, value]: readonly [string, string], url: string, body: ImportedBody | undefined): boolean {
  const isJson = body?.kind === 'text' && /^\s*[[{]/.test(body.text);
  return isJson && name === 'Content-Type' && value.includes('form') && url.startsWith(`${apiOfGithub}/`);
}

const apiOfGithub = 'https://api.github.com';

/** Returns a URL with what the variables of a workflow hold: the address of the interface, and the owner and the name of a repository. */
function withWorkflowValues(url: string): string {
  return url
    .replace(/^\{\{GITHUB_API_URLx*\}\}/, apiOfGithub)
    .replace(/\{\{GITHUB_REPOSITORYx*\}\}/g, '{{owner}}/{{repo}}');
}

/** The expressions of a workflow that say what a variable of its runs holds as well. */
function variableFor(expression: string): string {
  const [, name] = /^\$\{\{\s*github\.(repository|api_url)\s*\}\}$/.exec(expression) ?? [];
  return name === undefined ? '' : `GITHUB_${name.toUpperCase()}`;
}

/** A variable of the shell keeps its name; what is unknown has none. */
function restored(text: string): string {
  return text
    .replace(/\{\{\ufdd0\$processEnv (\w+)\}\}/g, (_, name: string) => `{{${/^x+$/.test(name) ? 'value' : name}}}`)
    .replaceAll('{{\ufdd0', '{{');
}

function restoredPlace({ text, span }: PlacedText): PlacedText {
  return { text: restored(text), span };
}

function restoredBody(body: ImportedBody): ImportedBody {
  switch (body.kind) {
    case 'text':
      return { ...body, text: restored(body.text) };
    // In which folder a script runs is unknown, so the content of a file is, too.
    case 'file':
      return { kind: 'text', text: '{{file}}' };
    case 'form':
      return {
        kind: 'form',
        parts: body.parts.map(({ name, content, ...rest }) => ({
          ...rest,
          name: restored(name),
          content: { text: 'path' in content ? '{{file}}' : restored(content.text) },
        })),
      };
  }
}
