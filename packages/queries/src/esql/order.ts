import type { QueryProblem } from '@rulebook/catalogue/query-languages';
import { partsOfExpression, type Column, type Command, type Expression } from './model';

/** Commands that use up an order, or do not need it: what was sorted before is no longer asked for. */
const endsOrder = new Set(['LIMIT', 'STATS', 'SORT', 'FORK']);

/** Commands behind which rows with an order cannot be cut any more, as servers of 8.19 and 9.5 say. */
const cuts = new Set(['WHERE', 'SAMPLE']);

/**
 * Reports commands in an order that servers refuse, or in which one of them does nothing: a sort without a limit, whose rows are then multiplied
 * and filtered, and `INLINE STATS` behind a limit.
 */
export function judgeOrder(
  commands: readonly Command[],
  major: number | undefined,
  report: (problem: QueryProblem) => void,
): void {
  let sort:
    | { readonly command: Command; readonly expanded: Set<string>; isJoined: boolean; isMultiplied: boolean }
    | undefined;
  let limit: Command | undefined;
  const dropped = ordersDropped(commands);
  for (const [index, command] of commands.entries()) {
    const { name, nameSpan } = command;
    if (command.isOpen && name !== 'ENRICH') return;
    if (name === 'LIMIT' || name === 'FORK') limit ??= command;
    if ((name === 'INLINE STATS' || name === 'INLINESTATS') && limit !== undefined)
      report({
        kind: 'syntax',
        message: `\`INLINE STATS\` cannot be behind \`${limit.name}\`: aggregate first.`,
        span: nameSpan,
        isRefused: true,
      });
    if (endsOrder.has(name)) {
      if (sort?.isJoined === true && name !== 'SORT' && name !== 'STATS') reportLost(sort.command, report);
      sort = name === 'SORT' ? { command, expanded: new Set(), isJoined: false, isMultiplied: false } : undefined;
      continue;
    }
    if (sort === undefined) continue;
    if (name === 'MV_EXPAND') {
      sort.isMultiplied = true;
      for (const column of command.columns) sort.expanded.add(column.name);
    } else if (name === 'LOOKUP JOIN') {
      sort.isJoined = true;
    }
    follow(command, sort.expanded);
    if (!sort.isMultiplied || !cuts.has(name) || dropped[index] === true) continue;
    const isCut =
      major === 8 || name === 'SAMPLE' || command.fields.some(({ expression }) => names(expression, sort?.expanded));
    const isConstant = name === 'WHERE' && command.fields.every(({ expression }) => !hasColumn(expression));
    if (!isCut || isConstant) continue;
    report({
      kind: 'syntax',
      message:
        'Servers sort before rows are multiplied and filtered only with a `LIMIT` behind the `SORT`; or sort at the end.',
      span: sort.command.nameSpan,
      isRefused: true,
    });
    return;
  }
  if (sort?.isJoined === true) reportLost(sort.command, report);
}

function reportLost({ nameSpan }: Command, report: (problem: QueryProblem) => void): void {
  report({
    kind: 'ineffective',
    message: '`LOOKUP JOIN` does not keep an order: sort behind it.',
    span: nameSpan,
    isRefused: false,
  });
}

/** Names that stand for an expanded column, too. */
function follow({ name, renamed, fields }: Command, expanded: Set<string>): void {
  for (const { from, to } of renamed) if (expanded.has(from.name)) expanded.add(to.name);
  if (name !== 'EVAL') return;
  for (const field of fields)
    if (field.name !== undefined && names(field.expression, expanded)) expanded.add(field.name.name);
}

function names(expression: Expression, columns: ReadonlySet<string> | undefined): boolean {
  if (expression.kind === 'column') return columns?.has(expression.name) === true;
  return partsOfExpression(expression).some((part) => names(part, columns));
}

function hasColumn(expression: Expression): boolean {
  return expression.kind === 'column' || partsOfExpression(expression).some(hasColumn);
}

/** Returns for each command whether a later one sorts anew, or needs no order. */
function ordersDropped(commands: readonly Command[]): readonly boolean[] {
  const found: boolean[] = [];
  let isDropped = false;
  for (const { name, isOpen } of [...commands].reverse()) {
    found.push(isDropped);
    if (endsOrder.has(name) || isOpen) isDropped = name !== 'LIMIT';
  }
  return found.reverse();
}

/** Reports a name that one command gives to several columns: only the last one remains. */
export function judgeTwice({ fields, by }: Command, report: (problem: QueryProblem) => void): void {
  const seen = new Map<string, Column>();
  for (const { name } of [...fields, ...by]) {
    if (name === undefined || name.isOpen) continue;
    const earlier = seen.get(name.name);
    if (earlier !== undefined)
      report({
        kind: 'ineffective',
        message: `\`${name.name}\` is computed again by this \`STATS\`, and only the last one remains.`,
        span: earlier.span,
        isRefused: false,
      });
    seen.set(name.name, name);
  }
}
