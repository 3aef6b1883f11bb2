import { nodesOf } from './axes';
import type { BinaryOperator, Expression, NodeTest, Step } from './xpath-expression';
import { xpathFunctions, type XpathContext } from './xpath-functions';
import type { XmlNode } from './xml-tree';
import { textOfXml, toBoolean, toNumber, toText, type Meter, type XpathValue } from './xpath-values';

/** An XPath that takes more steps than this with a document is not evaluated. */
export const maxSteps = 3_000_000;

/** What is thrown where an evaluation takes too many steps. */
class TooManySteps extends Error {}

/** Returns what an XPath comes to at a document; undefined where that takes too many steps. */
export function evaluateXpath(
  expression: Expression,
  document: XmlNode,
): { readonly value: XpathValue; readonly textOf: (node: XmlNode) => string } | undefined {
  let left = maxSteps;
  const meter: Meter = {
    spend: (steps) => {
      left -= steps;
      if (left < 0) throw new TooManySteps();
    },
    texts: new Map(),
  };
  try {
    const value = valueOf(expression, { node: document, position: 1, size: 1, meter });
    const texts = typeof value === 'object' ? new Map(value.map((node) => [node, textOfXml(node, meter)])) : new Map();
    return { value, textOf: (node) => texts.get(node) ?? '' };
  } catch (problem) {
    if (problem instanceof TooManySteps) return undefined;
    throw problem;
  }
}

function valueOf(expression: Expression, context: XpathContext): XpathValue {
  const { meter } = context;
  meter.spend(1);
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'negative':
      return -toNumber(valueOf(expression.of, context), meter);
    case 'call': {
      const given = expression.given.map((one) => valueOf(one, context));
      for (const one of given) if (typeof one === 'object') meter.spend(one.length);
      return xpathFunctions.get(expression.name)?.call(given, context) ?? '';
    }
    case 'binary':
      return combined(expression.operator, expression.left, expression.right, context);
    case 'path':
      return nodesAt(expression, context);
  }
}

function combined(operator: BinaryOperator, left: Expression, right: Expression, context: XpathContext): XpathValue {
  const { meter } = context;
  const number = (of: Expression) => toNumber(valueOf(of, context), meter);
  switch (operator) {
    case 'or':
      return toBoolean(valueOf(left, context)) || toBoolean(valueOf(right, context));
    case 'and':
      return toBoolean(valueOf(left, context)) && toBoolean(valueOf(right, context));
    case '|':
      return inOrder([...nodesIn(valueOf(left, context)), ...nodesIn(valueOf(right, context))], meter);
    case '+':
      return number(left) + number(right);
    case '-':
      return number(left) - number(right);
    case '*':
      return number(left) * number(right);
    case 'div':
      return number(left) / number(right);
    case 'mod':
      return number(left) % number(right);
    default:
      return isSo(operator, valueOf(left, context), valueOf(right, context), meter);
  }
}

/** Compares two values; of several nodes, it is enough that one of them fits. */
function isSo(
  operator: '=' | '!=' | '<' | '<=' | '>' | '>=',
  left: XpathValue,
  right: XpathValue,
  meter: Meter,
): boolean {
  const isEquality = operator === '=' || operator === '!=';
  if (typeof left === 'boolean' || typeof right === 'boolean') {
    const [one, other] = [toBoolean(left), toBoolean(right)];
    return isEquality ? (one === other) === (operator === '=') : isInOrder(operator, Number(one), Number(other));
  }
  if (isEquality && typeof left !== 'number' && typeof right !== 'number') {
    const [some, others] = [textsOf(left, meter), textsOf(right, meter)];
    if (operator === '=') return [...some].some((text) => others.has(text));
    return some.size > 0 && others.size > 0 && (some.size > 1 || others.size > 1 || !others.has([...some][0] ?? ''));
  }
  const [some, others] = [numbersOf(left, meter), numbersOf(right, meter)];
  if (isEquality) return some.some((one) => others.some((other) => (one === other) === (operator === '=')));
  // The outermost ones say it for all of them.
  const [low, high] = [some.filter(isNumber), others.filter(isNumber)];
  if (low.length === 0 || high.length === 0) return false;
  return operator.startsWith('<')
    ? isInOrder(operator, least(low), most(high))
    : isInOrder(operator, most(low), least(high));
}

