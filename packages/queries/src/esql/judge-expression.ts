import type { QueryContext } from '@rulebook/catalogue/query-languages';
import { nearWordsOf } from '@rulebook/text/near-words';
import type { Span } from '@rulebook/text/span';
import { luceneExpressionProblem } from '../shared/expressions';
import { isColumnName, nearestColumn, slippedColumn } from './columns';
import { functionsByName, hasSince, isOtherProduct } from './functions';
import { judgeArguments, judgeMatch, resultOf } from './judge-arguments';
import type { Binary, Call, Column, Expression } from './model';
import { wrongType, withArticle, type Place } from './place';
import { reportNull, type Sides } from './null-comparison';
import { isNumber, isPlain, isSpanOfTime, isText, isTime, typeNames } from './types';
import { isNotASpan, misreadText } from './written-values';

/** Judges an expression, and returns its type; undefined where that is not known. */
export function judge(expression: Expression, place: Place): string | undefined {
  switch (expression.kind) {
    case 'literal':
      return expression.type;
    case 'column':
      return judgeColumn(expression, place);
    case 'call':
      return judgeCall(expression, place);
    case 'cast':
      judge(expression.value, place);
      return typeNames.get(expression.type);
    case 'is-null':
      judge(expression.value, place);
      return 'boolean';
    case 'opaque':
      for (const part of expression.parts) judge(part, place);
      return undefined;
    case 'unary': {
      const type = judge(expression.operand, place);
      if (expression.operator === 'NOT') return mustBeCondition(expression.operand, type, place);
      if (isPlain(type) && !isNumber(type) && !isSpanOfTime(type))
        wrongType(
          place,
          `\`${expression.operator}\` needs a number, and this is ${withArticle(type)}.`,
          expression.operand.span,
        );
      return type;
    }
    case 'in': {
      const type = judge(expression.value, place);
      const [first] = expression.items;
      // A list of one value is read as a comparison with it.
      if (first !== undefined && expression.items.length === 1)
        if ((type === 'null') !== (first.kind === 'literal' && first.type === 'null'))
          reportNull({ left: expression.value, right: first, operator: 'IN' }, false, place);
      for (const item of expression.items)
        compare({ left: expression.value, right: item, operator: 'IN' }, type, judge(item, place), place);
      return 'boolean';
    }
    case 'like':
    case 'rlike': {
      const type = judge(expression.value, place);
      for (const item of expression.items) judge(item, place);
      const word = expression.kind.toUpperCase();
      if (isPlain(type) && !isText(type))
        wrongType(place, `\`${word}\` compares text, and this is ${withArticle(type)}.`, expression.value.span);
      for (const item of expression.items) judgePattern(expression.kind, item, place);
      return 'boolean';
    }
    case 'binary':
      return judgeBinary(expression, place);
  }
}

/** Reports a condition that is none. */
export function mustBeCondition(expression: Expression, type: string | undefined, place: Place): 'boolean' {
  if (isPlain(type) && type !== 'boolean')
    wrongType(place, `A condition is expected here, and this is ${withArticle(type)}.`, expression.span);
  return 'boolean';
}

/** Judges the name of a column, and returns its type. */
export function judgeColumn({ name, span, isOpen }: Column, { columns, report }: Place): string | undefined {
  if (isOpen) return undefined;
  const column = columns.byName.get(name);
  if (column !== undefined) return column.type;
  const slipped = slippedColumn(name, columns);
  if (isColumnName(name, columns) !== false && slipped === undefined) return undefined;
  const command = columns.removed.get(name) ?? columns.closedBy;
  const meant = slipped ?? nearestColumn(name, columns);
  const cause =
    slipped === undefined
      ? `There is no column \`${name}\`${command === undefined ? '' : ` after \`${command}\` above`}`
      : `The mapping has no \`${name}\`, so servers refuse the query unless documents have added it`;
  report({
    kind: 'unknown-name',
    message: `${cause}${meant === undefined ? '.' : `; did you mean \`${meant}\`?`}`,
    span,
    isRefused: slipped === undefined,
    ...(meant !== undefined && { meant: /^[A-Za-z_@][\w.@]*$/.test(meant) ? meant : `\`${meant}\`` }),
  });
  return undefined;
}

