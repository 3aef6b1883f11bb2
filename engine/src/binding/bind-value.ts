import type { Field, ObjectShape, Shape } from '../catalogue/model';
import type { Hole, JsonNode } from '../syntax/model';
import { holdsVariable } from '../syntax/parse-target';
import { someOverlaps } from '../text/search';

import { JsonMember, JsonValue, isScalar, type Place } from './bound-json';
import { chosenShape, readMemberText } from './choose-shape';
import type { BoundMember, BoundValue } from './model';
import { neutralHeaderName } from './vendor-name';

/** Values nested more deeply than this are taken as they are. */
const deepest = 200;

/** Binds a JSON tree to a shape: every value learns which documented element it is. */
export function bindValue(root: JsonNode, shape: Shape, holes: readonly Hole[]): BoundValue {
  return bind(root, shape, { name: '', depth: 0 }, holes);
}

/** Binds the value once more: its members have changed, its place has not. Nothing in its body holds a variable. */
export function bindAgain({ node, declared, name, field, keyNode, parent, depth }: BoundValue): BoundValue {
  return bind(node, declared, { name, field, keyNode, parent, depth }, noHoles);
}

/** Binds a member of an object in a body without variables. */
export function bindMember(property: JsonNode, value: BoundValue): BoundMember | undefined {
  return boundMember(property, value, noHoles);
}

/** Binds an item of an array in a body without variables. */
export function bindItem(node: JsonNode, index: number, value: BoundValue): BoundValue {
  const { shape, isMismatch, depth } = value;
  const itemShape = shape.type === 'array' && !isMismatch ? shape.items : anything;
  return bind(node, itemShape, { name: String(index), parent: value, depth: depth + 1 }, noHoles);
}

const noHoles: readonly Hole[] = [];

function bind(node: JsonNode, declared: Shape, place: Place, holes: readonly Hole[]): BoundValue {
  const { depth } = place;
  const isOpaque = isScalar(node) && isInHole(node, holes);
  const fitting = fittingShape(node, declared, place, holes);
  const shape = depth > deepest ? anything : (fitting ?? declared);
  const isMismatch = !isOpaque && fitting === undefined && depth <= deepest;
  const value = new JsonValue(node, place, { shape, declared, isOpaque, isMismatch });
  // Nothing is documented that deep, and the stack of calls must end before the brackets of a hostile body do.
  if (depth > deepest || node.children === undefined || node.children.length === 0) return value;
  if (node.type === 'object') value.members = membersOf(node, value, holes);
  else if (node.type === 'array') {
    const itemShape = shape.type === 'array' && !isMismatch ? shape.items : anything;
    value.items = node.children.map((child, index) =>
      bind(child, itemShape, { name: String(index), parent: value, depth: depth + 1 }, holes),
    );
  }
  return value;
}

function membersOf(node: JsonNode, value: BoundValue, holes: readonly Hole[]): readonly BoundMember[] {
  const members: BoundMember[] = [];
  for (const property of node.children ?? []) {
    const member = boundMember(property, value, holes);
    if (member) members.push(member);
  }
  return members;
}

function boundMember(property: JsonNode, value: BoundValue, holes: readonly Hole[]): BoundMember | undefined {
  const keyNode = property.children?.[0];
  const valueNode = property.children?.[1];
  if (!keyNode) return undefined;
  const shape = value.shape.type === 'object' && !value.isMismatch ? value.shape : undefined;
  const key = String(keyNode.value);
  const isOpaque = isInHole(keyNode, holes);
  const field = shape && !isOpaque ? fieldOf(shape, key) : undefined;
  const member = new JsonMember(property, keyNode, key, isOpaque, field);
  if (valueNode) {
    const memberShape = field?.shape ?? shape?.entries?.shape ?? anything;
    const place = { name: key, field, keyNode, parent: value, depth: value.depth + 1 };
    member.value = bind(valueNode, memberShape, place, holes);
  }
  return member;
}

/** Returns whether a variable stands in the node. */
function isInHole(node: JsonNode, holes: readonly Hole[]): boolean {
  if (typeof node.value === 'string' && holdsVariable(node.value)) return true;
  return someOverlaps(holes, { start: node.offset, end: node.offset + node.length });
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

/** The catalogue never changes, so what is known of a shape stays true. */
const fieldsByName = new WeakMap<ObjectShape, Map<string, Field>>();

const anything: Shape = { type: 'any' };

/** Returns the shape that fits the value's JSON type, a switch followed, or undefined when none does. */
function fittingShape(node: JsonNode, declared: Shape, place: Place, holes: readonly Hole[]) {
  const fitting = declared.type === 'choice' ? declared.options.find((option) => fits(node, option)) : declared;
  if (fitting === undefined || !fits(node, fitting)) return undefined;
  if (fitting.type !== 'switch') return fitting;
  return chosenShape(fitting, (of, name) => readMemberText(of === 'self' ? node : place.parent?.node, name, holes));
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
