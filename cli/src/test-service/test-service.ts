import { reasonOf } from '@rulebook/sender/plan';
import { resolve } from 'node:path';
import { nameOfOperation, runTests, type Destination, type TestResult } from '@rulebook/sandbox/contract-tests';
import type { Service } from '@rulebook/services';
import { visible, visibleJson } from '@rulebook/text';
import { beginWork } from '@rulebook/node/compiled-parts';
import { environmentsFor } from '@rulebook/node/files/environment-files';
import { availableSandbox } from '@rulebook/node/sandbox/available-sandbox';
import { cancelOnInterrupt } from '../cancel';
import { createConfigurationFinder, environment } from '../configuration/configuration-file';
import { askParent } from '../configuration/ask-parent';
import { askOnTerminal } from '../configuration/credentials';
import { createServiceFinder, unreadableIn } from '../configuration/own-services';
import { serviceFor } from '../describe-resources';
import { createCommandEngine } from '../command-engine';
import { complain, exitCodes } from '../exit-codes';
import { reportProblem, writeReports } from '../run/run-report';
import { createCaseSender } from './case-sender';
import { ownBodiesIn } from './own-bodies';
import type { TestServiceOptions } from './test-options';
import { testJson, testReport, testText, writeFindings } from './test-report';
import {
  headersIn,
  isInSandbox,
  isOnThisMachine,
  testedPlace,
  usualDestination,
  type TestedPlace,
} from './tested-place';

declare const RULEBOOK_VERSION: string;

/** Tests a service by its description, writes what is found, and returns the exit code. */
export async function testService(subject: string, options: TestServiceOptions): Promise<number> {
  beginWork();
  const { report } = options;
  const wrongReport = reportProblem(report);
  if (wrongReport !== undefined) return usage(wrongReport);
  let service: Service;
  try {
    service = await serviceFor(subject);
  } catch (error) {
    return usage(error instanceof Error ? error.message : String(error));
  }
  const folder = await createServiceFinder()(createConfigurationFinder()(resolve('.')));
  for (const line of unreadableIn(folder)) complain(line);
  const { settings } = folder;
  const sandbox = await availableSandbox(environment);
  const configuration = sandbox.locate(settings.configuration);
  const destination = options.endpoint ?? usualDestination(service, configuration);
  if (destination === undefined)
    return usage(`no endpoint of ${service.id} is known; name one with --endpoint, or its URL`);
  const place = testedPlace(destination, service, configuration);
  if ('cause' in place) return usage(reasonOf(place));
  const headers = headersIn(options.header);
  if ('cause' in headers) return usage(reasonOf(headers));
  const ownBodies = await ownBodiesIn(options.requests, service, {
    name: 'tested',
    service: service.id,
    baseUrl: place.url,
  });
  if ('cause' in ownBodies) return usage(reasonOf(ownBodies));
  const refusal = await refusalOf(place, options);
  if (refusal !== undefined) return usage(refusal);
  const variables = environmentsFor(resolve('.'), options.env);
  if ('cause' in variables) return usage(reasonOf(variables));
  const { endpoints, defaults } = configuration;
  const cancellation = cancelOnInterrupt();
  const sender = createCaseSender({
    ...{ options, configuration, sandbox, endpoint: place.endpoint, root: settings.root },
    engine: createCommandEngine(),
    checkOptions: { ...settings.checkOptions, context: { ...settings.checkOptions.context, endpoints, defaults } },
    environments: variables.environments,
    signal: cancellation.signal,
  });
  let result: TestResult;
  try {
    result = await runTests(
      service,
      {
        ...{ seed: options.seed, destination: { ...place.destination, headers }, maxRequests: options.maxRequests },
        ownBodies,
        readsOnly: options.readsOnly === true && !isInSandbox(place),
        maxTime: options.maxTime * 1000,
        isChosen: (operation) =>
          options.only.length === 0 ||
          options.only.some((glob) =>
            [nameOfOperation(operation), operation.path, operation.id].some((text) => isLike(text, glob)),
          ),
      },
      { send: sender.send, now: () => performance.now(), isCancelled: () => cancellation.signal.isCancelled },
    );
  } finally {
    cancellation.end();
    sender.end();
  }
  return finish(subject, result, options, headers);
}

function usage(message: string): number {
  complain(message);
  return exitCodes.usage;
}

/** Tests change something, so that a service elsewhere is tested only if the user wants that. */
async function refusalOf(place: TestedPlace, options: TestServiceOptions): Promise<string | undefined> {
  const { url } = place;
  const { yes = false, onlyWay, readsOnly = false } = options;
  if (onlyWay !== undefined) return isInSandbox(place) || readsOnly ? undefined : refusalForModel(place);
  if (yes || isOnThisMachine(url)) return undefined;
  const what = `tests create, change and remove things at ${url}`;
  if (askOnTerminal === undefined) return `${what}; add --yes to do it`;
  return (await askOnTerminal(`${what}. Go on?`)) ? undefined : 'you did not confirm it';
}

/** What a language model changes anywhere but in the sandbox is for the user to decide. */
async function refusalForModel({ url }: TestedPlace): Promise<string | undefined> {
  const what = `tests create, change and remove things at ${url}`;
  if (askParent === undefined)
    return `${what}, which the user has to decide, and your client cannot ask; test what reads only, or let the user run \`rulebook test\``;
  return (await askParent(`A language model wants to test a service: ${what}. Go on?`))
    ? undefined
    : 'the user did not confirm it';
}

/** Returns whether a text is like a pattern in which `*` is any text. */
function isLike(text: string, glob: string): boolean {
  const [first = '', ...parts] = glob.split('*');
  const last = parts.pop();
  if (last === undefined) return text === glob;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

function finish(
  subject: string,
  result: TestResult,
  options: TestServiceOptions,
  headers: NonNullable<Destination['headers']>,
): number {
  const { end, problem } = result;
  if (end === 'unreachable') {
    complain(`the service does not answer: ${problem ?? 'no response'}`);
    return exitCodes.unsent;
  }
  const written = writeFindings(result.findings, options.output, headers);
  if ('cause' in written) {
    complain(written.cause);
    return exitCodes.unsent;
  }
  process.stdout.write(
    options.format === 'json'
      ? `${visibleJson(testJson(subject, result, written))}\n`
      : visible(testText(result, written)),
  );
  const failed = writeReports(options.report, {
    ...testReport(subject, result, written),
    ...(options.env !== undefined && { environment: options.env }),
    began: Date.now() - result.duration,
    version: RULEBOOK_VERSION,
  });
  if (failed !== undefined) {
    complain(failed);
    return exitCodes.unsent;
  }
  if (end === 'cancelled') return exitCodes.cancelled;
  if (result.isCallerRefused && written.length === 0) {
    complain(
      'the service refused all requests that need a credential; send one with --header, or name an endpoint that has one',
    );
    return exitCodes.unsent;
  }
  return written.length > 0 ? exitCodes.findings : exitCodes.success;
}
