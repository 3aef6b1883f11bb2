import { acceptsParameter } from '@rulebook/checker/binding/accepts-text';
import type { Binding, BoundValue } from '@rulebook/checker/binding/model';
import { misfitOfNode } from '@rulebook/checker/resource-model/misfit';
import type { UsedElement } from './used-elements';

/** Returns whether the new description accepts a value that a request writes; undefined where that is not known. */
export function isAccepted(after: Binding | undefined, { place, text }: UsedElement): boolean | undefined {
  if (after === undefined) return undefined;
  switch (place.kind) {
    case 'member':
    case 'item':
    case 'root': {
      const { offset, length } = place.value;
      // What a variable stands for is not known.
      const isOpen = after.block.placeholders.some(({ span }) => span.start < offset + length && span.end > offset);
      const bound = after.body && !isOpen ? valueAt(after.body, offset) : undefined;
      const misfit = bound && misfitOfNode(bound.node, bound.declared);
      // What is wrong deeper in the value is not about this change.
      return bound && (misfit === undefined || misfit.place.length > 0);
    }
    case 'query':
    case 'path':
    case 'form': {
      const span = place.kind === 'form' ? place.part.name.span : place.parameter.span;
      const bound = [...after.query, ...after.path, ...(after.form?.bound ?? [])].find(
        (one) => (place.kind === 'path' ? one.span : one.nameSpan).start === span.start,
      );
      return text === undefined || bound === undefined ? undefined : acceptsParameter(bound.field.shape, text);
    }
    case 'header': {
      const bound = after.headers.find(({ span }) => span.start === place.field.value.span.start);
      return text === undefined || bound === undefined ? undefined : acceptsParameter(bound.field.shape, text);
    }
    default:
      return undefined;
  }
}

function valueAt(value: BoundValue, offset: number): BoundValue | undefined {
  if (value.span.start === offset && value.node.offset === offset) return value;
  for (const { value: inner } of value.members) {
    if (inner === undefined || offset < inner.node.offset || offset >= inner.node.offset + inner.node.length) continue;
    return valueAt(inner, offset);
  }
  for (const inner of value.items) {
    if (offset >= inner.node.offset && offset < inner.node.offset + inner.node.length) return valueAt(inner, offset);
  }
  return undefined;
}
