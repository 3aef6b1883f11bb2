import type { Field, ObjectShape, Shape } from '../catalogue/model';
import type { Hole, JsonNode } from '../syntax/model';
import { overlaps, type Span } from '../text/span';
import { chosenShape, readMemberText, type ReadDecider } from './choose-shape';
import type { BoundMember, BoundValue } from './model';

/** Values nested more deeply than this are taken as they are. */
const deepest = 200;

interface Place {
  readonly name: string;
  readonly field?: Field;
  readonly keyNode?: JsonNode;
  readonly parent?: BoundValue;
  readonly depth: number;
}

/** Binds a JSON tree to a shape: every value learns which documented element it is. */
export function bindValue(root: JsonNode, shape: Shape, holes: readonly Hole[]): BoundValue {
  return bind(root, shape, { name: '', depth: 0 }, holes);
}

function bind(node: JsonNode, declared: Shape, place: Place, holes: readonly Hole[]): BoundValue {
  const span = spanOf(node);
  const isOpaque = isScalar(node) && holes.some((hole) => overlaps(hole.span, span));
  const fitting = fittingShape(node, declared, (of, name) =>
    readMemberText(of === 'self' ? node : place.parent?.node, name, holes),
  );
  const shape = place.depth > deepest ? anything : (fitting ?? declared);
  const members: BoundMember[] = [];
  const items: BoundValue[] = [];
  const value: BoundValue = {
    shape,
    declared,
    ...(place.field ? { field: place.field } : {}),
    name: place.name,
    node,
    ...(place.keyNode ? { keyNode: place.keyNode } : {}),
    span,
    anchor: place.keyNode ? spanOf(place.keyNode) : isScalar(node) ? span : { start: span.start, end: span.start + 1 },
    ...(place.parent ? { parent: place.parent } : {}),
    members,
    items,
    isOpaque,
    isMismatch: !isOpaque && fitting === undefined && place.depth <= deepest,
    depth: place.depth,
  };
  // Nothing is documented that deep, and the stack of calls must end before the brackets of a hostile body do.
  if (place.depth > deepest) return value;
  if (node.type === 'object') bindMembers(node, value, members, holes);
  else if (node.type === 'array') {
    const itemShape = shape.type === 'array' && !value.isMismatch ? shape.items : anything;
    (node.children ?? []).forEach((child, index) => {
      items.push(bind(child, itemShape, { name: String(index), parent: value, depth: place.depth + 1 }, holes));
    });
  }
  return value;
}

function bindMembers(node: JsonNode, value: BoundValue, members: BoundMember[], holes: readonly Hole[]): void {
  const shape = value.shape.type === 'object' && !value.isMismatch ? value.shape : undefined;
  for (const property of node.children ?? []) {
    const [keyNode, valueNode] = property.children ?? [];
    if (!keyNode) continue;
    const key = String(keyNode.value);
    const keySpan = spanOf(keyNode);
    const isOpaque = holes.some((hole) => overlaps(hole.span, keySpan));
    const field = shape && !isOpaque ? fieldOf(shape, key) : undefined;
    const memberShape = field?.shape ?? shape?.entries?.shape;
    const bound =
      valueNode &&
      bind(
        valueNode,
        memberShape ?? anything,
        { name: key, keyNode, parent: value, depth: value.depth + 1, ...(field ? { field } : {}) },
        holes,
      );
    members.push({
      key,
      keySpan,
      span: spanOf(property),
      isOpaque,
      ...(bound ? { value: bound } : {}),
      ...(field ? { field } : {}),
    });
  }
}

/** Returns the field with this name or alias. */
export function fieldOf(shape: ObjectShape, key: string): Field | undefined {
  return shape.fields.find((field) => field.name === key || field.aliases?.includes(key));
}

const anything: Shape = { type: 'any' };

/** Returns the shape that fits the value's JSON type, a switch followed, or undefined when none does. */
function fittingShape(node: JsonNode, declared: Shape, read: ReadDecider): Shape | undefined {
  const fitting = declared.type === 'choice' ? declared.options.find((option) => fits(node, option)) : declared;
  return fitting && fits(node, fitting) ? chosenShape(fitting, read) : undefined;
}

function fits(node: JsonNode, shape: Shape): boolean {
  switch (shape.type) {
    case 'any':
      return true;
    case 'switch':
      return node.type === 'object';
    case 'integer':
      return node.type === 'number' && Number.isInteger(node.value);
    case 'choice':
      return shape.options.some((option) => fits(node, option));
    default:
      return node.type === shape.type;
  }
}

function isScalar(node: JsonNode): boolean {
  return node.type !== 'object' && node.type !== 'array';
}

function spanOf(node: JsonNode): Span {
  return { start: node.offset, end: node.offset + node.length };
}