/** Functions that search: where they can be, servers say by the commands in front of them. */
const searches = new Set(['match', 'match_phrase', 'qstr', 'kql']);

/** Commands behind which no function searches, and those behind which one does that looks at whole documents. */
const endSearch = new Set(['LIMIT', 'STATS']);
const endWholeSearch = new Set(['LIMIT', 'STATS', 'EVAL', 'KEEP', 'DROP', 'RENAME', 'DISSECT', 'GROK', 'MV_EXPAND']);

function judgeSearch(name: string, span: Span, { command, before, report, context }: Place): void {
  const ends = name === 'QSTR' || name === 'KQL' ? endWholeSearch : endSearch;
  // Behind `MV_EXPAND`, 8.19 searches, and 9.5 does not.
  const isNew = context.version !== undefined && context.version[0] > 8;
  const end = before.find((one) => ends.has(one) || (isNew && one === 'MV_EXPAND'));
  const isElsewhere = command === 'EVAL' || command === 'SORT' || command === 'ROW';
  if (end === undefined && !isElsewhere) return;
  report({
    kind: 'syntax',
    message: isElsewhere
      ? `\`${name}\` searches, which only \`WHERE\` and \`STATS … WHERE\` do.`
      : `\`${name}\` cannot be behind \`${end ?? ''}\`: search in front of it.`,
    span,
    isRefused: true,
  });
}

function judgeCall(call: Call, place: Place): string | undefined {
  const facts = call.name.startsWith('?') ? undefined : functionsByName().get(call.name);
  const isAggregation = facts?.kind === 'aggregation' || facts?.kind === 'series';
  // The score of a search can be computed anywhere.
  const within: Place = isAggregation
    ? { ...place, of: 'rows' }
    : call.name === 'score'
      ? { ...place, command: 'WHERE' }
      : place;
  const types = call.args.map((arg) =>
    judge(arg, isAggregation && place.isSeries ? { ...within, of: 'groups' } : within),
  );
  if (facts === undefined) {
    if (!call.name.startsWith('?')) reportUnknown(call, place);
    return undefined;
  }
  const { version } = place.context;
  if (!isOtherProduct(place.context) && hasSince(facts.since, version) === false)
    place.report({
      kind: 'version',
      message: `\`${call.name.toUpperCase()}\` exists since version ${facts.since?.join('.') ?? ''}, and the endpoint has ${version?.join('.') ?? ''}.`,
      span: call.nameSpan,
      isRefused: true,
    });
  if (isAggregation && place.of !== 'groups')
    wrongType(
      place,
      place.of === 'by'
        ? `\`${call.name.toUpperCase()}\` aggregates, and groups are made of values of single rows.`
        : `\`${call.name.toUpperCase()}\` aggregates rows, which only \`STATS\` and \`INLINE STATS\` do, one aggregation at a time.`,
      call.span,
    );
  if (facts.kind === 'group' && place.of === 'rows')
    wrongType(place, `\`${call.name.toUpperCase()}\` makes groups: it can only be behind \`BY\`.`, call.span);
  if (searches.has(facts.name)) judgeSearch(facts.name.toUpperCase(), call.nameSpan, place);
  judgeArguments(call, facts, types, place);
  return resultOf(facts, types);
}

