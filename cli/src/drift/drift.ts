import { resolve } from 'node:path';
import { loadMarkdown, type Endpoint } from '@rulebook/engine';
import { harOf, type RecordedExchange } from '@rulebook/exchange';
import {
  driftLevels,
  driftMarkdown,
  driftOf,
  driftText,
  reaches,
  releaseSeen,
  truthOf,
  type Drift,
  type KnownExchange,
  type Truth,
} from '@rulebook/sandbox/drift';
import { perRequest, type SandboxPart } from '@rulebook/sandbox';
import { credentialWayOf } from '@rulebook/sender/private';
import { reasonOf } from '@rulebook/sender/plan';
import type { Service } from '@rulebook/services';
import { visible, visibleJson } from '@rulebook/text';
import { beginWork } from '@rulebook/node/compiled-parts';
import { causeOf } from '@rulebook/node/files/files';
import { replacePrivately } from '@rulebook/node/files/private-file';
import { availableSandbox, type AvailableSandbox } from '@rulebook/node/sandbox/available-sandbox';
import { cancelOnInterrupt } from '../cancel';
import { createConfigurationFinder, environment } from '../configuration/configuration-file';
import { askOnTerminal } from '../configuration/credentials';
import { createServiceFinder } from '../configuration/own-services';
import { createCommandEngine } from '../command-engine';
import { serviceFor } from '../describe-resources';
import { complain, exitCodes, sayOnError } from '../exit-codes';
import { findRequestInputs, textOfInput, type RequestInput } from '../requests/find-inputs';
import { problemOfPairs } from '../requests/variable-layers';
import { placeProblem } from '../run/place-problem';
import { reportProblem, writeReports } from '../run/run-report';
import type { RunOptions } from '../run/run-options';
import { createRunSession, type RunSession } from '../run/run-session';
import { askRequests } from './asked-requests';
import type { DriftOptions } from './drift-options';
import { askedEndpoint, withEndpoint } from './drift-place';
import { driftReport } from './drift-report';
import { createPoliteSender } from './polite-sender';

declare const RULEBOOK_VERSION: string;

/** Asks a service what it is like, compares that with its description and a sandbox, and returns the exit code. Only what reads is sent. */
export async function drift(paths: readonly string[], options: DriftOptions): Promise<number> {
  beginWork();
  await loadMarkdown();
  const wrong =
    problemOfPairs(options.var) ??
    (options.key !== undefined && options.cert === undefined
      ? '--key needs the certificate that it belongs to; add --cert'
      : undefined) ??
    reportProblem(options.report) ??
    options.report.flatMap((path) => placeProblem('--report', path) ?? [])[0];
  if (wrong !== undefined) return usage(wrong);
  if (paths.length === 0 && !options.resources)
    return usage('--no-resources leaves out all that no file asks for; name files with requests');
  const found = paths.length === 0 ? { inputs: [] } : await findRequestInputs(paths);
  if (typeof found === 'string') return usage(found);
  const unread = unreadInput(found.inputs);
  if (unread !== undefined) return usage(unread);
  let described: Service | undefined;
  try {
    described = options.description === undefined ? undefined : await serviceFor(options.description);
  } catch (error) {
    return usage(error instanceof Error ? error.message : String(error));
  }
  const settings = createConfigurationFinder()(resolve('.'));
  const sandbox = await availableSandbox(environment);
  const named = askedEndpoint(options.endpoint, described, sandbox.locate(settings.configuration));
  if ('cause' in named) return usage(reasonOf(named));
  const endpoint = described === undefined ? named : { ...named, service: described.id };
  const service = described ?? (await serviceAt(endpoint));
  if (service === undefined)
    return usage(
      `nothing is known of the service of the endpoint ${endpoint.name}; name its description with --description FILE`,
    );
  const refusal = await refusalOf(endpoint, options);
  if (refusal !== undefined) return usage(refusal);
  return ask({ options, endpoint, service, described, sandbox, inputs: found.inputs });
}

/** Returns why one of the files cannot be read. */
function unreadInput(inputs: readonly RequestInput[]): string | undefined {
  for (const input of inputs) {
    const content = textOfInput(input);
    if ('cause' in content) return `${input.path}: cannot be read: ${content.cause}`;
  }
  return undefined;
}

/** Returns the service of an endpoint of `rulebook.json`. */
async function serviceAt(endpoint: Endpoint): Promise<Service | undefined> {
  const { settings } = await createServiceFinder()(createConfigurationFinder()(resolve('.')));
  return createCommandEngine().serviceOf(endpoint, settings.checkOptions.context);
}

/** What is asked on a protected endpoint is for its user to decide, although it only reads. */
async function refusalOf({ name, baseUrl, protected: isProtected }: Endpoint, options: DriftOptions) {
  if (isProtected !== true || options.yes === true) return undefined;
  const what = `the endpoint ${name} is protected, and up to ${options.maxRequests} reading requests would go to ${baseUrl}`;
  if (askOnTerminal === undefined) return `${what}; add --yes to do it`;
  return (await askOnTerminal(`${what}. Go on?`)) ? undefined : 'you did not confirm it';
}

interface Asking {
  readonly options: DriftOptions;
  readonly endpoint: Endpoint;
  readonly service: Service;
  readonly described: Service | undefined;
  readonly sandbox: AvailableSandbox;
  readonly inputs: readonly RequestInput[];
}

