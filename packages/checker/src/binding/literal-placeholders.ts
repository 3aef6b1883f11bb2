import type { Field } from '@rulebook/catalogue/shape';
import type { JsonNode } from '@rulebook/json/json-node';
import { childAt, childCount } from '@rulebook/json/placed-node';
import type { Placeholder } from '@rulebook/request-file/syntax/model';
import { valueAt } from './bind-value';
import type { Binding, BoundValue } from './model';

/** A `{{name}}` that the service fills in, and the element that documents it. */
interface LiteralPlaceholder {
  readonly placeholder: Placeholder;
  readonly field: Field;
}

/** Returns the `{{…}}` of a request that are not variables, since the service fills them in. */
export function literalPlaceholdersOf({ block, body, service }: Binding): readonly LiteralPlaceholder[] {
  const names = service?.filledPlaceholders;
  if (body === undefined || names === undefined) return none;
  let found: LiteralPlaceholder[] | undefined;
  for (const placeholder of block.placeholders) {
    // To find its element, values are bound.
    if (!names.includes(placeholder.name)) continue;
    const field = placeholderFieldAt(body, placeholder.span.start);
    if (field?.placeholders?.includes(placeholder.name) === true) (found ??= []).push({ placeholder, field });
  }
  return found ?? none;
}

/** Returns the element whose string contains the offset, when the service fills in placeholders in it. */
export function placeholderFieldAt(body: BoundValue, offset: number): Field | undefined {
  // Most are above the body. In it, nothing is bound but what the offset is in.
  for (let value: BoundValue | undefined = body; value !== undefined;) {
    const { node, field }: BoundValue = value;
    if (offset < node.offset || offset > node.offset + node.length) return undefined;
    // Only inside quotes: a bare `{{name}}` is not valid JSON, so it must be a variable.
    if (node.type === 'string') return node.offset < offset ? field : undefined;
    value = valueAt(value, childIndexAt(node, offset));
  }
  return undefined;
}

/** Returns the index of the first child of a node that ends at the offset or behind it. */
function childIndexAt(node: JsonNode, offset: number): number {
  let [low, high] = [0, childCount(node)];
  while (low < high) {
    const middle = (low + high) >> 1;
    const child = childAt(node, middle);
    if (child !== undefined && child.offset + child.length >= offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

const none: readonly LiteralPlaceholder[] = [];
