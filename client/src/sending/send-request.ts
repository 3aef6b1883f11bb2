import * as vscode from 'vscode';
import type { Endpoint } from '../../../engine/src/index';
import { isSandboxEndpoint, protectedEnvironment } from '../../../engine/src/configuration/index';
import type { Environments as KnownEnvironments } from '../../../engine/src/environments/index';
import { redact } from '../../../engine/src/masking/index';
import {
  wantsCredential,
  type CancelSignal,
  type RequestPlan,
  type ResponseObserver,
} from '../../../engine/src/sending/plan/index';
import { isOwnVariable } from '../../../engine/src/sending/private/index';
import {
  exchangeSettings,
  sendPlan,
  withoutAuthorization,
  type CredentialAnswer,
  type PreparePorts,
} from '../../../engine/src/sending/send/index';
import {
  definitionLayer,
  resolveIn,
  variableLayers,
  iterationsOf,
  valueInIteration,
  type NamedResponses,
} from '../../../engine/src/sending/variables/index';
import type { ResponseWriter } from '../../../platform/node/files/write-outputs';
import { outputFoldersOf, readBodyFile } from '../editing/body-file';
import { isAskedLater } from '../credentials/asked-later';
import { pickEndpoint } from '../configuration/endpoints';
import { addEndpoint } from '../own-api/add-endpoint';
import { followResponse, type FollowedResponse } from '../response/arriving-text';
import type { ArrivingResponse } from '../response/show-response';
import { confirmTrust } from '../credentials/trust';
import type { Attempt, Outcome, RequestPlace, SendChoices } from './attempt';
import { askForPrompts } from './ask-prompts';
import { askForValue } from './ask-value';
import { judge } from '../asserts/judge';
import { isRefusedHere } from './cannot-send';
import { decide, type Agreements } from './decide';
import { loadSecrets, secretValues, type SecretValues } from './secret-values';
import type { SendServices } from './send-services';
import type { UsedEnvironment } from './used-environment';
import { showAnswer, showFailure } from './show-outcome';
import { requestTextAt, requestTextOf } from './request-text';

declare const RULEBOOK_VERSION: string;

/** Sends the request at a place after asking for whatever is missing; of a request that repeats itself, returns the last outcome. Undefined when there is none to send. */
export async function sendRequest(
  services: SendServices,
  place: RequestPlace,
  choices: SendChoices = {},
): Promise<Outcome | undefined> {
  return (await sendIterations(services, place, choices))?.at(-1);
}

/** Sends the request at a place as often as it says, and returns all outcomes; undefined when there is nothing to send. */
export async function sendIterations(
  services: SendServices,
  place: RequestPlace,
  choices: SendChoices = {},
): Promise<readonly Outcome[] | undefined> {
  const attempt = await attemptAt(services, place, choices);
  if (attempt === undefined) return undefined;
  const turns = iterationsOf(attempt.plan, preparingPorts(services, attempt.document, attempt.answers, attempt));
  const [only] = turns;
  if (only !== undefined && turns.length === 1) return [await execute(services, { ...attempt, plan: only })];
  const outcomes: Outcome[] = [];
  const sendAll = async (run: NonNullable<SendChoices['run']>) => {
    for (const plan of turns) {
      if (run.signal.isCancelled) return;
      outcomes.push(await execute(services, { ...attempt, plan, choices: { ...choices, run } }));
    }
  };
  if (choices.run) await sendAll(choices.run);
  else
    await withProgress(vscode.l10n.t('Sending {0}', redact(attempt.plan.label)), (token) =>
      services.sends.during(token, (signal) => sendAll({ ofRun: new Set(), signal })),
    );
  return outcomes;
}

