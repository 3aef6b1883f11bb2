import { isJson } from '@rulebook/text/is-json';
import { nearest } from '@rulebook/text/edit-distance';
import { patternOf } from '@rulebook/text/patterns';
import type { Span } from '@rulebook/text/span';
import { xpathProblem } from '@rulebook/xml/select-xml';
import type { Token } from '../model';
import {
  behindBlanks,
  endOfPath,
  isOperator,
  malformed,
  operatorAt,
  restFrom,
  shortened,
  wordAt,
  type Cursor,
} from './assert-words';
import { durationStatisticIn, durationStatistics } from './duration-statistics';
import { operatorNamed, operatorWords, type AssertOperator, type OperatorName } from './operators';
import { digestProblem, isDigest, isSchemaPath, measureNamed } from './measures';
import type { AssertSubject, Measure, MalformedAssert, ParsedAssert } from './parsed-assert';
import { pathOfMembers, pathProblem } from './paths';
import { readSnapshot } from './read-snapshot';
import { assertWords } from './subjects';
import { operatorBehind } from './split-expression';

const comparisons: readonly OperatorName[] = ['>', '>=', '<', '<='];

/** Reads an assert, without its question marks. Spans count from the start of the text. */
export function parseAssert(text: string): ParsedAssert {
  const cursor: Cursor = { text, at: 0 };
  const subject = readSubject(cursor);
  if (subject.kind === 'malformed') return subject;
  const words = { start: text.length - text.trimStart().length, end: cursor.at };
  const alone = (operator: OperatorName): ParsedAssert => ({
    ...{ kind: 'assert', subject, operator, isNegated: false },
    words: { subject: words, operator: words },
  });
  switch (subject.kind) {
    case 'description': {
      const rest = wordAt(cursor);
      if (rest.text === '') return alone('matches');
      return malformed('`matches description` takes no value.', restFrom(cursor, rest.span.start));
    }
    case 'schema':
    case 'snapshot':
      return alone('matches');
    case 'expression':
      return wordAt(cursor).text === '' ? alone('isTrue') : readComparison(cursor, subject, words);
    default:
      return readComparison(cursor, subject, words);
  }
}

