import * as vscode from 'vscode';
import {
  allowsSending,
  count,
  definitionsIn,
  environmentConflict,
  isBehind,
  isSandboxEndpoint,
  isSecretName,
  prepareRequest,
  problemsOf,
  redact,
  wantsCredential,
  withoutAuthorization,
  type Answers,
  type CredentialAnswer,
  type Endpoint,
  type PreparedRequest,
  type ReceivedResponse,
  type RequestPlan,
  type TransportFailure,
} from '../../engine/src/index';
import type { PlanParams, PlanResult } from '../../server/src/protocol';
import type { WorkspaceConfiguration } from './configuration';
import { pickEndpoint } from './endpoints';
import type { Environments } from './environments';
import { readBodyFile } from './body-file';
import type { History } from './history';
import type { MachinePorts } from './ports';
import { followAnswer, type FollowedAnswer } from './response/arriving-text';
import type { ArrivingAnswer, ResponseView } from './response/show-response';
import type { Sandbox } from './sandbox';
import type { Credentials } from './secrets';
import type { RunningSends } from './running-sends';
import { confirmTrust } from './trust';
import { createResolver } from './variables';

declare const RULEBOOK_VERSION: string;

/** What a send needs; handed in once. */
export interface SendServices {
  readonly ports: MachinePorts;
  /** Asks the server. */
  readonly plan: (params: PlanParams) => Promise<PlanResult>;
  readonly configuration: WorkspaceConfiguration;
  readonly environments: Environments;
  readonly credentials: Credentials;
  readonly sandbox: Sandbox;
  readonly responses: ResponseView;
  readonly history: History;
  readonly sends: RunningSends;
  /** The answers of a document's named requests. */
  readonly answersOf: (document: string) => Answers;
  /** Called when a request was answered. */
  readonly afterSend: () => void;
  readonly log: vscode.LogOutputChannel;
}

interface Prepared {
  readonly document: vscode.TextDocument;
  readonly line: number;
  readonly plan: RequestPlan;
  /** The endpoint that the user picked for a request that reaches none by itself. */
  readonly picked?: string | undefined;
  readonly answers: Map<string, string>;
  /** Whether the credential of the endpoint replaces the `Authorization` field of the request. */
  readonly isLineReplaced?: boolean;
}

/** Sends the request at a line of a document, after asking for whatever is missing. */
export async function sendRequest(services: SendServices, uri: vscode.Uri, line: number): Promise<void> {
  if (!(await confirmTrust())) return;
  const document = await vscode.workspace.openTextDocument(uri);
  const result = await services.plan({ uri: document.uri.toString(), line, version: document.version });
  if ('reason' in result) {
    void vscode.window.showWarningMessage(result.reason);
    return;
  }
  const { plan } = result;
  const { endpoints, defaults } = services.configuration.of(document.uri);
  let picked: Endpoint | undefined;
  if (plan.endpoint === undefined && !plan.isAbsolute) {
    const why = plan.unknownEndpoint === undefined ? '' : `There is no endpoint named ${plan.unknownEndpoint}. `;
    picked = await pickEndpoint(endpoints, defaults, `${why}Choose the endpoint for ${plan.label}`);
    if (picked === undefined) return;
  }
  const prepared: Prepared = { document, line, plan, picked: picked?.name, answers: new Map() };
  if (!(await confirm(plan, endpointOf(services, prepared)))) return;
  services.sends.note(document.uri, line, plan);
  await execute(services, prepared);
}

/** Returns the endpoint; it is looked up before each attempt, because a sandbox that started may have moved it. */
function endpointOf(services: SendServices, { document, plan, picked }: Prepared): Endpoint | undefined {
  const name = picked ?? plan.endpoint;
  return services.configuration.of(document.uri).endpoints.find((endpoint) => endpoint.name === name);
}

async function confirm(plan: RequestPlan, endpoint: Endpoint | undefined): Promise<boolean> {
  const anyway = 'Send Anyway';
  const problems = problemsOf(plan);
  if (problems.length > 0) {
    const buttons = allowsSending(plan) ? [anyway] : [];
    const answer = await vscode.window.showWarningMessage(
      `${plan.label} was not sent: Rulebook does not understand a part of it.`,
      { modal: true, detail: problems.join('\n') },
      ...buttons,
    );
    if (answer !== anyway) return false;
  }
  if (plan.errors > 0) {
    const answer = await vscode.window.showWarningMessage(
      `${plan.label} has ${count(plan.errors, 'error')}. Send it anyway?`,
      { modal: true, detail: 'The service will probably refuse the request, or do something that you do not intend.' },
      anyway,
    );
    if (answer !== anyway) return false;
  }
  return endpoint === undefined || confirmProtected(plan, endpoint);
}