async function attemptAt(
  services: SendServices,
  { uri, line }: RequestPlace,
  choices: SendChoices,
): Promise<Attempt | undefined> {
  if ((await isRefusedHere(services.ports)) || !(await confirmTrust())) return undefined;
  const document = await vscode.workspace.openTextDocument(uri);
  const result = await services.plan({ uri: document.uri.toString(), line, version: document.version });
  if ('reason' in result) {
    void vscode.window.showWarningMessage(result.reason);
    return undefined;
  }
  const { plan, errors } = result;
  const root = choices.root === undefined ? document.uri : vscode.Uri.parse(choices.root);
  const unusable = services.environments.problem(document.uri, root);
  if (unusable !== undefined) {
    void vscode.window.showErrorMessage(vscode.l10n.t('The request was not sent: {0}.', unusable));
    return undefined;
  }
  let picked = choices.endpoint;
  if (picked !== undefined && plan.isAbsolute) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        '{0} was not sent to {1}: its URL names a host. Begin the URL with a path to send it to any endpoint.',
        redact(plan.label),
        picked,
      ),
    );
    return undefined;
  }
  if (picked === undefined && plan.endpoint === undefined && !plan.isAbsolute) {
    const { endpoints, defaults } = services.configuration.of(document.uri);
    const wanted = plan.unknownEndpoint;
    const question =
      wanted === undefined
        ? vscode.l10n.t('Choose the endpoint for {0}', plan.label)
        : vscode.l10n.t('There is no endpoint named {0}. Choose the endpoint for {1}', wanted, plan.label);
    picked = (
      await pickEndpoint(endpoints, defaults, question, () => addEndpoint(services.configuration, document.uri))
    )?.name;
    if (picked === undefined) return undefined;
  }
  const imported = await Promise.all((choices.imports ?? []).map((one) => requestTextAt(one)));
  const answers = choices.run?.answers ?? new Map<string, string>();
  return { document, line: result.line, plan, picked, answers, choices, imported, ...(errors && { errors }) };
}

