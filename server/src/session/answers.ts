import type { CheckContext, Engine } from '@rulebook/engine';
import { associationOfResponse } from '@rulebook/sender/response';
import type { BodyAssociation } from '@rulebook/request-file/syntax';
import type { AnswerParams } from '../protocol';
import { plainUri } from '../documents/uris';

/** How many responses are remembered; the client keeps fewer. */
const kept = 100;

/** Knows which operations the shown responses belong to. */
export interface ShownResponses {
  remember(params: AnswerParams): void;
  /** Returns what the document of a response is, or undefined for any other document. */
  associationOf(uri: string, contextOf: () => CheckContext): BodyAssociation | undefined;
  /** Returns the URI of the file with the request to which the document is the response, when it is known. */
  sourceOf(uri: string): string | undefined;
}

/** Creates the memory of one session. */
export function createShownResponses(engine: Engine): ShownResponses {
  const known = new Map<string, AnswerParams>();
  return {
    remember(params) {
      if (typeof params.uri !== 'string' || typeof params.operation !== 'string') return;
      known.set(plainUri(params.uri), params);
      for (const oldest of [...known.keys()].slice(0, -kept)) known.delete(oldest);
    },
    associationOf(uri, contextOf) {
      const { operation: id, endpoint } = known.get(plainUri(uri)) ?? {};
      const operation = id === undefined ? undefined : engine.operation(id, contextOf());
      return operation && associationOfResponse(operation, typeof endpoint === 'string' ? endpoint : undefined);
    },
    sourceOf(uri) {
      const source = known.get(plainUri(uri))?.source;
      return typeof source === 'string' ? source : undefined;
    },
  };
}