async function ask({ options, endpoint, service, described, sandbox, inputs }: Asking): Promise<number> {
  const cancellation = cancelOnInterrupt();
  const { signal } = cancellation;
  const session = withService(
    createRunSession(runOptions(options, endpoint), withEndpoint(sandbox, endpoint), signal),
    described,
  );
  try {
    const folder = await session.folderOf('.');
    if (typeof folder === 'string') return usage(folder);
    const polite = createPoliteSender(
      { ...options, maxTime: options.maxTime * 1000, maxRequests: options.maxRequests },
      signal,
      () => performance.now(),
    );
    const asked = await askRequests({
      ...{ session, folder, service, endpoint, polite, inputs },
      items: options.resources ? options.items : undefined,
      isPlayed: (await playedPartOf(service)) !== undefined,
    });
    if (options.har !== undefined && !wroteRecording(options.har, asked.recorded)) return exitCodes.unsent;
    if (signal.isCancelled) return exitCodes.cancelled;
    const { known, others, unsent, unasked } = asked;
    const end = polite.end();
    const result = driftOf(service, known, {
      ...{ others, unsent, unasked, requests: polite.requests(), ...(end !== undefined && { end }) },
      truth: await truthAt(service, endpoint, known),
    });
    return finish(result, asked.recorded.length === 0, options);
  } finally {
    cancellation.end();
    session.tools.transport.close();
  }
}

/** Sends as `rulebook run` does: the same variables, credentials and rules; to this endpoint alone, and without scripts. */
function runOptions(options: DriftOptions, endpoint: Endpoint): RunOptions {
  const { trustEndpoint, allowOrigin, env, timeout, cert, key, cacert, allowOutsideFiles } = options;
  return {
    ...{ trustEndpoint, allowOrigin, var: options.var, endpoint: endpoint.name, onlyWay: [credentialWayOf(endpoint)] },
    ...{ all: true, scripts: false, cookies: true, report: [], format: 'json', acceptRedirects: true, retries: 0 },
    ...(env !== undefined && { env }),
    ...(timeout !== undefined && { timeout }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(cacert !== undefined && { cacert }),
    ...(allowOutsideFiles !== undefined && { allowOutsideFiles }),
  };
}

/** Returns a session that knows a description, whatever the folders of the files say. */
function withService(session: RunSession, service: Service | undefined): RunSession {
  if (service === undefined) return session;
  return {
    ...session,
    folderOf: async (folder) => {
      const found = await session.folderOf(folder);
      if (typeof found === 'string') return found;
      const { context } = found.checkOptions;
      const services = [...(context.services ?? []).filter(({ id }) => id !== service.id), service];
      return { ...found, checkOptions: { ...found.checkOptions, context: { ...context, services } } };
    },
  };
}

/** Plays what was seen in a sandbox that is set from it. */
async function truthAt(
  service: Service,
  endpoint: Endpoint,
  known: readonly KnownExchange[],
): Promise<Truth | undefined> {
  const engine = createCommandEngine();
  const isBuiltIn = engine.catalogue.services.some(({ id }) => id === service.id);
  if (known.length === 0) return undefined;
  if (isBuiltIn) return truthOfBuiltIn(service, endpoint, known);
  const check = perRequest(
    (request: Parameters<typeof engine.describedWire>[0]) =>
      engine.describedWire(request, endpoint, [service])?.findings ?? [],
  );
  return truthOf(service, known, check);
}

/** Returns what plays a service without a description. */
async function playedPartOf({ id }: Service): Promise<SandboxPart | undefined> {
  const { sandboxParts } = await import('@rulebook/services/sandbox');
  return sandboxParts.find(({ service }) => service.id === id);
}

/** The sandbox plays it in the version of the endpoint. */
async function truthOfBuiltIn(
  service: Service,
  endpoint: Endpoint,
  known: readonly KnownExchange[],
): Promise<Truth | undefined> {
  const part = await playedPartOf(service);
  if (part === undefined) return undefined;
  const { truthOfVersion, valuesOfEndpoint } = await import('@rulebook/node/playing/set-built-in');
  const ofServices = valuesOfEndpoint({ ...releaseSeen(service.shownProducts ?? [], known), ...endpoint });
  return truthOfVersion({ service, part, known, ofServices }, sayOnError);
}

function wroteRecording(path: string, recorded: readonly RecordedExchange[]): boolean {
  try {
    replacePrivately(path, harOf(recorded, RULEBOOK_VERSION));
    return true;
  } catch (error) {
    complain(`${path}: cannot be written: ${causeOf(error)}`);
    return false;
  }
}

function finish(result: Drift, isSilent: boolean, options: DriftOptions): number {
  const { format, report, failOn, endpoint } = options;
  const problem = writeReports(report, driftReport(endpoint, result));
  if (problem !== undefined) complain(problem);
  if (format === 'json') process.stdout.write(`${visibleJson(JSON.stringify({ version: 1, ...result }, null, 2))}\n`);
  else process.stdout.write(visible(format === 'markdown' ? driftMarkdown(result) : driftText(result)));
  if (isSilent) {
    const [reason] = result.unsent.map((one) => one.reason);
    complain(`the endpoint ${endpoint} answered nothing${reason === undefined ? '' : `: ${reason}`}`);
    return exitCodes.unsent;
  }
  const { operations } = result;
  if (operations.length > 0 && operations.every((one) => one.asDescribed + one.differing === 0)) {
    const [reason] = operations.flatMap(({ unjudged }) => unjudged ?? []);
    complain(`nothing of the endpoint ${endpoint} could be compared${reason === undefined ? '' : `: ${reason}`}`);
    return exitCodes.unsent;
  }
  if (problem !== undefined) return exitCodes.unsent;
  const level = driftLevels.find((one) => one === failOn);
  return level !== undefined && reaches(result, level) ? exitCodes.findings : exitCodes.success;
}

function usage(message: string): number {
  complain(message);
  return exitCodes.usage;
}
