import { basename, dirname } from 'node:path';
import type { Endpoint } from '@rulebook/engine';
import { createSnapshots } from '@rulebook/sender/asserts';
import { questionAbout, headingOf, createRateLimits, runSteps } from '@rulebook/sender/send';
import { explainMissing } from '@rulebook/sender/variables';
import type { Objection } from '@rulebook/sender/plan';
import { cancelled } from '@rulebook/sender/refusal';
import type { RunScript } from '@rulebook/sender/scripts';
import type { SendOrder, SendReport, SendStep } from '@rulebook/sender/outcome';
import {
  createSender,
  describeOutcome,
  hasFailed,
  plainWords,
  type Outcome,
  type Sender,
} from '@rulebook/sender/outcome';
import { protectedEnvironment } from '@rulebook/sender/configuration';
import { redact } from '@rulebook/catalogue/masking';
import { wantsCredential, type RequestPlan, refused, type Refusal } from '@rulebook/sender/plan';
import { endpointsOfFolder, overrideEndpoints } from '@rulebook/sender/private';
import { describeResponse, maskResponse, summariseResponse } from '@rulebook/sender/response';
import {
  createNamedResponses,
  definitionLayer,
  resolveIn,
  variableLayers,
  type NamedResponses,
  type Resolve,
  type SystemPorts,
} from '@rulebook/sender/variables';
import { nextTurn } from '../next-turn';
import { availableSandbox } from '../sandbox/available-sandbox';
import { bodyFoldersOf, foldersNextTo, readBodyFile, type BodyFolders } from '../files/body-folders';
import { createConnectionSource } from '../http/connection-options';
import { createCookieJar } from '../http/cookie-jar';
import { credentialFile } from '../credentials/credential-file';
import { createCredentialSource, credentialHint, type CredentialSource } from '../credentials/environment-credentials';
import { environmentsFor } from '../files/environment-files';
import { fileSecrets, loadReferences } from '../credentials/file-secrets';
import { createReferencedSecrets, userSecretCommands } from '../credentials/secret-commands';
import { createTokens } from '../credentials/oauth';
import { privateWays } from '../credentials/private-ways';
import { proxiesOf } from '../http/proxy';
import { createSnapshotFiles } from '../files/snapshot-files';
import { evaluateAsserts } from './evaluate-asserts';
import { createKeeper } from './keep-response';
import { createEnteredValues, type EnteredValues } from './sender-prompts';
import { systemOf } from '../system';
import { withTokens } from '../credentials/token-credentials';
import { confirmTokenWay } from '../credentials/token-way';
import { createTransport } from '../http/transport';
import { createResponseWriter } from '../files/write-outputs';

/** Sends requests for editors, and keeps the responses that they show. */
export interface EditorSender {
  /** Sends requests for the file at a path, one after the other. Never rejects because of a request. */
  readonly send: (path: string, order: SendOrder) => Promise<void>;
  /** Writes a text into a file that only this user can read, and that is removed at the end; returns its path. */
  readonly keep: (text: string) => string;
}

/** Filled in by the build. */
declare const RULEBOOK_VERSION: string;

/** Creates the sender of a process. */
export function createEditorSender(environment: (name: string) => string | undefined): EditorSender {
  const process = createProcess(environment);
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
      await sendAll(run);
    },
  };
}

/** Returns what all runs of the process share. */
function createProcess(environment: (name: string) => string | undefined) {
  let scripts: Promise<RunScript> | undefined;
  return {
    environment,
    transport: createTransport({ proxies: proxiesOf(environment), keepsConnections: false }),
    connections: createConnectionSource({ environment }),
    cookies: createCookieJar(),
    kept: credentialFile(environment),
    references: createReferencedSecrets(() => userSecretCommands(environment)),
    rateLimits: createRateLimits(),
    scriptBox: () =>
      (scripts ??= import('../scripts/script-runner').then(({ createScriptRunner }) => createScriptRunner())),
  };
}

interface SendingRun {
  readonly process: ReturnType<typeof createProcess>;
  /** The file whose run it is. */
  readonly path: string;
  readonly order: SendOrder;
  readonly answers: NamedResponses;
  readonly entered: EnteredValues;
  readonly sandbox: Awaited<ReturnType<typeof availableSandbox>>;
}

