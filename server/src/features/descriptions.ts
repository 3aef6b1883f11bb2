import { bundledDescription, describedAuthentication, describedRequests, offeredBaseUrls } from '@rulebook/exchange';
import { createDescribedService, type DescriptionProblem, type PackedDescription } from '@rulebook/services';
import type { ServerFeature } from '../session/feature';
import { bundleRequest, describedRequestsRequest, descriptionRequest } from '../protocol';
import type {
  BundleParams,
  BundleResult,
  DescribedRequestsParams,
  DescriptionParams,
  DescriptionResult,
  ImportResult,
} from '../protocol';
import type { Session } from '../session/session';

const failed = { reason: 'The description could not be read.' };

/** Supplies what a client makes of a description of a service: an endpoint, and requests. */
export const descriptions: ServerFeature = {
  register: ({ connection, guarded, guardedLater }) => {
    connection.onRequest<DescriptionResult, unknown>(descriptionRequest, (params: DescriptionParams) =>
      guarded<Promise<DescriptionResult> | DescriptionResult>('description', failed, (session) =>
        guardedLater<DescriptionResult>('description', failed, () => offersOf(session, params)),
      ),
    );
    connection.onRequest<BundleResult, unknown>(bundleRequest, (params: BundleParams) =>
      guarded<Promise<BundleResult> | BundleResult>('bundleDescription', failed, () =>
        guardedLater<BundleResult>('bundleDescription', failed, () => bundleOf(params)),
      ),
    );
    connection.onRequest<ImportResult, unknown>(describedRequestsRequest, (params: DescribedRequestsParams) =>
      guarded<Promise<ImportResult> | ImportResult>('describedRequests', failed, (session) =>
        guardedLater<ImportResult>('describedRequests', failed, () => requestsOf(session, params)),
      ),
    );
  },
};

async function bundleOf({ url, text, imports }: BundleParams): Promise<BundleResult> {
  const { importLibraries } = await import('@rulebook/exchange/libraries');
  const whole = bundledDescription({ url, text, imports, extension: 'yaml', title: '' }, importLibraries.readYaml);
  return whole ?? { reason: 'A file of the description cannot be read. Save the description as one file.' };
}

async function offersOf(session: Session, params: DescriptionParams): Promise<DescriptionResult> {
  const read = await readOf(session, params);
  if ('reason' in read) return read;
  const { compiled } = read;
  const { title, operations } = compiled;
  const authentication = describedAuthentication(compiled);
  const baseUrls = offeredBaseUrls(compiled);
  return { title, operations: operations.length, baseUrls, ...(authentication && { authentication }) };
}

async function requestsOf(session: Session, params: DescribedRequestsParams): Promise<ImportResult> {
  const read = await readOf(session, params);
  if ('reason' in read) return read;
  const { compiled, problems } = read;
  const { endpoint, baseUrl } = params;
  const { engine } = session;
  const service = createDescribedService(compiled, { id: endpoint?.service ?? 'described', file: params.path });
  const { context, severities } = session.optionsOf({ uri: `${params.folder.replace(/\/+$/, '')}/requests.http` });
  // The client has just added the endpoint, of which the session may not know yet.
  const own =
    endpoint === undefined
      ? { endpoints: [], defaults: {} }
      : {
          ...context,
          endpoints: [...context.endpoints.filter(({ name }) => name !== endpoint.name), endpoint],
          defaults: { ...context.defaults, [endpoint.service]: endpoint.name },
          services: [...(context.services ?? []).filter(({ id }) => id !== service.id), service],
        };
  const planOf = (text: string) => {
    const [first, ...others] = [...engine.planAll(engine.openFile(text), { context: own, severities })];
    return others.length === 0 ? first : undefined;
  };
  if (endpoint === undefined) {
    const written = describedRequests(service, {
      ...{ baseUrl: baseUrl ?? offeredBaseUrls(compiled)[0], planOf, problems },
    });
    return 'problem' in written ? { reason: `The description cannot be imported: ${written.problem}.` } : written;
  }
  // A path that other services have as well does not say where it goes.
  const goesThere = (text: string): boolean => planOf(text)?.endpoint === endpoint.name;
  const written = describedRequests(service, { isStart: true, endpoint: endpoint.name, goesThere, planOf });
  return 'problem' in written ? { reason: `The description cannot be imported: ${written.problem}.` } : written;
}

interface ReadDescription {
  readonly compiled: PackedDescription;
  readonly problems: readonly Pick<DescriptionProblem, 'message'>[];
}

async function readOf(
  { describe }: Session,
  { folder, path }: DescriptionParams,
): Promise<ReadDescription | { readonly reason: string }> {
  if (describe === undefined) return { reason: 'No description can be read here.' };
  const read = await describe(folder, path, []);
  if ('cause' in read) return { reason: `The description cannot be read: ${read.cause}.` };
  const [first] = read.problems;
  if (read.compiled !== undefined) return { compiled: read.compiled, problems: read.problems };
  return { reason: first === undefined ? 'The file is not a description that Rulebook can read.' : first.message };
}
