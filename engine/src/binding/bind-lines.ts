import type { BodyAction, RequestBody } from '../catalogue/operation';
import type { Shape } from '../catalogue/shape';
import type { Placeholder, JsonNode } from '../syntax/model';
import { someOverlaps } from '../text/search';

import { bindValue } from './bind-value';
import type { BoundLine } from './model';

/** Distinguishes action lines from the documents below them, in order; stops at a line that is a variable. */
export function bindLines(
  nodes: readonly JsonNode[],
  body: RequestBody,
  placeholders: readonly Placeholder[],
): readonly BoundLine[] {
  const { shape, actions = [] } = body;
  const lines: BoundLine[] = [];
  let pending: BodyAction | undefined;
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
    return someOverlaps(placeholders, span);
  });
}
