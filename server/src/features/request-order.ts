import { reasonOf } from '@rulebook/sender/plan';
import {
  describeCircle,
  runOrder,
  withImported,
  type LinkedFiles,
  type ReusedRequest,
  type RunStep,
} from '@rulebook/sender/send';
import { sequencesOf } from '@rulebook/request-file/syntax';
import { isCheckable } from '../documents/documents';
import type { ServerFeature } from '../session/feature';
import { orderRequest } from '../protocol';
import type { KeptRequest, OrderedRequest, RequestOrderParams, RequestOrderResult } from '../protocol';
import { requestLineIn } from '../documents/request-line';
import { readLinkedRequests } from '../names/linked-requests';
import type { Session } from '../session/session';
import type { OpenDocument } from '../documents/documents';

/** Says which requests the client has to send, and in which order. */
export const requestOrder: ServerFeature = {
  register: ({ connection, guarded }) => {
    connection.onRequest<RequestOrderResult, unknown>(orderRequest, (params: RequestOrderParams) =>
      guarded<Promise<RequestOrderResult>>(
        'order',
        Promise.resolve({ reason: 'The requests could not be read.' }),
        (session) => orderIn(session, session.documents.get(params.uri), params),
      ),
    );
  },
};

async function orderIn(
  session: Session,
  document: OpenDocument | undefined,
  params: RequestOrderParams,
): Promise<RequestOrderResult> {
  if (!document) return { reason: 'The file is not open in the editor. Open it, then send the requests again.' };
  if (typeof params.version === 'number' && params.version !== document.version)
    return { reason: 'The file has changed in the meantime. Send the requests again.' };
  const order = await linkedOrder(session, document, params);
  if ('reason' in order) return order;
  const { linked } = order;
  const steps = order.steps.flatMap(({ location, block, given }): OrderedRequest[] => {
    const source = linked.files.get(location);
    // A request of another protocol has no request line; the client leaves it out, and says so.
    const line =
      source &&
      (requestLineIn(source.file, block) ??
        session.engine.plan(source.file, block, session.optionsOf({ uri: location }))?.line);
    if (line === undefined) return [];
    const [, ...imported] = withImported(linked, location);
    return [
      {
        uri: location,
        line,
        ...(given.size > 0 && { given: Object.fromEntries(given) }),
        ...(imported.length > 0 && { imports: imported.map((one) => one.location) }),
      },
    ];
  });
  const reused = order.reused.flatMap(({ location, block }) => {
    const source = linked.files.get(location);
    const found = source && keptRequest(params.kept, location, source.file.blocks.at(block)?.text);
    return found === undefined ? [] : [found];
  });
  return { reused, steps, lines: steps.flatMap(({ uri, line }) => (uri === document.uri ? [line] : [])) };
}

/** Returns the request whose response is kept, if it has not changed since. */
function keptRequest(
  kept: readonly KeptRequest[] | undefined,
  uri: string,
  text: string | undefined,
): KeptRequest | undefined {
  return kept?.find((one) => one.uri === uri && one.text === text);
}

/** Returns the requests to send for lines of a document, with the files that take part; or why there are none. */
export async function linkedOrder(
  session: Session,
  document: OpenDocument,
  {
    lines,
    withDependencies,
    sequence: wantedSequence,
    kept,
  }: Pick<RequestOrderParams, 'lines' | 'withDependencies' | 'sequence' | 'kept'>,
): Promise<
  | {
      readonly steps: readonly RunStep[];
      readonly reused: readonly ReusedRequest[];
      readonly linked: LinkedFiles;
      readonly chosen: readonly number[];
    }
  | { readonly reason: string }
> {
  const { engine, optionsOf } = session;
  const { file, uri } = document;
  const [[only] = []] = lines ?? [];
  // A JSON file is the body of one request.
  if (isCheckable(document) && file.association?.isAnswer === undefined && file.association && only !== undefined) {
    const none = new Map<string, string>();
    const files = new Map([[uri, { location: uri, file, imports: none, runs: none }]]);
    return {
      steps: [{ location: uri, block: 0, given: new Map() }],
      reused: [],
      linked: { root: uri, files, problems: [] },
      chosen: [0],
    };
  }
  if (!isCheckable(document) || file.association) return { reason: 'Rulebook cannot send the requests of this file.' };
  const { blocks } = file;
  const sequence = wantedSequence === undefined ? undefined : sequenceNamed(session, document, wantedSequence);
  if (wantedSequence !== undefined && sequence === undefined)
    return { reason: `The file has no sequence named ${wantedSequence}.` };
  const wanted = lines?.flatMap(([first, last]) => {
    const from = blocks.indexAtLine(first);
    return Array.from({ length: blocks.indexAtLine(last) - from + 1 }, (_, index) => from + index);
  });
  const all = wanted ?? Array.from({ length: blocks.size }, (_, index) => index);
  const chosen = [...new Set(all)]
    .sort((a, b) => a - b)
    .filter((index) => {
      if (requestLineIn(file, index) !== undefined) return true;
      const { runs, otherRequest } = engine.parse(file, index);
      return runs.length > 0 || otherRequest?.isOtherProtocol === true;
    });
  if (chosen.length === 0) {
    const isOne = lines?.length === 1 && lines[0]?.[0] === lines[0]?.[1];
    return { reason: isOne ? 'There is no request on this line.' : 'There is no request on these lines.' };
  }
  const { names } = session;
  const linked = await readLinkedRequests({ engine, names, root: session.settingsOf(uri).root }, document);
  const [problem] = linked.problems;
  if (problem !== undefined) return { reason: `Line ${problem.line + 1}: ${problem.reason}.` };
  const options = optionsOf(document);
  const order = runOrder(linked, chosen, {
    // One that is sent alone may be insisted on.
    leavesDisabled: chosen.length > 1,
    parse: (one, block) => engine.parse(one.file, block, options.context),
    sequence,
    isKept: (one, block) => keptRequest(kept, one.location, one.file.blocks.at(block)?.text) !== undefined,
    dependenciesOf:
      withDependencies || sequence !== undefined
        ? (one, block) => engine.plan(one.file, block, options)?.dependsOn ?? []
        : undefined,
  });
  if ('circle' in order) return { reason: describeCircle(order.circle) };
  if ('cause' in order) return { reason: `Nothing was sent: ${reasonOf(order)}.` };
  return { steps: order.steps, reused: order.reused, linked, chosen };
}

function sequenceNamed({ engine }: Session, { file }: OpenDocument, name: string) {
  for (let block = 0; block < file.blocks.size; block++) {
    const found = sequencesOf(engine.parse(file, block)).find((one) => one.name.text === name);
    if (found !== undefined) return { block, names: found.members.map(({ text }) => text) };
  }
  return undefined;
}
