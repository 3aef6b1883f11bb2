import { reasonOf } from '@rulebook/sender/plan';
import type { Difference } from '@rulebook/sender/ports';
import type { Engine } from '@rulebook/engine';
import { isCheckable } from '../documents/documents';
import type { ServerFeature } from '../session/feature';
import { schemaDifferencesIn } from '../configuration/schema-differences';
import { differencesRequest } from '../protocol';
import type { DifferencesParams, DifferencesResult } from '../protocol';
import type { Session } from '../session/session';
import { plainMessage } from '../documents/to-lsp';

const unknown: DifferencesResult = {};

/** Says in what a response differs from what is known about its operation, for the assert `matches description`. */
export const differences: ServerFeature = {
  register: ({ connection, guarded }) => {
    connection.onRequest<DifferencesResult, unknown>(
      differencesRequest,
      ({ schema, ...params }: DifferencesParams): DifferencesResult | Promise<DifferencesResult> =>
        typeof schema === 'string'
          ? guarded('differences', Promise.resolve(unknown), (session) =>
              compareWithSchema(session, { schema, ...params }),
            )
          : guarded('differences', unknown, (session) => compare(session, params)),
    );
  },
};

async function compareWithSchema(
  session: Session,
  params: DifferencesParams & { readonly schema: string },
): Promise<DifferencesResult> {
  if (typeof params.uri !== 'string' || typeof params.text !== 'string') return unknown;
  const found = await schemaDifferencesIn(session, params);
  return 'cause' in found ? { problem: reasonOf(found) } : { differences: found };
}

function compare(
  { engine, documents, optionsOf }: Session,
  { uri, operation, text }: DifferencesParams,
): DifferencesResult {
  const document = documents.get(uri);
  if (!document || !isCheckable(document) || typeof operation !== 'string' || typeof text !== 'string') return unknown;
  const options = optionsOf(document);
  if (engine.operation(operation, options.context) === undefined) return unknown;
  return { differences: differencesIn(engine, text, operation, options) };
}

/** Returns where a response differs from what is known about its operation, in plain text. */
export function differencesIn(
  engine: Pick<Engine, 'checkAnswer'>,
  ...answer: Parameters<Engine['checkAnswer']>
): readonly Difference[] {
  return engine
    .checkAnswer(...answer)
    .map(({ line, rule, message }) => ({ line, rule, message: plainMessage(message) }));
}
