import type { QueryContext, QueryProblem } from '@rulebook/catalogue/query-languages';
import { nearWordsOf } from '@rulebook/text/near-words';
import type { Span } from '@rulebook/text/span';
import { isColumnName, nearestColumn, slippedColumn, type Columns } from './columns';
import { functionsByName, hasSince, isOtherProduct, signatureOf, type FunctionFacts } from './functions';
import { partsOfExpression, type Binary, type Call, type Column, type Expression } from './model';
import { isNumber, isPlain, isSpanOfTime, isText, isTime, typeNames } from './types';

/** Where an expression is: which functions it may call, and which columns it may name. */
export interface Place {
  readonly text: string;
  readonly columns: Columns;
  readonly context: QueryContext;
  /** `rows`: each row by itself. `groups`: what `STATS` computes. `by`: how it groups. */
  readonly of: 'rows' | 'groups' | 'by';
  /** The query reads time series, which are aggregated twice. */
  readonly isSeries: boolean;
  readonly report: (problem: QueryProblem) => void;
}

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
      reportLeadingWildcard(expression.kind, expression.items, place);
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

/** Reports something whose type does not fit. */
export function wrongType({ report }: Place, message: string, span: Span, meant?: string): void {
  report({ kind: 'type', message, span, isRefused: true, ...(meant !== undefined && { meant }) });
}

