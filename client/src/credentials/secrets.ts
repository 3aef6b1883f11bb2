import { cancelled } from '@rulebook/sender/plan';
import type { CredentialAnswer } from '@rulebook/sender/ports';
import * as vscode from 'vscode';
import type { Endpoint } from '@rulebook/engine';
import { isSandboxEndpoint } from '@rulebook/sender/configuration';
import type { ExplainedCredential } from '@rulebook/sender/explain';
import { credentialKeyOf, credentialVariable, detourOf, environmentCredential } from '@rulebook/sender/private';
import type { PassphraseSource } from '@rulebook/node/http/connection-options';
import { isAskedLater } from './asked-later';
import { describeOrigins, type KeptSecrets } from './kept-secrets';
import type { PrivateWays } from './private-ways';

const indexKey = 'rulebook.credentials';
const trustedKey = 'rulebook.trustedEndpoints';
const withoutKey = 'rulebook.endpointsWithoutCredential';
/** Marks the secrets of `{{$secret name}}` in the list of what can be forgotten. */
const secretsList = 'secrets';
const waysList = 'ways';

/** The credentials of endpoints. They are kept by the editor's secret storage, per endpoint and way, and nowhere else. */
export interface Credentials {
  /** Returns a known credential; the user is asked nothing. */
  readonly known: (endpoint: Endpoint) => Promise<CredentialAnswer | undefined>;
  /** Returns a known credential; the user is asked only whether the credential of the environment belongs to the endpoint. */
  readonly find: (endpoint: Endpoint) => Promise<CredentialAnswer | undefined>;
  /** Asks in a password box. An empty text means "none", which is remembered. */
  readonly ask: (endpoint: Endpoint) => Promise<CredentialAnswer>;
  /** Keeps a credential that is sent to the endpoint from now on. */
  readonly keep: (endpoint: Endpoint, credential: string) => Promise<void>;
  /** Says what a request to the endpoint would authenticate with, without its value; the user is not asked. */
  readonly explain: (endpoint: Endpoint) => Promise<ExplainedCredential>;
  /** Returns the passphrase of the key of a client certificate, which the user is asked for; it never leaves this machine. */
  readonly passphraseOf: PassphraseSource;
  /** Returns it if it is known; the user is asked nothing. */
  readonly knownPassphraseOf: PassphraseSource;
  /** Forgets what the user chooses, or all that is kept for an endpoint. */
  readonly forget: (endpoint?: Endpoint) => Promise<void>;
}

/** Where credentials are kept, and who else has some. */
interface CredentialParts {
  readonly context: vscode.ExtensionContext;
  readonly environment: (name: string) => string | undefined;
  /** The secrets that are forgotten in the same list. */
  readonly secrets: KeptSecrets;
  /** Where private values may go, which is forgotten in the same list. */
  readonly ways: Pick<PrivateWays, 'list' | 'forget'>;
  readonly sandbox: (endpoint: Endpoint) => string | undefined;
}

