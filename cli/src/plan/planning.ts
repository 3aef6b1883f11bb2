import { reasonOf } from '@rulebook/sender/plan';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { loadMarkdown, type CheckOptions, type Endpoint, type Engine } from '@rulebook/engine';
import type { DeclaringRequest, DeclaringSource, UnreadRequest } from '@rulebook/sandbox/comparison';
import type { Configuration } from '@rulebook/sender/configuration';
import { unknownEndpoint } from '@rulebook/sender/send';
import type { Service } from '@rulebook/services';
import { availableSandbox, type AvailableSandbox } from '@rulebook/node/sandbox/available-sandbox';
import { findFiles, missingInput } from '@rulebook/node/files/find-files';
import { createCommandEngine } from '../command-engine';
import { withChosenEndpoint } from '../configuration/chosen-endpoint';
import { createConfigurationFinder, environment, type FolderSettings } from '../configuration/configuration-file';
import { createServiceFinder, unreadableIn } from '../configuration/own-services';
import { complain } from '../exit-codes';
import { problemOfPairs } from '../requests/variable-layers';
import { declaredRequests, type SendablePlan } from './declared-requests';
import type { PlanOptions } from './plan-options';

/** An endpoint, and what is known of it. */
export interface ChosenEndpoint {
  readonly engine: Engine;
  readonly settings: FolderSettings;
  readonly configuration: Configuration;
  readonly checkOptions: CheckOptions;
  readonly endpoint: Endpoint;
  readonly service: Service;
  readonly sandbox: AvailableSandbox;
}

/** Finds the endpoint of `--endpoint` in the configuration of a folder; otherwise returns a sentence for the user. */
export async function chooseEndpoint(folder: string, options: PlanOptions): Promise<ChosenEndpoint | string> {
  await loadMarkdown();
  const wrongPair = problemOfPairs(options.var);
  if (wrongPair !== undefined) return wrongPair;
  if (options.key !== undefined && options.cert === undefined)
    return '--key needs the certificate that it belongs to; add --cert';
  const described = await createServiceFinder()(createConfigurationFinder()(folder));
  for (const line of unreadableIn(described)) complain(line);
  const { settings } = described;
  const sandbox = await availableSandbox(environment);
  const configuration = sandbox.locate(settings.configuration);
  const { endpoints, defaults } = configuration;
  const unknown = [...options.trustEndpoint, options.endpoint].find(
    (name) => !endpoints.some((one) => one.name === name),
  );
  const endpoint = endpoints.find(({ name }) => name === options.endpoint);
  if (endpoint === undefined || unknown !== undefined) return unknownEndpoint(unknown ?? options.endpoint, endpoints);
  const engine = createCommandEngine();
  const checkOptions = withChosenEndpoint(
    { ...settings.checkOptions, context: { ...settings.checkOptions.context, endpoints, defaults } },
    endpoint,
  );
  const service = engine.serviceOf(endpoint, checkOptions.context);
  return service === undefined
    ? `nothing is known of the service of the endpoint ${endpoint.name}; name its \`service\` in rulebook.json`
    : { engine, settings, configuration, checkOptions, endpoint, service, sandbox };
}

/** What files declare. */
export interface DeclaredFiles {
  readonly requests: readonly (DeclaringRequest | UnreadRequest)[];
  /** How many requests go to other places. */
  readonly elsewhere: number;
  /** How each is sent, by where it is. */
  readonly plans: ReadonlyMap<DeclaringSource, SendablePlan>;
}

/** Returns the files that paths name; otherwise a sentence for the user. */
export async function filesIn(paths: readonly string[]): Promise<Awaited<ReturnType<typeof findFiles>> | string> {
  const found = await findFiles(paths);
  const [missing] = found.missing;
  return missing === undefined ? found : missingInput(missing);
}

/** Reads what files declare of an endpoint; otherwise returns a sentence for the user. */
export async function readDeclared(
  { files, named }: Awaited<ReturnType<typeof findFiles>>,
  chosen: ChosenEndpoint,
  options: PlanOptions,
): Promise<DeclaredFiles | string> {
  const requests: (DeclaringRequest | UnreadRequest)[] = [];
  const plans = new Map<DeclaringSource, SendablePlan>();
  let elsewhere = 0;
  for (const path of files) {
    const read = await declaredRequests(path, { ...chosen, options });
    if (read === undefined) {
      if (named.has(path))
        return `${path}: it is not known which request has this file as its body; add a first line such as \`// @request PUT /path\``;
      continue;
    }
    if ('cause' in read) return reasonOf(read);
    requests.push(...read.requests);
    for (const [source, plan] of read.plans) plans.set(source, plan);
    elsewhere += read.elsewhere;
  }
  const { line } = options;
  const meant = line === undefined ? requests : requests.filter(({ source }) => source.line === line);
  return { requests: meant, elsewhere, plans };
}

/** Returns the folder of a path. */
export function folderOf(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? path : dirname(path);
}
