import { isCheckable } from '../documents/documents';
import type { OpenDocument } from '../documents/documents';
import type { ServerFeature } from '../session/feature';
import { refusalRequest } from '../protocol';
import type { RefusalParams, RefusalResult } from '../protocol';
import type { FeatureContext } from '../documents/feature-context';
import { plainMessage, rangesOfBlock, toBlockOffset } from '../documents/to-lsp';

/** In characters: no service needs more words for a refusal. */
const longest = 256 * 1024;

const nothing: RefusalResult = { problems: [] };

/** Says where in a request that was refused the problems are. */
export const refusal: ServerFeature = {
  register: ({ connection, guarded }) => {
    connection.onRequest<RefusalResult, unknown>(refusalRequest, (params: RefusalParams) =>
      guarded('explainRefusal', nothing, (session) =>
        explainRefusalAt(session, session.documents.get(params.uri), params),
      ),
    );
  },
};

/** Returns where in the request at a line the problems of its refusal are. */
export function explainRefusalAt(
  { engine, encoding, optionsOf }: FeatureContext,
  document: OpenDocument | undefined,
  { line, version, status, body }: RefusalParams,
): RefusalResult {
  if (!document || !isCheckable(document) || document.file.association?.isAnswer) return nothing;
  if (typeof version === 'number' && version !== document.version) return nothing;
  if (typeof status !== 'number' || typeof body !== 'string' || body.length > longest) return nothing;
  const { file } = document;
  const { block } = toBlockOffset(file, { line, character: 0 }, encoding);
  const rangeOf = rangesOfBlock(file, block, encoding);
  if (!rangeOf) return nothing;
  const explained = engine.explainRefusal(file, block, { status, body }, optionsOf(document));
  const { start, end } = rangeOf({ start: 0, end: file.blocks.at(block)?.length ?? 0 });
  return {
    problems: explained.map(({ span, message, rule }) => ({
      range: rangeOf(span),
      message: plainMessage(message),
      ...(rule !== undefined && { rule }),
    })),
    // The end of a block that is not the last one is the start of the next one.
    lines: { first: start.line, last: end.character === 0 && end.line > start.line ? end.line - 1 : end.line },
  };
}