/** A step with what gives its variables their values, or why they have none. */
type PreparedStep = SendStep & { readonly index: number } & (
    | { readonly resolve: Resolve; readonly system: SystemPorts }
    | Refusal
  );

type FilledStep = Extract<PreparedStep, { readonly resolve: Resolve }>;

async function sendAll(run: SendingRun): Promise<void> {
  const { order } = run;
  await runSteps<PreparedStep, SendReport>({
    steps: preparedSteps(run),
    send: (step) => {
      order.onStep(step.index, step.plan.label);
      return 'cause' in step ? Promise.resolve(unsentReport(step.plan, step)) : sendStep(step, run);
    },
    onOutcome: (report, { index }) => {
      order.onReport(report, index);
    },
    iterationsOf: async (step) => {
      if ('cause' in step) return [step];
      return (await senderOf(step, run, []).turnsOf(step.plan)).map((plan) => ({ ...step, plan }));
    },
    hasFailed: ({ verdict }) => hasFailed(verdict),
    stopsAtFailure: true,
    signal: order.signal,
    yieldToEvents: nextTurn,
  });
}

function* preparedSteps({ process, order, entered }: SendingRun): Generator<PreparedStep> {
  for (const [index, step] of order.steps.entries()) {
    const folder = dirname(step.location);
    const found = environmentsFor(folder, order.environment, order.tables);
    if ('cause' in found) {
      yield { ...step, index, ...found };
      continue;
    }
    const layers = variableLayers({
      answers: entered.values,
      given: new Map([...(step.plan.given ?? []), ...order.values]),
      imported: step.sources.map(({ location: path, text }) =>
        definitionLayer(text, path === step.location ? undefined : { place: basename(path), path }),
      ),
      ...{ environments: found.environments, environment: order.environment },
    });
    yield { ...step, index, system: systemOf(folder, process.environment), resolve: resolveIn(layers, step.plan.line) };
  }
}

/** Sends a request once. */
async function sendStep(step: FilledStep, run: SendingRun): Promise<SendReport> {
  const notes: string[] = [];
  return reportOf(await senderOf(step, run, notes).send(step.plan), notes);
}

/** Returns what sends a step; `notes` takes which values were not asked for. */
function senderOf(step: FilledStep, run: SendingRun, notes: string[]): Sender {
  const { order, answers, sandbox, process: shared } = run;
  const { environment, kept, references } = shared;
  const { resolve } = step;
  const folder = dirname(step.location);
  const folders = foldersOf(step, run.path);
  const { endpoints } = sandbox.locate({
    ...step.configuration,
    endpoints: overrideEndpoints(endpointsOfFolder(step.configuration.endpoints, step.root ?? folder), environment),
  });
  return createSender(
    {
      values: {
        resolveFor: () => resolve,
        system: { ...step.system, secret: fileSecrets(kept, environment, references) },
        userAgent: `rulebook/${RULEBOOK_VERSION}`,
        askForValues: async (names, plan, responses) => {
          const others = await loadReferences(names, references);
          if ('cause' in others) return others;
          return others.length === 0 ? undefined : refused(explainMissing(others, { ...plan, answers: responses }));
        },
        askForPrompts: (prompts, resolver) => run.entered.ask(prompts, resolver, notes),
        scriptBox: shared.scriptBox,
      },
      credentials: { credentialOf: credentialsOf(run) },
      ways: {
        endpoints,
        endpointOf: (plan) => endpoints.find(({ name }) => name === plan.endpoint),
        privateWays: privateWays({ environment, kept, ...confirmations(order) }),
        judge: step.judge,
      },
      files: {
        readFile: (wanted) => Promise.resolve(readBodyFile(folders, wanted)),
        writerOf: (written, values) =>
          createResponseWriter(written, { base: folder, allowed: folders.allowed ?? [folder] }, values),
        compareWithSchema: step.compareWithSchema,
        compareWithSnapshot: createSnapshots(createSnapshotFiles(step.location), 'new').compare,
      },
      responses: { answers, isKept: () => true, cookies: shared.cookies, evaluateAsserts, compare: step.compare },
      transport: {
        ...shared.transport,
        connectionOf: (place) => shared.connections(place, step.root ?? folder),
        rateLimits: shared.rateLimits,
        signal: order.signal,
      },
    },
    {
      protectedEnvironment: protectedEnvironment(step.configuration, order.environment),
      // A run leaves out what is switched off, unless it is the request that was chosen.
      leavesOut: !step.isChosen,
      stopsAtFailure: order.steps.length > 1,
      decide: async (objection, place, plan) => {
        if (!isQuestion(objection)) return refusalOf(objection);
        return (await order.ask(questionAbout(objection, plan, place), 'Send')) ? 'proceed' : cancelled;
      },
    },
  );
}