/** Sends an attempt, once more after the user has changed something, and shows what became of it. */
export async function execute(services: SendServices, asked: Attempt): Promise<Outcome> {
  const { document, picked, answers, choices } = asked;
  const folders = services.ports.responseWriter && outputFoldersOf(document.uri);
  // The files for the response are written here, so nothing is left out.
  const { outputs: _outputs, ...withoutOutputs } = asked.plan;
  const plan: RequestPlan = folders === undefined ? asked.plan : withoutOutputs;
  const attempt: Attempt = { ...asked, plan };
  const planned = asked.isUnverified === true ? { ...plan, acceptsAnyCertificate: true } : plan;
  const name = picked ?? plan.endpoint;
  const findEndpoint = () => services.configuration.of(document.uri).endpoints.find((one) => one.name === name);
  // A sandbox that was started meanwhile may have moved its endpoint.
  if (isSandboxEndpoint(findEndpoint())) await services.sandbox.viewportOf();
  const { run } = choices;
  let arriving: ArrivingResponse | undefined;
  let followed: FollowedResponse | undefined;
  let writer: ResponseWriter | undefined;
  /** The endpoint that was tried without a credential. */
  let unasked: Endpoint | undefined;
  let title = redact(plan.label);
  const { version } = document;
  const environment = environmentOf(services, document.uri, choices);
  const guarded = protectedEnvironment(services.configuration.of(document.uri), environment);
  const isRun = run !== undefined;
  const agreements: Agreements = {
    ofRun: run?.ofRun ?? new Set(),
    isRun,
    unasked: services.choices,
    mistakes: services.mistakes,
  };
  const preparing = preparingPorts(services, document, answers, attempt);
  const { resolve, system } = preparing;
  if (run === undefined) services.sends.note(document.uri, attempt.line, plan);
  const sent = await sendPlan({
    ...preparing,
    plan: attempt.isLineReplaced ? withoutAuthorization(planned) : planned,
    endpoint: findEndpoint(),
    environment: services.ports.system.environment,
    credentialOf: async (target) => {
      const found = await credentialFor(services, target);
      if ('isUnasked' in found) unasked = target;
      return found;
    },
    cookies: keepsCookies(document.uri) ? await services.ports.cookies() : undefined,
    protectedEnvironment: guarded,
    decide: (refusal, place) =>
      refusal.kind === 'unverified' && asked.isUnverified === true
        ? 'proceed'
        : decide(refusal, place, { plan, document: document.uri, errors: asked.errors ?? [] }, agreements),
    optionsFor: async (place) =>
      exchangeSettings(
        place,
        await services.ports.connectionOf?.(place, document.uri, services.credentials.passphraseOf),
        {
          usualTimeout: timeoutSetting(document.uri),
          ownTimeout: plan.timeout,
        },
      ),
    isKept: () => true,
    rateLimits: services.rateLimits,
    observe: (secrets, place) => {
      title = redact(plan.label, secrets);
      services.log.info(`Sending ${plan.method} to ${place?.name ?? 'an absolute URL'}.`);
      arriving = isRun ? undefined : services.responses.begin(title);
      followed = arriving && followResponse(arriving, secrets);
      const keep = (name: string) => valueInIteration(plan.turn, name) ?? preparing.answers.resolve(name);
      writer = folders && services.ports.responseWriter?.(asked.plan, folders, [resolve, system, keep]);
      return writer === undefined ? (followed?.observer ?? {}) : followedAndWritten(followed, writer);
    },
    transport: {
      send: (request, options, _, observer) => {
        const send = (signal: CancelSignal) => services.ports.transport.send(request, options, signal, observer);
        return run === undefined
          ? withProgress(vscode.l10n.t('Sending {0}', title), (token) => services.sends.during(token, send))
          : send(run.signal);
      },
    },
  });
  followed?.stop();
  if (sent.kind !== 'answered') writer?.abandon();
  const written = sent.kind === 'answered' ? writer?.end() : undefined;
  const asserts = sent.kind === 'answered' ? await judge(services, attempt, sent, { resolve, system }) : [];
  const place = sent.kind === 'unsent' ? undefined : sent.endpoint;
  const used: UsedEnvironment = {
    ...(environment !== undefined && { environment }),
    ...((guarded !== undefined || place?.protected === true) && { isProtected: true }),
  };
  const outcome: Outcome = { attempt, sent, environment: used, body: followed?.body, version, asserts, written };
  if (sent.kind === 'unsent') {
    if (sent.problem !== undefined && !isRun) void vscode.window.showErrorMessage(sentenceOf(sent.problem));
    return outcome;
  }
  const time = await services.history.note(document, attempt.line, plan, sent, used);
  if (sent.kind === 'answered') {
    services.log.info(`Received ${sent.response.status} after ${Math.round(sent.response.duration)} ms.`);
    services.asserts.note(document, version, plan, asserts, run?.isTest);
    services.afterSend();
  }
  const isWanted = sent.kind === 'answered' && unasked !== undefined && wantsCredential(sent.response);
  if (isRun && isWanted && unasked !== undefined && (await askInRun(services, unasked, run)))
    return execute(services, asked);
  if (arriving === undefined) return outcome;
  const again = (changed: Partial<Attempt> = {}) => void execute(services, { ...asked, ...changed });
  if (sent.kind === 'answered')
    await showAnswer(services, { ...outcome, sent, arriving, again, time, isFirstAsked: isWanted });
  else await showFailure(services, { ...outcome, sent, arriving, again });
  return outcome;
}

/** Returns what follows a response and writes it into files. */
function followedAndWritten(followed: FollowedResponse | undefined, writer: ResponseWriter): ResponseObserver {
  return {
    ...followed?.observer,
    onBytes: (bytes) => {
      writer.write(bytes);
      return followed?.observer.onBytes?.(bytes);
    },
  };
}

