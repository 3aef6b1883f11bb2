import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Endpoint } from '../../../engine/src/index';
import { isSandboxEndpoint, protectedEnvironment } from '../../../engine/src/configuration/index';
import { redact } from '../../../engine/src/masking/index';
import { wantsCredential, type RequestPlan } from '../../../engine/src/sending/plan/index';
import { endpointsOfFolder, overrideEndpoints } from '../../../engine/src/sending/private/index';
import { maskResponse, describeResponse, summariseResponse } from '../../../engine/src/sending/response/index';
import {
  describeAssertResult,
  evaluateAsserts,
  failedRedirect,
  judgesStatus,
} from '../../../engine/src/sending/asserts/index';
import {
  createRateLimits,
  describeAnswer,
  exchangeSettings,
  explainMissing,
  runSteps,
  sendPlan,
  type Decision,
  type RateLimits,
  type Refusal,
  type SendOrder,
  type SendReport,
  type SendStep,
} from '../../../engine/src/sending/send/index';
import {
  createNamedResponses,
  layerOf,
  resolveIn,
  iterationsOf,
  valueInIteration,
  variableLayers,
  type NamedResponses,
  type Resolve,
  type SystemPorts,
} from '../../../engine/src/sending/variables/index';
import { availableSandbox } from '../sandbox/available-sandbox';
import { bodyFoldersOf, foldersNextTo, readBodyFile, type BodyFolders } from '../files/body-folders';
import { createConnectionSource } from '../http/connection-options';
import { createCookieJar } from '../http/cookie-jar';
import { credentialFile } from '../credentials/credential-file';
import { createCredentials, credentialHint } from '../credentials/environment-credentials';
import { environmentsFor } from '../files/environment-files';
import { fileSecrets } from '../credentials/file-secrets';
import { createTokens } from '../credentials/oauth';
import { privateWays } from '../credentials/private-ways';
import { proxiesOf } from '../http/proxy';
import { createEnteredValues, type EnteredValues } from './sender-prompts';
import { systemOf } from '../system';
import { withTokens } from '../credentials/token-credentials';
import { createTransport } from '../http/transport';
import { describeWritten } from '../../describe-written';
import { createResponseWriter, type ResponseWriter } from '../files/write-outputs';

/** Sends requests for editors, and keeps the responses that they show. */
export interface Sender {
  /** Sends requests for the file at a path, one after the other. Never rejects because of a request. */
  readonly send: (path: string, order: SendOrder) => Promise<void>;
  /** Writes a text into a file that only this user can read, and that is removed at the end; returns its path. */
  readonly keep: (text: string) => string;
}

/** Filled in by the build. */
declare const RULEBOOK_VERSION: string;

/** Creates the sender of a process. */
export function createSender(environment: (name: string) => string | undefined): Sender {
  const transport = createTransport({ proxies: proxiesOf(environment), keepsConnections: false });
  const process: SendingProcess = {
    environment,
    transport,
    connections: createConnectionSource({ environment }),
    cookies: createCookieJar(),
    kept: credentialFile(environment),
    rateLimits: createRateLimits(),
  };
  const known = new Map<string, NamedResponses>();
  const answersOf = (path: string): NamedResponses => {
    const answers = known.get(path) ?? createNamedResponses();
    known.set(path, answers);
    return answers;
  };
  return {
    keep: createKeeper(),
    send: async (path, order) => {
      const run: SendingRun = {
        ...{ process, path, order, answers: answersOf(path), entered: createEnteredValues(order) },
        sandbox: await availableSandbox(environment),
      };
      const { steps, signal, onReport } = order;
      await runSteps<PreparedStep, SendReport>({
        steps: preparedSteps(run, steps),
        send: (step) => {
          order.onStep(step.index, step.plan.label);
          return 'problem' in step ? Promise.resolve(unsentReport(step.plan, step.problem)) : sendStep(step, run);
        },
        onOutcome: (report, { index }) => {
          onReport(report, index);
        },
        iterationsOf: (step) =>
          'problem' in step
            ? [step]
            : iterationsOf(step.plan, { ...step, answers: run.answers }).map((plan) => ({ ...step, plan })),
        hasFailed: (report) => (report.kind === 'answered' ? report.hasFailed : report.kind !== 'omitted'),
        stopsAtFailure: true,
        signal,
        yieldToEvents: () => setImmediate(),
      });
    },
  };
}

/** What all runs of the process share. */
interface SendingProcess {
  readonly environment: (name: string) => string | undefined;
  readonly transport: ReturnType<typeof createTransport>;
  readonly connections: ReturnType<typeof createConnectionSource>;
  readonly cookies: ReturnType<typeof createCookieJar>;
  readonly kept: ReturnType<typeof credentialFile>;
  readonly rateLimits: RateLimits;
}

