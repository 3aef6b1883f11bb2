import type { EnvironmentVariable } from './model';
import { span } from '@rulebook/text/span';

/**
 * Returns the values of `NAME=value` lines: quotes and backticks around a value are removed, and it may have several lines in them; `\n` counts in
 * double quotes, and an unquoted value ends before ` #`. Of equal names the last one counts.
 */
export function parseDotenv(text: string): ReadonlyMap<string, string> {
  return new Map(dotenvLines(text).map(({ name, value = '' }) => [name, value]));
}

/** Returns all `NAME=value` lines in order. */
export function dotenvLines(text: string): readonly EnvironmentVariable[] {
  const found: EnvironmentVariable[] = [];
  let start = 0;
  while (start <= text.length) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    const first = readLine(text.slice(start, end), start);
    const one = first && withFurtherLines(text, first);
    if (one !== undefined) found.push(one);
    // Behind the last line of the value.
    const next = one === first || one === undefined ? end : text.indexOf('\n', one.valueSpan.end);
    start = next < 0 ? text.length + 1 : next + 1;
  }
  return found;
}

/** A value in quotes or backticks, of any number of lines, with nothing but a comment behind it. */
const quotedLines = /("(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|`(?:[^`\\]|\\[^])*`)[ \t]*(?:#.*)?$/my;

/** Returns the variable with a value that goes on behind its line. */
function withFurtherLines(text: string, one: EnvironmentVariable): EnvironmentVariable {
  const { start } = one.valueSpan;
  quotedLines.lastIndex = start;
  const written = /["'`]/.test(text.charAt(start)) ? quotedLines.exec(text)?.[1] : undefined;
  if (written?.includes('\n') !== true) return one;
  const value = written.slice(1, -1).replace(/\r\n?/g, '\n');
  return {
    ...one,
    value: written.startsWith('"') ? withoutEscapes(value) : value,
    valueSpan: span(start, start + written.length),
  };
}

function withoutEscapes(value: string): string {
  return value.replace(/\\([^])/g, (_, letter: string) => (letter === 'n' ? '\n' : letter === 'r' ? '\r' : letter));
}

function readLine(written: string, start: number): EnvironmentVariable | undefined {
  const line = written.endsWith('\r') ? written.slice(0, -1) : written;
  const [, before = '', name, equals = '', behind = ''] =
    /^([\s\uFEFF]*(?:export\s+)?)([\w.-]+)(\s*=)(.*)$/.exec(line) ?? [];
  if (name === undefined) return undefined;
  const raw = behind.trim();
  const [quoted, double] = /^"((?:[^"\\]|\\.)*)"/.exec(raw) ?? [];
  const [alsoQuoted, , single] = /^(['`])((?:(?!\1).)*)\1/.exec(raw) ?? [];
  const plain = raw.replace(/(^|\s)#[^]*$/, '').trim();
  const nameStart = start + before.length;
  const valueStart = nameStart + name.length + equals.length + (behind.length - behind.trimStart().length);
  const length = (quoted ?? alsoQuoted ?? plain).length;
  return {
    name,
    nameSpan: span(nameStart, nameStart + name.length),
    value: double === undefined ? (single ?? plain) : withoutEscapes(double),
    valueSpan: span(Math.min(valueStart, start + line.length), Math.min(valueStart + length, start + line.length)),
  };
}
