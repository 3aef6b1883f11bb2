import type { ImportedPart } from './imported';

/** A part of a form, and what is not taken over of it. */
interface ReadPart {
  readonly part: ImportedPart;
  readonly notes: readonly string[];
}

/**
 * Reads the argument of `--form`, as curl 7 and 8 read it: the content ends at a semicolon unless it is between quotation marks, in which
 * `\"` and `\\` are escapes; behind it are `type=`, `filename=`, `headers=` and `encoder=`.
 */
export function readFormPart(argument: string): ReadPart {
  const at = argument.indexOf('=');
  const name = at < 0 ? argument : argument.slice(0, at);
  const rest = at < 0 ? '' : argument.slice(at + 1).replace(/^[ \t]+/, '');
  const isFile = /^[@<]/.test(rest);
  const ends = rest.startsWith('@') ? endOfFile : endOfWord;
  const content = readWord(isFile ? rest.slice(1).replace(/^[ \t]+/, '') : rest, ends);
  const notes: string[] = [];
  const { type, filename } = readOptions(content.rest, name, notes);
  if (content.rest.startsWith(','))
    notes.push(`of several files of the part \`${name}\`, only the first is taken over`);
  const shown = filename ?? (rest.startsWith('@') ? fileNameOf(content.text) : undefined);
  const known = type ?? (shown === undefined ? undefined : typeOfFile(shown));
  return {
    part: {
      name,
      ...(known !== undefined && { type: known }),
      ...(shown !== undefined && { filename: shown }),
      content: isFile ? { path: content.text } : { text: content.text },
    },
    notes,
  };
}

/** Returns the last part of a path, which curl names to the server. */
export function fileNameOf(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? '';
}

function readOptions(text: string, name: string, notes: string[]) {
  let type: string | undefined;
  let filename: string | undefined;
  let rest = text.startsWith(';') ? text : '';
  while (rest.startsWith(';')) {
    rest = rest.slice(1).replace(/^\s+/, '');
    const [key = ''] = /^(?:type|filename|headers|encoder)=/.exec(rest) ?? [];
    if (key === 'type=') {
      // A parameter of the media type is behind a semicolon, too.
      const [value = ''] =
        /^[^;,]*(?:;(?!\s*(?:type|filename|headers|encoder)=)[^;,]*)*/.exec(rest.slice(key.length)) ?? [];
      type = value.trim();
      rest = rest.slice(key.length + value.length);
      continue;
    }
    const word = readWord(rest.slice(key.length).replace(/^[ \t]+/, ''), endOfWord);
    if (key === 'filename=') filename = word.text;
    else if (key === '')
      notes.push(
        `curl leaves \`;${word.text}\` of the part \`${name}\` out; put the content between quotation marks to send it`,
      );
    else notes.push(`\`${key.slice(0, -1)}\` of the part \`${name}\` is not taken over`);
    ({ rest } = word);
  }
  return { type, filename };
}

const endOfWord = /;/;
/** Several files are behind commas. */
const endOfFile = /[;,]/;

/** Reads a word up to what ends it, or one between quotation marks; what is behind these is left out. */
function readWord(text: string, ends: RegExp): { readonly text: string; readonly rest: string } {
  const [quoted, inside] = /^"((?:\\["\\]|[^"\\]|\\(?!["\\]))*)"/.exec(text) ?? [];
  if (quoted !== undefined && inside !== undefined) {
    const behind = text.slice(quoted.length);
    const end = behind.search(ends);
    return { text: inside.replace(/\\(["\\])/g, '$1'), rest: end < 0 ? '' : behind.slice(end) };
  }
  const end = text.search(ends);
  const word = end < 0 ? text : text.slice(0, end);
  return { text: word.trimEnd(), rest: text.slice(word.length) };
}

/** The media types that curl knows by the ends of file names; any other file is bytes. */
const types: readonly (readonly [end: string, type: string])[] = [
  ['.gif', 'image/gif'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.png', 'image/png'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain'],
  ['.htm', 'text/html'],
  ['.html', 'text/html'],
  ['.pdf', 'application/pdf'],
  ['.xml', 'application/xml'],
];

function typeOfFile(name: string): string {
  return types.find(([end]) => name.toLowerCase().endsWith(end))?.[1] ?? 'application/octet-stream';
}

/**
 * Returns the parts of a multipart body that is written as text, as browsers copy it; undefined where it holds what the parts of a form do not
 * have, or where its lines do not end with CRLF.
 */
export function readMultipart(body: string, contentType: string): readonly ImportedPart[] | undefined {
  const [, quoted, bare] = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined || /(?:^|[^\r])\n/.test(body)) return undefined;
  const [before, ...pieces] = `\r\n${body}`.split(`\r\n--${boundary}`);
  const end = pieces.pop();
  if (before !== '' || end === undefined || !/^--\s*$/.test(end)) return undefined;
  const parts = pieces.map(readPiece);
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

function readPiece(piece: string): ImportedPart | undefined {
  const end = piece.indexOf('\r\n\r\n');
  if (!piece.startsWith('\r\n') || end < 0) return undefined;
  const fields = new Map(
    piece
      .slice(2, end)
      .split('\r\n')
      .map((line): [string, string] => [line.split(':', 1)[0]?.toLowerCase() ?? '', line.replace(/^[^:]*:\s*/, '')]),
  );
  const { 0: disposition = '', 1: type } = [fields.get('content-disposition'), fields.get('content-type')];
  const [, name, , filename] = /^form-data;\s*name="([^"]*)"(;\s*filename="([^"]*)")?\s*$/i.exec(disposition) ?? [];
  const isOther = [...fields.keys()].some((field) => field !== 'content-disposition' && field !== 'content-type');
  if (name === undefined || isOther) return undefined;
  return {
    name,
    ...(type !== undefined && { type }),
    ...(filename !== undefined && { filename }),
    content: { text: piece.slice(end + 4) },
  };
}