function confirmations({ ask }: SendOrder) {
  return {
    confirm: (question: string) => ask(question, 'Yes'),
    // The answer holds for this request, although it is not remembered.
    onForgotten: () => undefined,
  };
}

function credentialsOf({ order, process, sandbox }: SendingRun): CredentialSource {
  const { environment, kept, transport } = process;
  return withTokens(
    createCredentialSource({ environment, sandbox, kept, ...confirmations(order) }),
    createTokens({
      transport,
      now: Date.now,
      store: kept.tokens,
      confirmWay: confirmTokenWay({ environment, kept, ...confirmations(order) }),
      openPage: async ({ name }: Endpoint, page, abort) => {
        const question = `Open ${page} and agree that the endpoint ${name} gives a token.`;
        if (!(await order.ask(question, 'I Have Agreed'))) abort();
      },
      showDeviceCode: async ({ name }: Endpoint, { code, page }, abort) => {
        const question = `Open ${page} and enter the code ${code} for the endpoint ${name}.`;
        if (!(await order.ask(question, 'I Have Confirmed the Code'))) abort();
      },
    }),
  );
}

/** Returns where the files of a step may be: relative paths begin next to its own file. */
function foldersOf({ location, root }: SendStep, path: string): BodyFolders {
  const folders = bodyFoldersOf(path, { root: root ?? dirname(path), isConfigured: false, allowsOutside: false });
  return foldersNextTo(location, path, folders);
}

const words = { ...plainWords, startSandbox: 'Start a sandbox with `rulebook sandbox`.' };

function unsentReport(plan: RequestPlan, refusal: Refusal): SendReport {
  return reportOf({ plan, sent: { kind: 'unsent', refusal }, asserts: [] }, []);
}

/** Returns an outcome as an editor shows it, which writes nothing itself. */
function reportOf(outcome: Outcome, remembered: readonly string[]): SendReport {
  const { plan, sent, asserts } = outcome;
  const { label, verdict, headline = label, ...described } = describeOutcome(outcome, words);
  if (sent.kind !== 'answered') {
    const message = /[.!?]$/.test(headline) ? headline : `${headline}.`;
    return { label, verdict, message, ...(sent.kind === 'failed' && { hasNoResponse: true }) };
  }
  const { response, secrets, endpoint } = sent;
  const { status, duration, size } = response;
  const notes = [...remembered.map((note) => redact(note, secrets)), ...described.notes];
  const failed = described.results.filter((_, index) => asserts[index]?.outcome !== 'passed');
  const lines = [...notes, ...(described.log ?? []), ...described.results].map((note) => `# ${note}\n`).join('');
  const hint = endpoint && wantsCredential(response) ? `\n# ${credentialHint(endpoint)}\n` : '';
  return {
    ...{ label, verdict },
    message: [`${label}: ${summariseResponse(response, { secrets })}`, ...notes, ...failed].join('\n'),
    response: {
      ...{ status, duration, size, asserts },
      text: `${headingOf(plan, secrets)}\n${describeResponse(response, { secrets })}${lines}${hint}`,
      ...(status >= 400 && status < 500 && { refusal: maskResponse(response, secrets).body }),
    },
  };
}

/** Returns whether the user decides about a refusal. */
function isQuestion({ kind, mayProceed }: Objection): boolean {
  return (
    mayProceed && ['protected', 'destructive', 'note', 'unverified', 'changed', 'unjudged', 'omitted'].includes(kind)
  );
}

/** Returns the refusal with what sends the request anyway. */
function refusalOf({ cause, mayProceed }: Objection): Refusal {
  return refused(cause, mayProceed ? 'correct it, or send it with `rulebook run --send-anyway`' : undefined);
}
