import { basename, dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  createAnswers,
  createEngine,
  definitionsIn,
  isSecretName,
  requestsReferredTo,
  unknownEndpoint,
  visibleJson,
  type RequestPlan,
  type Resolve,
} from '../../engine/src/index';
import { availableSandbox, ownSandbox, type AvailableSandbox } from '../../platform/node/available-sandbox';
import { bodyFoldersOf } from '../../platform/node/body-folders';
import { createCookieJar } from '../../platform/node/cookie-jar';
import { createDescriptionLoader } from '../../platform/node/descriptions';
import { environmentVariables } from '../../platform/node/environment-file';
import { readText } from '../../platform/node/files';
import { proxiesOf } from '../../platform/node/proxy';
import { startSandboxProcess, type SandboxProcess } from '../../platform/node/sandbox-process';
import { systemOf } from '../../platform/node/system';
import { createTransport } from '../../platform/node/transport';
import { createConfigurationFinder, environment } from './configuration-file';
import { chooseBlocks, lacksRequestLine } from './choose-blocks';
import { terminalCredentials } from './credentials';
import { complain, exitCodes, sayOnError } from './exit-codes';
import { createOutput } from './output';
import { createServiceFinder, unreadableIn } from './own-services';
import { runRequest, type Outcome, type RunContext } from './run-request';
import type { RunOptions } from './run-options';

