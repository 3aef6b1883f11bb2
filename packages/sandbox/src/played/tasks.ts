import type { Operation, ResponseSpec } from '@rulebook/catalogue/operation';
import type { Collection } from '@rulebook/catalogue/resource-model';
import type { Service } from '@rulebook/catalogue/service';
import { itemFormOf, itemPlaceOf } from '@rulebook/checker/resource-model/places';
import { resourceModelOf } from '@rulebook/checker/resource-model/resource-model';
import { objectIn, shapeAt } from '@rulebook/checker/resource-model/shapes-in';
import { itemOf } from './items';
import { freeId } from './play-resource';
import { nodeAt, withItem, withNode, type PlayedNode, type Words } from './played-state';
import { itemBody } from './respond';
import { begun } from './running';

/** Stores the object about an operation that goes on, and returns the body that shows it; undefined where the operation has none. */
export function withTask(
  root: PlayedNode,
  {
    service,
    operation,
    spec,
    words,
    now,
  }: {
    readonly service: Service;
    readonly operation: Operation;
    readonly spec: ResponseSpec;
    readonly words: Words;
    readonly now: string;
  },
): { readonly root: PlayedNode; readonly body: unknown } | undefined {
  const of = taskCollection(service, operation, spec);
  const list = of && filledPath(of.path, operation.path, words);
  if (of === undefined || list === undefined) return undefined;
  const count = (nodeAt(root, list)?.made ?? 0) + 1;
  const id = freeId(root, of, list, count);
  const item = begun(itemOf({}, of, { id, now }), of);
  const counted = withNode(root, list, (node) => ({ ...node, made: count }));
  return { root: withItem(counted, [...list, String(id)], item), body: itemBody(spec, item, of.parameter, now) };
}

/**
 * Returns where an operation that is accepted (202) puts an object about itself, which the caller reads until it is done: a collection without
 * requests that create, whose items have the shape of the response.
 */
function taskCollection(service: Service, operation: Operation, spec: ResponseSpec): Collection | undefined {
  if (spec.status !== 202 || spec.shape === undefined) return undefined;
  const { collections } = resourceModelOf(service);
  return collections.find((one) => {
    if (one.create !== undefined || one.replace !== undefined || one.read === undefined || one.read === operation)
      return false;
    const place = itemPlaceOf(spec.shape, one.parameter);
    const shown = place && objectIn(shapeAt(spec.shape, place));
    return shown !== undefined && shown === objectIn(itemFormOf(one).shape);
  });
}

/** Returns the words of a path with the parameters that a request has in another one; undefined where one is missing. */
function filledPath(template: string, ofRequest: string, words: Words): Words | undefined {
  const values = new Map(
    ofRequest
      .split('/')
      .filter(Boolean)
      .map((part, index) => [part, words[index]]),
  );
  const filled = template
    .split('/')
    .filter(Boolean)
    .map((part) => (part.startsWith('{') ? values.get(part) : part));
  return filled.some((word) => word === undefined) ? undefined : filled.map((word) => word ?? '');
}
