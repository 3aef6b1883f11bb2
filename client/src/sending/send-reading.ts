import type { CookieJar, CredentialAnswer, WayPorts } from '@rulebook/sender/ports';
import * as vscode from 'vscode';
import type { Endpoint } from '@rulebook/engine';
import { redact } from '@rulebook/catalogue/masking';
import { explainStatus, readAnswer } from '@rulebook/sender/resources';
import {
  pagesOf,
  wantsCredential,
  type CancelSignal,
  type RequestPlan,
  refused,
  type Refusal,
} from '@rulebook/sender/plan';
import { createSender } from '@rulebook/sender/outcome';
import type { PassphraseSource } from '@rulebook/node/http/connection-options';
import type { Untried } from '../credentials/request-credentials';
import type { SendServices } from './send-services';

declare const RULEBOOK_VERSION: string;

/** What was read, or why nothing was. */
export type Fetched =
  | {
      readonly value: unknown;
      /** The path of the next page. */
      readonly next?: string;
      /** The service says that there is a next page, wherever it is. */
      readonly hasNext: boolean;
      readonly redact: (text: string) => string;
    }
  | (Refusal & { readonly wantsCredential?: true });

/** Who sends a reading request, and what it may use. */
export interface Reading {
  /** Its folder decides which endpoints there are. */
  readonly uri: vscode.Uri;
  readonly place: Endpoint | undefined;
  readonly credentialOf: (endpoint: Endpoint) => Promise<CredentialAnswer | Untried>;
  readonly ways: WayPorts;
  readonly passphraseOf: PassphraseSource;
  readonly cookies: CookieJar | undefined;
  /** In seconds. */
  readonly timeout: number;
  /** In bytes; absent: as usual. */
  readonly maximumBody?: number;
  /** It goes nowhere else, and only once. */
  readonly isBound?: boolean;
  readonly signal: CancelSignal;
}

/** Sends a reading request of an endpoint that no user has written, and reads the JSON of its response. Nothing is shown and nothing kept. */
export async function sendReading(services: SendServices, plan: RequestPlan, reading: Reading): Promise<Fetched> {
  const { uri, place, maximumBody, isBound = false } = reading;
  const { ports } = services;
  if (ports.cannotSend !== undefined) return refused(ports.cannotSend);
  if (!vscode.workspace.isTrusted) return refused(vscode.l10n.t('The workspace is not trusted, so nothing is sent.'));
  const sender = createSender(
    {
      values: {
        resolveFor: () => () => undefined,
        system: ports.system,
        userAgent: `rulebook/${RULEBOOK_VERSION}`,
        askForValues: () => Promise.resolve(refused(vscode.l10n.t('The request needs a value that is not known.'))),
      },
      credentials: { credentialOf: reading.credentialOf },
      ways: {
        endpoints: services.configuration.of(uri).endpoints,
        endpointOf: () => place,
        privateWays: reading.ways,
      },
      files: { readFile: () => Promise.resolve(refused(vscode.l10n.t('The request has no file.'))) },
      responses: {
        // No script decides that it is sent.
        answers: { ...services.answersOf(uri.toString()), carried: () => [] },
        isKept: () => false,
        cookies: reading.cookies,
        evaluateAsserts: ports.evaluateAsserts,
        compare: () => undefined,
      },
      transport: {
        send: ports.transport.send,
        connectionOf: async (target) => ports.connectionOf?.(target, uri, reading.passphraseOf),
        signal: reading.signal,
      },
    },
    {
      // A reading request has nothing to ask about; whatever speaks against it ends it.
      decide: (objection) => objection,
      ...(isBound ? { staysAtUrl: true, timeout: reading.timeout, retries: 0 } : { usualTimeout: reading.timeout }),
      maximumBody,
    },
  );
  const { sent } = await sender.send(plan);
  if (sent.kind === 'unsent')
    return sent.refusal.kind === 'cancelled' ? refused(vscode.l10n.t('The request was cancelled.')) : sent.refusal;
  if (sent.kind === 'failed') return refused(redact(sent.failure.message, sent.secrets));
  const { response, secrets } = sent;
  const mask = (text: string) => redact(text, secrets);
  if (response.status !== 200) {
    const refusal = refused(mask(explainStatus(response)));
    return wantsCredential(response) ? { ...refusal, wantsCredential: true } : refusal;
  }
  if (response.isTruncated || response.interruption !== undefined)
    return refused(vscode.l10n.t('The response is too long or incomplete.'));
  const value = readAnswer(response.body);
  if (value === undefined) return refused(vscode.l10n.t('The response is not JSON.'));
  const { next } = pagesOf({ plan, url: sent.request.url, baseUrl: sent.endpoint?.baseUrl, response });
  const path = next?.map((part) => (typeof part === 'string' ? part : '')).join('');
  return { value, redact: mask, hasNext: next !== undefined, ...(path?.startsWith('/') && { next: path }) };
}
