import type { EnvironmentVariable } from './model';
import { span } from '../text/span';

/** Returns the values of `NAME=value` lines: quotes around a value are removed, `\n` counts in double quotes, and an unquoted value ends before ` #`. Of equal names the last one counts. */
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
    const one = readLine(text.slice(start, end), start);
    if (one !== undefined) found.push(one);
    start = end + 1;
  }
  return found;
}

function readLine(written: string, start: number): EnvironmentVariable | undefined {
  const line = written.endsWith('\r') ? written.slice(0, -1) : written;
  const [, before = '', name, equals = '', behind = ''] =
    /^([\s\uFEFF]*(?:export\s+)?)([\w.-]+)(\s*=)(.*)$/.exec(line) ?? [];
  if (name === undefined) return undefined;
  const raw = behind.trim();
  const [quoted, double] = /^"((?:[^"\\]|\\.)*)"/.exec(raw) ?? [];
  const [alsoQuoted, single] = /^'([^']*)'/.exec(raw) ?? [];
  const plain = raw.replace(/(^|\s)#[^]*$/, '').trim();
  const unescaped = double?.replace(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter));
  const nameStart = start + before.length;
  const valueStart = nameStart + name.length + equals.length + (behind.length - behind.trimStart().length);
  const length = (quoted ?? alsoQuoted ?? plain).length;
  return {
    name,
    nameSpan: span(nameStart, nameStart + name.length),
    value: unescaped ?? single ?? plain,
    valueSpan: span(Math.min(valueStart, start + line.length), Math.min(valueStart + length, start + line.length)),
  };
}