function reportUnknown(call: Call, { report, context }: Place): void {
  const near = nearFunctions()(call.name, call.name.length < 5 ? 1 : 2);
  const least = Math.min(...near.map(({ distance }) => distance));
  const meant = near.find(({ distance }) => distance === least)?.word.toUpperCase();
  // Another version may have it.
  if (meant === undefined && !isWhollyKnown(context)) return;
  report({
    kind: 'unknown-name',
    message: `ES|QL has no function \`${call.name.toUpperCase()}\`${meant === undefined ? '.' : `; did you mean \`${meant}\`?`}`,
    span: call.nameSpan,
    isRefused: true,
    ...(meant !== undefined && { meant }),
  });
}

/** Returns whether all commands and functions of the version are known. */
export function isWhollyKnown(context: QueryContext): boolean {
  const [major, minor] = context.version ?? [0, 0];
  return !isOtherProduct(context) && (major === 8 ? minor === 19 : major === 9 && minor <= 5);
}

let near: ReturnType<typeof nearWordsOf> | undefined;
function nearFunctions(): ReturnType<typeof nearWordsOf> {
  return (near ??= nearWordsOf(functionsByName().keys()));
}

function judgeBinary(expression: Binary, place: Place): string | undefined {
  const { operator, left, right } = expression;
  const [one, other] = [judge(left, place), judge(right, place)];
  if (operator === 'AND' || operator === 'OR') {
    mustBeCondition(left, one, place);
    return mustBeCondition(right, other, place);
  }
  if (operator === ':') {
    judgeSearch(':', expression.operatorSpan, place);
    judgeMatch([one, other], right, place);
    if (right.kind === 'column' && !right.isOpen)
      wrongType(place, 'Behind `:` is a constant that is searched for, such as a text in quotes.', right.span);
  }
  if (operator === ':' || operator === '=~') return 'boolean';
  if ('+-*/%'.includes(operator)) return calculate(expression, one, other, place);
  compare(expression, one, other, place);
  return 'boolean';
}

function calculate(
  { operator, left, right }: Binary,
  one: string | undefined,
  other: string | undefined,
  place: Place,
): string | undefined {
  const isSum = operator === '+' || operator === '-';
  for (const [side, type, opposite] of [
    [left, one, other],
    [right, other, one],
  ] as const) {
    const isWritten = isSum && type === 'keyword' && side.kind === 'literal';
    const isOffset = isWritten && (opposite === undefined || isSpanOfTime(opposite));
    if (isWritten && opposite !== undefined && isTime(opposite) && side.text !== undefined) {
      const span = isNotASpan(side.text) ? '1 day' : side.text.trim();
      const meant = isNotASpan(side.text) ? undefined : span;
      wrongType(place, `A span of time is written without quotes: \`${span}\`.`, side.span, meant);
      return undefined;
    }
    if (!isPlain(type) || isNumber(type) || isOffset || (isSum && (isTime(type) || isSpanOfTime(type)))) continue;
    wrongType(place, `\`${operator}\` calculates with numbers, and this is ${withArticle(type)}.`, side.span);
    return undefined;
  }
  if (reportUnsigned({ left, right, operator }, one, other, place)) return undefined;
  if (!isPlain(one) || !isPlain(other)) return undefined;
  if (isSpanOfTime(one) && isSpanOfTime(other) && one !== other)
    wrongType(
      place,
      'Days and longer, and hours and shorter, are not summed up: write each next to the time.',
      right.span,
    );
  if (isTime(one) !== isTime(other) && (isNumber(one) || isNumber(other)))
    wrongType(
      place,
      `A number cannot be ${operator === '+' ? 'added to' : 'taken from'} a time. Write a span of time, such as \`1 day\`.`,
      (isNumber(one) ? left : right).span,
    );
  else if (isTime(one) && isTime(other))
    wrongType(
      place,
      `Times cannot be ${operator === '+' ? 'added' : 'subtracted'}. \`DATE_DIFF\` returns what lies between two.`,
      right.span,
    );
  if (isNumber(one) && isNumber(other))
    return one === 'double' || other === 'double'
      ? 'double'
      : one === 'long' || other === 'long'
        ? 'long'
        : one === 'integer' && other === 'integer'
          ? 'integer'
          : undefined;
  return isTime(one) ? one : isTime(other) ? other : undefined;
}

const numeral = /^-?\d+(?:\.\d+)?$/;

/** Types that strings in the query are read as. */
const readFromText = new Set(['datetime', 'date_nanos', 'ip', 'version', 'boolean', 'time_duration', 'date_period']);

/** Whole numbers without a sign are on both sides, or on none. */
function reportUnsigned(
  { left, right }: Sides,
  one: string | undefined,
  other: string | undefined,
  place: Place,
): boolean {
  for (const [side, type, opposite] of [
    [left, one, other],
    [right, other, one],
  ] as const) {
    if (opposite !== 'unsigned_long' || !isPlain(type) || !isNumber(type)) continue;
    wrongType(
      place,
      `An \`unsigned_long\` goes together with another one only, and this is ${withArticle(type)}: convert it by \`::unsigned_long\`.`,
      side.span,
    );
    return true;
  }
  return false;
}

