import { linearExpressionOf, matchingText, type LinearExpression } from './linear-expression';

/** Longer patterns are not read, and longer texts are not compared. */
const longestPattern = 2_000;
const longestText = 10_000;

/** A regular expression that someone else wrote, ready to be compared. */
export interface TextPattern {
  readonly source: string;
  /** Returns whether the text matches; undefined if it is too long to be compared. */
  readonly matches: (text: string) => boolean | undefined;
  /** Returns a text that matches, of at least so many characters where that is possible; undefined where none is found. */
  readonly example: (leastLength?: number) => string | undefined;
}

/**
 * Returns the regular expression with this source, which may come from anywhere: comparing takes time proportional to the length of the text.
 * Returns undefined for one that cannot be read, and for one that cannot be compared so: with references to groups, or too long. Each is
 * compiled once.
 */
export function patternOf(source: string, flags = ''): TextPattern | undefined {
  const key = `${flags}/${source}`;
  if (known.has(key)) return known.get(key);
  const pattern = compile(source, flags);
  if (known.size > 5_000) known.clear();
  known.set(key, pattern);
  return pattern;
}

/** Returns the pattern as people write it with flags, `/source/flags`, or without them. */
export function writtenPattern(written: string): TextPattern | undefined {
  const [, source = written, flags = ''] = /^\/(.+)\/([a-z]*)$/s.exec(written) ?? [];
  return patternOf(source, flags.replace(/[gy]/g, ''));
}

/** Returns whether the text is a regular expression of JavaScript, however long it takes to compare it. */
export function isExpression(source: string): boolean {
  return flagsOf(source, '') !== undefined;
}

/**
 * Returns the pattern of a text in which `*` stands for any characters, or with `separator` for any but this one and `**` for all;
 * undefined for one that is too long.
 */
export function wildcardPattern(written: string, separator?: string): TextPattern | undefined {
  const part = separator === undefined ? '.*' : `[^${separator}]*`;
  const source = written
    .split(/(\*+)/)
    .map((piece) => (piece.startsWith('*') ? (piece.length > 1 ? '.*' : part) : escapedSource(piece)))
    .join('');
  return patternOf(`^${source}$`, 's');
}

/**
 * Returns the pattern of a glob for paths with slashes: `*` and `?` stay inside a folder, `**` crosses folders, `[ab]` chooses a character, and
 * with `hasBraces`, `{a,b}` one of several texts. Undefined for one that is too long. What is not closed stands for itself.
 */
export function globPattern(glob: string, { hasBraces = true } = {}): TextPattern | undefined {
  return patternOf(`^${sourceOfGlob(glob, hasBraces)}$`, 's');
}

const partOfGlob = /\*\*(?:\/|$)|\*+|\?|\[([!^]?)(\]?[^\]/]*)\]|\\([^])|[^]/g;

function sourceOfGlob(glob: string, hasBraces: boolean): string {
  const isBraced = hasBraces && glob.split('{').length === glob.split('}').length;
  let depth = 0;
  return glob.replace(partOfGlob, (part, negation?: string, signs?: string, escaped?: string) => {
    if (signs) return `[${negation === '' ? '' : '^/'}${signs.replace(/[\\\][^]/g, '\\$&')}]`;
    if (part === '**/') return '(?:[^/]*/)*';
    if (part === '**') return '.*';
    if (part.startsWith('*')) return '[^/]*';
    if (part === '?') return '[^/]';
    if (part === '{' && isBraced) {
      depth++;
      return '(?:';
    }
    if (part === '}' && depth > 0) {
      depth--;
      return ')';
    }
    if (part === ',' && depth > 0) return '|';
    return escapedSource(escaped ?? part);
  });
}

/** Returns the source of an expression for this very text. */
function escapedSource(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

const known = new Map<string, TextPattern | undefined>();

/** Compiled expressions with this many states in all are kept. */
const maxStates = 300_000;
const compiled = new Map<string, LinearExpression>();
let states = 0;

function compile(source: string, given: string): TextPattern | undefined {
  const flags = source.length > longestPattern ? undefined : flagsOf(source, given);
  if (flags === undefined || expressionFor(source, flags) === undefined) return undefined;
  const matches: TextPattern['matches'] = (text) =>
    text.length > longestText ? undefined : expressionFor(source, flags)?.test(text);
  const example: TextPattern['example'] = (leastLength) => {
    const text = matchingText(source, flags, leastLength);
    return text !== undefined && matches(text) ? text : undefined;
  };
  return { source, matches, example };
}

function expressionFor(source: string, flags: string): LinearExpression | undefined {
  const key = `${flags}/${source}`;
  const former = compiled.get(key);
  if (former !== undefined) return former;
  const expression = linearExpressionOf(source, flags);
  if (expression === undefined) return undefined;
  if (states + expression.size > maxStates) {
    compiled.clear();
    states = 0;
  }
  states += expression.size;
  compiled.set(key, expression);
  return expression;
}

/** Descriptions write patterns for several dialects; a pattern that needs the Unicode mode is rare, and so is one that it forbids. */
function flagsOf(source: string, given: string): string | undefined {
  if (!/^[imsu]*$/.test(given)) return undefined;
  for (const flags of [`u${given.replace('u', '')}`, given]) {
    try {
      new RegExp(source, flags);
      return flags;
    } catch {
      // The other mode may accept it.
    }
  }
  return undefined;
}
