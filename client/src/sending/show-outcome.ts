import * as vscode from 'vscode';
import { isBehind, type Endpoint } from '@rulebook/engine';
import { asSentence } from '@rulebook/text';
import { isSandboxEndpoint } from '@rulebook/sender/configuration';
import { redact, type FoundSecret } from '@rulebook/catalogue/masking';
import { wantsCredential } from '@rulebook/sender/plan';
import { withoutAuthorization, type Sent } from '@rulebook/sender/send';
import { failureText } from '../response/failure-text';
import { openDefinition } from '../configuration/endpoints';
import { addEndpoint } from '../configuration/add-endpoint';
import { noBody } from '../response/collect-body';
import type { ArrivingResponse } from '../response/arriving-response';
import { isShownAsText } from '../response/shown-as-text';
import type { AnsweredRequest } from '../response/exchange-of';
import { sandboxOfService } from '../sandbox-view/sandbox-of-service';
import type { NextStep } from '../response/view/shown-responses';
import type { Attempt, Outcome } from './attempt';
import { keepCreated } from '../credentials/keep-created';
import type { SendServices } from './send-services';

type Answered = Extract<Sent, { readonly kind: 'answered' }>;
type Failed = Extract<Sent, { readonly kind: 'failed' }>;

/** A request that was sent by itself. */
interface Shown<Kind extends Sent> extends Outcome {
  readonly sent: Kind;
  /** Where its response is shown. */
  readonly arriving: ArrivingResponse;
  /** Sends it again, with what has changed. */
  readonly again: (changed?: Partial<Attempt>) => void;
  /** It was sent without a credential, to find out whether the service wants one: it does. */
  readonly isFirstAsked?: boolean;
}

/** Shows a response, and offers what may help. */
export async function showAnswer(
  services: SendServices,
  shown: Shown<Answered> & { readonly time: number },
): Promise<void> {
  const { attempt, sent, written } = shown;
  const { response, secrets, endpoint } = sent;
  const { plan } = attempt;
  const answered = answeredRequestOf(shown, shown.time);
  const handedOut = answered === undefined ? [] : await shown.arriving.finish(answered);
  const [notWritten] = written?.problems ?? [];
  if (notWritten !== undefined) void vscode.window.showWarningMessage(redact(asSentence(notWritten), secrets));
  if (endpoint !== undefined && wantsCredential(response)) void offerCredential(services, shown, endpoint);
  else if (endpoint === undefined && response.status === 401) void offerEndpoint(services, shown);
  else if (isShownAsText()) {
    const created = createdSecrets(plan.method, handedOut);
    if (created.length > 0) void offerCopy(services, created, endpoint);
  }
}

/** Returns the request of an outcome with its response; undefined when it has none. */
export function answeredRequestOf(outcome: Outcome, time: number): AnsweredRequest | undefined {
  const { attempt, sent, version, asserts, log, written, environment } = outcome;
  if (sent.kind !== 'answered') return undefined;
  const { request, response, wire, secrets, endpoint } = sent;
  const { plan, document, line, picked } = attempt;
  const body = outcome.body?.() ?? noBody;
  return {
    ...{ plan, request, response, secrets, endpoint, picked, document, line, version, body, asserts, written },
    ...{ wire: wire?.(), environment, time, log },
  };
}

/** Shows why there is no response, and offers the next step. */
export async function showFailure(services: SendServices, shown: Shown<Failed>): Promise<void> {
  const { failure, secrets, endpoint } = shown.sent;
  const message = redact(`${endpoint === undefined ? '' : `${endpoint.name}: `}${failure.message}`, secrets);
  services.log.warn(message);
  if (failure.kind === 'cancelled' && isShownAsText()) {
    void vscode.window.showInformationMessage(message);
    return;
  }
  const label = redact(shown.attempt.plan.label, secrets);
  const url = redact(shown.sent.request.url, secrets);
  const text = failureText(label, { url, ...shown.environment }, message);
  const steps = nextStepsOf(services, shown);
  await shown.arriving.fail({ label, text, message, steps });
  if (!isShownAsText()) return;
  void vscode.window.showErrorMessage(message, ...steps).then((chosen) => chosen?.run());
}

async function offerCredential(
  services: SendServices,
  { attempt, sent, again, isFirstAsked = false }: Shown<Answered>,
  endpoint: Endpoint,
): Promise<void> {
  await services.tokens.forget(endpoint);
  const { name, baseUrl } = endpoint;
  const { status } = sent.response;
  if (isFirstAsked) {
    const first = await services.credentials.ask(endpoint);
    if ('credential' in first && first.credential !== undefined) again();
    return;
  }
  if (!isBehind(sent.request.url, endpoint)) {
    // A new credential would not be sent there either.
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        '{0} ({1}) responded with {2}. The credential was not sent, because the URL of the request is outside this base URL.',
        name,
        baseUrl,
        status,
      ),
    );
    return;
  }
  const hasOwn = attempt.isLineReplaced !== true && withoutAuthorization(attempt.plan) !== attempt.plan;
  const enter = vscode.l10n.t('Enter Credential and Send');
  const answer = await vscode.window.showWarningMessage(
    hasOwn
      ? vscode.l10n.t(
          '{0} ({1}) responded with {2}: it does not accept the Authorization line of the request. Enter a credential to send it instead; the line stays in the file.',
          name,
          baseUrl,
          status,
        )
      : vscode.l10n.t(
          '{0} ({1}) responded with {2}: it does not accept the credential, or received none.',
          name,
          baseUrl,
          status,
        ),
    enter,
  );
  if (answer !== enter) return;
  const asked = await services.credentials.ask(endpoint);
  if (!('credential' in asked) || asked.credential === undefined) return;
  again({ isLineReplaced: hasOwn || attempt.isLineReplaced === true });
}

