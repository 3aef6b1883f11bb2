import { reasonOf } from '@rulebook/sender/plan';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { loadMarkdown } from '@rulebook/engine';
import {
  hasDifferences,
  planJson,
  planResources,
  planText,
  type DeclaringRequest,
  type ResourcePlan,
  type UnreadRequest,
} from '@rulebook/sandbox/comparison';
import { unknownEndpoint } from '@rulebook/sender/send';
import { visible, visibleJson } from '@rulebook/text';
import { availableSandbox } from '@rulebook/node/sandbox/available-sandbox';
import { beginWork } from '@rulebook/node/compiled-parts';
import { findFiles, missingInput } from '@rulebook/node/files/find-files';
import { cancelOnInterrupt } from '../cancel';
import { withChosenEndpoint } from '../configuration/chosen-endpoint';
import { createConfigurationFinder, environment } from '../configuration/configuration-file';
import { createServiceFinder, unreadableIn } from '../configuration/own-services';
import { createCommandEngine } from '../command-engine';
import { complain, exitCodes } from '../exit-codes';
import { problemOfPairs } from '../requests/variable-layers';
import { declaredRequests } from './declared-requests';
import { createEndpointReader } from './endpoint-reader';
import type { PlanOptions } from './plan-options';

/** Compares what files declare with what an endpoint has, prints the differences, and returns the exit code. Nothing is changed. */
export async function plan(paths: readonly string[], options: PlanOptions): Promise<number> {
  beginWork();
  await loadMarkdown();
  const wrongPair = problemOfPairs(options.var);
  if (wrongPair !== undefined) return usage(wrongPair);
  if (options.key !== undefined && options.cert === undefined)
    return usage('--key needs the certificate that it belongs to; add --cert');
  const found = await findFiles(paths);
  const [missing] = found.missing;
  if (missing !== undefined) return usage(missingInput(missing));
  const described = await createServiceFinder()(createConfigurationFinder()(folderOf(paths[0] ?? '.')));
  for (const line of unreadableIn(described)) complain(line);
  const { settings } = described;
  const sandbox = await availableSandbox(environment);
  const configuration = sandbox.locate(settings.configuration);
  const { endpoints, defaults } = configuration;
  const unknown = [...options.trustEndpoint, options.endpoint].find(
    (name) => !endpoints.some((one) => one.name === name),
  );
  const endpoint = endpoints.find(({ name }) => name === options.endpoint);
  if (endpoint === undefined || unknown !== undefined)
    return usage(unknownEndpoint(unknown ?? options.endpoint, endpoints));
  const engine = createCommandEngine();
  const checkOptions = withChosenEndpoint(
    { ...settings.checkOptions, context: { ...settings.checkOptions.context, endpoints, defaults } },
    endpoint,
  );
  const service = engine.serviceOf(endpoint, checkOptions.context);
  if (service === undefined)
    return usage(
      `nothing is known of the service of the endpoint ${endpoint.name}; name its \`service\` in rulebook.json`,
    );
  const requests: (DeclaringRequest | UnreadRequest)[] = [];
  let elsewhere = 0;
  for (const path of found.files) {
    const read = await declaredRequests(path, { engine, options, settings, checkOptions, endpoint, service });
    if (read === undefined) {
      if (found.named.has(path))
        return usage(
          `${path}: it is not known which request has this file as its body; add a first line such as \`// @request PUT /path\``,
        );
      continue;
    }
    if ('cause' in read) return usage(reasonOf(read));
    requests.push(...read.requests);
    elsewhere += read.elsewhere;
  }
  const cancellation = cancelOnInterrupt();
  const reader = createEndpointReader({
    ...{ engine, options, configuration, checkOptions, endpoint, sandbox, root: settings.root },
    signal: cancellation.signal,
  });
  try {
    const { line } = options;
    const meant = line === undefined ? requests : requests.filter(({ source }) => source.line === line);
    const planned = await planResources(meant, reader.read);
    if (cancellation.signal.isCancelled) return exitCodes.cancelled;
    return finish(planned, elsewhere, options);
  } finally {
    cancellation.end();
    reader.end();
  }
}

function usage(message: string): number {
  complain(message);
  return exitCodes.usage;
}

function folderOf(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? path : dirname(path);
}

function finish(planned: ResourcePlan, elsewhere: number, { format, endpoint }: PlanOptions): number {
  const { problem, resources } = planned;
  if (problem !== undefined) {
    complain(`the endpoint ${endpoint} cannot be read: ${problem}`);
    return exitCodes.unsent;
  }
  process.stdout.write(
    format === 'json'
      ? `${visibleJson(JSON.stringify(planJson(planned, elsewhere), null, 2))}\n`
      : visible(planText(planned, elsewhere)),
  );
  return hasDifferences(resources) ? exitCodes.findings : exitCodes.success;
}