/** Returns a type with its article. */
export function withArticle(type: string): string {
  return `${/^[aeio]/.test(type) ? 'an' : 'a'} \`${type}\``;
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

function judgeCall(call: Call, place: Place): string | undefined {
  const facts = call.name.startsWith('?') ? undefined : functionsByName().get(call.name);
  const isAggregation = facts?.kind === 'aggregation' || facts?.kind === 'series';
  const within: Place = isAggregation ? { ...place, of: 'rows' } : place;
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

/** Functions whose arguments are written otherwise than their types say: searches, and what depends on several of them. */
const notJudged = new Set(
  'match match_phrase qstr kql knn case coalesce greatest least bucket tbucket trange top mv_append mv_contains mv_slice score first last'.split(
    ' ',
  ),
);

function judgeArguments(call: Call, facts: FunctionFacts, types: readonly (string | undefined)[], place: Place): void {
  if (call.isOpen) return;
  const { args, isOpen } = facts;
  const required = args.filter(({ isOptional }) => !isOptional);
  const count = types.length;
  if (count < required.length || (!isOpen && count > args.length)) {
    wrongType(place, `\`${call.name.toUpperCase()}\` takes other arguments: \`${signatureOf(facts)}\`.`, call.span);
    return;
  }
  if (facts.name === 'round_to') reportVariable(call, place);
  if (notJudged.has(facts.name)) return;
  const filled = count === required.length ? required : args;
  call.args.forEach((arg, index) => {
    const type = types[index];
    const taken = (filled[index] ?? (isOpen ? filled.at(-1) : undefined))?.types;
    if (!isPlain(type) || taken === undefined || taken.has(type) || fitsAsText(arg, taken, facts)) return;
    const shown = [...taken].filter((one) => isPlain(one));
    wrongType(
      place,
      `\`${call.name.toUpperCase()}\` takes ${shown.length > 4 ? 'other types' : shown.map((one) => `\`${one}\``).join(' or ')} here, and this is ${withArticle(type)}.`,
      arg.span,
    );
  });
}

/** The points of `ROUND_TO` are the same for all rows. */
function reportVariable({ args }: Call, place: Place): void {
  const hasColumn = (one: Expression): boolean => one.kind === 'column' || partsOfExpression(one).some(hasColumn);
  const found = args.slice(1).find(hasColumn);
  if (found !== undefined) wrongType(place, 'The points of `ROUND_TO` are constants, not values of a row.', found.span);
}

const numeral = /^-?\d+(?:\.\d+)?$/;
const alsoText = ['datetime', 'date_nanos', 'ip', 'version', 'boolean', 'date_period', 'time_duration', 'geo_point'];

/** Constant texts are read as times, addresses and the like; numbers in them as numbers, but not by aggregations. */
function fitsAsText(arg: Expression, taken: ReadonlySet<string>, { kind }: FunctionFacts): boolean {
  if (arg.kind !== 'literal' || arg.type !== 'keyword') return false;
  if (kind === 'scalar' && [...taken].some(isNumber) && Number.isFinite(Number(arg.text || 'x'))) return true;
  return [...alsoText, 'geo_shape'].some((type) => taken.has(type));
}

function resultOf({ returns, args }: FunctionFacts, types: readonly (string | undefined)[]): string | undefined {
  const [first] = types;
  if (returns === '?') return undefined;
  if (returns === '=') {
    if (first === 'text') return 'keyword';
    return isPlain(first) && args[0]?.types?.has(first) !== false ? first : undefined;
  }
  if (returns === 'sum')
    return first === 'integer' || first === 'long' ? 'long' : first === 'double' ? 'double' : undefined;
  return returns;
}

function judgeBinary(expression: Binary, place: Place): string | undefined {
  const { operator, left, right } = expression;
  const [one, other] = [judge(left, place), judge(right, place)];
  if (operator === 'AND' || operator === 'OR') {
    mustBeCondition(left, one, place);
    return mustBeCondition(right, other, place);
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
    const isOffset =
      isSum &&
      type === 'keyword' &&
      side.kind === 'literal' &&
      (opposite === undefined || isSpanOfTime(opposite) || isTime(opposite));
    if (!isPlain(type) || isNumber(type) || isOffset || (isSum && (isTime(type) || isSpanOfTime(type)))) continue;
    wrongType(place, `\`${operator}\` calculates with numbers, and this is ${withArticle(type)}.`, side.span);
    return undefined;
  }
  if (!isPlain(one) || !isPlain(other)) return undefined;
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

/** Types that strings in the query are read as. */
const readFromText = new Set([
  'datetime',
  'date_nanos',
  'ip',
  'version',
  'boolean',
  'geo_point',
  'geo_shape',
  'cartesian_point',
  'cartesian_shape',
  'time_duration',
  'date_period',
]);

interface Sides {
  readonly left: Expression;
  readonly right: Expression;
  readonly operator: string;
}

function compare(
  { left, right, operator }: Sides,
  one: string | undefined,
  other: string | undefined,
  place: Place,
): void {
  const isNull = one === 'null' || other === 'null';
  if (isNull && operator !== 'IN' && (operator === '==' || operator === '!=')) {
    const value = other === 'null' ? left : right;
    const meant = `${place.text.slice(value.span.start, value.span.end)} IS ${operator === '!=' ? 'NOT ' : ''}NULL`;
    place.report({
      kind: 'ineffective',
      message: `A comparison with \`NULL\` is never true. Write \`IS ${operator === '!=' ? 'NOT ' : ''}NULL\`.`,
      span: { start: left.span.start, end: right.span.end },
      isRefused: false,
      meant,
    });
  }
  if (!isPlain(one) || !isPlain(other)) return;
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
    if (isTime(type) && /^(?:now\b|[A-Za-z])/.test(text.text))
      wrongType(
        place,
        `${JSON.stringify(text.text)} is not a date of the form \`2026-01-31\` or \`2026-01-31T12:00:00Z\`. For now, write \`NOW()\`, and \`NOW() - 1 day\` for a day before.`,
        text.span,
      );
    if (type === 'ip' && (/\//.test(text.text) || /[g-z ]/i.test(text.text)))
      wrongType(
        place,
        `${JSON.stringify(text.text)} is not an address.${text.text.includes('/') ? ' For a block of addresses, write `CIDR_MATCH`.' : ''}`,
        text.span,
      );
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

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function reportLeadingWildcard(kind: 'like' | 'rlike', items: readonly Expression[], { report }: Place): void {
  for (const item of items)
    if (item.kind === 'literal' && /^\*[^*]/.test(kind === 'like' ? (item.text ?? '') : ''))
      report({
        kind: 'costly',
        message:
          'A pattern with a wildcard in front is compared with every value of the field. On large indices, search a `text` field with `MATCH` instead.',
        span: item.span,
        isRefused: false,
      });
}