interface SendingRun {
  readonly process: SendingProcess;
  /** The file whose run it is. */
  readonly path: string;
  readonly order: SendOrder;
  readonly answers: NamedResponses;
  readonly entered: EnteredValues;
  readonly sandbox: Awaited<ReturnType<typeof availableSandbox>>;
}

/** A step with what gives its variables their values, or why they have none. */
type PreparedStep = SendStep & { readonly index: number } & (
    { readonly resolve: Resolve; readonly system: SystemPorts } | { readonly problem: string }
  );

type FilledStep = Extract<PreparedStep, { readonly resolve: Resolve }>;

function* preparedSteps({ process, order, entered }: SendingRun, steps: readonly SendStep[]): Generator<PreparedStep> {
  for (const [index, step] of steps.entries()) {
    const folder = dirname(step.location);
    const variables = environmentsFor(folder, order.environment, order.tables);
    if ('problem' in variables) {
      yield { ...step, index, problem: variables.problem };
      continue;
    }
    const { given } = step.plan;
    yield {
      ...{ ...step, index, system: systemOf(folder, process.environment) },
      resolve: resolveIn([
        ...[entered.values, order.values].map((values) => layerOf(values, { kind: 'prompt' })),
        ...(given === undefined ? [] : [layerOf(given, { kind: 'option' })]),
        ...step.definitions.map((definitions) => layerOf(definitions, { kind: 'file', line: 0 })),
        ...variableLayers({ environments: variables.environments, environment: order.environment }),
      ]),
    };
  }
}

function unsentReport(plan: RequestPlan, reason: string): SendReport {
  const label = redact(plan.label);
  return { kind: 'unsent', label, message: `${label} was not sent: ${redact(reason)}.` };
}

/** Returns where the files of a step may be: relative paths begin next to its own file. */
function foldersOf({ location, root }: SendStep, path: string): BodyFolders {
  const folders = bodyFoldersOf(path, { root: root ?? dirname(path), isConfigured: false, allowsOutside: false });
  return foldersNextTo(location, path, folders);
}

