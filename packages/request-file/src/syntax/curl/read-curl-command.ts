import { maskNamedSecrets } from '@rulebook/catalogue/masking/mask-named-secrets';
import { firstIndexWhere } from '@rulebook/text/search';
import type { Span } from '@rulebook/text/span';
import type { ImportedBody, PlacedText, RequestPlaces } from './imported';
import { importCurl } from './import-curl';

/** The request that a curl command sends. `{{name}}` in its texts is a variable. */
export interface CurlCommand {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: ImportedBody;
  /** The certificate of the server is not verified (`--insecure`). */
  readonly isInsecure: boolean;
  /** Redirects are followed (`--location`). */
  readonly followsRedirects: boolean;
  /** Where its parts are, counted from its start. */
  readonly places: RequestPlaces;
}

const variable = /\{\{[^{}\r\n]*\}\}/g;
/** Stands for a variable while the command is split: a word without any sign of the shell. */
const standIn = /rulebook0(\d+)x/g;
const encodedVariable = /--data-urlencode[ \t=]+(?:'[^']*\{\{|"[^"]*\{\{|\S*\{\{)/;

/** Returns the request that a command sends, or what of it is not understood, as the end of a sentence. Nothing is run. */
export function readCurlCommand(command: string): CurlCommand | { readonly problem: string } {
  if (/rulebook0\d/.test(command)) return { problem: 'it holds a reserved word' };
  if (encodedVariable.test(command))
    return { problem: 'the value of a variable in `--data-urlencode` would not be encoded; use `--data`' };
  const variables: string[] = [];
  const shifts: Shift[] = [];
  let shifted = 0;
  const plain = command
    .replace(variable, (found, at: number) => {
      const word = `rulebook0${String(variables.push(found) - 1)}x`;
      shifts.push({ at: at + shifted, difference: (shifted += word.length - found.length) });
      return word;
    })
    .replace(/\\\s*$/, '');
  if (hasBackticks(plain)) return { problem: 'a command between backticks is not run' };
  const { requests, notes } = importCurl(plain);
  const [request, ...others] = requests;
  if (request === undefined || others.length > 0) return { problem: 'it is more than one request' };
  const { remarks = [] } = request;
  const problems = [...notes, ...request.notes.filter((note) => !remarks.includes(note))];
  const restored = (text: string) => text.replace(standIn, (word, index: string) => variables[Number(index)] ?? word);
  if (problems.length > 0 || request.isIncomplete === true) {
    const all = problems.map(withoutUrls).join('; ') || 'a part of it is missing';
    const named = restored(all).replaceAll('\ufdd0', '').replaceAll('is not taken over', 'is not supported');
    return { problem: maskNamedSecrets(named).text };
  }
  if (JSON.stringify(request).includes('\ufdd0'))
    return { problem: 'a variable of the shell is not filled in; write `{{$processEnv NAME}}`' };
  const { method, headers, body, places = noPlaces } = request;
  // To curl, a URL that begins with a variable has no scheme, and gets one.
  const url = /http:\/\/rulebook0\d/.test(plain) ? request.url : request.url.replace(/^http:\/\/(?=rulebook0\d)/, '');
  return {
    method,
    url: restored(url),
    headers: headers.map(([name, value]) => [restored(name), restored(value)] as const),
    ...(body && { body: restoredBody(body, restored) }),
    isInsecure: request.isInsecure === true,
    followsRedirects: request.followsRedirects === true,
    places: placesIn(places, shifts, restored),
  };
}

/** From a position on, a text without variables is longer by the difference than the written one. */
interface Shift {
  readonly at: number;
  readonly difference: number;
}

const noPlaces: RequestPlaces = { query: [], headers: [], data: [] };

function placesIn(places: RequestPlaces, shifts: readonly Shift[], restored: (text: string) => string): RequestPlaces {
  const offsetOf = (offset: number) =>
    offset - (shifts[firstIndexWhere(shifts, ({ at }) => at >= offset) - 1]?.difference ?? 0);
  const placed = (span: Span | undefined) => span && { start: offsetOf(span.start), end: offsetOf(span.end) };
  const textOf = ({ text, span }: PlacedText): PlacedText => ({ text: restored(text), span: placed(span) });
  return {
    method: placed(places.method),
    url: placed(places.url),
    query: places.query.map(textOf),
    headers: Array.from(places.headers, placed),
    data: places.data.map(textOf),
  };
}

/** A word that curl takes for a URL may be a credential without its option. */
function withoutUrls(note: string): string {
  return note.startsWith('of several URLs') ? 'it has several URLs, or a word without an option' : note;
}

/** Outside single quotes, and but for those that continue a line in PowerShell. */
function hasBackticks(command: string): boolean {
  return /`(?!\r?\n)/.test(command.replace(/'[^']*'/g, ''));
}

function restoredBody(body: ImportedBody, restored: (text: string) => string): ImportedBody {
  switch (body.kind) {
    case 'text':
      return { kind: 'text', text: restored(body.text) };
    case 'file':
      return { kind: 'file', path: restored(body.path) };
    case 'form':
      return {
        kind: 'form',
        parts: body.parts.map(({ name, content, ...rest }) => ({
          ...rest,
          name: restored(name),
          content: 'path' in content ? { path: restored(content.path) } : { text: restored(content.text) },
        })),
      };
  }
}
