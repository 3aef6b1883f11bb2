import type { Field, ObjectShape, Shape } from '../catalogue/shape';
import type { Placeholder, JsonNode } from '../syntax/model';
import { holdsVariable } from '../syntax/parse-target';
import { someOverlaps } from '../text/search';

import { JsonMember, JsonValue, isScalar, type ValueContext } from './bound-json';
import { anyOf, fits, fittingOption, isAmbiguousChoice, type OtherObjects } from './choose-option';
import { chooseShape, chosenShape, readMemberText, type ReadDecider } from './choose-shape';
import { fieldOf, shapeOfKey } from './field-of';
import type { BoundMember, BoundValue } from './model';

/** Values below this depth are not bound. */
const deepest = 200;

/** Binds a JSON tree to a shape: relates each value to its documented element. */
export function bindValue(root: JsonNode, shape: Shape, placeholders: readonly Placeholder[]): BoundValue {
  return bind(root, shape, { name: '', depth: 0 }, placeholders);
}

/** Binds a value again whose members have changed and whose context has not. The body must not contain variables. */
export function bindAgain({ node, declared, name, field, keyNode, parent, depth }: BoundValue): BoundValue {
  return bind(node, declared, { name, field, keyNode, parent, depth }, noPlaceholders);
}

/** Returns whether the value is an object that may have several shapes. */
export function mayHaveSeveralShapes(value: BoundValue): boolean {
  return value instanceof JsonValue && value.others !== undefined;
}

/** Returns an object that may have several shapes bound to each of them alone, one after the other; nothing for any other value. */
export function* boundToEach(value: BoundValue): Generator<BoundValue, undefined> {
  if (!(value instanceof JsonValue) || value.others === undefined) return;
  const { node, shape, name, field, keyNode, parent, depth } = value;
  for (const option of [shape, ...value.others.equal, ...value.others.further])
    yield bind(node, option, { name, field, keyNode, parent, depth }, noPlaceholders);
}

/** Binds a member of an object in a body without variables. */
export function bindMember(property: JsonNode, value: JsonValue): BoundMember | undefined {
  return boundMember(property, value, noPlaceholders);
}

/** Binds an item of an array in a body without variables. */
export function bindItem(node: JsonNode, index: number, value: BoundValue): BoundValue {
  const { shape, isMismatch, depth } = value;
  const itemShape = shape.type === 'array' && !isMismatch ? shape.items : anything;
  return bind(node, itemShape, { name: String(index), parent: value, depth: depth + 1 }, noPlaceholders);
}

const noPlaceholders: readonly Placeholder[] = [];

function bind(node: JsonNode, declared: Shape, place: ValueContext, placeholders: readonly Placeholder[]): BoundValue {
  const { depth } = place;
  const isOpaque = isScalar(node) && isInPlaceholder(node, placeholders);
  let fitting: Shape | undefined;
  let others: OtherObjects | undefined;
  if (isAmbiguousChoice(declared)) {
    const read = deciderOf(node, place, placeholders);
    const fit = fittingOption(declared, { node, placeholders, read });
    fitting = fit.option && chosenShape(fit.option, read);
    others = fit.others;
  } else fitting = simplyFitting(node, declared, place, placeholders);
  const shape = depth > deepest ? anything : (fitting ?? declared);
  const isMismatch = !isOpaque && fitting === undefined && depth <= deepest;
  const value = new JsonValue(node, place, { shape, declared, isOpaque, isMismatch });
  if (others !== undefined) value.others = others;
  // Nothing is documented at this depth, and a hostile body must not overflow the call stack.
  if (depth > deepest || node.children === undefined || node.children.length === 0) return value;
  if (node.type === 'object') value.members = membersOfObject(node, value, placeholders);
  else if (node.type === 'array') {
    const itemShape = shape.type === 'array' && !isMismatch ? shape.items : anything;
    value.items = node.children.map((child, index) =>
      bind(child, itemShape, { name: String(index), parent: value, depth: depth + 1 }, placeholders),
    );
  }
  return value;
}

function membersOfObject(
  node: JsonNode,
  value: JsonValue,
  placeholders: readonly Placeholder[],
): readonly BoundMember[] {
  const members: BoundMember[] = [];
  for (const property of node.children ?? []) {
    const member = boundMember(property, value, placeholders);
    if (member) members.push(member);
  }
  return members;
}

function boundMember(
  property: JsonNode,
  value: JsonValue,
  placeholders: readonly Placeholder[],
): BoundMember | undefined {
  const keyNode = property.children?.[0];
  const valueNode = property.children?.[1];
  if (!keyNode) return undefined;
  const shape = value.shape.type === 'object' && !value.isMismatch ? value.shape : undefined;
  const key = String(keyNode.value);
  const isOpaque = isInPlaceholder(keyNode, placeholders);
  let field: Field | undefined;
  let declared: Shape | undefined;
  if (shape !== undefined) {
    if (isOpaque) declared = shape.entries?.shape;
    else if (value.others !== undefined) ({ field, declared } = memberOfSeveral(value.others, shape, key));
    else {
      field = fieldOf(shape, key);
      declared = field?.shape ?? shapeOfKey(shape, key);
    }
  }
  const member = new JsonMember(property, keyNode, key, isOpaque, field);
  if (valueNode) {
    const place = { name: key, field, keyNode, parent: value, depth: value.depth + 1 };
    member.value = bind(valueNode, declared ?? anything, place, placeholders);
  }
  return member;
}

/** Returns whether the node contains a variable. */
function isInPlaceholder(node: JsonNode, placeholders: readonly Placeholder[]): boolean {
  if (typeof node.value === 'string' && holdsVariable(node.value)) return true;
  return someOverlaps(placeholders, { start: node.offset, end: node.offset + node.length });
}

const anything: Shape = { type: 'any' };

/** Returns the shape of a switch or of a choice without options of the same JSON type. */
function simplyFitting(node: JsonNode, declared: Shape, place: ValueContext, placeholders: readonly Placeholder[]) {
  const fitting = declared.type === 'choice' ? declared.options.find((option) => fits(node, option)) : declared;
  if (fitting === undefined || !fits(node, fitting)) return undefined;
  return fitting.type === 'switch' ? chooseShape(fitting, deciderOf(node, place, placeholders)) : fitting;
}

function deciderOf(node: JsonNode, place: ValueContext, placeholders: readonly Placeholder[]): ReadDecider {
  return (of, name) => readMemberText(of === 'self' ? node : place.parent?.node, name, placeholders);
}

/** What an object that may have several shapes says about a member. */
function memberOfSeveral(
  { equal, further }: OtherObjects,
  shape: ObjectShape,
  key: string,
): { readonly field?: Field | undefined; readonly declared?: Shape | undefined } {
  const own = fieldOf(shape, key);
  const declared = own?.shape ?? shapeOfKey(shape, key);
  if (declared !== undefined) {
    const shapes = equal.flatMap((other) => fieldOf(other, key)?.shape ?? shapeOfKey(other, key) ?? []);
    return { field: own, declared: anyOf([declared, ...shapes]) };
  }
  for (const other of [...equal, ...further]) {
    const field = fieldOf(other, key);
    if (field !== undefined) return { field, declared: field.shape };
  }
  return {};
}
