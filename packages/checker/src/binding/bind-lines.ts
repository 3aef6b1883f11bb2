import type { BodyAction, RequestBody } from '@rulebook/catalogue/operation';
import type { Shape } from '@rulebook/catalogue/shape';
import type { Placeholder } from '@rulebook/request-file/syntax/model';
import type { JsonNode } from '@rulebook/json/json-node';
import { someOverlaps } from '@rulebook/text/search';

import { bindValue } from './bind-value';
import type { BoundLine } from './model';

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
  for (const { node, own } of withPlaceholders(body)) {
    if (node.type !== 'object' && own.length > 0) break;
    if (pending !== undefined) {
      lines.push({ part: 'document', action: pending, node, ...boundDocument(node, pending.document, own) });
      pending = undefined;
      continue;
    }
    const action = actionOf(node, actions);
    if (action === undefined && hasOpenKey(node, own)) break;
    lines.push({
      part: action ? 'action' : 'stray',
      ...(action ? { action } : {}),
      node,
      ...boundDocument(node, action && shape, own),
    });
    if (action?.document !== undefined) pending = action;
  }
  return lines;
}

/** Gives each line the shape whose turn it is. An empty line may stand for a header, which then is left out. */
function bindPattern(body: LinesOfBody, pattern: readonly Shape[]): readonly BoundLine[] {
  const lines: BoundLine[] = [];
  let turn = 0;
  let end: number | undefined;
  for (const { node, own } of withPlaceholders(body)) {
    if (node.type !== 'object' && own.length > 0) break;
    const isBehindEmptyLine = end !== undefined && /\n[ \t\r]*\n/.test(body.text.slice(end, node.offset));
    if (turn === 0 && pattern.length > 1 && isBehindEmptyLine) turn = 1;
    lines.push({ part: 'line', turn, node, ...boundDocument(node, pattern[turn], own) });
    turn = (turn + 1) % pattern.length;
    end = node.offset + node.length;
  }
  return lines;
}

function* withPlaceholders({ nodes, placeholders }: LinesOfBody) {
  let firstPlaceholder = 0;
  for (const node of nodes) {
    const end = node.offset + node.length;
    while (firstPlaceholder < placeholders.length && (placeholders[firstPlaceholder]?.span.end ?? 0) <= node.offset)
      firstPlaceholder++;
    const own: Placeholder[] = [];
    for (let at = firstPlaceholder; at < placeholders.length; at++) {
      const placeholder = placeholders[at];
      if (placeholder === undefined || placeholder.span.start >= end) break;
      own.push(placeholder);
    }
    yield { node, own };
  }
}

/** Returns the action that a key of the object names. */
export function actionOf(node: JsonNode, actions: readonly BodyAction[]): BodyAction | undefined {
  if (node.type !== 'object') return undefined;
  const keys = (node.children ?? []).map((property) => property.children?.[0]?.value as unknown);
  return actions.find(({ name }) => keys.includes(name));
}

/** Binds a document, unless documents may have any form: there may be very many of them. */
function boundDocument(
  node: JsonNode,
  shape: Shape | undefined,
  placeholders: readonly Placeholder[],
): Pick<BoundLine, 'value'> {
  if (shape === undefined || shape.type === 'any') return {};
  return { value: bindValue(node, shape, placeholders) };
}

function hasOpenKey(node: JsonNode, placeholders: readonly Placeholder[]): boolean {
  return (node.children ?? []).some((property) => {
    const key = property.children?.[0];
    if (key === undefined) return false;
    const span = { start: key.offset, end: key.offset + key.length };
    return someOverlaps(placeholders, span.start, span.end);
  });
}