/** Returns the credentials; `environment` and `sandbox` are looked at before the stored ones. */
export function createCredentials(options: CredentialParts): Credentials {
  const { context, environment, sandbox } = options;
  const storedList = (key: string) => context.globalState.get<readonly string[]>(key) ?? [];
  const note = (list: string, key: string) =>
    context.globalState.update(list, [...new Set([...storedList(list), key])]);
  const drop = async (list: string, keys: readonly string[]) => {
    if (storedList(list).some((key) => keys.includes(key))) {
      await context.globalState.update(
        list,
        storedList(list).filter((key) => !keys.includes(key)),
      );
    }
  };

  const storedFor = async (endpoint: Endpoint) =>
    (await context.secrets.get(credentialKeyOf(endpoint))) ??
    (hasFormerKey(endpoint) ? context.secrets.get(formerKeyOf(endpoint)) : undefined);

  const known = async (endpoint: Endpoint): Promise<CredentialAnswer | undefined> => {
    const own = sandbox(endpoint);
    if (own !== undefined) return { credential: own };
    const given = environmentCredential(endpoint, environment);
    const isTrusted = storedList(trustedKey).includes(credentialKeyOf(endpoint));
    if (given.kind === 'bound' || (given.kind === 'unbound' && isTrusted)) return { credential: given.credential };
    const stored = await storedFor(endpoint);
    if (stored !== undefined) return { credential: stored };
    return storedList(withoutKey).includes(credentialKeyOf(endpoint)) ? { credential: undefined } : undefined;
  };

  const find = async (endpoint: Endpoint): Promise<CredentialAnswer | undefined> => {
    const found = await known(endpoint);
    if (found !== undefined) return found;
    const given = environmentCredential(endpoint, environment);
    if (given.kind !== 'unbound') return undefined;
    const answer = await askForEnvironment(endpoint, given);
    if (answer === 'other') return undefined;
    if (answer !== 'give') return cancelled;
    await note(trustedKey, credentialKeyOf(endpoint));
    return { credential: given.credential };
  };

  const explain = async (endpoint: Endpoint): Promise<ExplainedCredential> => {
    if (sandbox(endpoint) !== undefined) return { kind: 'endpoint', source: vscode.l10n.t('of the running sandbox') };
    const given = environmentCredential(endpoint, environment);
    const source = vscode.l10n.t('environment variable {0}', credentialVariable(endpoint.name));
    const isTrusted = storedList(trustedKey).includes(credentialKeyOf(endpoint));
    if (given.kind === 'bound' || (given.kind === 'unbound' && isTrusted)) return { kind: 'endpoint', source };
    if ((await storedFor(endpoint)) !== undefined)
      return { kind: 'endpoint', source: vscode.l10n.t('secret storage of the editor') };
    if (storedList(withoutKey).includes(credentialKeyOf(endpoint)))
      return { kind: 'none', source: vscode.l10n.t('none, as you chose for this endpoint') };
    if (isSandboxEndpoint(endpoint))
      return { kind: 'none', source: vscode.l10n.t('none, since no sandbox is running there') };
    return given.kind === 'unbound'
      ? { kind: 'unknown', source: vscode.l10n.t('{0}, if you confirm that it may go to {1}', source, given.origin) }
      : {
          kind: 'unknown',
          source: isAskedLater(endpoint)
            ? vscode.l10n.t('you are asked for it if the service wants one')
            : vscode.l10n.t('you are asked for it when the request is sent'),
        };
  };

  const keep = async (endpoint: Endpoint, credential: string) => {
    await drop(withoutKey, [credentialKeyOf(endpoint)]);
    await context.secrets.store(credentialKeyOf(endpoint), credential);
    await note(indexKey, credentialKeyOf(endpoint));
  };

  const ask = async (endpoint: Endpoint): Promise<CredentialAnswer> => {
    const { what, example } = wordsFor(endpoint);
    const answer = await vscode.window.showInputBox({
      title: vscode.l10n.t('{0} for {1}', what, endpoint.name),
      prompt: vscode.l10n.t(
        "It is sent to {0} only and kept in the editor's secret storage. Leave the box empty to send without a credential from now on.",
        placeOfCredential(endpoint) + detourOf(endpoint),
      ),
      placeHolder: example,
      password: true,
      ignoreFocusOut: true,
    });
    if (answer === undefined) return cancelled;
    const credential = answer.trim();
    if (credential === '') {
      await note(withoutKey, credentialKeyOf(endpoint));
      return { credential: undefined };
    }
    await keep(endpoint, credential);
    return { credential };
  };

  return {
    ...{ known, find, ask, keep, explain },
    knownPassphraseOf: async (endpoint, opens) => {
      const stored = await context.secrets.get(passphraseKey(endpoint));
      return stored !== undefined && opens(stored) ? stored : undefined;
    },
    passphraseOf: async (endpoint, opens) => {
      const key = passphraseKey(endpoint);
      const stored = await context.secrets.get(key);
      if (stored !== undefined && opens(stored)) return stored;
      const entered = await enterPassphrase(endpoint, opens);
      if (entered === undefined) return undefined;
      await context.secrets.store(key, entered);
      await note(indexKey, key);
      return entered;
    },
    forget: (endpoint) =>
      endpoint === undefined ? forgetChosen(options, storedList, drop) : forgetOf(endpoint, context, drop),
  };
}

/** Asks whether a credential of the environment may go to the address that the workspace sets. */
async function askForEnvironment(
  { name }: Endpoint,
  { variable, origin }: { readonly variable: string; readonly origin: string },
): Promise<'give' | 'other' | undefined> {
  const give = vscode.l10n.t('Send Credential');
  const other = vscode.l10n.t('Enter Another');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Send the credential of {0} to {1}?', variable, origin),
    {
      modal: true,
      detail: vscode.l10n.t(
        'The environment has a credential for the endpoint {0}, but it does not say to which address it may go. The workspace sets this address. Your choice is remembered for this endpoint and address.',
        name,
      ),
    },
    give,
    other,
  );
  return answer === give ? 'give' : answer === other ? 'other' : undefined;
}

async function enterPassphrase(
  endpoint: Endpoint,
  opens: (passphrase: string) => boolean,
): Promise<string | undefined> {
  let isWrong = false;
  for (;;) {
    const answer = await vscode.window.showInputBox({
      title: vscode.l10n.t('Passphrase of the Client Key for {0}', endpoint.name),
      prompt: isWrong
        ? vscode.l10n.t(
            "This passphrase does not open the key. It is kept in the editor's secret storage and never sent.",
          )
        : vscode.l10n.t("It is kept in the editor's secret storage and never sent."),
      password: true,
      ignoreFocusOut: true,
    });
    if (answer === undefined) return undefined;
    if (opens(answer)) return answer;
    isWrong = true;
  }
}

/** Drops keys from a list. */
type Drop = (list: string, keys: readonly string[]) => Promise<void>;