/** Reads what is checked; the cursor then is behind it. */
function readSubject(cursor: Cursor): AssertSubject | MalformedAssert {
  const first = firstWord(cursor);
  switch (first.text) {
    case '':
      return malformed('Expected what is checked, for example `status == 200`.', first.span);
    case 'status':
      return { kind: 'status' };
    case 'duration':
      return readDuration(cursor);
    case 'header':
      return readHeader(cursor, first);
    case 'body':
      return readBody(cursor);
    case 'jsonpath':
      return readPath(cursor, first);
    case 'schema':
      return readSchema(cursor, first);
    case 'matches':
      return readDescription(cursor, first);
    case 'js':
      return readScript(cursor, first);
    case 'xpath':
      return readXpath(cursor, first);
    case 'snapshot':
      return readSnapshot(cursor);
  }
  if (first.text.startsWith('$')) {
    cursor.at = first.span.start;
    return readPath(cursor, first);
  }
  const below = /^body(?=[.[])\.?(.*)$/s.exec(first.text)?.[1];
  const member = below === undefined || below === '' ? undefined : memberOf(below);
  if (member !== undefined) return member.measure === undefined ? { ...member, ...readMeasure(cursor) } : member;
  const meant = nearest(
    first.text,
    assertWords.map(({ word }) => word).filter((word) => word !== '$'),
  );
  return malformed(
    `\`${shortened(first.text)}\` cannot be checked. Use \`status\`, \`header\`, \`body\`, \`duration\`, \`matches description\` or a JSONPath such as \`$.id\`.`,
    first.span,
    meant,
  );
}

/** Reads the first word; an operator may follow it without a blank. */
function firstWord(cursor: Cursor): Token {
  const word = wordAt(cursor);
  const [lead = ''] = /^(?:status|duration)(?=[=!<>])/.exec(word.text) ?? [];
  const read =
    lead === '' ? word : { text: lead, span: { start: word.span.start, end: word.span.start + lead.length } };
  cursor.at = read.span.end;
  return read;
}

/** Reads what is taken of all durations: `p95`. */
function readDuration(cursor: Cursor): AssertSubject | MalformedAssert {
  const { text, span } = wordAt(cursor);
  const statistic = durationStatisticIn(text);
  const meant = statistic !== undefined || continuesSubject(text) ? undefined : nearest(text, durationStatistics);
  if (meant !== undefined)
    return malformed(`\`${shortened(text)}\` is none of ${durationStatistics.join(', ')}.`, span, meant);
  if (statistic !== undefined) cursor.at = span.start + statistic.length;
  return { kind: 'duration', ...(statistic && { statistic }) };
}

function readHeader(cursor: Cursor, { span }: Token): AssertSubject | MalformedAssert {
  const name = wordAt(cursor);
  if (name.text === '' || isOperator(name.text))
    return malformed('Expected the name of a header field behind `header`.', name.text === '' ? span : name.span);
  if (!name.text.includes('{{') && !/^[!#$%&'*+\-.^_`|~\w]+$/.test(name.text))
    return malformed(`\`${shortened(name.text)}\` is not the name of a header field.`, name.span);
  cursor.at = name.span.end;
  return { kind: 'header', name };
}

function readBody(cursor: Cursor): AssertSubject | MalformedAssert {
  const next = wordAt(cursor);
  if (next.text.startsWith('$')) return readPath(cursor, next);
  if (next.text === '' || continuesSubject(next.text)) return { kind: 'body', ...readMeasure(cursor) };
  // As httpYac writes the path to a member.
  const member = memberOf(next.text);
  if (member === undefined)
    return malformed(`\`${shortened(next.text)}\` is neither an operator nor a path.`, next.span);
  cursor.at = next.span.end;
  const meant = continuesSubject(wordAt(cursor).text) ? undefined : nearest(next.text, operatorWords);
  if (meant !== undefined) return unknownOperator(next, meant);
  return member.measure === undefined ? { ...member, ...readMeasure(cursor) } : member;
}

/** Returns what a path of members means, such as `a.b[0]`; with `.length` behind it, as JavaScript does. */
function memberOf(text: string): Extract<AssertSubject, { kind: 'path' }> | undefined {
  const [, before] = /^(.+)\.length$/s.exec(text) ?? [];
  const path = pathOfMembers(before ?? text);
  if (path === undefined) return undefined;
  return before === undefined ? { kind: 'path', path } : { kind: 'path', path, measure: 'length', mayBeMember: true };
}

/** Returns whether the word may be behind what is checked. */
function continuesSubject(word: string): boolean {
  return word === 'not' || measureNamed(word) !== undefined || isOperator(word);
}

/** Reads a JSONPath, which may contain blanks between its brackets. */
function readPath(cursor: Cursor, before: Token): AssertSubject | MalformedAssert {
  const start = behindBlanks(cursor.text, cursor.at);
  // Other tools write the path in quotes.
  const [quoted] = /^"(?:[^"\\]|\\.)*"/.exec(cursor.text.slice(start)) ?? [];
  const end = quoted === undefined ? endOfPath(cursor.text, start) : start + quoted.length;
  const path = textOfValue(cursor.text.slice(start, end));
  if (!path.startsWith('$')) {
    const at = path === '' ? before.span : { start, end };
    return malformed('Expected a JSONPath, which begins with `$`, for example `$.items[0].id`.', at);
  }
  const problem = path.includes('{{') ? undefined : pathProblem(path);
  if (problem !== undefined) return malformed(problem, { start, end });
  cursor.at = end;
  return { kind: 'path', path, ...readMeasure(cursor) };
}

/** Reads the measure behind what is checked, such as `count`, if there is one. */
function readMeasure(cursor: Cursor): { readonly measure?: Measure } {
  const word = wordAt(cursor);
  const measure = measureNamed(word.text);
  if (measure === undefined) return {};
  cursor.at = word.span.end;
  return { measure };
}

/** Reads an XPath, which ends at the first blank outside of brackets; one with others is in quotes. */
function readXpath(cursor: Cursor, { span }: Token): AssertSubject | MalformedAssert {
  const start = behindBlanks(cursor.text, cursor.at);
  const [quoted] = /^(?:"(?:[^"\\]|\\.)*"|`[^`]*`)/.exec(cursor.text.slice(start)) ?? [];
  const end = quoted === undefined ? endOfPath(cursor.text, start) : start + quoted.length;
  const written = cursor.text.slice(start, end);
  const path = quoted?.startsWith('`') === true ? quoted.slice(1, -1) : textOfValue(written);
  if (path === '' || isOperator(written)) {
    const at = written === '' ? span : { start, end };
    return malformed('Expected an XPath behind `xpath`, for example `xpath //item/@id`.', at);
  }
  const problem = path.includes('{{') ? undefined : xpathProblem(path);
  if (problem !== undefined) return malformed(problem, { start, end });
  cursor.at = end;
  return { kind: 'xpath', path, ...readMeasure(cursor) };
}

