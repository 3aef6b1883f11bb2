import type { Field } from '@rulebook/catalogue/shape';
import type { Placeholder } from '@rulebook/request-file/syntax/model';
import { firstIndexWhere } from '@rulebook/text/search';
import type { Binding, BoundValue } from './model';

/** A `{{name}}` that the service fills in, and the element that documents it. */
interface LiteralPlaceholder {
  readonly placeholder: Placeholder;
  readonly field: Field;
}

/** Returns the `{{…}}` of a request that are not variables, since the service fills them in. */
export function literalPlaceholdersOf({ block, body }: Binding): readonly LiteralPlaceholder[] {
  if (body === undefined || block.placeholders.length === 0) return none;
  let found: LiteralPlaceholder[] | undefined;
  for (const placeholder of block.placeholders) {
    const field = placeholderFieldAt(body, placeholder.span.start);
    if (field?.placeholders?.includes(placeholder.name) === true) (found ??= []).push({ placeholder, field });
  }
  return found ?? none;
}

/** Returns the element whose string contains the offset, when the service fills in placeholders in it. */
export function placeholderFieldAt(body: BoundValue, offset: number): Field | undefined {
  for (let value: BoundValue | undefined = body; value !== undefined;) {
    const { node, field }: BoundValue = value;
    // Only inside quotes: a bare `{{name}}` is not valid JSON, so it must be a variable.
    if (node.type === 'string') return node.offset < offset ? field : undefined;
    const inner: BoundValue | undefined =
      node.type === 'array'
        ? value.items[firstIndexWhere(value.items, ({ node: item }) => item.offset + item.length >= offset)]
        : value.members[firstIndexWhere(value.members, ({ span }) => span.end >= offset)]?.value;
    value = inner !== undefined && inner.node.offset <= offset ? inner : undefined;
  }
  return undefined;
}

const none: readonly LiteralPlaceholder[] = [];
