import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  createAnswers,
  describeAnswer,
  maskResponse,
  describeAssertResult,
  describeResponse,
  evaluateAsserts,
  exchangeSettings,
  explainMissing,
  isSandboxEndpoint,
  layerOf,
  overrideEndpoints,
  redact,
  resolveIn,
  sendPlan,
  summariseResponse,
  valueInTurn,
  variableLayers,
  wantsCredential,
  type Answers,
  type Decision,
  type Endpoint,
  type PlannedPrompt,
  type RequestPlan,
  type Refusal,
  type SendOrder,
  type SendReport,
} from '../../engine/src/index';
import { availableSandbox } from './available-sandbox';
import { bodyFoldersOf, readBodyFile } from './body-folders';
import { createConnectionSource } from './connection-options';
import { createCookieJar } from './cookie-jar';
import { credentialFile } from './credential-file';
import { createCredentials, credentialHint } from './environment-credentials';
import { environmentsFor } from './environment-files';
import { fileSecrets } from './file-secrets';
import { createTokens } from './oauth';
import { proxiesOf } from './proxy';
import { systemOf } from './system';
import { withTokens } from './token-credentials';
import { createTransport } from './transport';
import { createResponseWriter, describeWritten, type ResponseWriter } from './write-outputs';

/** Sends requests for editors, and keeps the responses that they show. */
export interface Sender {
  /** Sends a request of the file at a path; `root` is the folder of `rulebook.json`, if any. Never rejects because of the request. */
  readonly send: (path: string, root: string | undefined, order: SendOrder) => Promise<SendReport>;
  /** Writes a text into a file that only this user can read, and that is removed at the end; returns its path. */
  readonly keep: (text: string) => string;
}

/** Filled in by the build. */
declare const RULEBOOK_VERSION: string;

