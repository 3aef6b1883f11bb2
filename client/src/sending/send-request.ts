import * as vscode from 'vscode';
import {
  definitionsIn,
  exchangeSettings,
  isSandboxEndpoint,
  isSecretName,
  redact,
  sendPlan,
  withoutAuthorization,
  type Answers,
  type CancelSignal,
  type CredentialAnswer,
  type Endpoint,
  type PreparePorts,
} from '../../../engine/src/index';
import { readBodyFile } from '../body-file';
import { pickEndpoint } from '../endpoints';
import { followAnswer, type FollowedAnswer } from '../response/arriving-text';
import type { ArrivingAnswer } from '../response/show-response';
import { confirmTrust } from '../trust';
import { createResolver } from '../variables';
import type { Attempt, Outcome, RequestPlace, SendChoices } from './attempt';
import { judge } from '../asserts/judge';
import { decide, type Agreements } from './decide';
import { loadSecrets, secretValues, type SecretValues } from './secret-values';
import type { SendServices } from './send-services';
import { showAnswer, showFailure } from './show-outcome';

declare const RULEBOOK_VERSION: string;

/** Sends the request at a place after asking for whatever is missing; undefined when there is none to send. */
export async function sendRequest(
  services: SendServices,
  { uri, line }: RequestPlace,
  choices: SendChoices = {},
): Promise<Outcome | undefined> {
  if (!(await confirmTrust())) return undefined;
  const document = await vscode.workspace.openTextDocument(uri);
  const result = await services.plan({ uri: document.uri.toString(), line, version: document.version });
  if ('reason' in result) {
    void vscode.window.showWarningMessage(result.reason);
    return undefined;
  }
  const { plan } = result;
  let picked = choices.endpoint;
  if (picked !== undefined && plan.isAbsolute) {
    void vscode.window.showWarningMessage(
      `${redact(plan.label)} was not sent to ${picked}: its URL names a host. Begin the URL with a path to send it to any endpoint.`,
    );
    return undefined;
  }
  if (picked === undefined && plan.endpoint === undefined && !plan.isAbsolute) {
    const { endpoints, defaults } = services.configuration.of(document.uri);
    const why = plan.unknownEndpoint === undefined ? '' : `There is no endpoint named ${plan.unknownEndpoint}. `;
    picked = (await pickEndpoint(endpoints, defaults, `${why}Choose the endpoint for ${plan.label}`))?.name;
    if (picked === undefined) return undefined;
  }
  return execute(services, { document, line: result.line, plan, picked, answers: new Map(), choices });
}

/** Sends an attempt, once more after the user has changed something, and shows what became of it. */
export async function execute(services: SendServices, attempt: Attempt): Promise<Outcome> {
  const { document, plan, picked, answers, choices } = attempt;
  const name = picked ?? plan.endpoint;
  const findEndpoint = () => services.configuration.of(document.uri).endpoints.find((one) => one.name === name);
  // A sandbox that was started meanwhile may have moved its endpoint.
  if (isSandboxEndpoint(findEndpoint())) await services.sandbox.lookAround();
  const { run } = choices;
  let arriving: ArrivingAnswer | undefined;
  let followed: FollowedAnswer | undefined;
  let title = redact(plan.label);
  const { version } = document;
  const isRun = run !== undefined;
  const agreements: Agreements = { ofRun: run?.ofRun ?? new Set(), isRun, unasked: services.choices };
  const preparing = preparingPorts(services, document, answers);
  const { resolve, system } = preparing;
  if (run === undefined) services.sends.note(document.uri, attempt.line, plan);
  const sent = await sendPlan({
    ...preparing,
    plan: attempt.isLineReplaced ? withoutAuthorization(plan) : plan,
    endpoint: findEndpoint(),
    environment: services.ports.system.environment,
    credentialOf: (target) => credentialFor(services, target),
    cookies: keepsCookies(document.uri) ? await services.ports.cookies() : undefined,
    decide: (refusal, place) => decide(refusal, place, plan, agreements),
    optionsFor: async (place) =>
      exchangeSettings(
        place,
        await services.ports.connectionOf?.(place, document.uri, services.credentials.passphraseOf),
        {
          usualTimeout: timeoutSetting(document.uri),
        },
      ),
    isKept: () => true,
    observe: (secrets, place) => {
      title = redact(plan.label, secrets);
      services.log.info(`Sending ${plan.method} to ${place?.name ?? 'an absolute URL'}.`);
      arriving = isRun ? undefined : services.responses.begin(title);
      followed = arriving && followAnswer(arriving, secrets);
      return followed?.observer ?? {};
    },
    transport: {
      send: (request, options, _, observer) => {
        const send = (signal: CancelSignal) => services.ports.transport.send(request, options, signal, observer);
        return run === undefined
          ? withProgress(`Sending ${title}`, (token) => services.sends.during(token, send))
          : send(run.signal);
      },
    },
  });
  followed?.stop();
  const asserts = sent.kind === 'answered' ? await judge(services, attempt, sent, { resolve, system }) : [];
  const outcome: Outcome = { attempt, sent, body: followed?.body, version, asserts };
  if (sent.kind === 'unsent') {
    if (sent.problem !== undefined && !isRun) void vscode.window.showErrorMessage(sentenceOf(sent.problem));
    return outcome;
  }
  if (sent.kind === 'answered') {
    services.log.info(`Received ${sent.response.status} after ${Math.round(sent.response.duration)} ms.`);
    await services.history.note(document, attempt.line, plan, sent);
    services.asserts.note(document, version, plan, asserts);
    services.afterSend();
  }
  if (arriving === undefined) return outcome;
  const again = (changed: Partial<Attempt> = {}) => void execute(services, { ...attempt, ...changed });
  if (sent.kind === 'answered') await showAnswer(services, { ...outcome, sent, arriving, again });
  else await showFailure(services, { ...outcome, sent, arriving, again });
  return outcome;
}

