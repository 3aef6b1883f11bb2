import { templateSegments } from '@rulebook/paths/match-operation';
import { operationById } from '@rulebook/checker/binding/operation-by-id';
import type { Catalogue } from '@rulebook/catalogue/service';
import type { FileUse } from './file-use';
import { addedText, requiredParts } from './request-skeleton';
import { escapeSnippet, joinSnippets } from './snippet';

/** A request that can be inserted: an operation with one of its methods. */
export interface OfferedRequest {
  /** The id of the operation. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly title: string;
  /** The title of the service. */
  readonly service: string;
  readonly isDeprecated: boolean;
}

/** Returns every request of the services, documented ones first, with the operations of their published descriptions. */
export function listRequests({ services, whole = (service) => service }: Catalogue): readonly OfferedRequest[] {
  return services
    .map((service) => whole(service))
    .flatMap((service) =>
      service.operations.flatMap(({ id, methods, path, title, deprecated, isOutline }) =>
        isOutline === true
          ? []
          : methods.map((method) => ({
              id,
              method,
              path,
              title,
              service: service.title,
              isDeprecated: deprecated !== undefined,
            })),
      ),
    );
}

/** Returns a request of an operation as a snippet: the request line, and what the operation requires. */
export function requestSnippet(catalogue: Catalogue, id: string, method: string): string | undefined {
  const known = operationById(catalogue, id);
  if (known === undefined) return undefined;
  const { operation, service } = known;
  const path = addedText(templateSegments(operation.path), noUse, operation);
  return `${escapeSnippet(method)} /${joinSnippets([path, requiredParts(operation, service, method).text])}\n`;
}

const noUse: FileUse = { services: new Set(), operations: new Map(), tags: new Set(), words: new Map() };
