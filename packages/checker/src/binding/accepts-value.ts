import type { Constraint } from '@rulebook/catalogue/constraints';
import type { ObjectShape, Shape } from '@rulebook/catalogue/shape';
import type { JsonNode } from '@rulebook/json/json-node';
import type { Placeholder } from '@rulebook/request-file/syntax/model';
import { holdsVariable } from '@rulebook/request-file/syntax/parse-target';
import { someOverlaps } from '@rulebook/text/search';
import { acceptsScalar } from './accepts-text';
import { chosenShape, readMemberText } from './choose-shape';
import { fieldOf, shapeOfKey } from './field-of';
import { fits } from './fits-type';
import { requiredFieldsOf } from './required-fields';

/** Larger values are not looked through: each of their parts may be a choice that looks through its own parts. */
const maxVisited = 300;

interface Looking {
  readonly placeholders: readonly Placeholder[];
  left: number;
}

/**
 * Returns whether a shape accepts a value with everything in it, as far as types, names, values and limits say; undefined for a larger
 * value. What a variable stands for is accepted.
 */
export function acceptsValue(
  shape: Shape,
  node: JsonNode,
  placeholders: readonly Placeholder[],
  parent?: JsonNode,
): boolean | undefined {
  const looking: Looking = { placeholders, left: maxVisited };
  const isAccepted = accepts(shape, node, parent, looking);
  return looking.left < 0 ? undefined : isAccepted;
}

function accepts(shape: Shape, node: JsonNode, parent: JsonNode | undefined, looking: Looking): boolean {
  if (--looking.left < 0) return false;
  const isScalar = node.type !== 'object' && node.type !== 'array';
  if (isScalar && isUnknownNode(node, looking.placeholders)) return true;
  if (shape.type === 'choice') return shape.options.some((option) => accepts(option, node, parent, looking));
  if (!fits(node, shape)) return false;
  if (isScalar) return acceptsScalar(shape, node.type === 'string' ? String(node.value) : JSON.stringify(node.value));
  const chosen = chosenShape(shape, (of, name) =>
    readMemberText(of === 'self' ? node : parent, name, looking.placeholders),
  );
  if (chosen.type === 'object') return acceptsObject(chosen, node, looking);
  if (chosen.type !== 'array') return true;
  const items = node.children ?? [];
  return (
    (chosen.constraints ?? []).every((one) => keepsCount(one, items.length)) &&
    items.every((item, index) => accepts(itemShapeOf(chosen, index), item, node, looking))
  );
}

/** Returns the shape of the item at an index: lists can say what the first ones are. */
export function itemShapeOf({ items, positions }: Shape & { readonly type: 'array' }, index: number): Shape {
  return positions === undefined ? items : (positions.first[index] ?? positions.rest);
}

function acceptsObject(shape: ObjectShape, node: JsonNode, looking: Looking): boolean {
  const keys = new Set<string>();
  let hasOpenKey = false;
  for (const property of node.children ?? []) {
    const [key, member] = property.children ?? [];
    if (key === undefined) continue;
    if (isUnknownNode(key, looking.placeholders)) {
      hasOpenKey = true;
      continue;
    }
    const name = String(key.value);
    const field = fieldOf(shape, name);
    keys.add(field?.name ?? name);
    const inner = field?.shape ?? shapeOfKey(shape, name);
    if (inner === undefined && shape.isOpen !== true) return false;
    if (inner !== undefined && member !== undefined && !accepts(inner, member, node, looking)) return false;
  }
  if (hasOpenKey) return true;
  return (
    requiredFieldsOf(shape).every(({ name }) => keys.has(name)) &&
    (shape.constraints ?? []).every((one) => keepsMembers(one, keys))
  );
}

/** Returns whether an object with these names keeps to a limit of its members; what the limit says of their values is not looked at. */
export function keepsMembers({ rule, options }: Constraint, keys: ReadonlySet<string>): boolean {
  switch (rule) {
    case 'member-count': {
      const { minimum = 0, maximum = Infinity, fields, besides = [] } = options;
      const counted = fields?.filter((name) => keys.has(name)) ?? [...keys].filter((name) => !besides.includes(name));
      return counted.length >= minimum && counted.length <= maximum;
    }
    case 'dependent-field':
      return (
        options.value !== undefined || !keys.has(options.field) || options.requires.every((name) => keys.has(name))
      );
    default:
      return true;
  }
}

function keepsCount({ rule, options }: Constraint, length: number): boolean {
  if (rule !== 'item-count') return true;
  const { minimum = 0, maximum = Infinity } = options;
  return length >= minimum && length <= maximum;
}

/** Returns whether a node contains a variable. */
export function isUnknownNode(node: JsonNode, placeholders: readonly Placeholder[]): boolean {
  if (typeof node.value === 'string' && holdsVariable(node.value)) return true;
  return placeholders.length > 0 && someOverlaps(placeholders, node.offset, node.offset + node.length);
}