/** Sends requests of a file in order, prints the responses, and returns the exit code. */
export async function run(path: string, options: RunOptions): Promise<number> {
  const wrongPair = options.var.find((pair) => !/^[^=]+=/.test(pair));
  if (wrongPair !== undefined) {
    complain(`--var ${wrongPair} has no value; use --var name=value`);
    return exitCodes.usage;
  }
  const content = readText(path);
  if ('cause' in content) {
    complain(`${path}: cannot be read: ${content.cause}`);
    return exitCodes.usage;
  }
  const { text } = content;
  if (options.output !== undefined && options.all) {
    complain('--output saves the body of one response; choose the request with --name or --line');
    return exitCodes.usage;
  }
  if (!options.sandbox) return runFile(path, text, options, await availableSandbox(environment));
  let started: SandboxProcess;
  try {
    started = await startSandboxProcess(process.argv[1] ?? '', ['--unlisted']);
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

async function runFile(path: string, text: string, options: RunOptions, sandbox: AvailableSandbox): Promise<number> {
  const folder = dirname(path);
  const described = await createServiceFinder()(createConfigurationFinder()(folder));
  for (const line of unreadableIn(described)) complain(line);
  const found = described.settings;
  const configuration = sandbox.locate(found.configuration);
  const { endpoints, defaults } = configuration;
  const checkOptions = { ...found.checkOptions, context: { ...found.checkOptions.context, endpoints, defaults } };
  const endpoint = endpoints.find(({ name }) => name === options.endpoint);
  const unknown = [...options.trustEndpoint, ...(options.endpoint === undefined ? [] : [options.endpoint])].find(
    (name) => !endpoints.some((one) => one.name === name),
  );
  if (unknown !== undefined) {
    complain(unknownEndpoint(unknown, endpoints));
    return exitCodes.usage;
  }
  const variables = environmentVariables(folder, options.env);
  if ('problem' in variables) {
    complain(variables.problem);
    return exitCodes.usage;
  }
  const engine = createEngine({ loadDescription: createDescriptionLoader(sayOnError) });
  const file = engine.openFile(text);
  if (/\.(?:jsonc?|ndjson)$/i.test(path) && lacksRequestLine(engine, file)) {
    complain(
      `${path} holds JSON and no request; send it from a request file, by a request line, a blank line and \`< ./${basename(path)}\``,
    );
    return exitCodes.usage;
  }
  const chosen = chooseBlocks(engine, file, options);
  if (typeof chosen === 'string') {
    complain(chosen);
    return exitCodes.usage;
  }
  const given = new Map(options.var.map((pair) => splitPair(pair)));
  const definitions = definitionsIn(text);
  const resolve: Resolve = (name) => {
    const value = given.get(name) ?? definitions.get(name);
    return value === undefined ? variables.values.get(name) : { value, isSecret: isSecretName(name) };
  };
  const transport = createTransport({ proxies: proxiesOf(environment), keepsConnections: true });
  const plans = options.all
    ? engine.planAll(file, checkOptions)[Symbol.iterator]()
    : plansOf(chosen, (block) => engine.plan(file, block, checkOptions));
  try {
    return await runAll(plans, {
      configuration,
      endpoint,
      resolve,
      bodyFolders: {
        ...bodyFoldersOf(path, { ...found, allowsOutside: options.allowOutsideFiles === true }),
        advice: '; add --allow-outside-files to send it anyway',
      },
      options,
      credentialOf: terminalCredentials({ trusted: options.trustEndpoint, sandbox }),
      transport,
      output: createOutput(),
      system: systemOf(folder, environment),
      answers: createAnswers(),
      cookies: options.cookies ? createCookieJar() : undefined,
      referredTo: requestsReferredTo(text),
      checkAnswer: options.checkAnswers
        ? (shown, operation) => engine.checkAnswer(shown, operation, checkOptions)
        : undefined,
    });
  } finally {
    transport.close();
  }
}

async function runAll(plans: Iterator<RequestPlan, undefined>, context: RunContext): Promise<number> {
  const { options, output } = context;
  let next = plans.next();
  if (next.done) {
    complain('the file contains no request');
    return exitCodes.usage;
  }
  const outcomes: Outcome[] = [];
  const unsent: Outcome[] = [];
  let sent = 0;
  let isRefused = false;
  let isCut = false;
  const show = async ({ isSent, isWritten, text }: Outcome) => {
    if (options.format === 'json') return;
    if (isSent) {
      await output.write(isWritten ? text() : `${text()}\n`);
      return;
    }
    await output.end();
    sayOnError(text());
  };
  let shown: Outcome | undefined;
  while (!next.done) {
    let takeTurn = (): void => undefined;
    const turn = new Promise<void>((resolve) => (takeTurn = resolve));
    const sending = runRequest(next.value, context, turn);
    // It is awaited below; until then a rejection counts as handled.
    sending.catch(() => undefined);
    // The request is written in the next turn; while the service works on it, the last answer is shown and the next request planned.
    await setImmediate();
    if (shown) await show(shown);
    takeTurn();
    next = plans.next();
    shown = await sending;
    if (shown.isSent) sent++;
    else unsent.push(shown);
    isCut ||= shown.isSent && shown.reason !== undefined;
    isRefused ||= (shown.status ?? 0) >= 400 || (shown.differences?.length ?? 0) > 0;
    if (options.format === 'json') outcomes.push(shown);
    if (!shown.isSent && options.stop) break;
  }
  if (shown) await show(shown);
  await output.end();
  if (options.format === 'json') {
    const requests = outcomes.map(({ isWritten: _isWritten, ...outcome }) => ({ ...outcome, text: outcome.text() }));
    process.stdout.write(`${visibleJson(JSON.stringify({ version: 1, requests }, null, 2))}\n`);
  }
  if (options.all && unsent.length > 0) summarise(sent, unsent, options.stop === true && !next.done);
  if (unsent.length > 0 || isCut) return exitCodes.unsent;
  return isRefused ? exitCodes.findings : exitCodes.success;
}

/** Lists at the end what was not sent, which may stand far above by then. */
function summarise(sent: number, unsent: readonly Outcome[], isStopped: boolean): void {
  const rest = isStopped ? '; stopped there because of --stop' : '';
  complain(`sent ${sent}, not sent ${unsent.length}${rest}`);
  for (const { label, reason = 'it received no response' } of unsent) sayOnError(`  ${label}: ${reason}`);
}

function* plansOf(
  blocks: readonly number[],
  plan: (block: number) => RequestPlan | undefined,
): Generator<RequestPlan, undefined> {
  for (const block of blocks) {
    const planned = plan(block);
    if (planned) yield planned;
  }
  return undefined;
}

function splitPair(pair: string): readonly [string, string] {
  const equals = pair.indexOf('=');
  return [pair.slice(0, equals), pair.slice(equals + 1)];
}
