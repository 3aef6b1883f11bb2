import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type CheckOptions, type Engine, loadMarkdown } from '@rulebook/engine';
import type { RequestFile } from '@rulebook/request-file/syntax';
import { harOf, type RecordedExchange } from '@rulebook/exchange';
import { createSender } from '@rulebook/sender/outcome';
import { withoutScripts, type RequestPlan, reasonOf } from '@rulebook/sender/plan';
import type { RunScript } from '@rulebook/sender/scripts';
import { unknownEndpoint } from '@rulebook/sender/send';
import { isMeantBy, requestsReferredTo } from '@rulebook/sender/variables';
import { availableSandbox, ownSandbox, type AvailableSandbox } from '@rulebook/node/sandbox/available-sandbox';
import { bodyFoldersOf, foldersNextTo } from '@rulebook/node/files/body-folders';
import { createCookieJar } from '@rulebook/node/http/cookie-jar';
import { environmentsFor } from '@rulebook/node/files/environment-files';
import { causeOf, readText } from '@rulebook/node/files/files';
import { openRequests } from '../requests/named-requests';
import { replacePrivately } from '@rulebook/node/files/private-file';
import { startSandboxProcess, type SandboxProcess } from '@rulebook/node/sandbox/sandbox-process';
import { settleRivals, withChosenEndpoint } from '../configuration/chosen-endpoint';
import { createConfigurationFinder, environment } from '../configuration/configuration-file';
import { createOutput } from '../output';
import { createPromptedValues } from '../requests/ask-values';
import { lacksRequestLine } from '../requests/choose-blocks';
import { chooseRequests, chooseSequence, type ChosenSequence } from '../requests/choose-requests';
import { chooseOnTerminal } from '../configuration/credentials';
import { createCommandEngine } from '../command-engine';
import { complain, exitCodes, sayOnError } from '../exit-codes';
import { withIncludedFiles } from '../requests/included-files';
import { createServiceFinder, unreadableIn } from '../configuration/own-services';
import { cancelOnInterrupt } from '../cancel';
import { runSources } from './run-sources';
import { runAll } from './run-all';
import { reportProblem } from './run-report';
import { outputProblem } from './save-body';
import { problemOfPairs, valuesOf } from '../requests/variable-layers';
import type { RunOptions } from './run-options';
import { sendPolicyOf } from './send-policy';
import { snapshotsOfRun } from './run-snapshots';
import { createSenderPorts, filesIn, type SchemaComparison } from './sender-ports';

declare const RULEBOOK_VERSION: string;

/** Sends requests of a file in order, prints the responses, and returns the exit code. */
export async function run(path: string, options: RunOptions): Promise<number> {
  await loadMarkdown();
  const wrongPair = problemOfPairs(options.var);
  if (wrongPair !== undefined) {
    complain(wrongPair);
    return exitCodes.usage;
  }
  if (options.key !== undefined && options.cert === undefined) {
    complain('--key needs the certificate that it belongs to; add --cert');
    return exitCodes.usage;
  }
  const content = readText(path);
  if ('cause' in content) {
    complain(`${path}: cannot be read: ${content.cause}`);
    return exitCodes.usage;
  }
  const { text } = content;
  const unknownReport = reportProblem(options.report);
  if (unknownReport !== undefined) {
    complain(unknownReport);
    return exitCodes.usage;
  }
  if (options.output !== undefined && (options.repeat ?? 1) > 1) {
    complain('--output saves the body of one response; leave out --repeat');
    return exitCodes.usage;
  }
  if (options.output !== undefined && (options.all || options.withDependencies || options.sequence !== undefined)) {
    complain('--output saves the body of one response; choose the request with --name or --line');
    return exitCodes.usage;
  }
  const linked = options.output === undefined ? undefined : outputProblem(options.output);
  if (linked !== undefined) {
    complain(linked);
    return exitCodes.usage;
  }
  if (!options.sandbox) return runFile(path, text, options, await availableSandbox(environment));
  let started: SandboxProcess;
  try {
    started = await startSandboxProcess(process.argv[1] ?? '', ['--unlisted', ...playedOptions(dirname(path))]);
  } catch (error) {
    complain(error instanceof Error ? error.message : 'the sandbox could not be started');
    return exitCodes.unsent;
  }
  started.onLog(sayOnError);
  try {
    return await runFile(path, text, options, ownSandbox(started.endpoints));
  } finally {
    started.stop();
  }
}

