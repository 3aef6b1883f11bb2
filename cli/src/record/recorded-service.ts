import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CheckOptions, Endpoint } from '@rulebook/engine';
import { refused, type ConnectionOptions, type Refusal } from '@rulebook/sender/plan';
import type { Service } from '@rulebook/services';
import { createConnectionSource } from '@rulebook/node/http/connection-options';
import { serviceFor } from '../describe-resources';
import { createConfigurationFinder, environment } from '../configuration/configuration-file';
import { createServiceFinder, unreadableIn } from '../configuration/own-services';
import { complain } from '../exit-codes';
import type { RecordOptions } from './record-options';

/** What is recorded: where it is, and by which description it is checked. */
export interface RecordedService {
  readonly to: URL;
  readonly connection: ConnectionOptions | undefined;
  readonly isInsecure: boolean;
  /** What exchanges are checked by. */
  readonly options: CheckOptions;
  /** Undefined where nothing is known of it but by its host. */
  readonly service: string | undefined;
  /** A request with a path alone goes to it, in the folder where the request file will be. */
  readonly isPathOnly: boolean;
  /** The folder knows the description, so that responses can be compared with it again. */
  readonly isKnownInFolder: boolean;
}

/** Returns what is recorded, or why that is not possible, as a sentence. */
export async function recordedService(options: RecordOptions): Promise<RecordedService | Refusal> {
  const folder = await createServiceFinder()(createConfigurationFinder()(resolve('.')));
  for (const line of unreadableIn(folder)) complain(line);
  const { configuration, checkOptions, root } = folder.settings;
  const { endpoints, defaults } = configuration;
  const named = endpoints.find(({ name }) => name === options.to);
  const to = urlIn(named?.baseUrl ?? options.to);
  if ('cause' in to) return to;
  const base = to.href.replace(/\/+$/, '');
  const endpoint = named ?? endpoints.find(({ baseUrl }) => baseUrl === base);
  const connection = await createConnectionSource({ environment, given: { authorities: options.cacert } })(
    endpoint,
    root,
  );
  if (connection !== undefined && 'cause' in connection) return connection;
  if (connection?.clientCertificate !== undefined)
    return refused(
      `the endpoint ${endpoint?.name} presents a client certificate, which a recorder does not; name its URL in --to`,
    );
  if (connection?.proxy !== undefined && connection.proxy !== 'none')
    return refused(`the endpoint ${endpoint?.name} has a proxy, which a recorder does not use; name its URL in --to`);
  const { context } = checkOptions;
  const own = context.services ?? [];
  let service: Service | undefined;
  try {
    service = options.service === undefined ? undefined : await serviceFor(options.service);
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error));
  }
  const id = service?.id ?? endpoint?.service ?? serviceAt(base, own);
  const isFile = options.service !== undefined && existsSync(options.service);
  const services = isFile && service !== undefined ? [...own, service] : own;
  const recorder: Endpoint | undefined =
    id === undefined || id === '' ? undefined : { ...endpoint, name: recorderName, service: id, baseUrl: base };
  const ofService = endpoints.filter((one) => one.service === id && one.isBuiltIn !== true);
  const usual = ofService.find(({ name }) => name === (id === undefined ? undefined : defaults[id])) ?? ofService[0];
  return {
    ...{ to, connection, service: id },
    isInsecure: options.insecure === true || endpoint?.insecure === true,
    options: {
      ...checkOptions,
      context:
        recorder === undefined
          ? context
          : {
              ...context,
              services,
              endpoints: [...context.endpoints.filter(({ baseUrl }) => baseUrl !== base), recorder],
              defaults: { ...context.defaults, [recorder.service]: recorder.name },
            },
    },
    isPathOnly: recorder !== undefined && !isFile && (usual === undefined || usual.baseUrl === base),
    isKnownInFolder: recorder !== undefined && !isFile,
  };
}

const recorderName = 'recorder';

function urlIn(text: string): URL | Refusal {
  if (!URL.canParse(text) || !/^https?:/i.test(text))
    return refused(`--to ${text} is neither a URL of http or https nor an endpoint of rulebook.json; name one`);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    return refused('--to must hold no user name and password; the client that is recorded sends its own');
  if (url.search !== '' || url.hash !== '') return refused('--to must have no query and no fragment; leave them out');
  return url;
}

/** Returns the own service that names a URL as its own, or the only one that there is. */
function serviceAt(base: string, services: readonly Service[]): string | undefined {
  const described = services.filter(({ operations }) => operations.length > 0);
  const named = described.find(({ baseUrls = [] }) =>
    baseUrls.some((one) => `${base}/`.startsWith(`${one.replace(/\/+$/, '')}/`)),
  );
  return named?.id ?? (described.length === 1 ? described[0]?.id : undefined);
}
