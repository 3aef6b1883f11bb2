import type { CodeLens } from 'vscode-languageserver';
import type { BlockText, CheckOptions, Endpoint, RequestFile } from '../../../engine/src/index';
import { isReadable } from '../documents';
import type { OpenDocument } from '../documents';
import type { ServerFeature } from '../feature';
import { perBlock } from '../per-block';
import { sendCommand } from '../protocol';
import type { SendArguments } from '../protocol';
import { requestLineOf } from '../request-line';
import type { FeatureContext } from '../session';

/** Puts "Send" above each request, for clients that can send it. */
export const codeLenses: ServerFeature = {
  capabilities: ({ client }) => (client.sends ? { codeLensProvider: {} } : {}),
  register: ({ connection, withDocument }) => {
    const lensesOf = createCodeLenses();
    connection.onCodeLens(({ textDocument: { uri } }) =>
      withDocument('codeLens', uri, [], (document, session) =>
        session.settingsOf(uri).codeLens ? lensesOf(session, document) : [],
      ),
    );
  },
};

/** Where a request goes, and what that was found by. */
interface Destination
  extends Pick<CheckOptions['context'], 'endpoints' | 'defaults'>, Pick<RequestFile, 'definitions'> {
  readonly endpoint: Endpoint | undefined;
}

/** Returns a function that returns the lenses of a document; what it knows of a block lives as long as the block. */
export function createCodeLenses(): (context: FeatureContext, document: OpenDocument) => CodeLens[] {
  const requestLines = perBlock(requestLineOf);
  const destinations = new WeakMap<BlockText, Destination>();

  const endpointOf = ({ engine }: FeatureContext, file: RequestFile, index: number, { context }: CheckOptions) => {
    const block = file.blocks[index];
    const known = block && destinations.get(block);
    // Not by the identity of the options: those of a file with includes change more often than the endpoints.
    const { endpoints, defaults } = context;
    // A variable that is defined in another block may stand for the host.
    const { definitions } = file;
    if (known?.endpoints === endpoints && known.defaults === defaults && known.definitions === definitions)
      return known.endpoint;
    const endpoint = engine.endpoint(file, index, { context });
    if (block) destinations.set(block, { endpoints, defaults, definitions, endpoint });
    return endpoint;
  };

  return (context, document) => {
    const { uri, file } = document;
    const { association } = file;
    // A JSON file that is only a part of a body cannot be sent by itself.
    if (!isReadable(document) || (association && (association.at !== '' || association.isAnswer))) return [];
    const options = context.optionsOf(document);
    return file.blocks.flatMap((_, index) => {
      const line = requestLines(context, file, index);
      if (line === undefined) return [];
      return [toSendLens(uri, line + (file.startLines[index] ?? 0), endpointOf(context, file, index, options))];
    });
  };
}

function toSendLens(uri: string, line: number, endpoint: Endpoint | undefined): CodeLens {
  const destination =
    endpoint === undefined ? '' : ` to ${endpoint.name}${endpoint.protected === true ? ' (protected)' : ''}`;
  const start = { line, character: 0 };
  const sendArguments: SendArguments = [uri, line];
  return {
    range: { start, end: start },
    command: { title: `Send${destination}`, command: sendCommand, arguments: [...sendArguments] },
  };
}