/** Returns the options with which a sandbox plays the services of a folder, too. */
function playedOptions(folder: string): readonly string[] {
  const { services } = createConfigurationFinder()(folder).configuration;
  return services.length === 0 ? [] : ['--own-services', '--folder', folder];
}

function refuse(problem: string): number {
  complain(problem);
  return exitCodes.usage;
}

async function runFile(path: string, text: string, options: RunOptions, sandbox: AvailableSandbox): Promise<number> {
  const folder = dirname(path);
  const described = await createServiceFinder()(createConfigurationFinder()(folder));
  for (const line of unreadableIn(described)) complain(line);
  const found = described.settings;
  const configuration = sandbox.locate(found.configuration);
  const { endpoints, defaults } = configuration;
  const endpoint = endpoints.find(({ name }) => name === options.endpoint);
  const context = { ...found.checkOptions.context, endpoints, defaults };
  const givenOptions = withChosenEndpoint({ ...found.checkOptions, context }, endpoint);
  const unknown = [...options.trustEndpoint, ...(options.endpoint === undefined ? [] : [options.endpoint])].find(
    (name) => !endpoints.some((one) => one.name === name),
  );
  if (unknown !== undefined) return refuse(unknownEndpoint(unknown, endpoints));
  const variables = environmentsFor(folder, options.env);
  if ('cause' in variables) return refuse(reasonOf(variables));
  const engine = createCommandEngine();
  const file = openRequests(engine, path, text);
  if (/\.(?:jsonc?|ndjson)$/i.test(path) && lacksRequestLine(engine, file)) {
    complain(
      `${path} holds JSON and no request; send it from a request file, by a request line, a blank line and \`< ./${basename(path)}\``,
    );
    return exitCodes.usage;
  }
  const folders = {
    ...bodyFoldersOf(path, { ...found, allowsOutside: options.allowOutsideFiles === true }),
    advice: '; add --allow-outside-files to send it anyway',
  };
  const sequence = sequenceOfOptions(engine, file, options);
  if (typeof sequence === 'string') return refuse(sequence);
  const chosen =
    sequence === undefined
      ? chooseRequests({ engine, path, file, folders }, options)
      : { path, file, blocks: [sequence.block] };
  if (typeof chosen === 'string') return refuse(chosen);
  const isWhole = options.all || options.withDependencies || sequence !== undefined;
  const blocks = chosen.path !== path ? [] : isWhole ? undefined : chosen.blocks;
  const settled = await settleRivals(
    { engine, file, blocks },
    givenOptions,
    endpoint === undefined ? chooseOnTerminal : undefined,
  );
  const from = { path, root: found.root, options: settled };
  const checkOptions = withReadable(withIncludedFiles(engine, file, from, new Map()));
  const prompted = createPromptedValues(new Set(valuesOf(options.var).keys()));
  const sources = runSources({
    engine,
    path: realpathSync(path),
    file,
    start: chosen.path === path ? realpathSync(path) : chosen.path,
    blocks: chosen.blocks,
    sequence,
    sendsDisabled: options.sendAnyway,
    withDependencies: options.withDependencies === true || sequence !== undefined,
    checkOptions,
    optionsFor: (location, imported) =>
      withReadable(withIncludedFiles(engine, imported, { ...from, path: location }, new Map())),
    folders,
    originsFor: (location) => {
      const own = location === realpathSync(path) ? variables : environmentsFor(dirname(location), options.env);
      const { environments } = 'cause' in own ? variables : own;
      return { answers: prompted.values, given: valuesOf(options.var), environments, environment: options.env };
    },
  });
  if ('cause' in sources) {
    complain(reasonOf(sources));
    return exitCodes.unsent;
  }
  const plans =
    sources.plans?.() ??
    (options.all
      ? engine.planAll(file, checkOptions)
      : plansOf(chosen.blocks, (block) => engine.plan(file, block, checkOptions)));
  const cancellation = cancelOnInterrupt();
  const { signal } = cancellation;
  const { ports, end } = createSenderPorts({
    ...{ options, configuration, endpoint, folder, sandbox, signal },
    root: found.root,
  });
  const referredTo = new Set(sources.texts.flatMap((one) => [...requestsReferredTo(one)]));
  const snapshots = snapshotsOfRun(path, options);
  const sender = createSender(
    {
      ...ports,
      values: {
        ...ports.values,
        resolveFor: sources.resolveFor,
        askForPrompts: prompted.ask,
        ...(options.scripts !== false && { scriptBox: loadScripts() }),
      },
      ways: { ...ports.ways, judge: (request) => engine.judge(request, checkOptions) },
      files: filesIn(
        ({ file: location }) => (location === undefined ? folders : foldersNextTo(location, path, folders)),
        schemaComparison(engine),
        snapshots.store,
      ),
      responses: {
        ...ports.responses,
        isKept: (name) => isMeantBy(referredTo, name),
        cookies: options.cookies ? createCookieJar() : undefined,
        compare: (shown, operation) => engine.checkAnswer(shown, operation, checkOptions),
      },
    },
    sendPolicyOf(options, configuration),
  );
  const recorded: RecordedExchange[] = [];
  try {
    const code = await runAll(snapshots.noting(options.scripts === false ? withoutTheirScripts(plans) : plans), {
      ...{ path, options, sender, signal, output: createOutput(), endpointOf: ports.ways.endpointOf },
      record: options.har === undefined ? undefined : (exchange) => recorded.push({ ...exchange, ended: Date.now() }),
    });
    for (const line of await snapshots.report()) complain(line);
    return options.har === undefined || writeRecording(options.har, recorded) ? code : exitCodes.unsent;
  } finally {
    cancellation.end();
    end();
  }
}

