import * as vscode from 'vscode';
import { isSandboxEndpoint } from '../../../engine/src/configuration/index';
import { redact } from '../../../engine/src/masking/index';
import { explainStatus, readAnswer } from '../../../engine/src/resources/index';
import { pagesOf, wantsCredential, type CancelSignal } from '../../../engine/src/sending/plan/index';
import { exchangeSettings, sendPlan } from '../../../engine/src/sending/send/index';
import type { ResourceRequest } from '../../../engine/src/services/index';
import { credentialFor } from '../credentials/request-credentials';
import { keepsCookies, timeoutSetting } from '../sending/send-settings';
import type { SendServices } from '../sending/send-services';
import { requestPlace } from './request-document';
import type { EndpointPlace } from './resource-nodes';

declare const RULEBOOK_VERSION: string;

/** What was read for the view, or why nothing was. */
export type Fetched =
  | {
      readonly value: unknown;
      /** The path of the next page. */
      readonly next?: string;
      readonly redact: (text: string) => string;
    }
  | { readonly problem: string; readonly wantsCredential?: true };

/** Sends a reading request of the view with the credential of its endpoint, and reads the JSON of its response. Nothing is shown. */
export async function fetchResource(
  services: SendServices,
  endpoint: EndpointPlace,
  request: ResourceRequest,
  signal: CancelSignal,
): Promise<Fetched> {
  if (services.ports.cannotSend !== undefined) return { problem: services.ports.cannotSend };
  if (!vscode.workspace.isTrusted)
    return { problem: vscode.l10n.t('The workspace is not trusted, so nothing is sent.') };
  const { uri, line } = requestPlace(request, endpoint);
  const document = await vscode.workspace.openTextDocument(uri);
  const planned = await services.plan({ uri: uri.toString(), line, version: document.version });
  if ('reason' in planned) return { problem: planned.reason };
  const { plan } = planned;
  const place = () => services.configuration.of(uri).endpoints.find(({ name }) => name === endpoint.name);
  // A sandbox that was started meanwhile may have moved its endpoint.
  if (isSandboxEndpoint(place())) await services.sandbox.findRunning();
  const { ports } = services;
  const sent = await sendPlan({
    plan,
    endpoint: place(),
    endpoints: services.configuration.of(uri).endpoints,
    environment: ports.system.environment,
    userAgent: `rulebook/${RULEBOOK_VERSION}`,
    resolve: () => undefined,
    system: ports.system,
    answers: services.answersOf(uri.toString()),
    readFile: () => Promise.resolve({ problem: vscode.l10n.t('The request has no file.') }),
    askForValues: () => Promise.resolve({ problem: vscode.l10n.t('The request needs a value that is not known.') }),
    ways: services.privateWays,
    credentialOf: (target) => credentialFor(services, target),
    cookies: keepsCookies(uri) ? await ports.cookies() : undefined,
    // A reading request has nothing to ask about; whatever speaks against it ends it.
    decide: ({ reason }) => ({ problem: reason }),
    optionsFor: async (target) =>
      exchangeSettings(target, await ports.connectionOf?.(target, uri, services.credentials.passphraseOf), {
        usualTimeout: timeoutSetting(uri),
      }),
    isKept: () => false,
    signal,
    transport: ports.transport,
  });
  if (sent.kind === 'unsent') return { problem: sent.problem ?? vscode.l10n.t('The request was cancelled.') };
  if (sent.kind === 'failed') return { problem: redact(sent.failure.message, sent.secrets) };
  const { response, secrets } = sent;
  const mask = (text: string) => redact(text, secrets);
  if (response.status !== 200) {
    const cause = mask(explainStatus(response));
    return { problem: cause, ...(wantsCredential(response) && { wantsCredential: true }) };
  }
  if (response.isTruncated || response.interruption !== undefined)
    return { problem: vscode.l10n.t('The response is too long or incomplete.') };
  const value = readAnswer(response.body);
  if (value === undefined) return { problem: vscode.l10n.t('The response is not JSON.') };
  const { next } = pagesOf({ plan, url: sent.request.url, baseUrl: sent.endpoint?.baseUrl, response });
  const path = next?.map((part) => (typeof part === 'string' ? part : '')).join('');
  return { value, redact: mask, ...(path?.startsWith('/') && { next: path }) };
}
