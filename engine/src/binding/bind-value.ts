import type { Field, ObjectShape, Shape } from '../catalogue/shape';
import type { Placeholder, JsonNode } from '../syntax/model';
import { holdsVariable } from '../syntax/parse-target';
import { someOverlaps } from '../text/search';

import { JsonMember, JsonValue, isScalar, type ValueContext } from './bound-json';
import { chosenShape, readMemberText } from './choose-shape';
import type { BoundMember, BoundValue } from './model';
import { neutralHeaderName } from './vendor-name';

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

/** Binds a member of an object in a body without variables. */
export function bindMember(property: JsonNode, value: BoundValue): BoundMember | undefined {
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
  const fitting = fittingShape(node, declared, place, placeholders);
  const shape = depth > deepest ? anything : (fitting ?? declared);
  const isMismatch = !isOpaque && fitting === undefined && depth <= deepest;
  const value = new JsonValue(node, place, { shape, declared, isOpaque, isMismatch });
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
  value: BoundValue,
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
  value: BoundValue,
  placeholders: readonly Placeholder[],
): BoundMember | undefined {
  const keyNode = property.children?.[0];
  const valueNode = property.children?.[1];
  if (!keyNode) return undefined;
  const shape = value.shape.type === 'object' && !value.isMismatch ? value.shape : undefined;
  const key = String(keyNode.value);
  const isOpaque = isInPlaceholder(keyNode, placeholders);
  const field = shape && !isOpaque ? fieldOf(shape, key) : undefined;
  const member = new JsonMember(property, keyNode, key, isOpaque, field);
  if (valueNode) {
    const memberShape = field?.shape ?? shape?.entries?.shape ?? anything;
    const place = { name: key, field, keyNode, parent: value, depth: value.depth + 1 };
    member.value = bind(valueNode, memberShape, place, placeholders);
  }
  return member;
}

/** Returns whether the node contains a variable. */
function isInPlaceholder(node: JsonNode, placeholders: readonly Placeholder[]): boolean {
  if (typeof node.value === 'string' && holdsVariable(node.value)) return true;
  return someOverlaps(placeholders, { start: node.offset, end: node.offset + node.length });
}

/** Returns the field with this name or alias. */
export function fieldOf(shape: ObjectShape, key: string): Field | undefined {
  let known = fieldsByName.get(shape);
  if (known === undefined) {
    known = new Map();
    for (const field of shape.fields) {
      for (const name of [field.name, ...(field.aliases ?? [])]) if (!known.has(name)) known.set(name, field);
    }
    fieldsByName.set(shape, known);
  }
  const field = known.get(key);
  return field === undefined && shape.areHeaders === true ? headerNamed(shape.fields, key) : field;
}

/** Returns the header field with this name, in any spelling and of any vendor. */
export function headerNamed(fields: readonly Field[], name: string): Field | undefined {
  const wanted = neutralHeaderName(name).toLowerCase();
  return fields.find((field) => field.name.toLowerCase() === wanted);
}

/** A cache; the catalogue never changes, so entries stay valid. */
const fieldsByName = new WeakMap<ObjectShape, Map<string, Field>>();

const anything: Shape = { type: 'any' };

/** Returns the shape that fits the value's JSON type, with switches resolved, or undefined when none does. */
function fittingShape(node: JsonNode, declared: Shape, place: ValueContext, placeholders: readonly Placeholder[]) {
  const fitting = declared.type === 'choice' ? declared.options.find((option) => fits(node, option)) : declared;
  if (fitting === undefined || !fits(node, fitting)) return undefined;
  if (fitting.type !== 'switch') return fitting;
  return chosenShape(fitting, (of, name) =>
    readMemberText(of === 'self' ? node : place.parent?.node, name, placeholders),
  );
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