function isInOrder(operator: string, one: number, other: number): boolean {
  if (operator === '<') return one < other;
  if (operator === '<=') return one <= other;
  return operator === '>' ? one > other : one >= other;
}

function isNumber(value: number): boolean {
  return !Number.isNaN(value);
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Infinity);
}

function most(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), -Infinity);
}

function textsOf(value: XpathValue, meter: Meter): ReadonlySet<string> {
  return new Set(typeof value === 'object' ? value.map((node) => textOfXml(node, meter)) : [toText(value, meter)]);
}

function numbersOf(value: XpathValue, meter: Meter): readonly number[] {
  if (typeof value !== 'object') return [toNumber(value, meter)];
  meter.spend(value.length);
  return [...new Set(value.map((node) => toNumber([node], meter)))];
}

function nodesIn(value: XpathValue): readonly XmlNode[] {
  return typeof value === 'object' ? value : [];
}

function nodesAt(path: Extract<Expression, { kind: 'path' }>, context: XpathContext): readonly XmlNode[] {
  const { meter, node } = context;
  let nodes: readonly XmlNode[];
  if (path.from === 'document') nodes = [documentOf(node)];
  else if (path.from === 'node') nodes = [node];
  else nodes = nodesIn(valueOf(path.from, context));
  for (const predicate of path.predicates) nodes = filtered(nodes, predicate, meter);
  for (const step of path.steps) nodes = stepFrom(nodes, step, meter);
  return nodes;
}

function documentOf(node: XmlNode): XmlNode {
  let at = node;
  while (at.parent !== undefined) at = at.parent;
  return at;
}

function stepFrom(nodes: readonly XmlNode[], { axis, test, predicates }: Step, meter: Meter): readonly XmlNode[] {
  const found: XmlNode[] = [];
  for (const node of nodes) {
    let some: readonly XmlNode[];
    const fitting: XmlNode[] = [];
    for (const one of nodesOf(axis, node)) {
      meter.spend(1);
      if (fits(one, test, axis === 'attribute')) fitting.push(one);
    }
    some = fitting;
    for (const predicate of predicates) some = filtered(some, predicate, meter);
    for (const one of some) found.push(one);
  }
  return inOrder(found, meter);
}

/** Returns each node once, in the order of the document. */
function inOrder(nodes: XmlNode[], meter: Meter): readonly XmlNode[] {
  meter.spend(nodes.length);
  if (nodes.every((node, index) => index === 0 || (nodes[index - 1]?.order ?? 0) < node.order)) return nodes;
  return [...new Set(nodes)].sort((a, b) => a.order - b.order);
}

function filtered(nodes: readonly XmlNode[], predicate: Expression, meter: Meter): readonly XmlNode[] {
  const size = nodes.length;
  // Only one of them is at a place that is written.
  if (predicate.kind === 'literal' && typeof predicate.value === 'number') {
    const only = nodes[predicate.value - 1];
    return only === undefined ? [] : [only];
  }
  return nodes.filter((node, index) => {
    const value = valueOf(predicate, { node, position: index + 1, size, meter });
    return typeof value === 'number' ? value === index + 1 : toBoolean(value);
  });
}

function fits(node: XmlNode, test: NodeTest, isAttribute: boolean): boolean {
  if (test.of === 'name') {
    if (node.kind !== (isAttribute ? 'attribute' : 'element')) return false;
    return (
      test.name === '*' ||
      test.name === node.name ||
      (test.name.endsWith(':*') && node.name.startsWith(test.name.slice(0, -1)))
    );
  }
  switch (test.kind) {
    case 'node':
      return true;
    case 'text':
      return node.kind === 'text';
    case 'comment':
      return node.kind === 'comment';
    case 'processing-instruction':
      return node.kind === 'instruction' && (test.name === undefined || test.name === node.name);
  }
}