/** Returns the environment whose variables the requests of a document use. */
function environmentOf(
  { environments }: SendServices,
  document: vscode.Uri,
  choices: SendChoices | undefined,
): string | undefined {
  return environments.current(document, choices?.root ? vscode.Uri.parse(choices.root) : document);
}

/** Returns what fills in a request of a document, with the values that the user has entered and those that are asked for. */
export function preparingPorts(
  services: SendServices,
  document: vscode.TextDocument,
  answers: Map<string, string>,
  { choices, imported = [] }: Pick<Partial<Attempt>, 'choices' | 'imported'> = {},
): Pick<
  PreparePorts,
  'userAgent' | 'resolve' | 'system' | 'answers' | 'readFile' | 'askForPrompts' | 'askForValues' | 'ways'
> & {
  readonly endpoints: readonly Endpoint[];
} {
  const { uri } = document;
  const earlier = services.answersOf(choices?.root ?? uri.toString());
  const dotenv = services.ports.dotenv?.(uri);
  const secrets = secretValues(services.secrets, services.ports.system.environment);
  return {
    endpoints: services.configuration.of(uri).endpoints,
    userAgent: `rulebook/${RULEBOOK_VERSION}`,
    resolve: resolveIn(
      variableLayers({
        answers,
        given: new Map(Object.entries(choices?.given ?? {})),
        text: requestTextOf(document),
        imported: imported.map((text) => definitionLayer(text)),
        environments: services.environments.of(uri),
        environment: environmentOf(services, uri, choices),
      }),
    ),
    system: { ...services.ports.system, ...(dotenv && { dotenv }), secret: secrets.read },
    answers: earlier,
    readFile: (path) => readBodyFile(services.ports, uri, path),
    askForPrompts: (prompts) => askForPrompts(prompts, answers),
    askForValues: (names) =>
      askForValues(
        names,
        answers,
        earlier,
        secrets,
        (name) => definingEnvironments(services.environments.of(uri), name),
        (name, why) => askForValue({ name, why, document: uri }, services),
      ),
    ways: services.privateWays,
  };
}

/** In milliseconds: most responses come sooner, and a notification that comes and goes is in the way. */
const patience = 500;

/** Runs a send; when it takes longer, a notification has a button that cancels it. */
async function withProgress<T>(title: string, run: (token: vscode.CancellationToken) => Thenable<T>): Promise<T> {
  const source = new vscode.CancellationTokenSource();
  const running = Promise.resolve(run(source.token));
  const ignored = () => undefined;
  const timer = setTimeout(() => {
    const location = vscode.ProgressLocation.Notification;
    void vscode.window.withProgress({ location, title, cancellable: true }, (_, token) => {
      token.onCancellationRequested(() => {
        source.cancel();
      });
      return running.then(ignored, ignored);
    });
  }, patience);
  try {
    return await running;
  } finally {
    clearTimeout(timer);
    source.dispose();
  }
}

/** Returns the credential of an endpoint, or a token that is got with it. */
export async function credentialFor(services: SendServices, endpoint: Endpoint): Promise<CredentialAnswer | Untried> {
  const { authentication } = endpoint;
  if (authentication?.type === 'oauth2') {
    const isPublic = authentication.clientAuthentication === 'none';
    const secret = isPublic ? { credential: undefined } : await findOrAsk(services, endpoint);
    return 'credential' in secret ? services.tokens.find(endpoint, secret.credential) : secret;
  }
  return findOrTry(services, endpoint);
}

/** Whether the user declined to enter a credential in a run, by the endpoint; the next request of the run does not ask again. */
const declined = new WeakMap<object, Set<string>>();

/** Asks for the credential that a service wants of a request of a run; false when the user has none, or has said so before. */
async function askInRun(
  { credentials }: SendServices,
  endpoint: Endpoint,
  { ofRun }: NonNullable<SendChoices['run']>,
): Promise<boolean> {
  const names = declined.get(ofRun) ?? new Set<string>();
  declined.set(ofRun, names);
  if (names.has(endpoint.name)) return false;
  const answer = await credentials.ask(endpoint);
  if ('credential' in answer && answer.credential !== undefined) return true;
  names.add(endpoint.name);
  return false;
}

