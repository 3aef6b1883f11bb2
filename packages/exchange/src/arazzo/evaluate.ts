import { selectPaths } from '@rulebook/json/select-paths';
import { patternOf } from '@rulebook/text/patterns';
import { createXmlSelector, markupKindOf } from '@rulebook/xml/select-xml';
import { parseCondition, type Condition } from './conditions';
import { piecesOf } from './expressions';
import type { Criterion } from './read-arazzo';
import { resolveExpression, resolveValue, valueAt, type Resolved, type Scope } from './references';

type Fields = readonly (readonly [name: string, value: string])[];

/** What was sent and received for a step. */
export interface StepExchange {
  readonly request: { readonly method: string; readonly url: string; readonly headers: Fields; readonly body: string };
  readonly response: { readonly status: number; readonly headers: Fields; readonly body: string };
}

/** What is known while a workflow runs. */
export interface Known {
  /** By the names of the requests. */
  readonly exchanges: ReadonlyMap<string, StepExchange>;
  /** The inputs of the workflow that is run. */
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** The places that a JSONPath may select. */
const maxValues = 10_000;

/** Returns a value; undefined where there is none. */
export function evaluate(resolved: Resolved | undefined, known: Known): unknown {
  switch (resolved?.kind) {
    case undefined:
      return undefined;
    case 'constant':
      return resolved.value;
    case 'input':
      return Object.hasOwn(known.inputs, resolved.name)
        ? valueAt(known.inputs[resolved.name], resolved.within)
        : undefined;
    case 'text':
      return resolved.pieces
        .map((piece) => (typeof piece === 'string' ? piece : textOfValue(evaluate(piece, known))))
        .join('');
    case 'exchange':
      return ofExchange(resolved, known.exchanges.get(resolved.block));
  }
}

/** Returns a value as it is put into a text: a string as it is, anything else as JSON. */
export function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

function ofExchange(resolved: Extract<Resolved, { kind: 'exchange' }>, exchange: StepExchange | undefined): unknown {
  if (exchange === undefined) return undefined;
  const { of, part, name = '', within, selector } = resolved;
  const { request, response } = exchange;
  const message = of === 'request' ? request : response;
  switch (part) {
    case 'status':
      return response.status;
    case 'url':
      return request.url;
    case 'method':
      return request.method;
    case 'header':
      return headerOf(message.headers, name);
    case 'body': {
      const body = bodyOfMessage(message);
      if (selector === undefined) return valueAt(body, within);
      if (selector.type === 'xpath') {
        const found = createXmlSelector(
          message.body,
          markupKindOf(headerOf(message.headers, 'content-type') ?? '', message.body),
        )(selector.text);
        return 'problem' in found ? undefined : found.kind === 'nodes' ? found.texts[0] : found.value;
      }
      return valueAt(selected(body, selector.text)[0], within);
    }
  }
}

function headerOf(headers: Fields, name: string): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

/** JSON is read; everything else stays a text. */
function bodyOfMessage({ body }: { readonly body: string }): unknown {
  if (body === '') return undefined;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

function selected(value: unknown, path: string): readonly unknown[] {
  const found = selectPaths(value, path, maxValues);
  return 'failure' in found ? [] : found.paths.map((steps) => valueAt(value, steps.map(String)));
}

/** What a criterion comes to, with what was found in the place of its expressions. */
export interface CriterionResult {
  readonly text: string;
  readonly passed: boolean;
  /** The value that counts, as text. */
  readonly received: string;
  /** Why it cannot be evaluated, as a sentence; such a criterion fails. */
  readonly problem?: string;
}

/** Evaluates a criterion. Never throws. */
export function evaluateCriterion(criterion: Criterion, scope: Scope, known: Known): CriterionResult {
  const { type, condition, context } = criterion;
  const text = context === undefined ? condition : `${condition} (${context})`;
  if (type === 'simple') {
    const read = parseCondition(condition);
    if ('problem' in read) return { text, passed: false, received: '', problem: read.problem };
    const value = (expression: Extract<Condition, { kind: 'value' }>) =>
      evaluate(resolveExpression(expression.expression, scope), known);
    return { text, passed: isTrue(valueOf(read, value)), received: receivedIn(read, value) };
  }
  const filled = piecesOf(condition)
    .map((piece) =>
      'literal' in piece ? piece.literal : textOfValue(evaluate(resolveValue(piece.expression, scope), known)),
    )
    .join('');
  const about = context === undefined ? undefined : evaluate(resolveValue(context, scope), known);
  const received = shortened(textOfValue(about));
  if (about === undefined || about === null) return { text, passed: false, received: 'no value' };
  switch (type) {
    case 'regex': {
      const pattern = patternOf(filled);
      return pattern === undefined
        ? { text, passed: false, received, problem: 'The condition is not a regular expression that can be evaluated.' }
        : { text, passed: pattern.matches(textOfValue(about)) === true, received };
    }
    case 'jsonpath': {
      const found = selectPaths(about, filled, maxValues);
      if ('failure' in found)
        return {
          text,
          passed: found.failure === 'too many values',
          received,
          problem: `The JSONPath cannot be evaluated: ${found.failure}.`,
        };
      return { text, passed: found.paths.length > 0, received };
    }
    case 'xpath': {
      const body = textOfValue(about);
      const found = createXmlSelector(body, markupKindOf('', body))(filled);
      if ('problem' in found) return { text, passed: false, received, problem: found.problem };
      const passed = found.kind === 'nodes' ? found.texts.length > 0 : Boolean(found.value);
      return { text, passed, received };
    }
    default:
      return { text, passed: false, received, problem: 'The type of the criterion is not known.' };
  }
}

type Found = (value: Extract<Condition, { kind: 'value' }>) => unknown;

function valueOf(condition: Condition, found: Found): unknown {
  switch (condition.kind) {
    case 'literal':
      return condition.value;
    case 'value':
      return found(condition);
    case 'not':
      return !isTrue(valueOf(condition.of, found));
    case 'and':
      return isTrue(valueOf(condition.left, found)) && isTrue(valueOf(condition.right, found));
    case 'or':
      return isTrue(valueOf(condition.left, found)) || isTrue(valueOf(condition.right, found));
    case 'compare':
      return compare(condition.operator, valueOf(condition.left, found), valueOf(condition.right, found));
  }
}

function isTrue(value: unknown): boolean {
  return value !== false && value !== null && value !== undefined;
}

function compare(
  operator: Extract<Condition, { kind: 'compare' }>['operator'],
  left: unknown,
  right: unknown,
): boolean {
  if (operator === '==') return isEqual(left, right);
  if (operator === '!=') return !isEqual(left, right);
  if (left === undefined || left === null || right === undefined || right === null) return false;
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a !== undefined && b !== undefined) return ordered(operator, a - b);
  const [one, other] = [textOfValue(left).toLowerCase(), textOfValue(right).toLowerCase()];
  return ordered(operator, one < other ? -1 : one > other ? 1 : 0);
}

function ordered(operator: string, difference: number): boolean {
  if (operator === '<') return difference < 0;
  if (operator === '<=') return difference <= 0;
  return operator === '>' ? difference > 0 : difference >= 0;
}

/** Texts are compared without regard to case; a value that is not there is as null. */
function isEqual(left: unknown, right: unknown): boolean {
  const [a, b] = [left ?? null, right ?? null];
  if (a === null || b === null) return a === b;
  if (typeof a === 'string' && typeof b === 'string') return a.toLowerCase() === b.toLowerCase();
  if (typeof a === 'number' || typeof b === 'number') return numberOf(a) === numberOf(b) && numberOf(a) !== undefined;
  return textOfValue(a).toLowerCase() === textOfValue(b).toLowerCase();
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i.test(value) ? Number(value) : undefined;
}

function receivedIn(condition: Condition, found: Found): string {
  if (condition.kind === 'value') {
    const value = found(condition);
    return value === undefined ? 'no value' : shortened(textOfValue(value));
  }
  if (condition.kind === 'literal') return '';
  if (condition.kind === 'not') return receivedIn(condition.of, found);
  return [receivedIn(condition.left, found), receivedIn(condition.right, found)].filter((one) => one !== '').join(', ');
}

function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}
