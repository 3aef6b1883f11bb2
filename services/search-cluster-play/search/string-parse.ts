import { deepestGroup, type QueryClause, type QueryPart } from './string-parts';
import { expressionOf } from '@rulebook/text/expressions';

/** Parses a query with fields, operators and brackets; returns undefined for an invalid one. */
export function parseQueryString(text: string, isAnd: boolean): QueryPart | undefined {
  const reading: Reading = { text, at: 0, isAnd };
  const group = readGroup(reading, 0);
  return group !== undefined && reading.at >= text.length ? group : undefined;
}

interface Reading {
  readonly text: string;
  at: number;
  readonly isAnd: boolean;
}

interface Word {
  readonly text: string;
  /** Whether it contains an unescaped wildcard. */
  readonly pattern: 'none' | 'prefix' | 'pattern';
  /** Whether it is an operator between clauses, not a word to search. */
  readonly isOperator: boolean;
}

interface OpenClause {
  part: QueryPart;
  /** Adjacent words, which form one text. */
  isPlain: boolean;
  isRequired: boolean;
  readonly isProhibited: boolean;
}

const special = /[\s()[\]{}"^~:/]/;

function readGroup(reading: Reading, depth: number): QueryPart | undefined {
  if (depth > deepestGroup) return undefined;
  const clauses: OpenClause[] = [];
  let conjunction: 'and' | 'or' | undefined;
  for (;;) {
    skipBlanks(reading);
    if (reading.at >= reading.text.length || peek(reading) === ')') break;
    const operator = readOperator(reading);
    if (operator !== undefined) {
      if (clauses.length === 0 || conjunction !== undefined) return undefined;
      conjunction = operator;
      continue;
    }
    const modifier = readModifier(reading);
    skipBlanks(reading);
    const found = readClause(reading, depth);
    if (!found) return undefined;
    addClause(clauses, found, { conjunction, modifier, isAnd: reading.isAnd });
    conjunction = undefined;
  }
  if (conjunction !== undefined) return undefined;
  return {
    kind: 'group',
    clauses: clauses.map(({ part, isRequired, isProhibited }): QueryClause => ({
      occurrence: isProhibited ? 'must-not' : isRequired ? 'must' : 'should',
      part,
    })),
  };
}

/** Determines by the operator before a clause whether this clause, and the one before it, must match. */
function addClause(
  clauses: OpenClause[],
  { part, isPlain }: { readonly part: QueryPart; readonly isPlain: boolean },
  how: { readonly conjunction: 'and' | 'or' | undefined; readonly modifier: string; readonly isAnd: boolean },
): void {
  const { conjunction, modifier, isAnd } = how;
  const before = clauses[clauses.length - 1];
  if (before?.isPlain && isPlain && conjunction === undefined && modifier === '') {
    if (before.part.kind === 'text' && part.kind === 'text') {
      before.part = { ...before.part, text: `${before.part.text} ${part.text}` };
      return;
    }
  }
  if (before && conjunction === 'and') before.isRequired = true;
  if (before && isAnd && conjunction === 'or') before.isRequired = false;
  const isProhibited = modifier === '-';
  const isRequired = modifier === '+' || (isAnd ? conjunction !== 'or' : conjunction === 'and');
  clauses.push({ part, isPlain: isPlain && modifier === '', isRequired: isRequired && !isProhibited, isProhibited });
}

function readOperator(reading: Reading): 'and' | 'or' | undefined {
  const [whole, word] = /^(?:(AND|OR)(?![^\s()])|&&|\|\|)/.exec(reading.text.slice(reading.at, reading.at + 4)) ?? [];
  if (whole === undefined) return undefined;
  reading.at += whole.length;
  return word === 'AND' || whole === '&&' ? 'and' : 'or';
}

function readModifier(reading: Reading): '' | '+' | '-' {
  const [whole] = /^(?:NOT(?=[\s(])|[+\-!])/.exec(reading.text.slice(reading.at, reading.at + 4)) ?? [];
  if (whole === undefined) return '';
  reading.at += whole.length;
  return whole === '+' ? '+' : '-';
}

function readClause(reading: Reading, depth: number): { part: QueryPart; isPlain: boolean } | undefined {
  const start = reading.at;
  const name = readWord(reading);
  if (name !== undefined && peek(reading) === ':') {
    reading.at++;
    skipBlanks(reading);
    const below = readSimple(reading, depth);
    if (!below) return undefined;
    return { part: fieldPart(name.text, below), isPlain: false };
  }
  reading.at = start;
  const part = readSimple(reading, depth);
  return part && { part, isPlain: part.kind === 'text' && !part.isPhrase && part.fuzziness === undefined };
}

function fieldPart(field: string, part: QueryPart): QueryPart {
  const isAny = part.kind === 'pattern' && part.text === '*';
  if (field === '*' && isAny) return { kind: 'everything' };
  if (isAny) return { kind: 'exists', field };
  return field === '_exists_' && part.kind === 'text'
    ? { kind: 'exists', field: part.text }
    : { kind: 'field', field, part };
}

function readSimple(reading: Reading, depth: number): QueryPart | undefined {
  const first = peek(reading);
  let part: QueryPart | undefined;
  if (first === '(') {
    reading.at++;
    part = readGroup(reading, depth + 1);
    if (peek(reading) !== ')') return undefined;
    reading.at++;
  } else if (first === '"') {
    part = readPhrase(reading);
  } else if (first === '/') {
    part = readRegexp(reading);
  } else if (first === '[' || first === '{') {
    part = readRange(reading);
  } else {
    part = readComparison(reading) ?? wordPart(readWord(reading));
  }
  return part && readSuffix(reading, part);
}

function wordPart(word: Word | undefined): QueryPart | undefined {
  if (word === undefined || word.text === '' || word.isOperator) return undefined;
  if (word.text === '*' && word.pattern !== 'none') return { kind: 'pattern', text: '*' };
  if (word.pattern === 'prefix') return { kind: 'prefix', text: word.text.slice(0, -1) };
  if (word.pattern === 'pattern') return { kind: 'pattern', text: word.text };
  return { kind: 'text', text: word.text, isPhrase: false };
}

/** `~2` makes a word fuzzy, `^2` weighs it. */
function readSuffix(reading: Reading, part: QueryPart): QueryPart | undefined {
  const [whole = '', , fuzziness, weight] =
    /^(~(\d*(?:\.\d+)?))?(?:\^(\d+(?:\.\d+)?))?/.exec(reading.text.slice(reading.at, reading.at + 40)) ?? [];
  reading.at += whole.length;
  const edits = fuzziness === '' || fuzziness === undefined ? 2 : Number(fuzziness);
  const fuzzy = whole.startsWith('~') && part.kind === 'text' && !part.isPhrase ? { ...part, fuzziness: edits } : part;
  const next = peek(reading);
  if (next === '^' || next === '~' || next === ':') return undefined;
  return weight === undefined ? fuzzy : { kind: 'weight', weight: Number(weight), part: fuzzy };
}

function readPhrase(reading: Reading): QueryPart | undefined {
  let text = '';
  for (reading.at++; reading.at < reading.text.length; reading.at++) {
    const character = peek(reading);
    if (character === '"') {
      reading.at++;
      return { kind: 'text', text, isPhrase: true };
    }
    if (character === '\\') reading.at++;
    text += peek(reading);
  }
  return undefined;
}

/** Reads an expression between slashes, in which a slash has a backslash before it. */
function readRegexp(reading: Reading): QueryPart | undefined {
  let text = '';
  for (reading.at++; reading.at < reading.text.length; reading.at++) {
    const character = peek(reading);
    if (character === '/') {
      reading.at++;
      return { kind: 'regexp', text };
    }
    text += character;
    if (character === '\\') {
      reading.at++;
      text += peek(reading);
    }
  }
  return undefined;
}

function readRange(reading: Reading): QueryPart | undefined {
  const rest = reading.text.slice(reading.at);
  const end = '(?:"([^"]*)"|([^\\s"\\]}]+))';
  const found = expressionOf(`^([[{])\\s*${end}\\s+TO\\s+${end}\\s*([\\]}])`).exec(rest);
  if (!found) return undefined;
  const [whole, open, quotedLower, lower = quotedLower, quotedUpper, upper = quotedUpper, close] = found;
  reading.at += whole.length;
  return {
    kind: 'range',
    ...(lower !== undefined && lower !== '*' && { lower }),
    ...(upper !== undefined && upper !== '*' && { upper }),
    isLowerExcluded: open === '{',
    isUpperExcluded: close === '}',
  };
}

/** Reads `>5`, `>=5`, `<5` and `<=5`. */
function readComparison(reading: Reading): QueryPart | undefined {
  const [whole] = /^[<>]=?/.exec(reading.text.slice(reading.at, reading.at + 2)) ?? [];
  if (whole === undefined) return undefined;
  reading.at += whole.length;
  const end = readWord(reading)?.text ?? '';
  if (end === '') return undefined;
  const isExcluded = !whole.endsWith('=');
  const ends = whole.startsWith('>') ? { lower: end } : { upper: end };
  return { kind: 'range', ...ends, isLowerExcluded: isExcluded, isUpperExcluded: isExcluded };
}

function readWord(reading: Reading): Word | undefined {
  let text = '';
  let wildcards = 0;
  let endsWithStar = false;
  const start = reading.at;
  for (; reading.at < reading.text.length; reading.at++) {
    const character = peek(reading);
    endsWithStar = false;
    if (character === '\\') {
      reading.at++;
      text += peek(reading);
      continue;
    }
    if (special.test(character)) break;
    if (character === '*' || character === '?') wildcards++;
    endsWithStar = character === '*';
    text += character;
  }
  if (reading.at === start) return undefined;
  const isPrefix = wildcards === 1 && endsWithStar && text.length > 1;
  const isOperator = /^(?:AND|OR|NOT)$/.test(reading.text.slice(start, reading.at));
  return { text, pattern: wildcards === 0 ? 'none' : isPrefix ? 'prefix' : 'pattern', isOperator };
}

function skipBlanks(reading: Reading): void {
  while (/\s/.test(peek(reading))) reading.at++;
}

function peek({ text, at }: Reading): string {
  return text[at] ?? '';
}