/** Returns the credential of an endpoint that is about to be sent; without one, the service is asked first where its response says whether it is needed. */
async function findOrTry(services: SendServices, endpoint: Endpoint): Promise<CredentialAnswer | Untried> {
  if (!isAskedLater(endpoint)) return findOrAsk(services, endpoint);
  return (await services.credentials.find(endpoint)) ?? { credential: undefined, isUnasked: true };
}

/** No credential is known, and the user was not asked: the service may not want one. */
interface Untried {
  readonly credential: undefined;
  readonly isUnasked: true;
}

/** Returns the credential of an endpoint, which the user types when it is not known. */
export async function findOrAsk(services: SendServices, endpoint: Endpoint): Promise<CredentialAnswer> {
  const found = await services.credentials.find(endpoint);
  if (found !== undefined) return found;
  // The user does not type a credential of the sandbox: it is known, or the response of the sandbox says that it is missing.
  return isSandboxEndpoint(endpoint) ? { credential: undefined } : services.credentials.ask(endpoint);
}

/** Asks for the values of variables; returns why the request ends instead. */
async function askForValues(
  names: readonly string[],
  answers: Map<string, string>,
  earlier: NamedResponses,
  secrets: SecretValues,
  environmentsWith: (name: string) => readonly string[],
  ask: (name: string, why: string) => Promise<string | undefined>,
): Promise<{ readonly problem?: string } | undefined> {
  const others = await loadSecrets(names, secrets);
  if (others === undefined) return {};
  for (const name of others) {
    const why = earlier.explain(name);
    if (why !== undefined)
      return { problem: vscode.l10n.t('The request was not sent: the variable {0} has no value ({1}).', name, why) };
    const own = /^\$(?:processEnv\s+|env\.)(\S+)/.exec(name)?.[1];
    if (own !== undefined && isOwnVariable(own))
      return {
        problem: vscode.l10n.t(
          'The request was not sent: the environment variable {0} is for Rulebook itself, and no file reads it. Use another name.',
          own,
        ),
      };
    // The user was already asked: the value refers to itself, or is an unknown system variable.
    if (answers.has(name) || name.startsWith('$')) {
      return { problem: vscode.l10n.t('The request was not sent: the variable {0} has no value.', name) };
    }
    const defining = environmentsWith(name);
    const cause =
      defining.length === 0
        ? vscode.l10n.t('The file and the selected environment do not define this variable.')
        : vscode.l10n.t(
            'Not defined by the file, but by environments that are not selected: {0}.',
            defining.join(', '),
          );
    const value = await ask(name, cause);
    if (value === undefined) return {};
    answers.set(name, value);
  }
  return undefined;
}

/** Returns the environments that define a variable. */
function definingEnvironments({ entries }: KnownEnvironments, name: string): readonly string[] {
  return [
    ...new Set(
      entries.flatMap(({ environment, variables }) => (environment && variables.has(name) ? [environment] : [])),
    ),
  ];
}

function sentenceOf(problem: string): string {
  return /^[\p{Lu}\p{Lo}]/u.test(problem) ? problem : vscode.l10n.t('The request was not sent: {0}.', problem);
}

/** Returns whether cookies are kept for the requests of a document. */
export function keepsCookies(document: vscode.Uri): boolean {
  return vscode.workspace.getConfiguration('rulebook', document).get<boolean>('cookies') ?? true;
}

/** Returns the time limit of a document's requests in seconds. */
export function timeoutSetting(document: vscode.Uri): number {
  const seconds = vscode.workspace.getConfiguration('rulebook', document).get<number>('timeout');
  return typeof seconds === 'number' && seconds > 0 ? seconds : 30;
}