/** Sends a request once. */
async function sendStep(step: FilledStep, run: SendingRun): Promise<SendReport> {
  const { order, path, answers, sandbox } = run;
  const { environment, kept, transport, connections, cookies } = run.process;
  const { ask, signal } = order;
  const { outputs: _outputs, ...plan } = step.plan;
  const { resolve } = step;
  const folder = dirname(step.location);
  const unsent = (reason: string): SendReport => unsentReport(plan, reason);
  const { endpoints } = sandbox.locate({
    ...step.configuration,
    endpoints: overrideEndpoints(endpointsOfFolder(step.configuration.endpoints, step.root ?? folder), environment),
  });
  const target = endpoints.find(({ name }) => name === plan.endpoint);
  /** Asks about a protected endpoint, about what will be lost, and about what the request itself wants to be asked. */
  const decide = async (refusal: Refusal, place: Endpoint | undefined): Promise<Decision> => {
    // A run leaves such a request out, unless it is the one that was chosen.
    if (refusal.kind === 'omitted' && !step.isChosen) return { problem: refusal.reason };
    if (!isQuestion(refusal)) return { problem: withAdvice(refusal) };
    return (await ask(questionOf(redact(plan.label), refusal, place), 'Send')) ? 'proceed' : {};
  };
  const bodyFolders = foldersOf(step, path);
  const system = { ...step.system, secret: fileSecrets(kept, environment) };
  const promptNotes: string[] = [];
  let writer: ResponseWriter | undefined;
  const sent = await sendPlan({
    plan,
    endpoint: target,
    endpoints,
    userAgent: `rulebook/${RULEBOOK_VERSION}`,
    resolve,
    system,
    answers,
    readFile: (wanted) => Promise.resolve(readBodyFile(bodyFolders, wanted)),
    askForValues: (names) => Promise.resolve({ problem: explainMissing(names, { ...plan, answers }) }),
    askForPrompts: (prompts) => run.entered.ask(prompts, resolve, promptNotes),
    ways: privateWays({
      environment,
      kept,
      confirm: (question) => ask(question, 'Yes'),
      // The answer holds for this request nevertheless.
      onForgotten: () => undefined,
    }),
    credentialOf: withTokens(
      createCredentials({
        environment,
        sandbox,
        kept,
        confirm: (question) => ask(question, 'Yes'),
        // The answer holds for this request nevertheless.
        onForgotten: () => undefined,
      }),
      createTokens({
        transport,
        now: Date.now,
        store: kept.tokens,
        showDeviceCode: async ({ name }, { code, page }, abort) => {
          const question = `Open ${page} and enter the code ${code} for the endpoint ${name}.`;
          if (!(await ask(question, 'I Have Confirmed the Code'))) abort();
        },
      }),
    ),
    cookies,
    transport,
    rateLimits: run.process.rateLimits,
    optionsFor: async (place) =>
      exchangeSettings(place, await connections(place, step.root ?? folder), { ownTimeout: plan.timeout }),
    signal,
    environment,
    protectedEnvironment: protectedEnvironment(step.configuration, order.environment),
    decide,
    isKept: () => true,
    observe: () => {
      const one = createResponseWriter(step.plan, { base: folder, allowed: bodyFolders.allowed ?? [folder] }, [
        resolve,
        system,
        (name) => valueInIteration(plan.turn, name) ?? answers.resolve(name),
      ]);
      writer = one;
      return one === undefined ? {} : { onBytes: one.write };
    },
  });
  if (sent.kind !== 'answered') writer?.abandon();
  if (sent.kind === 'unsent') {
    const { problem = 'it was cancelled' } = sent;
    if (!sent.isOmitted || step.isChosen) return unsent(problem);
    const label = redact(plan.label);
    return { kind: 'omitted', label, message: `${label} was left out: ${redact(problem)}.` };
  }
  const { secrets, endpoint } = sent;
  const label = redact(plan.label, secrets);
  if (sent.kind === 'failed') {
    const { kind, message } = sent.failure;
    const hint = kind === 'refused' && isSandboxEndpoint(endpoint) ? ' Start a sandbox with `rulebook sandbox`.' : '';
    const where = endpoint ? ` (endpoint ${endpoint.name})` : '';
    const reason = `${label} received no response${where}: ${redact(message, secrets)}${hint}`;
    return { kind: 'failed', label, message: reason };
  }
  const { response } = sent;
  const { files = [], problems = [] } = writer?.end() ?? {};
  const outputs = [
    ...promptNotes,
    ...files.map((one) => describeWritten(one, one.path)),
    ...problems.map(sentenceOf),
  ].map((note) => redact(note, secrets));
  const hint = endpoint && wantsCredential(response) ? `\n# ${credentialHint(endpoint)}\n` : '';
  const asserts = evaluateAsserts(plan.asserts ?? [], {
    response,
    secrets,
    resolve,
    system,
    answers,
    differences: () =>
      plan.operation === undefined
        ? undefined
        : step.compare(describeResponse({ ...response, redirects: [] }, { secrets }), plan.operation),
  });
  const notes = outputs.map((note) => `# ${note}\n`).join('');
  const results = asserts.map((result) => `# ${describeAssertResult(result)}\n`).join('');
  const failed = asserts.filter(({ outcome }) => outcome !== 'passed');
  return {
    kind: 'answered',
    label,
    status: response.status,
    duration: response.duration,
    size: response.size,
    message: [
      `${label}: ${summariseResponse(response, { secrets })}`,
      ...outputs,
      ...failed.map((one) => describeAssertResult(one)),
    ].join('\n'),
    text: `# ${label}\n${describeAnswer(plan, response, secrets)}${notes}${results}${hint}`,
    asserts,
    hasFailed:
      response.interruption !== undefined ||
      problems.length > 0 ||
      failed.length > 0 ||
      failedRedirect(plan, response, asserts) !== undefined ||
      (response.status >= 400 && !judgesStatus(asserts)),
    ...(response.status >= 400 && response.status < 500 && { refusal: maskResponse(response, secrets).body }),
  };
}

function sentenceOf(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Returns the question before something is changed on a protected endpoint, or lost. */
function questionOf(
  label: string,
  { kind, losses, reason, environment }: Refusal,
  place: Endpoint | undefined,
): string {
  const isEndpoint = kind === 'protected' && environment === undefined;
  const guard = environment === undefined ? '' : ` with the protected environment ${environment}`;
  const to =
    place === undefined
      ? guard
      : ` to ${isEndpoint ? 'the protected endpoint ' : ''}${place.name} (${place.baseUrl})${guard}`;
  const why = kind === 'protected' ? 'It changes data there.' : `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
  return [`Send "${label}"${to}?`, ...(losses.length > 0 ? losses : [why])].join(' ');
}

/** Returns whether the user decides about a refusal. */
function isQuestion({ kind, mayProceed }: Refusal): boolean {
  return mayProceed && ['protected', 'destructive', 'note', 'unverified', 'omitted'].includes(kind);
}

/** Returns the reason with what sends the request anyway. */
function withAdvice({ reason, mayProceed }: Refusal): string {
  return mayProceed ? `${reason}; correct it, or send it with \`rulebook run --send-anyway\`` : reason;
}

/** Returns what writes texts into a private folder, which is removed when the process ends. */
function createKeeper(): Sender['keep'] {
  let folder: string | undefined;
  let count = 0;
  return (text) => {
    if (folder === undefined) {
      const made = mkdtempSync(join(tmpdir(), 'rulebook-'));
      folder = made;
      process.on('exit', () => {
        rmSync(made, { recursive: true, force: true });
      });
      // A signal would end the process without this.
      for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(name, () => process.exit(1));
    }
    const path = join(folder, `response-${++count}.txt`);
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
    return path;
  };
}
