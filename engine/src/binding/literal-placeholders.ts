import type { Field, Shape } from '../catalogue/shape';
import type { Placeholder } from '../syntax/model';
import { firstIndexWhere } from '../text/search';
import type { Binding, BoundValue } from './model';
import { perObject } from '../structures/memo';

/** A `{{name}}` that the service fills in, and the element that documents it. */
export interface LiteralPlaceholder {
  readonly placeholder: Placeholder;
  readonly field: Field;
}

/** Returns the `{{…}}` of a request that are not variables, since the service fills them in. */
export function literalPlaceholdersOf({ block, body }: Binding): readonly LiteralPlaceholder[] {
  if (body === undefined || block.placeholders.length === 0 || !declaresPlaceholders(body.declared)) return none;
  return block.placeholders.flatMap((placeholder) => {
    const field = placeholderFieldAt(body, placeholder.span.start);
    return field?.placeholders?.includes(placeholder.name) === true ? [{ placeholder, field }] : [];
  });
}

/** Returns the element whose string contains the offset, when the service fills in placeholders in it. */
export function placeholderFieldAt(body: BoundValue, offset: number): Field | undefined {
  if (!declaresPlaceholders(body.declared)) return undefined;
  for (let value: BoundValue | undefined = body; value !== undefined;) {
    const { node, field }: BoundValue = value;
    // Only inside quotes: a bare `{{name}}` is not valid JSON, so it must be a variable.
    if (node.type === 'string') return node.offset < offset ? field : undefined;
    const { items, members }: BoundValue = value;
    const inner: BoundValue | undefined =
      items[firstIndexWhere(items, (item) => item.node.offset + item.node.length >= offset)] ??
      members[firstIndexWhere(members, (member) => member.span.end >= offset)]?.value;
    value = inner !== undefined && inner.node.offset <= offset ? inner : undefined;
  }
  return undefined;
}

const none: readonly LiteralPlaceholder[] = [];
const declaresPlaceholders = perObject((shape: Shape): boolean => declares(shape, new Set()));

function declares(shape: Shape, seen: Set<Shape>): boolean {
  if (seen.has(shape)) return false;
  seen.add(shape);
  switch (shape.type) {
    case 'object':
      return (
        shape.fields.some((field) => field.placeholders !== undefined || declares(field.shape, seen)) ||
        (shape.entries !== undefined && declares(shape.entries.shape, seen)) ||
        (shape.patterns ?? []).some((pattern) => declares(pattern.shape, seen))
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
