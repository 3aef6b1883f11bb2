import { refused } from '@rulebook/sender/plan';
import * as vscode from 'vscode';
import { isSandboxEndpoint, protectedEnvironment } from '@rulebook/sender/configuration';
import type { Endpoint } from '@rulebook/engine';
import { mayAskNames } from '@rulebook/checker/live-names';
import { readNames } from '@rulebook/sender/resources';
import { signalOf } from '@rulebook/sender/send';
import { identities } from '@rulebook/services';
import type { NamesParams, NamesResult } from '../../../server/src/protocol';
import { wantsNames } from '../configuration/configuration';
import { isAskedLater } from '../credentials/asked-later';
import { sendReading } from '../sending/send-reading';
import type { SendServices } from '../sending/send-services';

/** In milliseconds. Whatever asks, an endpoint lists the same names at most once in this time, and again when the user has changed something there. */
const pause = 60_000;
/** In seconds: a user who writes does not wait longer. */
const timeout = 5;
/** In bytes: names are short. */
const maximumBody = 5_000_000;
/** More are not remembered as asked. */
const maxRemembered = 500;

/**
 * Returns what asks endpoints for names, with the user's credential and without the user: if anything would have to be asked before the request
 * may leave, it does not. Nothing is kept, neither in the history nor among the cookies, and only numbers are logged.
 */
export function createNamesAnswers(services: SendServices): NamesAnswers {
  /** When each list of an endpoint was asked for. */
  const asked = new Map<string, { readonly endpoint: string; readonly at: number }>();
  const answer: NamesAnswers['answer'] = async ({ uri, endpoint: name, plan, list }) => {
    const document = vscode.Uri.parse(uri);
    const place = services.configuration.of(document).endpoints.find((one) => one.name === name);
    const reason = await refusalOf(services, document, place, plan);
    if (reason !== undefined || place === undefined) return { reason: reason ?? 'unconfigured' };
    const now = services.ports.system.now();
    const key = JSON.stringify([place, plan.target]);
    if (now - (asked.get(key)?.at ?? -pause) < pause) return { reason: 'recent' };
    asked.delete(key);
    asked.set(key, { endpoint: name, at: now });
    if (asked.size > maxRemembered) asked.delete(asked.keys().next().value ?? key);
    const fetched = await visibly(name, (signal) =>
      sendReading(services, plan, {
        ...{ uri: document, place, timeout, maximumBody, signal, isBound: true, cookies: undefined },
        credentialOf: (target) => knownCredential(services, target),
        ways: { ...services.privateWays, ask: () => Promise.resolve(refused('way')) },
        passphraseOf: services.credentials.knownPassphraseOf,
      }),
    );
    const names = 'cause' in fetched ? undefined : readNames(list, fetched);
    const result = names ?? { reason: 'cause' in fetched ? 'failed' : 'unlisted' };
    // Neither the names nor the path, which has some.
    services.log.debug(`Names of ${name}: ${names ? names.names.length : 'none'}.`);
    return result;
  };
  return {
    answer,
    written: (endpoint) => {
      for (const [key, one] of asked) if (one.endpoint === endpoint) asked.delete(key);
    },
  };
}

/** Asks endpoints for names. */
interface NamesAnswers {
  readonly answer: (params: NamesParams) => Promise<NamesResult>;
  /** What an endpoint lists may be asked for at once, since a request has changed something there. */
  readonly written: (endpoint: string) => void;
}

/** Returns why an endpoint is not asked, in a word; undefined where it is. */
async function refusalOf(
  services: SendServices,
  document: vscode.Uri,
  place: Endpoint | undefined,
  { method, target, isAbsolute, body, variables, endpoint }: NamesParams['plan'],
): Promise<string | undefined> {
  if (services.ports.cannotSend !== undefined || !vscode.workspace.isTrusted) return 'untrusted';
  if (!wantsNames()) return 'off';
  if (!/^(?:file|untitled|vscode-remote)$/.test(document.scheme)) return 'elsewhere';
  if (place === undefined || endpoint !== place.name) return 'unconfigured';
  const isPlain = method === 'GET' && !isAbsolute && body === undefined && variables.length === 0;
  if (!isPlain || target.some((part) => typeof part !== 'string')) return 'other-request';
  const service = identities.find(({ id }) => id === place.service) ?? ({ isOwn: true } as const);
  if (!mayAskNames(place, service)) return 'protected';
  const chosen = services.environments.current(document);
  const guarded = protectedEnvironment(services.configuration.of(document), chosen);
  if (guarded !== undefined && place.liveNames !== true) return 'protected';
  if (!isSandboxEndpoint(place)) return undefined;
  await services.sandbox.findRunning();
  return services.sandbox.serverOf(place.name)?.baseUrl === place.baseUrl ? undefined : 'stopped';
}

/** Returns the credential that a request to the endpoint would have without a question. */
async function knownCredential(services: SendServices, endpoint: Endpoint) {
  if (endpoint.authentication?.type === 'unreadable') return unknown;
  if (endpoint.authentication?.type === 'oauth2') {
    const token = await services.tokens.known(endpoint);
    return token === undefined ? unknown : { credential: token };
  }
  const known = await services.credentials.known(endpoint);
  return known ?? (isAskedLater(endpoint) ? { credential: undefined } : unknown);
}

const unknown = refused('credential');

/** Shows in the status bar that an endpoint is asked; it may be cancelled with the window only. */
function visibly<T>(endpoint: string, run: (signal: ReturnType<typeof signalOf>) => Promise<T>): Promise<T> {
  const title = vscode.l10n.t('Rulebook: asking {0} for names', endpoint);
  const source = new vscode.CancellationTokenSource();
  const running = run(signalOf(source.token)).finally(() => {
    source.dispose();
  });
  const ignored = () => undefined;
  void vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () =>
    running.then(ignored, ignored),
  );
  return running;
}