function compare(
  { left, right, operator }: Sides,
  one: string | undefined,
  other: string | undefined,
  place: Place,
): void {
  if (operator !== 'IN' && (one === 'null' || other === 'null'))
    reportNull({ left, right, operator }, one === other, place);
  if (reportUnsigned({ left, right, operator }, one, other, place) || !isPlain(one) || !isPlain(other)) return;
  if (operator !== '==' && operator !== '!=' && operator !== 'IN')
    for (const [side, type] of [
      [left, one],
      [right, other],
    ] as const)
      if (type === 'boolean' || type.startsWith('geo_') || type.startsWith('cartesian_')) {
        wrongType(place, `Values of the type \`${type}\` have no order; they are only equal or not.`, side.span);
        return;
      }
  if (
    one === other ||
    (isNumber(one) && isNumber(other)) ||
    (isText(one) && isText(other)) ||
    (isTime(one) && isTime(other))
  )
    return;
  for (const [text, type] of [
    [left, other],
    [right, one],
  ] as const) {
    if (text.kind !== 'literal' || text.type !== 'keyword' || text.text === undefined || !readFromText.has(type))
      continue;
    const reason = misreadText(text.text, type);
    if (reason !== undefined)
      wrongType(place, `${JSON.stringify(text.text)} ${reason}.${instead(text.text, type)}`, text.span);
    return;
  }
  const literal = right.kind === 'literal' ? right : left.kind === 'literal' ? left : undefined;
  const [shown, wanted] = literal === left ? [one, other] : [other, one];
  const isNumeric = literal?.text !== undefined && isNumber(wanted) && numeral.test(literal.text);
  const meant = isNumeric
    ? literal.text
    : literal !== undefined && isText(wanted) && isNumber(shown)
      ? `"${place.text.slice(literal.span.start, literal.span.end)}"`
      : undefined;
  wrongType(
    place,
    `${capital(withArticle(wanted))} cannot be compared with ${withArticle(shown)}.`,
    (literal === left ? left : right).span,
    meant,
  );
}

/** What is meant by a text that is not a time, or not an address. */
function instead(text: string, type: string): string {
  if (isTime(type) && /^[A-Za-z]/.test(text)) return ' For now, write `NOW()`, and `NOW() - 1 day` for a day before.';
  return type === 'ip' && text.includes('/') ? ' For a block of addresses, write `CIDR_MATCH`.' : '';
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Judges what `LIKE` and `RLIKE` compare with. */
function judgePattern(kind: 'like' | 'rlike', item: Expression, place: Place): void {
  if (item.kind !== 'literal') return;
  const { report, context, text } = place;
  const { span, text: pattern } = item;
  if (text[span.start] === '?') {
    if (context.version?.[0] === 8)
      report({
        kind: 'version',
        message: `\`${kind.toUpperCase()}\` takes parameters in version 9, and the endpoint has ${context.version.join('.')}.`,
        span,
        isRefused: true,
      });
    else if (item.type !== 'keyword')
      wrongType(place, `\`${kind.toUpperCase()}\` compares with a text, and this is ${withArticle(item.type)}.`, span);
  }
  if (pattern === undefined) return;
  const broken =
    kind === 'rlike'
      ? luceneExpressionProblem(pattern)
      : /^(?:[^\\]|\\[*?\\])*\\(?:[^*?\\]|$)/.test(pattern)
        ? 'has a `\\` in front of a character that needs none'
        : undefined;
  if (broken !== undefined)
    report({ kind: 'syntax', message: `The pattern ${broken}: servers refuse it.`, span, isRefused: true });
  else if (kind === 'like' ? /^\*[^*]/.test(pattern) : /^\.\*[^*?]/.test(pattern))
    report({
      kind: 'costly',
      message:
        'A pattern with a wildcard in front is compared with every value of the field. On large indices, search a `text` field with `MATCH` instead.',
      span,
      isRefused: false,
    });
}
