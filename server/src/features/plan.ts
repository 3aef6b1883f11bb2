import { isCheckable } from '../documents/documents';
import type { OpenDocument } from '../documents/documents';
import type { ServerFeature } from '../session/feature';
import { planRequest } from '../protocol';
import type { FoundError, PlanParams, PlanResult } from '../protocol';
import { requestLineIn } from '../documents/request-line';
import type { FeatureContext } from '../documents/feature-context';
import { plainMessage, rangesOfBlock, toBlockOffset } from '../documents/to-lsp';

/** Says what the client has to send for a request. */
export const plan: ServerFeature = {
  register: ({ connection, guarded }) => {
    connection.onRequest<PlanResult, unknown>(planRequest, (params: PlanParams) =>
      guarded<PlanResult>('plan', { reason: 'The request could not be read.' }, (session) =>
        planAt(session, session.documents.get(params.uri), params),
      ),
    );
  },
};

/** Returns the plan of the request at a line, or why there is none. */
export function planAt(
  context: FeatureContext,
  document: OpenDocument | undefined,
  { line, version, withCall }: PlanParams,
): PlanResult {
  if (!document) return { reason: 'The file is not open in the editor. Open it, then send the request again.' };
  const { engine, encoding, optionsOf } = context;
  const { file } = document;
  if (!isCheckable(document) || file.association?.isAnswer)
    return { reason: 'Rulebook cannot send a request from this file.' };
  if (typeof version === 'number' && version !== document.version)
    return { reason: 'The file has changed in the meantime. Send the request again.' };
  const { block } = toBlockOffset(file, { line, character: 0 }, encoding);
  const found = file.blocks.at(block) && engine.plan(file, block, optionsOf(document));
  if (!found) return { reason: 'There is no request on this line.' };
  const call = withCall === true ? engine.clientCall(file, block, optionsOf(document)) : undefined;
  const errors = found.errors > 0 ? errorsOf(context, document, block) : [];
  return {
    plan: found,
    line: requestLineIn(file, block) ?? line,
    ...(call && { call }),
    ...(found.name !== undefined && { text: file.blocks.at(block)?.text ?? '' }),
    ...(errors.length > 0 && { errors }),
  };
}

/** More errors of a request are only counted. */
const maxErrors = 5;

function errorsOf(
  { engine, encoding, optionsOf }: FeatureContext,
  document: OpenDocument,
  block: number,
): readonly FoundError[] {
  const { file } = document;
  const rangeOf = rangesOfBlock(file, block, encoding);
  const findings = engine.check(file, optionsOf(document)).blocks.at(block)?.findings ?? [];
  return findings
    .filter(({ severity }) => severity === 'error')
    .slice(0, maxErrors)
    .flatMap(({ message, span }) => (rangeOf ? [{ message: plainMessage(message), ...rangeOf(span).start }] : []));
}
