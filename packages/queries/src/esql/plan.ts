import type { PlanColumn, PlanCommand, PlanExpression, PlanField, QueryPlan } from '@rulebook/catalogue/query-plan';
import type { Span } from '@rulebook/text/span';
import { functionsByName, type FunctionFacts } from './functions';
import type { Call, Column, Command, Expression, NamedExpression } from './model';
import { readQuery } from './read-query';
import { typeNames } from './types';

interface Planning {
  readonly text: string;
  readonly names: ReadonlyMap<string, string>;
}

/** Returns a query as data; the first mistake in its form, if it has one. */
export function planOf(text: string, names: ReadonlyMap<string, string>): QueryPlan {
  const { commands, problems } = readQuery(text);
  const [first] = problems.toSorted((a, b) => a.span.start - b.span.start);
  if (first !== undefined) {
    const isName = first.kind === 'unknown-name' && ({ isName: true } as const);
    return { kind: 'refused', message: first.message, span: first.span, ...isName };
  }
  if (commands.every(({ name }) => name === ''))
    return { kind: 'refused', message: 'The query is empty.', span: { start: 0, end: 0 } };
  const planning: Planning = { text, names };
  try {
    return { kind: 'plan', commands: commands.map((command) => commandOf(command, planning)) };
  } catch (error) {
    if (error instanceof UnknownParameter)
      return { kind: 'refused', message: `The parameter \`${error.message}\` has no value.`, span: error.span };
    throw error;
  }
}

class UnknownParameter extends Error {
  readonly span: Span;

  constructor(name: string, span: Span) {
    super(name);
    this.span = span;
  }
}

function commandOf(command: Command, planning: Planning): PlanCommand {
  const { name, span, nameSpan, sources } = command;
  return {
    ...{ name, span, nameSpan, sources },
    fields: command.fields.map((field) => fieldOf(field, planning)),
    by: command.by.map((field) => fieldOf(field, planning)),
    columns: command.columns.map((column) => columnOf(column, planning)),
    renamed: command.renamed.map(({ from, to }) => ({ from: columnOf(from, planning), to: columnOf(to, planning) })),
  };
}

function fieldOf(field: NamedExpression, planning: Planning): PlanField {
  const { name, expression, filter, isDescending = false, nulls } = field;
  const value = expressionOf(expression, planning);
  const own = name === undefined ? undefined : columnOf(name, planning);
  const written =
    value.kind === 'column' ? value.name : planning.text.slice(expression.span.start, expression.span.end);
  return {
    ...{ name: own?.name ?? written, nameSpan: own?.span ?? expression.span, value, isDescending },
    ...(filter && { filter: expressionOf(filter, planning) }),
    ...(nulls && { nulls }),
  };
}

function columnOf({ name, span, isOpen }: Column, { text, names }: Planning): PlanColumn {
  const written = text.slice(span.start, span.end);
  if (!isOpen || !written.includes('?')) return { name, isPattern: isOpen, span };
  const own = written
    .split('.')
    .map((part) => {
      if (!part.startsWith('?')) return part;
      const found = names.get(part.replace(/^\?+/, ''));
      if (found === undefined) throw new UnknownParameter(part, span);
      return found;
    })
    .join('.');
  return { name: own, isPattern: false, span };
}

function expressionOf(expression: Expression, planning: Planning): PlanExpression {
  const { span } = expression;
  const of = (one: Expression): PlanExpression => expressionOf(one, planning);
  switch (expression.kind) {
    case 'column':
      return { kind: 'column', name: columnOf(expression, planning).name, span };
    case 'literal':
      return literalOf(expression);
    case 'call':
      return callOf(expression, planning);
    case 'unary':
      if (expression.operator === '+') return of(expression.operand);
      return { kind: expression.operator === 'NOT' ? 'not' : 'negative', value: of(expression.operand), span };
    case 'binary': {
      const { operator, left, right } = expression;
      return { kind: 'binary', operator, left: of(left), right: of(right), span };
    }
    case 'in':
    case 'like':
    case 'rlike': {
      const { kind, value, items, isNegated = false } = expression;
      return { kind, value: of(value), items: items.map(of), isNegated, span };
    }
    case 'is-null':
      return { kind: 'is-null', value: of(expression.value), isNegated: expression.isNegated === true, span };
    case 'cast':
      return {
        kind: 'cast',
        value: of(expression.value),
        type: typeNames.get(expression.type) ?? expression.type,
        span,
      };
    case 'opaque':
      if (expression.form === 'list') return { kind: 'list', items: expression.parts.map(of), span };
      if (expression.form === 'parameter') return { kind: 'parameter', name: expression.name ?? '', span };
      return { kind: 'other', what: 'a query in a query, or a chain of more than 300 operators', span };
  }
}

function literalOf(literal: Extract<Expression, { readonly kind: 'literal' }>): PlanExpression {
  const { type, text, raw = '', unit, span, isNegative = false } = literal;
  if (text !== undefined) return { kind: 'literal', type, value: text, span };
  if (type === 'null') return { kind: 'literal', type, value: null, span };
  if (type === 'boolean') return { kind: 'literal', type, value: raw.toLowerCase() === 'true', span };
  const amount = isNegative ? -Number(raw) : Number(raw);
  if (unit !== undefined && (type === 'time_duration' || type === 'date_period'))
    return { kind: 'period', type, amount, unit, span };
  return { kind: 'literal', type, value: amount, span };
}

function callOf(call: Call, planning: Planning): PlanExpression {
  const { name, nameSpan, args, span, isOpen, isStar = false } = call;
  const written = planning.text.slice(nameSpan.start, nameSpan.end);
  if (written.startsWith('?') || (isOpen && !isStar))
    return { kind: 'other', what: `\`${written.toUpperCase()}\` with options`, span };
  const facts = functionsByName().get(name);
  return {
    ...{ kind: 'call', name: written, span },
    ...(facts && { facts: factsOf(facts) }),
    args: args.map((one) => expressionOf(one, planning)),
  };
}

function factsOf({
  name,
  kind,
  since,
  returns,
  args,
  isOpen,
}: FunctionFacts): Extract<PlanExpression, { readonly kind: 'call' }>['facts'] {
  return {
    ...{ name, kind, returns, isOpen },
    ...(since && { since }),
    args: args.map(({ isOptional, types }) => ({ isOptional, ...(types && { types: [...types] }) })),
  };
}
