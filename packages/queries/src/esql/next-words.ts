import type { QueryOffer } from '@rulebook/catalogue/query-languages';
import type { Piece } from './scanner';
import type { Spot } from './spot';
import { isNumber, isText, isTime } from './types';

/** Returns the type of what is written there, as far as it is known. */
export type TypeOf = (pieces: readonly Piece[]) => string | undefined;

const comparisons = new Set(['==', '!=', '<', '<=', '>', '>=', '=~', ':']);
const tests = new Set(['IN', 'IS', 'LIKE', 'RLIKE']);

/** Words with a blank behind them, where something else is written next. */
function words(list: string, rank: number): readonly QueryOffer[] {
  return list.split(',').map((label) => ({ label, kind: 'keyword', insert: `${label} `, rank, isBegun: true }));
}

/** Words that nothing has to follow. */
function lastWords(list: string, rank: number): readonly QueryOffer[] {
  return list.split(',').map((label) => ({ label, kind: 'keyword', rank }));
}

function operators(list: string, rank: number): readonly QueryOffer[] {
  return list.split(' ').map((label) => {
    const detail = meanings[label];
    return {
      label,
      kind: 'operator',
      insert: `${label} `,
      rank,
      isBegun: true,
      ...(detail !== undefined && { detail }),
    };
  });
}

const meanings: Readonly<Record<string, string>> = {
  '==': 'is',
  '!=': 'is not',
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is greater than',
  '>=': 'is at least',
  ':': 'has the words',
  '=': 'the name of what follows',
};

/** The next command. */
export const pipe: QueryOffer = {
  ...{ label: '|', kind: 'operator', insert: '| ', isBegun: true, rank: 3 },
  detail: 'the next command',
};

/** Returns what can follow a value in a command that computes or tests. */
export function behindValue(command: string, spot: Spot, typeOf: TypeOf): readonly QueryOffer[] {
  const isOutside = spot.open.length === 0;
  const end = isOutside ? [pipe] : [];
  const inCondition = command === 'WHERE' || spot.clause === 'WHERE' || spot.open.at(-1)?.name === 'case';
  if (inCondition) return [...afterOperand(spot, typeOf), ...end];
  if (!isOutside) return arithmetic(spot, typeOf);
  const isName = spot.field.length === 1 && spot.field[0]?.kind !== 'number' && spot.field[0]?.kind !== 'string';
  switch (command) {
    case 'EVAL':
    case 'ROW':
      if (isName) return operators('=', 0);
      return [...arithmetic(spot, typeOf), pipe];
    case 'STATS':
    case 'INLINE STATS':
    case 'INLINESTATS':
      if (spot.clause === 'BY') return isName ? [{ ...pipe, rank: 0 }, ...operators('=', 3)] : [{ ...pipe, rank: 0 }];
      return isName && spot.last?.text !== ')'
        ? operators('=', 0)
        : [...words('BY', 0), ...words('WHERE', 1), { ...pipe, rank: 1 }];
    case 'SORT':
      return afterOrder(spot);
    default:
      return [{ ...pipe, rank: 0 }];
  }
}

function afterOrder({ last }: Spot): readonly QueryOffer[] {
  const word = last?.text.toUpperCase();
  if (word === 'FIRST' || word === 'LAST') return [{ ...pipe, rank: 0 }];
  if (word === 'ASC' || word === 'DESC') return [{ ...pipe, rank: 0 }, ...lastWords('NULLS FIRST,NULLS LAST', 1)];
  return [...lastWords('DESC,ASC', 0), { ...pipe, rank: 1 }, ...lastWords('NULLS FIRST,NULLS LAST', 2)];
}

/** In a condition: a test of the value, or what joins it with another condition. */
function afterOperand(spot: Spot, typeOf: TypeOf): readonly QueryOffer[] {
  const { condition } = spot;
  const test = condition.findIndex(
    ({ kind, text }) =>
      (kind === 'operator' && comparisons.has(text)) || (kind === 'word' && tests.has(text.toUpperCase())),
  );
  const type = typeOf(test < 0 ? condition : condition.slice(0, test));
  const joins = words('AND,OR', test >= 0 || type === 'boolean' ? 0 : 2);
  if (test >= 0) return [...joins, ...(type !== undefined && isTime(type) ? operators('- +', 2) : [])];
  const isShape = type?.startsWith('geo_') === true;
  const isWritten = type !== undefined && isText(type);
  return [
    ...operators(type === 'boolean' || isShape ? '== !=' : isWritten ? '== != : < <= > >=' : '== != < <= > >=', 1),
    ...words(type === undefined || isWritten ? 'LIKE,RLIKE,IN' : 'IN', 1),
    ...lastWords('IS NOT NULL,IS NULL', 1),
    ...joins,
  ];
}