/** Offers an endpoint for the host of a request that was sent nowhere in particular: its credential is kept outside of files. */
async function offerEndpoint(services: SendServices, { attempt, sent, again }: Shown<Answered>): Promise<void> {
  const { origin } = new URL(sent.request.url);
  const add = vscode.l10n.t('Add Endpoint for This Host…');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      '{0} responded with 401: it wants a credential. An endpoint for this host has one, which the editor keeps.',
      origin,
    ),
    add,
  );
  if (answer === add && (await addEndpoint(services.configuration, attempt.document.uri, { url: origin }))) again();
}

/** Returns the secrets that may be shown only once. What was read can be read again, and in a list of them the lenses say which is which. */
function createdSecrets(method: string, found: readonly FoundSecret[]): readonly FoundSecret[] {
  const isList = new Set(found.map(({ name }) => name)).size < found.length;
  return /^(?:GET|HEAD)$/i.test(method) || isList ? [] : found;
}

/** Offers to copy the secrets of a response: the editor masks them, and the service may never show them again. */
async function offerCopy(
  services: SendServices,
  secrets: readonly FoundSecret[],
  endpoint: Endpoint | undefined,
): Promise<void> {
  const labels = secrets.slice(0, 3).map(({ name, value }) => ({ title: vscode.l10n.t('Copy {0}', name), value }));
  const keep = { title: vscode.l10n.t('Keep…'), value: '' };
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      'The response contains a secret, which is masked here. Copy it now: the service may not show it again.',
    ),
    ...labels,
    keep,
  );
  if (answer === keep) await keepCreated(services, secrets, endpoint);
  else if (answer !== undefined) await vscode.env.clipboard.writeText(answer.value);
}

function isPlayed({ sandbox }: SendServices, endpoint: Endpoint | undefined): boolean {
  return isSandboxEndpoint(endpoint) || sandbox.servers().some(({ name }) => name === endpoint?.name);
}

/** Returns what may help a request that received no response. */
export function nextStepsOf(
  services: SendServices,
  { attempt, sent: { endpoint, failure, request }, again }: Pick<Shown<Failed>, 'attempt' | 'sent' | 'again'>,
): readonly NextStep[] {
  const { isUntrusted = false } = failure;
  const { uri } = attempt.document;
  const canStart = failure.kind === 'refused' && isSandboxEndpoint(endpoint) && !services.sandbox.isRunning();
  if (canStart)
    return [
      {
        title: vscode.l10n.t('Start Sandbox and Send'),
        run: async () => {
          if (await services.sandbox.start()) again();
        },
      },
    ];
  const retry: NextStep = isUntrusted
    ? {
        title: vscode.l10n.t('Send Once Without Verification'),
        run: () => {
          again({ isUnverified: true });
        },
      }
    : {
        title: vscode.l10n.t('Send Again'),
        run: () => {
          again();
        },
      };
  const isDescribed = services.configuration.of(uri).services.some(({ id }) => id === endpoint?.service);
  const { service } = endpoint ?? {};
  const canBePlayed = isDescribed && service !== undefined && !attempt.plan.isAbsolute && !isPlayed(services, endpoint);
  return [retry, ...(canBePlayed ? [stepOfSandbox(service)] : []), stepOfHost()];

  /** Who has the description of a service need not have the service. */
  function stepOfSandbox(id: string): NextStep {
    return {
      title: vscode.l10n.t('Send to Sandbox'),
      run: async () => {
        const picked = await sandboxOfService(services.sandbox, id, id);
        if (picked !== undefined) again({ picked });
      },
    };
  }

  function stepOfHost(): NextStep {
    if (endpoint === undefined)
      return {
        title: vscode.l10n.t('Add Endpoint for This Host…'),
        run: async () => {
          const { origin } = new URL(request.url);
          if (await addEndpoint(services.configuration, uri, { url: origin, isUntrusted })) again();
        },
      };
    return isUntrusted && endpoint.isBuiltIn !== true
      ? { title: vscode.l10n.t('Open rulebook.json'), run: () => openDefinition(endpoint, uri) }
      : {
          title: vscode.l10n.t('Select Endpoint'),
          run: () => vscode.commands.executeCommand('rulebook.selectEndpoint'),
        };
  }
}
