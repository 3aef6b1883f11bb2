import type { CodeLens } from 'vscode-languageserver';
import type { Endpoint } from '@rulebook/engine';
import { protectedEnvironment } from '@rulebook/sender/configuration';
import { requestLineOf, type BlockText } from '@rulebook/request-file/syntax';
import { createMemo } from '@rulebook/text';
import { isCheckable } from '../documents/documents';
import { otherFormatOf } from '../documents/other-format';
import { plainUri } from '../documents/uris';
import type { OpenDocument } from '../documents/documents';
import { earlierLenses, withoutMissing } from './support/earlier-responses';
import { neededLenses } from './support/needed-lens';
import { rightsLensOf } from './support/rights-lens';
import { sequenceLenses } from './support/sequence-lens';
import { joinLists } from '../documents/encode-message';
import type { ServerFeature } from '../session/feature';
import { shownAround } from '../session/viewports';
import { overChunks } from '../documents/per-block';
import { sendCommand } from '../protocol';
import type { SendArguments } from '../protocol';
import { requestLineIn } from '../documents/request-line';
import { typedLineOf } from '../documents/typed-line';
import type { FeatureContext } from '../documents/feature-context';
import type { Session } from '../session/session';

/** A request file with more blocks gets lenses only where a user looks, if the client says where that is. */
const most = 500;

/** Puts "Send" above each request. Where it goes is found out when the lens is seen. */
export const codeLenses: ServerFeature = {
  capabilities: ({ sendsItself, client }) =>
    client.sends || sendsItself ? { codeLensProvider: { resolveProvider: true } } : {},
  register: ({ connection, guarded, guardedLater, withDocument }) => {
    const lensesOf = createCodeLenses();
    connection.onCodeLens(({ textDocument: { uri } }) =>
      withDocument<CodeLens[] | Promise<CodeLens[]>>('codeLens', uri, [], (document, session) => {
        if (otherFormatOf(plainUri(uri)) !== undefined)
          return guardedLater<CodeLens[]>('codeLens', [], () => session.checking.otherFormats.lensesOf(document));
        if (!session.settingsOf(uri).codeLens) return [];
        const edited = document.focus === undefined ? [] : [document.focus.line];
        return withoutMissing(session, uri, lensesOf(session, document, [...session.looks.of(uri), ...edited]));
      }),
    );
    connection.onCodeLensResolve((lens) => guarded('codeLens/resolve', lens, (session) => resolveLens(session, lens)));
  },
};

/** Returns whether a document gets lenses around some of its lines only. */
export function hasBoundedLenses({ client }: FeatureContext, { file }: OpenDocument): boolean {
  return client.boundsLenses && file.blocks.size > most;
}

/** Returns a function that returns the lenses of a document, without their commands; of very many, those around the given lines. */
export function createCodeLenses(): (
  context: FeatureContext,
  document: OpenDocument,
  places?: readonly number[],
) => CodeLens[] {
  const lines = createMemo<BlockText, number | undefined>({ most: 2000 });
  const inChunks = overChunks<CodeLens>((context, document) => ({
    // A value may come from a response by a definition.
    basis: [document.file.definitions],
    itemsOf: ({ index }) => lensesAt(context, document, index, requestLineIn(document.file, index)),
  }));
  return (context, document, places = [0]) => {
    const { file } = document;
    if (!maySend(document)) return [];
    const typed = typedLineOf(context, document);
    // A lens above a line that is being typed would move it.
    const isShown = ({ range }: CodeLens): boolean => typed?.isOpen !== true || range.start.line !== typed.line;
    const lensAt = (index: number): CodeLens[] => {
      const line = requestLineIn(file, index, (block) => lines.of(block, [], () => requestLineOf(block.text)));
      return lensesAt(context, document, index, line);
    };
    const ofFile = rightsLensOf(context, document).filter(isShown);
    if (!hasBoundedLenses(context, document)) {
      const lists = inChunks(context, document);
      const shown =
        typed?.isOpen === true ? lists.map((list) => (list.every(isShown) ? list : list.filter(isShown))) : lists;
      return joinLists(ofFile.length === 0 ? shown : [...shown, ofFile]);
    }
    const seen = new Set<number>();
    for (const line of places) {
      const last = file.blocks.indexAtLine(line + shownAround);
      for (let index = file.blocks.indexAtLine(Math.max(0, line - shownAround)); index <= last; index++)
        seen.add(index);
    }
    return [
      ...[...seen]
        .sort((a, b) => a - b)
        .flatMap(lensAt)
        .filter(isShown),
      ...ofFile,
    ];
  };
}

/** Returns the lenses of a block whose request is on a line. */
function lensesAt(
  context: FeatureContext,
  document: OpenDocument,
  index: number,
  line: number | undefined,
): CodeLens[] {
  const sequences = sequenceLenses(context, document, index);
  if (line === undefined) return [...sequences];
  const needed = neededLenses(context, document, index, line);
  return [...sequences, toLens(document.uri, line), ...needed, ...earlierLenses(context, document, index)];
}

/** Returns the lens with what it does for the request at its line now; unchanged when there is none. */
function resolveLens(session: Session, lens: CodeLens): CodeLens {
  const [uri, at] = (Array.isArray(lens.data) ? lens.data : []) as readonly unknown[];
  const document = typeof uri === 'string' ? session.documents.get(uri) : undefined;
  const command = document && typeof at === 'number' ? sendCommandAt(session, document, at) : undefined;
  return command ? { ...lens, command } : lens;
}

type SendingContext = FeatureContext & Pick<Session, 'environments' | 'settingsOf'>;

/** Returns the command that sends the request of the block at a line, with a title that says where it goes. */
export function sendCommandAt(
  context: SendingContext,
  document: OpenDocument,
  at: number,
): NonNullable<CodeLens['command']> | undefined {
  const { uri, file } = document;
  const index = file.blocks.indexAtLine(at);
  const line = maySend(document) ? requestLineIn(file, index) : undefined;
  if (line === undefined) return undefined;
  const endpoint = context.engine.endpoint(file, index, context.optionsOf(document));
  const destination = endpoint === undefined ? '' : ` to ${endpoint.name}`;
  const notes = notesOf(context, uri, endpoint);
  const sendArguments: SendArguments = [uri, line];
  return {
    title: `Send${destination}${notes === '' ? '' : ` (${notes})`}`,
    command: sendCommand,
    arguments: [...sendArguments],
  };
}

/** Returns what matters before a request is sent: the environment, and that it or the endpoint is protected. */
function notesOf({ environments, settingsOf }: SendingContext, uri: string, endpoint: Endpoint | undefined): string {
  const environment = environments.used(uri);
  const guarded = protectedEnvironment(settingsOf(uri).configuration, environment);
  return [
    ...(environment === undefined ? [] : [environment]),
    ...(endpoint?.protected === true || guarded !== undefined ? ['protected'] : []),
  ].join(', ');
}

/** A response, and a JSON file that is only a part of a body, cannot be sent by itself. */
function maySend(document: OpenDocument): boolean {
  const { association } = document.file;
  return isCheckable(document) && !(association && (association.at !== '' || association.isAnswer));
}

function toLens(uri: string, line: number): CodeLens {
  const start = { line, character: 0 };
  const data: SendArguments = [uri, line];
  return { range: { start, end: start }, data };
}
