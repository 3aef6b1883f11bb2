import type { LocatedSource } from '@rulebook/exchange/arazzo';
import { plainUri } from '../documents/uris';
import type { WorkflowResult } from '../protocol';
import type { DocumentSources } from './document-sources';
import type { OtherFormatParts } from './document-parts';

/** Returns a workflow of a document as a request file with its sequence, for the endpoints of the folder; or why that is not possible. */
export async function workflowAsRequests(
  uri: string,
  text: string,
  workflow: string,
  {
    engine,
    settingsOf,
    sources: reader,
  }: Pick<OtherFormatParts, 'engine' | 'settingsOf'> & { readonly sources: DocumentSources },
): Promise<WorkflowResult> {
  const { arazzoRequests, readArazzoText } = await import('@rulebook/exchange/arazzo');
  const read = readArazzoText(text, plainUri(uri));
  if ('message' in read) return { reason: read.message };
  const sources = await reader.of(uri, read.document);
  const unread = sources.find(({ cause }) => cause !== undefined);
  if (unread !== undefined)
    return { reason: `The source description ${unread.name} is not read: ${unread.cause ?? ''}.` };
  const { configuration } = settingsOf(uri);
  const endpointOf = ({ path }: LocatedSource): string | undefined => {
    const own = path === undefined ? undefined : reader.serviceOf(uri, path);
    return (
      own && (configuration.defaults[own.id] ?? configuration.endpoints.find(({ service }) => service === own.id)?.name)
    );
  };
  const options = { context: { endpoints: [], defaults: {} }, severities: {} };
  const written = arazzoRequests(read.document, sources, {
    workflow,
    isToRun: true,
    endpoints: new Map(
      sources.flatMap((source) => {
        const endpoint = endpointOf(source);
        return endpoint === undefined ? [] : [[source.name, endpoint] as const];
      }),
    ),
    planOf: (request) => {
      const [first, ...others] = [...engine.planAll(engine.openFile(request), options)];
      return others.length === 0 ? first : undefined;
    },
  });
  if ('problem' in written) return { reason: `The workflow cannot be run: ${written.problem}.` };
  return { text: written.text, notes: written.notes };
}