async function confirmProtected(plan: RequestPlan, endpoint: Endpoint): Promise<boolean> {
  if (endpoint.protected !== true || !plan.isUnsafe) return true;
  const send = `Send to ${endpoint.name}`;
  const answer = await vscode.window.showWarningMessage(
    `Send ${plan.label} to the protected endpoint ${endpoint.name}? It changes data there.`,
    { modal: true, detail: endpoint.baseUrl },
    send,
  );
  return answer === send;
}

async function execute(services: SendServices, prepared: Prepared): Promise<void> {
  const { document, answers } = prepared;
  const plan = prepared.isLineReplaced ? withoutAuthorization(prepared.plan) : prepared.plan;
  if (isSandboxEndpoint(endpointOf(services, prepared))) await services.sandbox.lookAround();
  const endpoint = endpointOf(services, prepared);
  const { endpoints } = services.configuration.of(document.uri);
  const isAmbiguous = (place: Endpoint | undefined): boolean => {
    const conflict = place && environmentConflict(place, endpoints, services.ports.system.environment);
    if (conflict !== undefined) {
      void vscode.window.showErrorMessage(`${redact(plan.label)} was not sent: ${conflict}.`);
    }
    return conflict !== undefined;
  };
  if (isAmbiguous(endpoint)) return;
  const earlier = services.answersOf(document.uri.toString());
  const dotenv = services.ports.dotenv?.(document.uri);
  const filled = await prepareRequest({
    plan,
    endpoint,
    endpoints,
    userAgent: `rulebook/${RULEBOOK_VERSION}`,
    resolve: createResolver({
      answers,
      definitions: definitionsIn(document.getText()),
      tables: services.environments.tables(document.uri),
      environment: services.environments.current(document.uri),
    }),
    system: { ...services.ports.system, ...(dotenv && { dotenv }) },
    answers: earlier,
    readFile: (path) => readBodyFile(services.ports, document.uri, path),
    askForValues: (names) => askForValues(names, answers, earlier),
    credentialOf: (target) => credentialFor(services, target),
    cookies: keepsCookies(document.uri) ? await services.ports.cookies() : undefined,
  });
  if ('unsent' in filled) {
    if (filled.problem !== undefined) void vscode.window.showErrorMessage(filled.problem);
    return;
  }
  const { request, cookies, endpoint: place } = filled;
  // A variable may have led to an endpoint that the file does not name.
  if (place !== undefined && place.name !== endpoint?.name) {
    if (isAmbiguous(place) || !(await confirmProtected(plan, place))) return;
  }
  const arriving = services.responses.begin(redact(plan.label, filled.secrets));
  const followed = followAnswer(arriving, filled.secrets);
  services.log.info(`Sending ${plan.method} to ${place?.name ?? 'an absolute URL'}.`);
  const outcome = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: `Sending ${redact(plan.label, filled.secrets)}`,
      cancellable: true,
    },
    (_, token) =>
      services.sends.during(token, (signal) =>
        services.ports.transport.send(
          request,
          {
            ...(place?.insecure === true && { unverifiedOrigin: place.baseUrl }),
            followsRedirects: plan.staysAtUrl !== true,
            timeout: timeoutSetting(document.uri),
          },
          signal,
          { ...followed.observer, ...(cookies && { onRedirect: cookies.onRedirect }) },
        ),
      ),
  );
  followed.stop();
  const onTheWay = 'response' in outcome ? (cookies?.end(outcome.response) ?? []) : [];
  const secrets = [...filled.secrets, ...onTheWay];
  const context = { services, prepared, endpoint: place, request, secrets, arriving, body: followed.body };
  if ('failure' in outcome) await showFailure(context, outcome.failure);
  else {
    if (plan.name !== undefined) earlier.keep(plan.name, outcome.response, request);
    await services.history.note(document.uri, prepared.line, plan, outcome.response.status);
    services.afterSend();
    await showAnswer(context, outcome.response);
  }
}

