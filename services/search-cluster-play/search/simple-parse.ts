import { deepestGroup, type QueryPart } from './string-parts';

/** The operators of a simple query, by the names of its flags. */
const operators = ['AND', 'OR', 'NOT', 'PREFIX', 'PHRASE', 'PRECEDENCE', 'ESCAPE', 'WHITESPACE', 'FUZZY'] as const;
type Operator = (typeof operators)[number];

/** Parses a simple query. Everything that makes no sense is ignored, so this fails only for a text that is too complex. */
export function parseSimpleQuery(text: string, isAnd: boolean, flags: string): QueryPart | undefined {
  const named = new Set(flags.toUpperCase().split('|'));
  const enabled = new Set(operators.filter((operator) => named.has('ALL') || named.has(operator)));
  const reading: Reading = { text, at: 0, isAnd, enabled, joints: 0 };
  const group = readGroup(reading, 0);
  return reading.joints > maxJoints ? undefined : group;
}

interface Reading {
  readonly text: string;
  at: number;
  readonly isAnd: boolean;
  readonly enabled: ReadonlySet<Operator>;
  /** How many parts were put together, which may be one in the other. */
  joints: number;
}

const maxJoints = 1000;

/** Reads up to a closing bracket; operators bind from left to right. */
function readGroup(reading: Reading, depth: number): QueryPart {
  const has = (operator: Operator, character: string): boolean =>
    reading.enabled.has(operator) && reading.text[reading.at] === character;
  let group: QueryPart | undefined;
  let operation: 'must' | 'should' | undefined;
  let isNegated = false;
  const add = (part: QueryPart | undefined): void => {
    const clause = part && isNegated ? without(part) : part;
    isNegated = false;
    if (clause === undefined) return;
    if (group) reading.joints++;
    group = group ? joinedPart(group, clause, operation ?? (reading.isAnd ? 'must' : 'should')) : clause;
    operation = undefined;
  };
  while (reading.at < reading.text.length && reading.joints <= maxJoints) {
    if (has('PRECEDENCE', '(') && depth < deepestGroup) {
      reading.at++;
      const inner = readGroup(reading, depth + 1);
      if (has('PRECEDENCE', ')')) reading.at++;
      add(inner.kind === 'group' && inner.clauses.length === 0 ? undefined : inner);
    } else if (has('PRECEDENCE', ')') && depth > 0) break;
    else if (has('PRECEDENCE', '(') || has('PRECEDENCE', ')') || /\s/.test(reading.text[reading.at] ?? ''))
      reading.at++;
    else if (has('AND', '+')) operation = step(reading, 'must');
    else if (has('OR', '|')) operation = step(reading, 'should');
    else if (has('NOT', '-')) {
      isNegated = !isNegated;
      reading.at++;
    } else if (has('PHRASE', '"')) add(readPhrase(reading));
    else add(readWord(reading));
  }
  return group ?? { kind: 'group', clauses: [] };
}

function step<Value>(reading: Reading, value: Value): Value {
  reading.at++;
  return value;
}

function joinedPart(group: QueryPart, part: QueryPart, occurrence: 'must' | 'should'): QueryPart {
  const isSame = group.kind === 'group' && group.clauses.every((clause) => clause.occurrence === occurrence);
  // A negation is a separate group.
  const before = isSame && group.clauses.length > 1 ? group.clauses : [{ occurrence, part: group }];
  return { kind: 'group', clauses: [...before, { occurrence, part }] };
}

function without(part: QueryPart): QueryPart {
  return {
    kind: 'group',
    clauses: [
      { occurrence: 'must', part: { kind: 'everything' } },
      { occurrence: 'must-not', part },
    ],
  };
}

function readPhrase(reading: Reading): QueryPart | undefined {
  const start = ++reading.at;
  const text = readUntil(reading, (character) => character === '"');
  if (reading.at >= reading.text.length) {
    // A quote without an end is an ordinary character.
    reading.at = start;
    return undefined;
  }
  reading.at++;
  readFuzziness(reading);
  return text.trim() === '' ? undefined : { kind: 'text', text, isPhrase: true };
}

function readWord(reading: Reading): QueryPart | undefined {
  const ends: readonly (readonly [Operator, string])[] = [
    ['AND', '+'],
    ['OR', '|'],
    ['PHRASE', '"'],
    ['PRECEDENCE', '('],
    ['PRECEDENCE', ')'],
  ];
  const stops = new Set(ends.flatMap(([operator, character]) => (reading.enabled.has(operator) ? [character] : [])));
  const splits = reading.enabled.has('WHITESPACE');
  const start = reading.at;
  const text = readUntil(reading, (character) => stops.has(character) || (splits && /\s/.test(character)));
  const isWritten = text !== '' && reading.text[reading.at - 2] !== '\\';
  const [, word = text, edits] = (reading.enabled.has('FUZZY') ? /^(.+)~(\d?)$/s.exec(text) : null) ?? [];
  if (edits !== undefined && isWritten) {
    return { kind: 'text', text: word, isPhrase: false, fuzziness: edits === '' ? 2 : Number(edits) };
  }
  if (reading.enabled.has('PREFIX') && isWritten && text.length > 1 && text.endsWith('*')) {
    return { kind: 'prefix', text: text.slice(0, -1) };
  }
  if (reading.at === start) reading.at++;
  return text === '' ? undefined : { kind: 'text', text, isPhrase: false };
}

function readFuzziness(reading: Reading): void {
  const [whole = ''] = /^~\d*/.exec(reading.text.slice(reading.at, reading.at + 10)) ?? [];
  reading.at += whole.length;
}

function readUntil(reading: Reading, isEnd: (character: string) => boolean): string {
  let text = '';
  for (; reading.at < reading.text.length; reading.at++) {
    const character = reading.text[reading.at] ?? '';
    if (character === '\\' && reading.enabled.has('ESCAPE')) {
      reading.at++;
      text += reading.text[reading.at] ?? '';
    } else if (isEnd(character)) break;
    else text += character;
  }
  return text;
}
