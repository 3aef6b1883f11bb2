import { describeCircle } from '../../../engine/src/index';
import { isReadable } from '../documents';
import type { ServerFeature } from '../feature';
import { orderRequest } from '../protocol';
import type { RequestOrderParams, RequestOrderResult } from '../protocol';
import { requestLineIn } from '../request-line';
import type { FeatureContext } from '../session';
import type { OpenDocument } from '../documents';

/** Says which requests the client has to send, and in which order. */
export const requestOrder: ServerFeature = {
  register: ({ connection, guarded }) => {
    connection.onRequest<RequestOrderResult, unknown>(orderRequest, (params: RequestOrderParams) =>
      guarded<RequestOrderResult>('order', { reason: 'The requests could not be read.' }, (session) =>
        orderIn(session, session.documents.get(params.uri), params),
      ),
    );
  },
};

function orderIn(
  { engine, optionsOf }: FeatureContext,
  document: OpenDocument | undefined,
  { version, lines, withDependencies }: RequestOrderParams,
): RequestOrderResult {
  if (!document) return { reason: 'The file is not open in the editor. Open it, then send the requests again.' };
  const { file } = document;
  if (!isReadable(document) || file.association) return { reason: 'Rulebook cannot send the requests of this file.' };
  if (typeof version === 'number' && version !== document.version)
    return { reason: 'The file has changed in the meantime. Send the requests again.' };
  const { blocks } = file;
  const wanted = lines?.flatMap(([first, last]) => {
    const from = blocks.indexAtLine(first);
    return Array.from({ length: blocks.indexAtLine(last) - from + 1 }, (_, index) => from + index);
  });
  const all = wanted ?? Array.from({ length: blocks.size }, (_, index) => index);
  const chosen = [...new Set(all)].sort((a, b) => a - b).filter((index) => requestLineIn(file, index) !== undefined);
  if (chosen.length === 0) return { reason: 'There is no request on these lines.' };
  const order = withDependencies ? engine.requestOrder(file, chosen, optionsOf(document)) : { blocks: chosen };
  if ('circle' in order) return { reason: describeCircle(order.circle) };
  return { lines: order.blocks.flatMap((index) => requestLineIn(file, index) ?? []) };
}
