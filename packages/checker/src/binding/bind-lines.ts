import type { BodyAction, RequestBody } from '@rulebook/catalogue/operation';
import type { Shape } from '@rulebook/catalogue/shape';
import type { Placeholder } from '@rulebook/request-file/syntax/model';
import type { JsonNode } from '@rulebook/json/json-node';
import { firstIndexWhere, someOverlaps } from '@rulebook/text/search';

import { bindValue } from './bind-value';
import type { BoundLine, BoundValue } from './model';

/** The values of a body of lines, and the text that they are in. */
interface LinesOfBody {
  readonly nodes: readonly JsonNode[];
  readonly placeholders: readonly Placeholder[];
  readonly text: string;
}

/** Returns whether the body consists of several JSON values, one on each line. */
export function hasLines<B extends RequestBody>(body: B | undefined): body is B & LinesBody {
  return body?.actions !== undefined || body?.lines !== undefined;
}

/** A body of several JSON values. */
export type LinesBody = RequestBody & (Required<Pick<RequestBody, 'actions'>> | Required<Pick<RequestBody, 'lines'>>);

/** Says of each line which part of the body it is, in order; stops at a line that is a variable. */
export function bindLines(lines: LinesOfBody, body: RequestBody): readonly BoundLine[] {
  return body.lines === undefined ? bindActions(lines, body) : bindPattern(lines, body.lines);
}

/** Distinguishes action lines from the documents below them. */
function bindActions(body: LinesOfBody, { shape, actions = [] }: RequestBody): readonly BoundLine[] {
  const lines: BoundLine[] = [];
  let pending: BodyAction | undefined;
  for (const node of body.nodes) {
    const own = placeholdersIn(node, body.placeholders);
    if (node.type !== 'object' && own.length > 0) break;
    if (pending !== undefined) {
      lines.push({ part: 'document', action: pending, node, value: boundDocument(node, pending.document, own) });
      pending = undefined;
      continue;
    }
    const action = actionOf(node, actions);
    if (action === undefined && hasOpenKey(node, own)) break;
    const part = action ? 'action' : 'stray';
    lines.push({ part, action, node, value: boundDocument(node, action && shape, own) });
    if (action?.document !== undefined) pending = action;
  }
  return lines;
}

/** Gives each line the shape whose turn it is. An empty line may stand for a header, which then is left out. */
function bindPattern(body: LinesOfBody, pattern: readonly Shape[]): readonly BoundLine[] {
  const lines: BoundLine[] = [];
  let turn = 0;
  let end: number | undefined;
  for (const node of body.nodes) {
    const own = placeholdersIn(node, body.placeholders);
    if (node.type !== 'object' && own.length > 0) break;
    const isBehindEmptyLine = end !== undefined && /\n[ \t\r]*\n/.test(body.text.slice(end, node.offset));
    if (turn === 0 && pattern.length > 1 && isBehindEmptyLine) turn = 1;
    lines.push({ part: 'line', turn, node, value: boundDocument(node, pattern[turn], own) });
    turn = (turn + 1) % pattern.length;
    end = node.offset + node.length;
  }
  return lines;
}

/** Returns the placeholders in a value; all of them are in the order of the text. */
function placeholdersIn({ offset, length }: JsonNode, placeholders: readonly Placeholder[]): readonly Placeholder[] {
  if (placeholders.length === 0) return placeholders;
  const first = firstIndexWhere(placeholders, ({ span }) => span.end > offset);
  const behind = firstIndexWhere(placeholders, ({ span }) => span.start >= offset + length);
  return placeholders.slice(first, behind);
}

/** Returns the action that a key of the object names. */
export function actionOf(node: JsonNode, actions: readonly BodyAction[]): BodyAction | undefined {
  if (node.type !== 'object') return undefined;
  const members = node.children ?? [];
  return actions.find(({ name }) => members.some(({ children }) => children?.[0]?.value === name));
}

/** Binds a document, unless documents may have any form: there may be very many of them. */
function boundDocument(
  node: JsonNode,
  shape: Shape | undefined,
  placeholders: readonly Placeholder[],
): BoundValue | undefined {
  return shape === undefined || shape.type === 'any' ? undefined : bindValue(node, shape, placeholders);
}

function hasOpenKey(node: JsonNode, placeholders: readonly Placeholder[]): boolean {
  return (node.children ?? []).some((property) => {
    const key = property.children?.[0];
    if (key === undefined) return false;
    const span = { start: key.offset, end: key.offset + key.length };
    return someOverlaps(placeholders, span.start, span.end);
  });
}