/** Returns what fills in a request of a document, with the values that the user has entered and those that are asked for. */
export function preparingPorts(
  services: SendServices,
  document: vscode.TextDocument,
  answers: Map<string, string>,
): Pick<
  PreparePorts,
  'userAgent' | 'resolve' | 'system' | 'answers' | 'readFile' | 'askForValues' | 'confirmSecrets'
> & {
  readonly endpoints: readonly Endpoint[];
} {
  const { uri } = document;
  const earlier = services.answersOf(uri.toString());
  const dotenv = services.ports.dotenv?.(uri);
  const secrets = secretValues(services.secrets, services.ports.system.environment);
  return {
    endpoints: services.configuration.of(uri).endpoints,
    userAgent: `rulebook/${RULEBOOK_VERSION}`,
    resolve: createResolver({
      answers,
      definitions: definitionsIn(document.getText()),
      tables: services.environments.tables(uri),
      environment: services.environments.current(uri),
    }),
    system: { ...services.ports.system, ...(dotenv && { dotenv }), secret: secrets.read },
    answers: earlier,
    readFile: (path) => readBodyFile(services.ports, uri, path),
    askForValues: (names) => askForValues(names, answers, earlier, secrets),
    confirmSecrets: secrets.confirm,
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
export async function credentialFor(services: SendServices, endpoint: Endpoint): Promise<CredentialAnswer> {
  const { authentication } = endpoint;
  if (authentication?.type === 'oauth2') {
    const isPublic = authentication.clientAuthentication === 'none';
    const secret = isPublic ? { credential: undefined } : await findOrAsk(services, endpoint);
    return 'credential' in secret ? services.tokens.find(endpoint, secret.credential) : secret;
  }
  return findOrAsk(services, endpoint);
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
  earlier: Answers,
  secrets: SecretValues,
): Promise<{ readonly problem?: string } | undefined> {
  const others = await loadSecrets(names, secrets);
  if (others === undefined) return {};
  for (const name of others) {
    const why = earlier.explain(name);
    if (why !== undefined) return { problem: `The request was not sent: the variable ${name} has no value (${why}).` };
    // The user was already asked: the value refers to itself, or is an unknown system variable.
    if (answers.has(name) || name.startsWith('$')) {
      return { problem: `The request was not sent: the variable ${name} has no value.` };
    }
    const value = await vscode.window.showInputBox({
      title: `Value of ${name}`,
      prompt:
        'The file and the selected environment do not define this variable. The value is used for this request only.',
      password: isSecretName(name),
      ignoreFocusOut: true,
    });
    if (value === undefined) return {};
    answers.set(name, value);
  }
  return undefined;
}

function sentenceOf(problem: string): string {
  return /^[A-Z]/.test(problem) ? problem : `The request was not sent: ${problem}.`;
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
