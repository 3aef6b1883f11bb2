import type { Shape } from '../catalogue/shape';
import type { TreeChange } from '../syntax/edit-json';
import { bindAgain, bindItem, bindMember } from './bind-value';
import { JsonMember, JsonValue } from './bound-json';
import { isAmbiguousChoice } from './choose-option';
import type { BoundMember, BoundValue } from './model';

/** The effect of a change of the tree on the values that are bound to it. */
export interface BoundChange {
  readonly root: BoundValue;
  /** The values around the changed ones, from the root. */
  readonly around: readonly BoundValue[];
  /** The values that are new, each with all below it. */
  readonly fresh: readonly BoundValue[];
}

/**
 * Binds the new nodes of a changed tree, and leaves all other values as they are. Returns undefined when the change also affects other
 * values, so that the whole body must be bound.
 */
export function rebindBody(root: BoundValue, { path, from, removed, added }: TreeChange): BoundChange | undefined {
  const around: JsonValue[] = [];
  let value: BoundValue | undefined = root;
  for (const index of [...path, undefined]) {
    if (!(value instanceof JsonValue)) return undefined;
    around.push(value);
    if (index !== undefined) value = childAt(value, index);
  }
  const changed = around[around.length - 1];
  if (changed === undefined) return undefined;
  const children = changed.node.type === 'object' ? changed.members : changed.items;
  // Below the maximum depth, no values are bound.
  if (children.length !== (changed.node.children?.length ?? 0) - added.length + removed.length) return undefined;
  if (!dependsOnMembers(changed)) {
    const fresh =
      changed.node.type === 'object'
        ? replaceMembers(changed, from, removed.length, added)
        : replaceItems(changed, from, removed.length, added);
    return { root, around, fresh };
  }
  const again = bindAgain(changed);
  const parent = around[around.length - 2];
  const index = path[path.length - 1];
  if (parent === undefined || index === undefined) return { root: again, around: [], fresh: [again] };
  const place = parent.node.type === 'object' ? parent.members[index] : undefined;
  if (place instanceof JsonMember) place.value = again;
  else parent.items = [...parent.items.slice(0, index), again, ...parent.items.slice(index + 1)];
  return { root, around: around.slice(0, -1), fresh: [again] };
}

function childAt(value: JsonValue, index: number): BoundValue | undefined {
  return value.node.type === 'object' ? value.members[index]?.value : value.items[index];
}

function replaceMembers(value: JsonValue, from: number, count: number, added: TreeChange['added']): BoundValue[] {
  const members: BoundMember[] = added.flatMap((property) => bindMember(property, value) ?? []);
  value.members = [...value.members.slice(0, from), ...members, ...value.members.slice(from + count)];
  return members.flatMap((member) => member.value ?? []);
}

function replaceItems(value: JsonValue, from: number, count: number, added: TreeChange['added']): BoundValue[] {
  const items = added.map((node, index) => bindItem(node, from + index, value));
  const behind = value.items.slice(from + count);
  if (count !== items.length) {
    for (const [index, item] of behind.entries())
      if (item instanceof JsonValue) item.name = String(from + items.length + index);
  }
  value.items = [...value.items.slice(0, from), ...items, ...behind];
  return items;
}

/** Returns whether the shape of the value or of one of its members depends on a member. */
function dependsOnMembers({ node, declared, shape }: BoundValue): boolean {
  if (node.type !== 'object') return false;
  if (isSwitch(declared) || isAmbiguousChoice(declared)) return true;
  if (shape.type !== 'object') return false;
  let known = switching.get(shape);
  if (known === undefined) {
    known = shape.fields.some((field) => isSwitch(field.shape)) || isSwitch(shape.entries?.shape);
    switching.set(shape, known);
  }
  return known;
}

/** Shapes are few and never change. */
const switching = new WeakMap<Shape, boolean>();

function isSwitch(shape: Shape | undefined): boolean {
  return shape?.type === 'switch' || (shape?.type === 'choice' && shape.options.some(isSwitch));
}
