import { importFolder, importRequests, type ImportLibraries } from '@rulebook/exchange';
import { isCurl } from '@rulebook/request-file/syntax';
import type { ServerFeature } from '../session/feature';
import { importRequest, requestSnippetRequest, requestsRequest } from '../protocol';
import type {
  ImportParams,
  ImportResult,
  RequestsParams,
  RequestSnippetParams,
  RequestSnippetResult,
  RequestsResult,
} from '../protocol';
import type { FeatureContext } from '../documents/feature-context';

/** Supplies what a client inserts into documents: requests of the services, and requests from other formats. */
export const insertedRequests: ServerFeature = {
  register: ({ connection, guarded }) => {
    connection.onRequest<RequestsResult, unknown>(requestsRequest, ({ uri }: RequestsParams) =>
      guarded<RequestsResult>('requests', { reason: 'The services could not be read.' }, ({ engine, optionsOf }) => ({
        requests: engine.requests(optionsOf({ uri }).context),
      })),
    );
    connection.onRequest<RequestSnippetResult, unknown>(requestSnippetRequest, (params: RequestSnippetParams) =>
      guarded<RequestSnippetResult>('requestSnippet', { reason: 'The operation could not be read.' }, (session) =>
        snippetOf(session, params),
      ),
    );
    connection.onRequest<ImportResult, unknown>(importRequest, async (params: ImportParams) => {
      // A pasted command needs none of them, and is converted while it is pasted.
      const libraries = isCurl(params.text) ? undefined : await loadLibraries();
      return guarded<ImportResult>('import', { reason: 'The requests could not be read.' }, (session) =>
        imported(session, params, libraries),
      );
    });
  },
};

function snippetOf(
  { engine, optionsOf }: FeatureContext,
  { uri, id, method }: RequestSnippetParams,
): RequestSnippetResult {
  const snippet = engine.requestSnippet(id, method, optionsOf({ uri }).context);
  return snippet === undefined ? { reason: 'The operation is no longer known.' } : { snippet };
}

async function loadLibraries(): Promise<ImportLibraries> {
  const { importLibraries } = await import('@rulebook/exchange/libraries');
  return importLibraries;
}

function imported(
  { engine }: FeatureContext,
  { text, taken = [], files, filesAt, name }: ImportParams,
  libraries: ImportLibraries | undefined,
): ImportResult {
  const options = { context: { endpoints: [], defaults: {} }, severities: {} };
  const planOf = (request: string) => {
    const [first, ...others] = [...engine.planAll(engine.openFile(request), options)];
    return others.length === 0 ? first : undefined;
  };
  const written =
    files !== undefined && libraries !== undefined
      ? importFolder(new Map(files), { planOf, libraries, filesAt, name })
      : importRequests(text, { taken: new Set(taken), libraries, planOf, filesAt });
  return 'problem' in written ? { reason: `The text cannot be imported: ${written.problem}.` } : written;
}
