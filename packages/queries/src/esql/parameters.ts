import type { QueryContext, QueryParam, QueryProblem, QueryToken } from '@rulebook/catalogue/query-languages';
import { count } from '@rulebook/text/count';
import { nearest } from '@rulebook/text/edit-distance';
import type { Span } from '@rulebook/text/span';
import { isOtherProduct } from './functions';
import type { Column, Command, Expression, NamedExpression, Query } from './model';
import { numberType } from './types';

/** What a parameter is given as. */
interface Given {
  /** The place of its value among all. */
  readonly index: number;
  readonly kind: 'value' | 'identifier' | 'pattern';
  /** The value; undefined where it is not known. */
  readonly value: unknown;
  readonly written?: string | undefined;
}

/** Says what is wrong with the parameters of a query, and returns the query with their values in their place. */
export function withParameters(
  query: Query,
  text: string,
  context: QueryContext,
  report: (problem: QueryProblem) => void,
): Query {
  const { params } = context;
  // Behind a mistake, not every parameter is read.
  if (params === undefined || query.problems.length > 0 || isOtherProduct(context)) return query;
  const uses = query.tokens.filter(({ kind }) => kind === 'parameter');
  if (!areReadable(params, context, report) || !areOfOneKind(uses, text, report)) return query;
  const given = new Map<number, Given>();
  const used = new Set<number>();
  let unnamed = 0;
  for (const { span } of uses) {
    const name = text.slice(span.start, span.end).replace(/^\?\??/, '');
    const index = name === '' ? unnamed++ : /^\d/.test(name) ? Number(name) - 1 : indexOf(name, params);
    const param = params[index];
    if (param === undefined) report(missing(name, params, span));
    else {
      used.add(index);
      given.set(span.start, givenBy(param, index));
    }
  }
  // One that is not used is meant by one that is not given.
  const areGiven = uses.every(({ span }) => given.has(span.start));
  for (const [index, { name }] of areGiven ? params.entries() : [])
    if (!used.has(index) && !(name !== undefined && indexOf(name, params) !== index))
      report({
        kind: 'unneeded',
        message: `Nothing in the query is ${name === undefined ? 'a parameter for this value' : `\`?${name}\``}.`,
        span: query.commands[0]?.nameSpan ?? { start: 0, end: text.length },
        isRefused: false,
        param: index,
      });
  return { ...query, commands: query.commands.map((command) => inCommand(command, { given, text, report })) };
}

/** Of values with one name, the last one holds. */
function indexOf(name: string, params: readonly QueryParam[]): number {
  return params.findLastIndex((param) => param.name === name);
}

/** Returns whether servers read the values: those with a name, or those without, and lists since version 9. */
function areReadable(
  params: readonly QueryParam[],
  { version }: QueryContext,
  report: (problem: QueryProblem) => void,
): boolean {
  const isNamed = params[0]?.name !== undefined;
  const say = (param: number, message: string, kind: QueryProblem['kind'] = 'syntax'): false => {
    report({ kind, message, span: { start: 0, end: 0 }, isRefused: true, param });
    return false;
  };
  let areRead = true;
  for (const [index, { name, value }] of params.entries()) {
    if (name === undefined && typeof value === 'object' && value !== null && !Array.isArray(value))
      areRead = say(index, 'A parameter with a name is an object with one member, such as `{ "name": 5 }`.');
    else if ((name !== undefined) !== isNamed) areRead = say(index, 'Either all parameters have a name, or none.');
    else if (isUnread(value))
      areRead = say(
        index,
        'A parameter is a value, a list of values of one type, or an object with `value`, `identifier` or `pattern`.',
      );
    else if (name !== undefined && !/^[A-Za-z_]\w*$/.test(name))
      areRead = say(index, 'The name of a parameter has letters, digits and `_` only, and no digit in front.');
    else if (Array.isArray(value) && version?.[0] === 8)
      areRead = say(index, 'Lists are values of parameters since version 9, and the endpoint has 8.', 'version');
  }
  return areRead;
}

/** Returns whether no server reads something as the value of a parameter. */
function isUnread(value: unknown): boolean {
  if (Array.isArray(value)) return new Set(value.map((one) => (one === null ? 'null' : typeof one))).size > 1;
  if (typeof value !== 'object' || value === null) return false;
  return !['identifier', 'pattern', 'value'].some((kind) => kind in value);
}

function areOfOneKind(uses: readonly QueryToken[], text: string, report: (problem: QueryProblem) => void): boolean {
  const kindOf = ({ span }: QueryToken): string => {
    const name = text.slice(span.start, span.end).replace(/^\?\??/, '');
    return name === '' ? 'without a name' : /^\d/.test(name) ? 'with a number' : 'with a name';
  };
  const [first] = uses;
  const other = first && uses.find((use) => kindOf(use) !== kindOf(first));
  if (first === undefined || other === undefined) return true;
  report({
    kind: 'syntax',
    message: `The parameters of a query are all of one kind: the first one is ${kindOf(first)}, and this one ${kindOf(other)}.`,
    span: other.span,
    isRefused: true,
  });
  return false;
}

function missing(name: string, params: readonly QueryParam[], span: Span): QueryProblem {
  const names = params.flatMap((param) => param.name ?? []);
  const meant = name === '' || /^\d/.test(name) ? undefined : nearest(name, names);
  const said =
    name === ''
      ? `\`params\` has ${count(params.length, 'value')}, and this is one more parameter`
      : /^\d/.test(name)
        ? `\`params\` has ${count(params.length, 'value')}, and the first one is \`?1\``
        : `\`params\` has no value with the name \`${name}\``;
  return {
    kind: 'unknown-name',
    message: `${said}${meant === undefined ? '.' : `; did you mean \`${meant}\`?`}`,
    span: meant === undefined ? span : { start: span.end - name.length, end: span.end },
    isRefused: true,
    ...(meant !== undefined && { meant }),
  };
}

function givenBy({ value, written }: QueryParam, index: number): Given {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { index, kind: 'value', value, written };
  for (const kind of ['identifier', 'pattern', 'value'] as const)
    if (kind in value) return { index, kind, value: Object.entries(value).find(([key]) => key === kind)?.[1] };
  return { index, kind: 'value', value: undefined };
}

interface Values {
  readonly given: ReadonlyMap<number, Given>;
  readonly text: string;
  readonly report: (problem: QueryProblem) => void;
}

function inCommand(command: Command, values: Values): Command {
  const named = (fields: readonly NamedExpression[]): readonly NamedExpression[] =>
    fields.map(({ name, expression, filter }) => ({
      ...(name && { name: inColumn(name, values) }),
      expression: inExpression(expression, values),
      ...(filter && { filter: inExpression(filter, values) }),
    }));
  return {
    ...command,
    fields: named(command.fields),
    by: named(command.by),
    columns: command.columns.map((column) => inColumn(column, values)),
    renamed: command.renamed.map(({ from, to }) => ({ from: inColumn(from, values), to: inColumn(to, values) })),
    branches: command.branches.map((branch) => branch.map((one) => inCommand(one, values))),
  };
}

/** A column whose name has parameters in it. */
function inColumn(column: Column, values: Values): Column {
  const { name, span } = column;
  if (!name.includes('?')) return column;
  const written = values.text.slice(span.start, span.end);
  let isKnown = true;
  let isPattern = false;
  const parts = [...written.matchAll(/`(?:[^`]|``)*`|\?\??\w*|[^.`?]+/g)].map((match) => {
    if (!match[0].startsWith('?')) return match[0].replaceAll('`', '');
    const given = values.given.get(span.start + match.index);
    if (given !== undefined) mustBeName(match[0], given, span, values);
    isPattern ||= given?.kind === 'pattern';
    if (typeof given?.value !== 'string') isKnown = false;
    return String(given?.value);
  });
  return isKnown ? { ...column, name: parts.join('.'), isOpen: isPattern } : column;
}

/** Reports a value where a name is expected. */
function mustBeName(written: string, { kind, value }: Given, span: Span, { report }: Values): void {
  if (kind !== 'value' || value === undefined || written.startsWith('??')) return;
  report({
    kind: 'type',
    message: `\`${written}\` is a value, and a name is expected here: write \`?${written}\`.`,
    span,
    isRefused: true,
    meant: `?${written}`,
  });
}

function inExpression(expression: Expression, values: Values): Expression {
  const inside = (one: Expression): Expression => inExpression(one, values);
  switch (expression.kind) {
    case 'column':
      return inColumn(expression, values);
    case 'call': {
      const args = expression.args.map(inside);
      const given = values.given.get(expression.nameSpan.start);
      if (given !== undefined) mustBeName(expression.name, given, expression.nameSpan, values);
      const name = given?.value;
      if (!expression.name.startsWith('?') || typeof name !== 'string') return { ...expression, args };
      return { ...expression, args, name: name.toLowerCase(), isOpen: false };
    }
    case 'unary':
      return { ...expression, operand: inside(expression.operand) };
    case 'binary':
      return { ...expression, left: inside(expression.left), right: inside(expression.right) };
    case 'in':
    case 'like':
    case 'rlike':
      return { ...expression, value: inside(expression.value), items: expression.items.map(inside) };
    case 'is-null':
    case 'cast':
      return { ...expression, value: inside(expression.value) };
    case 'opaque':
      return expression.form === 'parameter'
        ? valueOf(expression, values)
        : { ...expression, parts: expression.parts.map(inside) };
    default:
      return expression;
  }
}

/** Returns the literal that a parameter stands for, or the column; the parameter itself where that is not known. */
function valueOf(expression: Expression, { given }: Values): Expression {
  const { span } = expression;
  const found = given.get(span.start);
  if (found?.kind === 'identifier' && typeof found.value === 'string')
    return { kind: 'column', name: found.value, span, isOpen: false };
  const value: unknown = Array.isArray(found?.value) ? found.value[0] : found?.value;
  const isList = Array.isArray(found?.value);
  switch (found?.kind === 'value' ? typeof value : 'undefined') {
    case 'string':
      return { kind: 'literal', type: 'keyword', span, ...(!isList && { text: String(value) }) };
    case 'boolean':
      return { kind: 'literal', type: 'boolean', span };
    case 'number': {
      const written = found?.written ?? String(value);
      return { kind: 'literal', type: numberType(written), span, written };
    }
    default:
      return value === null && found?.kind === 'value'
        ? { kind: 'literal', type: 'null', span, written: 'NULL' }
        : expression;
  }
}