async function credentialFor(services: SendServices, endpoint: Endpoint): Promise<CredentialAnswer> {
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
): Promise<{ readonly problem?: string } | undefined> {
  for (const name of names) {
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

/** A request that was sent. */
interface Sent {
  readonly services: SendServices;
  readonly prepared: Prepared;
  readonly endpoint: Endpoint | undefined;
  readonly request: PreparedRequest;
  readonly secrets: readonly string[];
  /** Where its response is shown. */
  readonly arriving: ArrivingAnswer;
  readonly body: FollowedAnswer['body'];
}

async function showAnswer(sent: Sent, response: ReceivedResponse): Promise<void> {
  const { services, prepared, endpoint, secrets } = sent;
  services.log.info(`Received ${response.status} after ${Math.round(response.duration)} ms.`);
  const handedOut = await sent.arriving.finish({
    plan: prepared.plan,
    request: sent.request,
    response,
    secrets,
    endpoint,
    document: prepared.document,
    line: prepared.line,
    body: sent.body(),
  });
  if (endpoint !== undefined && wantsCredential(response)) void offerCredential(sent, endpoint, response.status);
  else if (handedOut.length > 0) void offerCopy(handedOut);
}

async function offerCredential(
  { services, prepared, request }: Sent,
  endpoint: Endpoint,
  status: number,
): Promise<void> {
  const refusal = `${endpoint.name} (${endpoint.baseUrl}) responded with ${status}`;
  if (!isBehind(request.url, endpoint)) {
    // A new credential would not be sent there either.
    void vscode.window.showWarningMessage(
      `${refusal}. The credential was not sent, because the URL of the request is outside this base URL.`,
    );
    return;
  }
  const hasOwn = prepared.isLineReplaced !== true && withoutAuthorization(prepared.plan) !== prepared.plan;
  const enter = 'Enter Credential and Send';
  const answer = await vscode.window.showWarningMessage(
    hasOwn
      ? `${refusal}: it does not accept the Authorization line of the request. Enter a credential to send it instead; the line stays in the file.`
      : `${refusal}: it does not accept the credential, or received none.`,
    enter,
  );
  if (answer !== enter) return;
  const asked = await services.credentials.ask(endpoint);
  if (!('credential' in asked) || asked.credential === undefined) return;
  await execute(services, { ...prepared, isLineReplaced: hasOwn || prepared.isLineReplaced === true });
}

/** Offers to copy the secrets of a response: the editor masks them, and the service may never show them again. */
async function offerCopy(secrets: readonly { readonly name: string; readonly value: string }[]): Promise<void> {
  const labels = secrets.slice(0, 3).map(({ name, value }) => ({ title: `Copy ${name}`, value }));
  const answer = await vscode.window.showInformationMessage(
    'The response contains a secret, which is masked here. Copy it now: the service may not show it again.',
    ...labels,
  );
  if (answer !== undefined) await vscode.env.clipboard.writeText(answer.value);
}

async function showFailure(sent: Sent, failure: TransportFailure): Promise<void> {
  const { services, prepared, endpoint, arriving } = sent;
  const message = redact(`${endpoint === undefined ? '' : `${endpoint.name}: `}${failure.message}`, sent.secrets);
  services.log.warn(message);
  if (failure.kind === 'cancelled') {
    void vscode.window.showInformationMessage(message);
    return;
  }
  const label = redact(prepared.plan.label, sent.secrets);
  await arriving.fail(label, `# ${label} received no response.\n# ${message}\n`);
  void offerNextStep(services, prepared, endpoint, failure, message);
}

async function offerNextStep(
  services: SendServices,
  prepared: Prepared,
  endpoint: Endpoint | undefined,
  failure: TransportFailure,
  message: string,
): Promise<void> {
  const startAndSend = 'Start Sandbox and Send';
  const retry = 'Send Again';
  const select = 'Select Endpoint';
  const canStart = failure.kind === 'refused' && isSandboxEndpoint(endpoint) && !services.sandbox.isRunning();
  const answer = await vscode.window.showErrorMessage(message, ...(canStart ? [startAndSend] : [retry, select]));
  if (answer === startAndSend) {
    if (await services.sandbox.start()) await execute(services, prepared);
  } else if (answer === retry) await execute(services, prepared);
  else if (answer === select) await vscode.commands.executeCommand('rulebook.selectEndpoint');
}

function keepsCookies(document: vscode.Uri): boolean {
  return vscode.workspace.getConfiguration('rulebook', document).get<boolean>('cookies') ?? true;
}

function timeoutSetting(document: vscode.Uri): number {
  const seconds = vscode.workspace.getConfiguration('rulebook', document).get<number>('timeout');
  return (typeof seconds === 'number' && seconds > 0 ? seconds : 30) * 1000;
}
