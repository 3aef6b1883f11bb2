import type { BodyAction, RequestBody, Shape } from '../catalogue/model';
import type { Hole, JsonNode } from '../syntax/model';
import { someOverlaps } from '../text/search';

import { bindValue } from './bind-value';
import type { BoundLine } from './model';

/** Tells action lines from the documents below them, in order; stops at a line that a variable stands for. */
export function bindLines(nodes: readonly JsonNode[], body: RequestBody, holes: readonly Hole[]): readonly BoundLine[] {
  const { shape, actions = [] } = body;
  const lines: BoundLine[] = [];
  let pending: BodyAction | undefined;
  let firstHole = 0;
  for (const node of nodes) {
    const end = node.offset + node.length;
    while (firstHole < holes.length && (holes[firstHole]?.span.end ?? 0) <= node.offset) firstHole++;
    const own: Hole[] = [];
    for (let at = firstHole; at < holes.length; at++) {
      const hole = holes[at];
      if (hole === undefined || hole.span.start >= end) break;
      own.push(hole);
    }
    if (node.type !== 'object' && own.length > 0) break;
    if (pending !== undefined) {
      lines.push({ part: 'document', action: pending, node, ...valueOf(node, pending.document, own) });
      pending = undefined;
      continue;
    }
    const action = actionOf(node, actions);
    if (action === undefined && hasOpenKey(node, own)) break;
    lines.push({
      part: action ? 'action' : 'stray',
      ...(action ? { action } : {}),
      node,
      ...valueOf(node, action && shape, own),
    });
    if (action?.document !== undefined) pending = action;
  }
  return lines;
}

/** Returns the action that the object's keys name. */
export function actionOf(node: JsonNode, actions: readonly BodyAction[]): BodyAction | undefined {
  if (node.type !== 'object') return undefined;
  const keys = (node.children ?? []).map((property) => property.children?.[0]?.value as unknown);
  return actions.find(({ name }) => keys.includes(name));
}

/** A document of any form is not bound: there may be very many of them. */
function valueOf(node: JsonNode, shape: Shape | undefined, holes: readonly Hole[]): Pick<BoundLine, 'value'> {
  if (shape === undefined || shape.type === 'any') return {};
  return { value: bindValue(node, shape, holes) };
}

function hasOpenKey(node: JsonNode, holes: readonly Hole[]): boolean {
  return (node.children ?? []).some((property) => {
    const key = property.children?.[0];
    if (key === undefined) return false;
    const span = { start: key.offset, end: key.offset + key.length };
    return someOverlaps(holes, span);
  });
}