/** Returns what compares responses with JSON Schemas; what reads them is loaded with the first one. */
function schemaComparison(engine: Pick<Engine, 'checkBySchema'>): SchemaComparison {
  return async (shown, file, folders) => {
    const { createDescriptionReader } = await import('@rulebook/node/descriptions/own-descriptions');
    const { schemaOfAssert } = await import('@rulebook/node/descriptions/schema-of-assert');
    const schema = await schemaOfAssert(folders, file, createDescriptionReader(environment));
    return 'cause' in schema ? schema : engine.checkBySchema(shown, schema);
  };
}

/** Returns the sequence that the options choose, if any; or why that is not possible. */
function sequenceOfOptions(
  engine: Engine,
  file: RequestFile,
  options: RunOptions,
): ChosenSequence | string | undefined {
  const { sequence, name, line, all } = options;
  if (sequence === undefined) return undefined;
  if (name !== undefined || line !== undefined || all === true)
    return '--sequence cannot be combined with --name, --line and --all; use one of them';
  return chooseSequence(engine, file, sequence);
}

/** Returns what loads the thread of scripts with the first one. */
function loadScripts(): () => Promise<RunScript> {
  let runner: Promise<RunScript> | undefined;
  return () =>
    (runner ??= import('@rulebook/node/scripts/script-runner').then(({ createScriptRunner }) => createScriptRunner()));
}

/** Returns the options without included files that cannot be read: sending says better why. */
function withReadable(options: CheckOptions): CheckOptions {
  const { include } = options.context;
  if (include === undefined) return options;
  const readable: typeof include = (inclusion) => {
    const included = include(inclusion);
    return included?.kind === 'read' ? included : undefined;
  };
  return { ...options, context: { ...options.context, include: readable } };
}

/** Writes what was recorded; returns whether that was possible. */
function writeRecording(path: string, recorded: readonly RecordedExchange[]): boolean {
  try {
    replacePrivately(path, harOf(recorded, RULEBOOK_VERSION));
    return true;
  } catch (error) {
    complain(`${path}: cannot be written: ${causeOf(error)}`);
    return false;
  }
}

function* withoutTheirScripts(plans: Iterable<RequestPlan>): Generator<RequestPlan> {
  for (const plan of plans) yield withoutScripts(plan);
}

function* plansOf(blocks: readonly number[], plan: (block: number) => RequestPlan | undefined): Generator<RequestPlan> {
  for (const block of blocks) {
    const planned = plan(block);
    if (planned) yield planned;
  }
}