function readDescription(cursor: Cursor, { span }: Token): AssertSubject | MalformedAssert {
  const next = wordAt(cursor);
  if (next.text !== 'description')
    return malformed(
      'Write `matches description`, or what is checked in front of `matches`.',
      { start: span.start, end: next.span.end },
      'matches description',
    );
  cursor.at = next.span.end;
  return { kind: 'description' };
}

/** Reads the path of a schema: the rest of the line, in which blanks are allowed. */
function readSchema(cursor: Cursor, { span }: Token): AssertSubject | MalformedAssert {
  const rest = restFrom(cursor, behindBlanks(cursor.text, cursor.at));
  const text = cursor.text.slice(rest.start, rest.end);
  if (text === '')
    return malformed('Expected the file of a JSON Schema, for example `schema ./order.schema.json`.', span);
  if (text.includes('{{')) return malformed('The path of a schema cannot have variables.', rest);
  cursor.at = rest.end;
  return { kind: 'schema', file: { text, span: rest } };
}

const root = { kind: 'path', path: '$' } as const;

/** Reads an expression of JavaScript; nothing needs to be run for a path to a member of the response. */
function readScript(cursor: Cursor, { span }: Token): AssertSubject | MalformedAssert {
  const start = behindBlanks(cursor.text, cursor.at);
  const end = operatorBehind(cursor.text, start) ?? cursor.text.length;
  const expression = cursor.text.slice(start, end).trimEnd();
  if (expression === '')
    return malformed('Expected an expression behind `js`, for example `response.parsedBody.id`.', span);
  // It would give the member a value, which then is true.
  const [assigned] = /^[\w$.[\]'"]+\s*=(?![=>])/.exec(expression) ?? [];
  if (assigned !== undefined)
    return unknownOperator(
      { text: '=', span: { start: start + assigned.length - 1, end: start + assigned.length } },
      '==',
    );
  const code = { text: expression, span: { start, end: start + expression.length } };
  cursor.at = code.span.end;
  // What is alone is true or not, and not only there.
  return (end < cursor.text.length ? memberOfResponse(code) : undefined) ?? { kind: 'expression', code };
}

function memberOfResponse({ text, span }: Token): AssertSubject | undefined {
  const [, member = '', below = ''] = /^response\.(\w+)(.*)$/s.exec(text) ?? [];
  if (member === 'statusCode' && below === '') return { kind: 'status' };
  if (member === 'body' && below === '') return { kind: 'body' };
  if (member !== 'parsedBody' && member !== 'headers') return undefined;
  const found =
    below === ''
      ? root
      : below === '.length'
        ? ({ ...root, measure: 'length', mayBeMember: true } as const)
        : memberOf(below.replace(/^\./, ''));
  if (found === undefined || member === 'parsedBody') return found;
  const [, quoted, plain] = /^\$(?:\['([^']+)'\]|\.([\w-]+))$/.exec(found.path) ?? [];
  const name = quoted ?? plain;
  return name === undefined ? undefined : { kind: 'header', name: { text: name, span } };
}

/** Reads operator and value. */
function readComparison(
  cursor: Cursor,
  subject: Exclude<AssertSubject, { readonly kind: 'description' | 'schema' | 'snapshot' }>,
  words: Span,
): ParsedAssert {
  const first = wordAt(cursor);
  const isNegated = first.text === 'not';
  if (isNegated) cursor.at = first.span.end;
  const word = operatorAt(cursor);
  const digest = 'measure' in subject && isDigest(subject.measure) ? subject.measure : undefined;
  // As in `status 200`, and in `body sha256 …` of httpYac.
  const isOmitted =
    !isNegated &&
    ((subject.kind === 'status' && /^\d[\dxX]*$/.test(word.text)) ||
      (digest !== undefined && word.text !== '' && !isOperator(word.text)));
  const operator = isOmitted ? operatorNamed('==') : operatorNamed(word.text);
  if (operator === undefined) return withoutOperator(cursor, word, words);
  if (!isOmitted) cursor.at = word.span.end;
  const start = behindBlanks(cursor.text, cursor.at);
  const span = restFrom(cursor, start);
  const expected = { text: cursor.text.slice(span.start, span.end), span };
  const isGiven = expected.text !== '';
  if (isGiven !== operator.takesValue)
    return isGiven
      ? malformed(`\`${operator.name}\` takes no value.`, span)
      : malformed(`Expected a value behind \`${word.text}\`. Write \`""\` for an empty text.`, word.span);
  if (operator.name === 'matches' && isSchemaPath(expected.text) && canHaveSchema(subject)) {
    if (isNegated) return malformed('`not` cannot be in front of a schema.', first.span);
    const path = subject.kind === 'path' ? { path: subject.path } : {};
    return {
      ...{ kind: 'assert', subject: { kind: 'schema', file: expected, ...path } },
      ...{ operator: 'matches', isNegated, words: { subject: words, operator: word.span } },
    };
  }
  const problem = isGiven ? valueProblem(subject, operator, expected) : undefined;
  if (problem !== undefined) return malformed(problem, span);
  return {
    kind: 'assert',
    subject,
    operator: operator.name,
    isNegated,
    ...(/^\s*js\s/.test(cursor.text) && { isScript: true as const }),
    ...(isGiven && { expected }),
    words: { subject: words, operator: isOmitted ? words : word.span },
  };
}

function withoutOperator(cursor: Cursor, word: Token, words: Span): ParsedAssert {
  if (word.text === '') return malformed('Expected an operator, for example `== 200` or `exists`.', words);
  const meant = word.text === '=' ? '==' : nearest(word.text, operatorWords);
  return unknownOperator(word, meant);
}

function unknownOperator({ text, span }: Token, meant: string | undefined): MalformedAssert {
  const advice = meant === undefined ? 'Use for example `==`, `includes` or `exists`.' : `Use \`${meant}\`.`;
  return malformed(`\`${shortened(text)}\` is not an operator. ${advice}`, span, meant);
}

/** Returns why the value cannot be compared. A value with variables is known only when the assert is evaluated. */
function valueProblem(subject: AssertSubject, { name }: AssertOperator, { text }: Token): string | undefined {
  if (text.includes('{{')) return undefined;
  if ('measure' in subject && isDigest(subject.measure))
    return name === '==' || name === '!='
      ? digestProblem(subject.measure, text)
      : `A digest is compared by \`==\` or \`!=\` only.`;
  if (name === 'matches') {
    return patternOf(textOfValue(text)) === undefined
      ? 'This regular expression cannot be read, is very long, or has references to groups such as `\\1`, which cannot be compared.'
      : undefined;
  }
  if (subject.kind === 'duration')
    return millisecondsOf(text) === undefined ? 'Expected a time such as `500`, `500 ms` or `2 s`.' : undefined;
  if (comparisons.includes(name)) return isNumberText(text) ? undefined : `\`${name}\` needs a number.`;
  const isEquality = name === '==' || name === '!=';
  if (subject.kind === 'status' && isEquality)
    return /^[1-5](?:\d\d|\dx|xx)$/i.test(text)
      ? undefined
      : 'Expected a status such as `201`, or a class such as `2xx`.';
  if (subject.kind !== 'header' && isEquality && /^["[{]/.test(text) && !isJson(text))
    return 'This value is not valid JSON. Put a text that begins like JSON in quotes.';
  return undefined;
}

/** Returns whether a value of this kind can be compared with a schema. */
function canHaveSchema(subject: AssertSubject): subject is Extract<AssertSubject, { kind: 'body' | 'path' }> {
  return (subject.kind === 'body' || subject.kind === 'path') && subject.measure === undefined;
}

/** Returns the text that a value stands for: without its quotes, if it is a JSON string. */
export function textOfValue(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}

/** Returns a time in milliseconds: `500`, `500 ms`, `2 s`. */
export function millisecondsOf(text: string): number | undefined {
  const [, number = '', unit] = /^(\d+(?:\.\d+)?)\s*(ms|s)?$/.exec(text.trim()) ?? [];
  if (number === '') return undefined;
  return Number(number) * (unit === 's' ? 1000 : 1);
}

/** Returns whether the text is a number as JSON writes it. */
export function isNumberText(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
}
