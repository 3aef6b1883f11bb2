import type { Binding } from '@rulebook/checker/binding/model';
import type { Operation, OperationExample } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import { valueOfNode } from '@rulebook/json/json-node';

/** A body that a user's own request has. */
export interface OwnBody {
  /** The id of the operation. */
  readonly operation: string;
  /** Where it is from: `the request 2 of pets.http`. */
  readonly title: string;
  readonly value: unknown;
}

/** Returns the body of a request, where it is JSON without variables; undefined for any other. */
export function ownBodyOf({ operation, body, block }: Binding, title: string): OwnBody | undefined {
  if (operation === undefined || body === undefined) return undefined;
  const { node } = body;
  const hasVariables = block.text.slice(node.offset, node.offset + node.length).includes('{{');
  return hasVariables ? undefined : { operation: operation.id, title, value: valueOfNode(node) };
}

/** Returns the service with the bodies as the first examples of its operations: tests take them before those of the description. */
export function withOwnBodies(service: Service, bodies: readonly OwnBody[]): Service {
  if (bodies.length === 0) return service;
  return {
    ...service,
    operations: service.operations.map((operation) => {
      const own = bodies.filter((body) => body.operation === operation.id);
      return own.length === 0 ? operation : withExamples(operation, own);
    }),
  };
}

/** Its facts may be read only when they are needed, so that it is not copied. */
function withExamples(operation: Operation, own: readonly OwnBody[]): Operation {
  const shown = own.map(({ title, value }): OperationExample => ({ title, name: title, body: { value } }));
  const examples = [...shown, ...(operation.examples ?? [])];
  return Object.create(operation, { examples: { value: examples, enumerable: true } }) as Operation;
}