function arithmetic({ condition }: Spot, typeOf: TypeOf): readonly QueryOffer[] {
  const type = typeOf(condition);
  if (type !== undefined && isTime(type)) return operators('- +', 1);
  return type === undefined || isNumber(type) ? operators('+ - * /', 1) : [];
}

/** Returns what the last word asks for, such as `NULL` behind `IS`; undefined where it asks for a value. */
export function afterWord({ last, before }: Spot): readonly QueryOffer[] | undefined {
  const word = last?.kind === 'word' ? last.text.toUpperCase() : '';
  switch (word) {
    case 'IS':
      return lastWords('NULL,NOT NULL', 0);
    case 'IN':
      return [{ label: '( … )', kind: 'operator', insert: '($1)$0', rank: 0, isBegun: true }];
    case 'LIKE':
      return [text('"*$1*"$0', 'a pattern with `*` and `?`')];
    case 'RLIKE':
      return [text('"$1"$0', 'a regular expression')];
    case 'NULLS':
      return lastWords('FIRST,LAST', 0);
    case 'NOT': {
      const front = before?.kind === 'word' ? before.text.toUpperCase() : '';
      if (front === 'IS') return lastWords('NULL', 0);
      const isTest = before !== undefined && before.text !== '(' && !['AND', 'OR', 'WHERE', 'NOT'].includes(front);
      return isTest ? words('IN,LIKE,RLIKE', 0) : undefined;
    }
    default:
      return undefined;
  }
}

function text(insert: string, detail: string): QueryOffer {
  return {
    label: insert.replace('$1', '…').replace('$0', '').replaceAll('*', ''),
    kind: 'string',
    insert,
    detail,
    rank: 0,
  };
}

const times: readonly (readonly [insert: string, detail: string])[] = [
  ['NOW()', 'this moment'],
  ['NOW() - 1 hour', 'an hour ago'],
  ['NOW() - 1 day', 'a day ago'],
];

/** Returns the values that something of a type is compared with. */
export function valuesOf(type: string | undefined): readonly QueryOffer[] {
  if (type === undefined) return [];
  if (type === 'boolean') return lastWords('true,false', 0);
  if (isTime(type))
    return [
      ...times.map(([label, detail]): QueryOffer => ({ label, kind: 'function', detail, rank: 0 })),
      { label: '"2026-01-31"', kind: 'string', insert: '"${0:2026-01-31}"', detail: 'a day', rank: 0 },
    ];
  return isText(type) || type === 'ip' || type === 'version' ? [text('"$1"$0', type)] : [];
}

/** Returns spans of time, where one is meant. */
export function spansOfTime(): readonly QueryOffer[] {
  return ['1 hour', '1 day', '1 minute', '1 week', '1 month'].map((label) => ({ label, kind: 'number', rank: 0 }));
}

/** Returns whether a span of time is what is added or taken away here. */
export function asksForSpan({ last, before, condition }: Spot, typeOf: TypeOf): boolean {
  if (last?.text !== '-' && last?.text !== '+') return false;
  const isNow = before?.text === ')' && condition.some(({ text }) => /^now$/i.test(text));
  return isNow || isTime(typeOf(condition.slice(0, -1)) ?? '');
}

/** Returns what a number is followed by where a span of time is meant. */
export function unitsBehind({ last, before }: Spot): readonly QueryOffer[] {
  if (last?.kind !== 'number' || !/^\d+$/.test(last.text)) return [];
  const asks = before !== undefined && /^[-+,(]$/.test(before.text);
  return asks ? lastWords(last.text === '1' ? 'day,hour,minute,week,month' : 'days,hours,minutes,weeks,months', 0) : [];
}

/** Returns the comparison that a value is the other side of: the pieces in front of its operator. */
export function comparedWith({ condition, open }: Spot): readonly Piece[] | undefined {
  const among = open.at(-1)?.among;
  if (among !== undefined) return among;
  const last = condition.at(-1);
  if (last?.kind !== 'operator' || !comparisons.has(last.text)) return undefined;
  return condition.slice(0, -1);
}
