import { acceptsParameter } from '@rulebook/checker/binding/accepts-text';
import type { Binding, BoundValue } from '@rulebook/checker/binding/model';
import { smallestValue } from '@rulebook/checker/resource-model/make-value';
import { misfitOf, misfitOfNode } from '@rulebook/checker/resource-model/misfit';
import type { Shape } from '@rulebook/catalogue/shape';
import type { UsedElement, UsedObject } from './used-elements';

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

/** Values that are made depend on no clock. */
const madeAt = '2030-01-01T00:00:00Z';

/** Returns the JSON text of a new member: what was proposed, or where the new description would refuse that, the smallest value that it accepts. */
export function fittingMember(
  after: Binding | undefined,
  { node }: UsedObject,
  name: string,
  proposed: string,
): string {
  const object = after?.body && valueAt(after.body, node.offset);
  const field = object?.shape.type === 'object' ? object.shape.fields.find((one) => one.name === name) : undefined;
  return fitting(field?.shape, proposed);
}

/** Returns the same for a query parameter or header field. */
export function fittingParameter(after: Binding | undefined, kind: string, name: string, proposed: string): string {
  const { query = [], header = [] } = after?.operation?.parameters ?? {};
  const fields = kind === 'query' ? query : header;
  return fitting(fields.find((one) => one.name.toLowerCase() === name.toLowerCase())?.shape, proposed);
}

function fitting(shape: Shape | undefined, proposed: string): string {
  if (shape === undefined) return proposed;
  try {
    return misfitOf(JSON.parse(proposed), shape) === undefined
      ? proposed
      : JSON.stringify(smallestValue(shape, madeAt));
  } catch {
    return proposed;
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
