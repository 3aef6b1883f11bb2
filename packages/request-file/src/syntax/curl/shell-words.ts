import type { Span } from '@rulebook/text/span';
import { reference } from './imported';

/** The note about a command that ends within quotation marks. */
export const unclosedQuote = 'a quotation mark is not closed';

/** A command of a script: its words, and what was not understood of it. */
interface ShellCommand {
  readonly words: readonly string[];
  /** Where the words are in the script, with their quotation marks; only in one for a POSIX shell with plain line ends. */
  readonly spans?: readonly Span[];
  /** It reads what the command before it prints. */
  readonly isPiped: boolean;
  /** The document that it reads: what is between `<<EOF` and `EOF`. */
  document?: string;
  /** Variables that it gives a value of its own where they are not set. */
  readonly defaults: readonly string[];
  readonly notes: readonly string[];
}

/** Splits a script for a POSIX shell, the command prompt of Windows or PowerShell into commands and words. Nothing is run. */
export function splitShell(script: string): readonly ShellCommand[] {
  const text = script.replace(/\r\n?/g, '\n');
  // The first line says which shell it is for; further ones may be a part of a text.
  if (/^[^\n]*\^\n|^\s*curl(?:\.exe)? (?:[^\n"']* )?\^"/.test(text)) return splitWords(withoutCarets(text), 'cmd');
  return splitWords(text, /^[^\n]*`\n|^\s*curl\.exe\b/.test(text) ? 'powershell' : 'posix');
}

type Dialect = 'posix' | 'cmd' | 'powershell';

/** Takes the carets of the command prompt away: in front of a line end they join lines, elsewhere they escape. */
function withoutCarets(text: string): string {
  const joined = text.replace(/\^\n(\n?)/g, (_, next: string) => (next === '' ? ' ' : '\n'));
  return /\^"/.test(joined) ? joined.replace(/\^([^\n])/g, '$1') : joined;
}

interface Reading {
  readonly text: string;
  readonly dialect: Dialect;
  at: number;
  readonly notes: string[];
  /** Variables with a value for where they are not set. */
  readonly defaults: string[];
  /** A document without its end was met. The text is not searched for the ends of others, which takes the square of its length. */
  isDocumentOpen: boolean;
}

function splitWords(text: string, dialect: Dialect): readonly ShellCommand[] {
  const commands: ShellCommand[] = [];
  let words: string[] = [];
  let spans: Span[] = [];
  let isPiped = false;
  let documents: { readonly start: DocumentStart; readonly of: number }[] = [];
  let reading: Reading = { text, dialect, at: 0, notes: [], defaults: [], isDocumentOpen: false };
  const end = (pipes: boolean) => {
    if (words.length > 0)
      commands.push({
        ...{ words, isPiped, notes: reading.notes, defaults: reading.defaults },
        ...(dialect === 'posix' && { spans }),
      });
    words = [];
    spans = [];
    isPiped = pipes;
    reading = { ...reading, notes: [], defaults: [] };
  };
  while (reading.at < text.length) {
    const rest = text.slice(reading.at, reading.at + 3);
    const [, blank] = /^([ \t]|\\\n|`\n)/.exec(rest) ?? [];
    if (
      blank !== undefined &&
      !(blank === '\\\n' && dialect !== 'posix') &&
      !(blank === '`\n' && dialect !== 'powershell')
    ) {
      reading.at += blank.length;
    } else if (rest.startsWith('\n') || /^[;&|]/.test(rest)) {
      const operator = /^(?:\n|;|&&|\|\||&|\|)/.exec(rest)?.[0] ?? ' ';
      end(operator === '|');
      reading.at += operator.length;
      if (operator !== '\n') continue;
      for (const { start, of } of documents) {
        const command = commands[of];
        const document = readDocument(reading, start);
        if (command !== undefined && document !== undefined) command.document = document;
      }
      documents = [];
    } else if (rest.startsWith('#')) {
      const lineEnd = text.indexOf('\n', reading.at);
      reading.at = lineEnd < 0 ? text.length : lineEnd;
    } else if (dialect === 'posix' && /^<<(?!<)/.test(rest)) {
      const start = documentStart.exec(text.slice(reading.at, reading.at + 200));
      reading.at += start?.[0].length ?? 2;
      if (start) documents.push({ start: startOf(start), of: commands.length });
    } else if (/^(?:[12]?>|<)/.test(rest)) {
      const [operator = ''] = /^[12]?(?:>>?(?:&[12])?|<{1,3})/.exec(text.slice(reading.at, reading.at + 6)) ?? [];
      reading.at += Math.max(operator.length, 1);
      if (!operator.includes('&')) {
        while (text[reading.at] === ' ') reading.at++;
        const file = readWord(reading);
        reading.notes.push(`the redirection \`${operator} ${file}\` is not taken over`);
      }
    } else {
      const start = reading.at;
      words.push(readWord(reading));
      spans.push({ start, end: reading.at });
    }
  }
  end(false);
  return commands;
}

/** How a document begins: `<<EOF`, `<<-EOF` or, without variables in it, `<<'EOF'`. */
const documentStart = /^<<(-?)[ \t]*(?:(["'])([^"'\n]{1,100})\2|\\?([\w.-]{1,100}))/;

interface DocumentStart {
  readonly word: string;
  readonly isIndented: boolean;
  readonly hasVariables: boolean;
}

function startOf([whole, dash, quote, quotedWord, word = '']: RegExpExecArray): DocumentStart {
  const isQuoted = quote !== undefined || whole.includes('\\');
  return { word: quotedWord ?? word, isIndented: dash === '-', hasVariables: !isQuoted };
}

/** Reads a document that begins at the current line, and moves behind it; undefined for one that has no end. */
function readDocument(reading: Reading, { word, isIndented, hasVariables }: DocumentStart): string | undefined {
  const { text } = reading;
  const lines: string[] = [];
  for (let at = reading.isDocumentOpen ? text.length : reading.at; at < text.length;) {
    const lineFeed = text.indexOf('\n', at);
    const end = lineFeed < 0 ? text.length : lineFeed;
    const line = text.slice(at, end);
    const content = isIndented ? line.replace(/^\t+/, '') : line;
    at = end + 1;
    if (content !== word) {
      lines.push(`${content}\n`);
      continue;
    }
    reading.at = Math.min(at, text.length);
    const document = lines.join('');
    return hasVariables ? readDouble({ ...reading, text: `${document.replaceAll('"', '\\"')}"`, at: 0 }) : document;
  }
  reading.isDocumentOpen = true;
  return undefined;
}

/** Returns the document that `$(cat <<EOF` prints, and moves behind the bracket; undefined for other commands. */
function readPrintedDocument(reading: Reading): string | undefined {
  const start = /^\([ \t]*cat[ \t]+(?=<<)/.exec(reading.text.slice(reading.at, reading.at + 100));
  if (start === null || reading.dialect !== 'posix') return undefined;
  const { at } = reading;
  const found = documentStart.exec(reading.text.slice(at + start[0].length, at + start[0].length + 200));
  const behind = at + start[0].length + (found?.[0].length ?? 0);
  if (found !== null && reading.text[behind] === '\n') {
    reading.at = behind + 1;
    const document = readDocument(reading, startOf(found));
    const close = /^\s*\)/.exec(reading.text.slice(reading.at, reading.at + 100));
    if (document !== undefined && close !== null) {
      reading.at += close[0].length;
      // The shell takes the line ends at the end away.
      let end = document.length;
      while (document[end - 1] === '\n') end--;
      return document.slice(0, end);
    }
    reading.isDocumentOpen = true;
  }
  reading.at = at;
  return undefined;
}

const ends: Readonly<Record<Dialect, RegExp>> = {
  posix: /[\s;&|<>]/,
  cmd: /[\s|<>]/,
  powershell: /[\s;|]/,
};

function readWord(reading: Reading): string {
  const { text, dialect } = reading;
  const start = reading.at;
  let word = '';
  while (reading.at < text.length && !ends[dialect].test(text[reading.at] ?? '')) word += readPiece(reading);
  // Whatever is there, the loop goes on.
  if (reading.at === start) reading.at++;
  return word;
}

function readPiece(reading: Reading): string {
  const { text, dialect } = reading;
  const sign = text[reading.at] ?? '';
  reading.at++;
  if (dialect === 'cmd') return sign === '"' ? readDoubleOfWindows(reading) : sign;
  if (sign === "'") return readSingle(reading);
  if (sign === '"') return readDouble(reading);
  if (dialect === 'posix') {
    if (sign === '\\') return readEscaped(reading);
    if (sign === '$' && text[reading.at] === "'") {
      reading.at++;
      return readAnsi(reading);
    }
    if (sign === '$' && text[reading.at] === '"') return '';
  } else if (sign === '`') {
    reading.at++;
    return text[reading.at - 1] ?? '';
  }
  return sign === '$' ? readVariable(reading) : sign;
}

function readEscaped(reading: Reading): string {
  const next = reading.text[reading.at] ?? '';
  reading.at++;
  return next === '\n' ? '' : next;
}

function readSingle(reading: Reading): string {
  const { text, dialect } = reading;
  let value = '';
  for (;;) {
    const end = text.indexOf("'", reading.at);
    if (end < 0) {
      reading.notes.push(unclosedQuote);
      value += text.slice(reading.at);
      reading.at = text.length;
      return value;
    }
    value += text.slice(reading.at, end);
    reading.at = end + 1;
    if (dialect !== 'powershell' || text[reading.at] !== "'") return value;
    value += "'";
    reading.at++;
  }
}

function readDouble(reading: Reading): string {
  const { text, dialect } = reading;
  const escape = dialect === 'powershell' ? '`' : '\\';
  const parts: string[] = [];
  while (reading.at < text.length) {
    const sign = text[reading.at] ?? '';
    const next = text[reading.at + 1] ?? '';
    reading.at++;
    if (sign === '"') return parts.join('');
    if (sign === escape && (dialect === 'powershell' || '$`"\\\n'.includes(next))) {
      reading.at++;
      if (next !== '\n') parts.push(dialect === 'powershell' && next === 'n' ? '\n' : next);
    } else if (sign === '$') parts.push(readVariable(reading));
    else parts.push(sign);
  }
  reading.notes.push(unclosedQuote);
  return parts.join('');
}

/** Programs of Windows read `\"` as a quotation mark. */
function readDoubleOfWindows(reading: Reading): string {
  const { text } = reading;
  const parts: string[] = [];
  while (reading.at < text.length) {
    const [, slashes = '', sign = ''] = /^(\\*)([^]?)/.exec(text.slice(reading.at, reading.at + 100)) ?? [];
    reading.at += slashes.length + sign.length;
    if (sign !== '"') parts.push(slashes, sign);
    else {
      parts.push('\\'.repeat(Math.floor(slashes.length / 2)));
      if (slashes.length % 2 === 1) parts.push('"');
      else if (text[reading.at] === '"') {
        parts.push('"');
        reading.at++;
      } else return parts.join('');
    }
  }
  reading.notes.push(unclosedQuote);
  return parts.join('');
}

/** Reads what follows `$`: a variable of the environment, or a dollar sign that is just that. */
function readVariable(reading: Reading): string {
  const rest = reading.text.slice(reading.at, reading.at + 400);
  const [whole, braced, operator, bare] =
    (reading.dialect === 'powershell'
      ? /^(?:\{env:(\w+)()\}|env:(\w+))/.exec(rest)
      : /^(?:\{(\w+)(?::?([?=+-])[^{}]*)?\}|([A-Za-z_]\w*))/.exec(rest)) ?? [];
  const name = braced ?? bare;
  if (whole === undefined || name === undefined) {
    const printed = rest.startsWith('(') ? readPrintedDocument(reading) : undefined;
    if (printed !== undefined) return printed;
    if (rest.startsWith('(')) reading.notes.push('a command between `$(` and `)` is not run; its text is in its place');
    return '$';
  }
  reading.at += whole.length;
  if (operator === '-' || operator === '=') reading.defaults.push(name);
  return reference(`$processEnv ${name}`);
}

const ansiEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  v: '\v',
};

/** Reads a text in `$'…'`. */
function readAnsi(reading: Reading): string {
  const { text } = reading;
  const parts: string[] = [];
  while (reading.at < text.length) {
    const sign = text[reading.at] ?? '';
    reading.at++;
    if (sign === "'") return parts.join('');
    if (sign !== '\\') {
      parts.push(sign);
      continue;
    }
    const rest = text.slice(reading.at, reading.at + 200);
    const [bytes] = /^x[0-9a-f]{1,2}(?:\\x[0-9a-f]{1,2})*/i.exec(rest) ?? [];
    const [code, digits = ''] = /^(?:u([0-9a-f]{1,4})|U([0-9a-f]{1,8})|([0-7]{1,3}))/i.exec(rest) ?? [];
    if (bytes !== undefined) {
      reading.at += bytes.length;
      parts.push(textOfBytes([...bytes.matchAll(/x([0-9a-f]{1,2})/gi)].map(([, byte = '0']) => parseInt(byte, 16))));
    } else if (code !== undefined) {
      reading.at += code.length;
      const number = /^u/i.test(code) ? parseInt(digits || code.slice(1), 16) : parseInt(code, 8);
      parts.push(number <= 0x10ffff ? String.fromCodePoint(number) : '\ufffd');
    } else {
      reading.at++;
      parts.push(ansiEscapes[rest[0] ?? ''] ?? rest[0] ?? '');
    }
  }
  reading.notes.push(unclosedQuote);
  return parts.join('');
}

/** Reads bytes as UTF-8, or as Latin-1 where they are not. */
function textOfBytes(bytes: readonly number[]): string {
  try {
    return decodeURIComponent(bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
  } catch {
    return String.fromCharCode(...bytes);
  }
}
