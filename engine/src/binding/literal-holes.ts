import type { Field, Shape } from '../catalogue/model';
import type { Hole } from '../syntax/model';
import { firstIndexWhere } from '../text/search';
import type { Binding, BoundValue } from './model';

/** A `{{name}}` that the service itself fills in, and the element that says so. */
export interface LiteralHole {
  readonly hole: Hole;
  readonly field: Field;
}

/** Returns the `{{…}}` of a request that are no variables, for the service fills them in where they stand. */
export function literalHolesOf({ block, body }: Binding): readonly LiteralHole[] {
  if (body === undefined || block.holes.length === 0 || !declaresPlaceholders(body.declared)) return none;
  return block.holes.flatMap((hole) => {
    const field = placeholderFieldAt(body, hole.span.start);
    return field?.placeholders?.includes(hole.name) === true ? [{ hole, field }] : [];
  });
}

/** Returns the element whose text stands around the offset, when the service fills in parts of it. */
export function placeholderFieldAt(body: BoundValue, offset: number): Field | undefined {
  if (!declaresPlaceholders(body.declared)) return undefined;
  for (let value: BoundValue | undefined = body; value !== undefined;) {
    const { node, field }: BoundValue = value;
    // Only inside quotes: a bare `{{name}}` is a variable, for the service would not be able to read it.
    if (node.type === 'string') return node.offset < offset ? field : undefined;
    const { items, members }: BoundValue = value;
    const inner: BoundValue | undefined =
      items[firstIndexWhere(items, (item) => item.node.offset + item.node.length >= offset)] ??
      members[firstIndexWhere(members, (member) => member.span.end >= offset)]?.value;
    value = inner !== undefined && inner.node.offset <= offset ? inner : undefined;
  }
  return undefined;
}

const none: readonly LiteralHole[] = [];
const declaring = new WeakMap<Shape, boolean>();

/** Shapes are few and never change, so each is looked through once. */
function declaresPlaceholders(shape: Shape): boolean {
  let isDeclaring = declaring.get(shape);
  if (isDeclaring === undefined) declaring.set(shape, (isDeclaring = declares(shape, new Set())));
  return isDeclaring;
}

function declares(shape: Shape, seen: Set<Shape>): boolean {
  if (seen.has(shape)) return false;
  seen.add(shape);
  switch (shape.type) {
    case 'object':
      return (
        shape.fields.some((field) => field.placeholders !== undefined || declares(field.shape, seen)) ||
        (shape.entries !== undefined && declares(shape.entries.shape, seen))
      );
    case 'array':
      return declares(shape.items, seen);
    case 'choice':
      return shape.options.some((option) => declares(option, seen));
    case 'switch':
      return [...Object.values(shape.cases), shape.otherwise].some((option) => declares(option, seen));
    default:
      return false;
  }
}
