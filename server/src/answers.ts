import type { BodyAssociation, Engine } from '../../engine/src/index';
import type { AnswerParams } from './protocol';
import { plainUri } from './uris';

/** How many responses are remembered; the client keeps fewer. */
const kept = 100;

/** Knows which operations the shown responses belong to. */
export interface Answers {
  remember(params: AnswerParams): void;
  /** Returns what the document of a response is, or undefined for any other document. */
  associationOf(uri: string): BodyAssociation | undefined;
}

/** Creates the memory of one session. */
export function createAnswers(engine: Engine): Answers {
  const known = new Map<string, BodyAssociation>();
  return {
    remember({ uri, operation: id, endpoint }) {
      const operations = engine.catalogue.services.flatMap(({ operations }) => operations);
      const operation = operations.find((candidate) => candidate.id === id);
      const method = operation?.methods[0];
      if (operation === undefined || method === undefined || typeof uri !== 'string') return;
      known.set(plainUri(uri), {
        method,
        target: operation.path.replace(/[{}]/g, (brace) => brace + brace),
        at: '',
        isAnswer: true,
        operation: operation.id,
        ...(typeof endpoint === 'string' ? { directives: { endpoint } } : {}),
      });
      for (const oldest of [...known.keys()].slice(0, -kept)) known.delete(oldest);
    },
    associationOf: (uri) => known.get(plainUri(uri)),
  };
}