/** Creates the sender of a process. */
export function createSender(environment: (name: string) => string | undefined): Sender {
  const transport = createTransport({ proxies: proxiesOf(environment), keepsConnections: false });
  const connections = createConnectionSource({ environment });
  const cookies = createCookieJar();
  const kept = credentialFile(environment);
  const known = new Map<string, Answers>();
  const answersOf = (path: string): Answers => {
    const answers = known.get(path) ?? createAnswers();
    known.set(path, answers);
    return answers;
  };
  return {
    keep: createKeeper(),
    send: async (path, root, order) => {
      const { plan: written, configuration, definitions, environment: chosen, tables, ask, signal } = order;
      const { outputs: _outputs, ...plan } = withoutReferences(written);
      const folder = dirname(path);
      const unsent = (reason: string, label = redact(plan.label)): SendReport => ({
        kind: 'unsent',
        message: `${label} was not sent: ${redact(reason)}.`,
      });
      const sandbox = await availableSandbox(environment);
      const { endpoints } = sandbox.locate({
        ...configuration,
        endpoints: overrideEndpoints(configuration.endpoints, environment),
      });
      const target = endpoints.find(({ name }) => name === plan.endpoint);
      /** Asks about a protected endpoint, about what will be lost, and about what the request itself wants to be asked. */
      const decide = async (refusal: Refusal, place: Endpoint | undefined): Promise<Decision> => {
        if (!isQuestion(refusal)) return { problem: withAdvice(refusal) };
        return (await ask(questionOf(redact(plan.label), refusal, place), 'Send')) ? 'proceed' : {};
      };
      const variables = environmentsFor(folder, chosen, tables);
      if ('problem' in variables) return unsent(variables.problem);
      const answers = answersOf(path);
      const bodyFolders = bodyFoldersOf(path, { root: root ?? folder, isConfigured: false, allowsOutside: false });
      const resolve = resolveIn([
        layerOf(definitions, { kind: 'file', line: 0 }),
        ...variableLayers({ environments: variables.environments, environment: chosen }),
      ]);
      const named = fileSecrets(kept, environment);
      const system = { ...systemOf(folder, environment), secret: named.read };
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
        askForPrompts: (prompts) =>
          Promise.resolve(explainPrompts(prompts.filter(({ name }) => resolve(name) === undefined))),
        confirmSecrets: named.confirm,
        credentialOf: withTokens(
          createCredentials({
            environment,
            sandbox,
            kept,
            confirm: (question) => ask(question, 'Yes'),
            // The answer holds for this request all the same.
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
        optionsFor: async (place) =>
          exchangeSettings(place, await connections(place, root ?? folder), { ownTimeout: plan.timeout }),
        signal,
        environment,
        decide,
        isKept: () => true,
        observe: () => {
          const one = createResponseWriter(written, { base: folder, allowed: bodyFolders.allowed ?? [folder] }, [
            resolve,
            system,
            (name) => valueInTurn(plan.turn, name) ?? answers.resolve(name),
          ]);
          writer = one;
          return one === undefined ? {} : { onBytes: one.write };
        },
      });
      if (sent.kind !== 'answered') writer?.abandon();
      if (sent.kind === 'unsent') return unsent(sent.problem ?? 'it was cancelled');
      const { secrets, endpoint } = sent;
      const label = redact(plan.label, secrets);
      if (sent.kind === 'failed') {
        const { kind, message } = sent.failure;
        const hint =
          kind === 'refused' && isSandboxEndpoint(endpoint) ? ' Start a sandbox with `rulebook sandbox`.' : '';
        const where = endpoint ? ` (endpoint ${endpoint.name})` : '';
        return { kind: 'failed', message: `${label} received no response${where}: ${redact(message, secrets)}${hint}` };
      }
      const { response } = sent;
      const { files = [], problems = [] } = writer?.end() ?? {};
      const outputs = [...files.map((one) => describeWritten(one, one.path)), ...problems.map(sentenceOf)].map((note) =>
        redact(note, secrets),
      );
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
            : order.compare(describeResponse({ ...response, redirects: [] }, { secrets }), plan.operation),
      });
      const notes = outputs.map((note) => `# ${note}\n`).join('');
      const results = asserts.map((result) => `# ${describeAssertResult(result)}\n`).join('');
      return {
        kind: 'answered',
        status: response.status,
        duration: response.duration,
        size: response.size,
        message: [`${label}: ${summariseResponse(response, { secrets })}`, ...outputs].join('\n'),
        text: `# ${label}\n${describeAnswer(plan, response, secrets)}${notes}${results}${hint}`,
        ...(response.status >= 400 && response.status < 500 && { refusal: maskResponse(response, secrets).body }),
      };
    },
  };
}

function sentenceOf(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Returns the question before something is changed on a protected endpoint, or lost. */
function questionOf(label: string, { kind, losses, reason }: Refusal, place: Endpoint | undefined): string {
  const to =
    place === undefined
      ? ''
      : ` to ${kind === 'protected' ? 'the protected endpoint ' : ''}${place.name} (${place.baseUrl})`;
  const why = kind === 'protected' ? 'It changes data there.' : `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
  return [`Send "${label}"${to}?`, ...(losses.length > 0 ? losses : [why])].join(' ');
}

/** Returns whether the user decides about a refusal. */
function isQuestion({ kind, mayProceed }: Refusal): boolean {
  return mayProceed && ['protected', 'destructive', 'note', 'unverified', 'omitted'].includes(kind);
}

/** Returns the plan of a request that is sent alone and once: it says which requests another sender would send before it, and that it repeats itself. */
function withoutReferences(plan: RequestPlan): RequestPlan {
  const { references = [], repetition, leftOut = [], line = 0 } = plan;
  const names = references.map(({ name }) => name).join(', ');
  const more = [
    ...(references.length > 0 ? [{ what: `the request before it (\`@ref ${names}\`)`, line }] : []),
    ...(repetition === undefined ? [] : [{ what: 'the repetition (`@loop`)', line }]),
  ];
  return more.length === 0 ? plan : { ...plan, leftOut: [...leftOut, ...more] };
}

/** Editors without an input of their own cannot enter a value. */
function explainPrompts([first]: readonly PlannedPrompt[]): { readonly problem: string } | undefined {
  if (first === undefined) return undefined;
  const { name } = first;
  return { problem: `the request asks for ${name}, which cannot be entered here; send it with \`rulebook run\`` };
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