/** Forgets what the user chooses. */
async function forgetChosen(
  options: CredentialParts,
  storedList: (key: string) => readonly string[],
  drop: Drop,
): Promise<void> {
  const { context, secrets, ways } = options;
  for (const { list, key } of await pickForgotten(storedList, options)) {
    if (list === secretsList) await secrets.forget(key);
    else if (list === waysList) await ways.forget(key);
    else {
      if (list === indexKey) await context.secrets.delete(key);
      await drop(list, [key]);
    }
  }
}

/** Forgets what is kept for an endpoint. */
async function forgetOf(
  endpoint: Endpoint,
  { globalState, secrets }: vscode.ExtensionContext,
  drop: Drop,
): Promise<void> {
  const keys = [credentialKeyOf(endpoint), ...(hasFormerKey(endpoint) ? [formerKeyOf(endpoint)] : [])];
  const lists = [indexKey, withoutKey, trustedKey];
  const isKept = lists.some((list) => globalState.get<readonly string[]>(list)?.some((key) => keys.includes(key)));
  for (const key of keys) await secrets.delete(key);
  for (const list of lists) await drop(list, keys);
  void vscode.window.showInformationMessage(
    isKept
      ? vscode.l10n.t('The credential of {0} is forgotten. Send a request to enter another one.', endpoint.name)
      : vscode.l10n.t('Rulebook keeps no credential of {0}. Send a request to enter one.', endpoint.name),
  );
}

/** Lets the user choose of all that is kept. */
async function pickForgotten(
  storedList: (key: string) => readonly string[],
  { secrets, ways }: Pick<CredentialParts, 'secrets' | 'ways'>,
): Promise<readonly { readonly list: string; readonly key: string }[]> {
  const items = [
    ...storedList(indexKey).map((key) => itemOf(indexKey, key, '')),
    ...storedList(withoutKey).map((key) =>
      itemOf(withoutKey, key, vscode.l10n.t('requests are sent without a credential')),
    ),
    ...storedList(trustedKey).map((key) =>
      itemOf(trustedKey, key, vscode.l10n.t('the credential of the environment may go there')),
    ),
    ...ways.list().map((key) => itemOf(waysList, key, vscode.l10n.t('private values may go there'))),
    ...secrets.list().map(({ name, origins }) => ({
      label: name,
      description: `{{$secret ${name}}}`,
      detail: describeOrigins(origins),
      list: secretsList,
      key: name,
    })),
  ];
  if (items.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Rulebook keeps no credentials.'));
    return [];
  }
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Forget Credentials'),
    placeHolder: vscode.l10n.t('Choose the credentials to forget'),
    canPickMany: true,
  });
  return picked ?? [];
}

function itemOf(list: string, key: string, detail: string) {
  const [name = key, place = ''] = key.split('\n');
  return { label: name, description: place, ...(detail !== '' && { detail }), list, key };
}

/** Returns what the credential of an endpoint is called, and what is entered. */
function wordsFor({ authentication }: Endpoint): { readonly what: string; readonly example: string } {
  switch (authentication?.type) {
    case 'basic':
    case 'digest':
      return authentication.user === undefined
        ? { what: vscode.l10n.t('User and Password'), example: 'user:password' }
        : { what: vscode.l10n.t('Password'), example: vscode.l10n.t('The password of {0}', authentication.user) };
    case 'aws':
      return { what: vscode.l10n.t('Access Key and Secret'), example: 'AKIA…:secret' };
    case 'oauth2':
      return {
        what: vscode.l10n.t('Client Secret'),
        example: vscode.l10n.t('The secret of the client {0}', authentication.clientId ?? ''),
      };
    case 'api-key':
      return { what: vscode.l10n.t('API Key'), example: vscode.l10n.t('The key by itself') };
    case 'bearer':
      return { what: vscode.l10n.t('Token'), example: vscode.l10n.t('The token by itself') };
    case 'none':
    case 'unreadable':
    case undefined:
      return {
        what: vscode.l10n.t('Credential'),
        example: vscode.l10n.t('A key or token, or a whole header value such as "Bearer …"'),
      };
  }
}

/** Returns where the credential itself is sent: a client secret goes to the token URL only. */
function placeOfCredential({ baseUrl, authentication }: Endpoint): string {
  return authentication?.type === 'oauth2' ? (authentication.tokenUrl ?? baseUrl) : baseUrl;
}

/** The key of earlier versions, which knew no detour. */
function formerKeyOf({ name, baseUrl, authentication }: Endpoint): string {
  const { type, tokenUrl = '' } = authentication ?? {};
  return `${name}\n${baseUrl}${type === 'oauth2' ? ` and ${tokenUrl}` : ''}`;
}

/** Returns whether the endpoint has no proxy, authority or other URL, as all that earlier versions kept. */
function hasFormerKey(endpoint: Endpoint): boolean {
  const { type, deviceUrl, authorizationUrl } = endpoint.authentication ?? {};
  return detourOf(endpoint) === '' && !(type === 'oauth2' && (deviceUrl ?? authorizationUrl) !== undefined);
}

/** The file is part of the key, so that each key has its own passphrase. */
function passphraseKey({ name, clientCertificate }: Endpoint): string {
  return `${name}\npassphrase of ${clientCertificate?.key ?? 'its key'}`;
}
