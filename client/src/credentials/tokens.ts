import { refused, type Refusal } from '@rulebook/sender/plan';
import type { CredentialAnswer } from '@rulebook/sender/ports';
import * as vscode from 'vscode';
import type { Endpoint } from '@rulebook/engine';
import { codeWayOf, detourOf, originOf, tokenWayOf } from '@rulebook/sender/private';
import type { DeviceCode, Tokens } from '@rulebook/node/credentials/oauth';
import type { MachinePorts } from '../ports/ports';

const keyPrefix = 'rulebook.token\n';
const wayPrefix = 'rulebook.tokenWay\n';

/** Tokens of OAuth 2 in the editor. */
export interface EditorTokens {
  /** Returns the token of an endpoint, or why there is none. */
  readonly find: (endpoint: Endpoint, secret: string | undefined) => Promise<CredentialAnswer>;
  /** Returns a token that is kept and still valid; nothing is asked for. */
  readonly known: (endpoint: Endpoint) => Promise<string | undefined>;
  /** Forgets the token of an endpoint, because the service has refused it. */
  readonly forget: (endpoint: Endpoint) => Promise<void>;
}

/** Returns what gets tokens; they are kept by the editor's secret storage. */
export function createEditorTokens(ports: MachinePorts, secrets: vscode.SecretStorage): EditorTokens {
  let tokens: Promise<Tokens | undefined> | undefined;
  const load = () =>
    (tokens ??= Promise.resolve(
      ports.createTokens?.({
        now: ports.system.now,
        store: {
          get: async (key) => secrets.get(keyPrefix + key),
          set: async (key, text) =>
            text === undefined ? secrets.delete(keyPrefix + key) : secrets.store(keyPrefix + key, text),
        },
        confirmWay: (endpoint) => confirmWay(endpoint, secrets),
        showDeviceCode: showCode,
        openPage: askToAgree,
      }),
    ));
  return {
    find: async (endpoint, secret) => {
      const found = await load();
      if (found === undefined) return refused(vscode.l10n.t('Tokens of OAuth 2 cannot be got here.'));
      const given = await found.tokenFor(endpoint, secret);
      return 'cause' in given ? given : { credential: `Bearer ${given.token}` };
    },
    known: async (endpoint) => {
      const token = await (await load())?.known(endpoint);
      return token === undefined ? undefined : `Bearer ${token}`;
    },
    forget: async (endpoint) => (await load())?.forget(endpoint),
  };
}

/** Asks once whether the way of an endpoint's token is meant; whoever wrote the endpoint decides where a code goes. */
async function confirmWay(endpoint: Endpoint, secrets: vscode.SecretStorage): Promise<Refusal | undefined> {
  const key = `${wayPrefix}${endpoint.name}\n${tokenWayOf(endpoint)}`;
  if ((await secrets.get(key)) !== undefined) return undefined;
  const { name, baseUrl } = endpoint;
  const { from = '', to = '', isSplit = false } = codeWayOf(endpoint) ?? {};
  const goal = `${originOf(baseUrl)}${detourOf(endpoint)}`;
  const goOn = vscode.l10n.t('Go On');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Get a token for the endpoint {0}?', name),
    {
      modal: true,
      detail: isSplit
        ? vscode.l10n.t(
            'You agree in your browser at {0}. The code does not stay there: it goes to another origin, {1}, which can get a token with it. The token goes to {2}. Your choice is remembered for these addresses.',
            from,
            to,
            goal,
          )
        : vscode.l10n.t(
            'You agree in your browser at {0}, which gives the token. The token goes to {1}. Your choice is remembered for these addresses.',
            from,
            goal,
          ),
    },
    goOn,
  );
  if (answer !== goOn) return refused(vscode.l10n.t('it was cancelled'));
  await secrets.store(key, 'confirmed');
  return undefined;
}

/** Opens the page where the user agrees, and waits for nothing: the browser comes back to this machine. */
function askToAgree({ name }: Endpoint, page: string, abort: () => void): void {
  const open = vscode.l10n.t('Open Page');
  const cancel = vscode.l10n.t('Cancel');
  const host = vscode.Uri.parse(page).authority;
  void vscode.window
    .showInformationMessage(
      vscode.l10n.t('Agree at {0} in your browser, so that the endpoint {1} gives a token.', host, name),
      open,
      cancel,
    )
    .then(async (answer) => {
      if (answer !== open) abort();
      else await openPage(page);
    });
}

/** Opens a page in the browser; where there is none, the user can take its address elsewhere. */
async function openPage(page: string): Promise<void> {
  if (!/^https?:/i.test(page) || (await vscode.env.openExternal(vscode.Uri.parse(page, true)))) return;
  const copy = vscode.l10n.t('Copy Address');
  const answer = await vscode.window.showWarningMessage(vscode.l10n.t('The browser could not be opened.'), copy);
  if (answer === copy) await vscode.env.clipboard.writeText(page);
}

/** Shows the code, and waits for nothing: the service says when it was confirmed. */
function showCode({ name }: Endpoint, { code, page, completePage }: DeviceCode, abort: () => void): void {
  const open = vscode.l10n.t('Copy Code and Open Page');
  const cancel = vscode.l10n.t('Cancel');
  void vscode.window
    .showInformationMessage(
      vscode.l10n.t('Confirm the code {0} at {1}, so that the endpoint {2} gives a token.', code, page, name),
      open,
      cancel,
    )
    .then(async (answer) => {
      if (answer === cancel) abort();
      if (answer !== open) return;
      await vscode.env.clipboard.writeText(code);
      const target = completePage ?? page;
      await openPage(target);
    });
}
