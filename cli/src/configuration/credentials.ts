import type { WayPorts } from '@rulebook/sender/ports';
import { stderr, stdin } from 'node:process';
import { isatty } from 'node:tty';
import type { Transport } from '@rulebook/sender/plan';
import { perObject } from '@rulebook/text';
import type { AvailableSandbox } from '@rulebook/node/sandbox/available-sandbox';
import { credentialFile, type CredentialFile } from '@rulebook/node/credentials/credential-file';
import { createCredentialSource, type CredentialSource } from '@rulebook/node/credentials/environment-credentials';
import { adviseWay, privateWays } from '@rulebook/node/credentials/private-ways';
import { visibleLine } from '@rulebook/text';
import { environmentToken } from '@rulebook/sender/private';
import { askParent } from './ask-parent';
import { environment } from './configuration-file';
import { complain, sayOnError } from '../exit-codes';

/** Creates the source of credentials, which asks on the terminal if there is one. Without a transport, it gets no tokens. */
export function terminalCredentials(options: {
  /** The names of the endpoints that the user trusts for this command. */
  readonly trusted: readonly string[];
  readonly sandbox: AvailableSandbox;
  readonly transport?: Transport;
}): CredentialSource {
  const { transport } = options;
  const kept = credentialFile(environment);
  // Once for all requests to an endpoint: the file is read and the question asked once.
  const source = perObject(
    createCredentialSource({
      ...options,
      environment,
      kept,
      confirm: askOnTerminal,
      advice: (name) => `add --trust-endpoint ${name}`,
      onForgotten: complain,
    }),
  );
  if (transport === undefined) {
    return (endpoint) =>
      endpoint.authentication?.type === 'oauth2' ? Promise.resolve({ credential: undefined }) : source(endpoint);
  }
  // The library is loaded only where an endpoint may need it.
  let withToken: CredentialSource | undefined;
  return async (endpoint) => {
    if (endpoint.authentication?.type !== 'oauth2') return source(endpoint);
    const token = environmentToken(endpoint, environment, options.trusted.includes(endpoint.name));
    if (token !== undefined) return { credential: `Bearer ${token}` };
    if (withToken === undefined) {
      const { createTokens } = await import('@rulebook/node/credentials/oauth');
      const { withTokens } = await import('@rulebook/node/credentials/token-credentials');
      const { confirmTokenWay } = await import('@rulebook/node/credentials/token-way');
      const tokens = createTokens({
        transport,
        now: Date.now,
        store: kept.tokens,
        confirmWay: confirmTokenWay({ ...options, environment, kept, confirm: askOnTerminal, onForgotten: complain }),
        ...(stderr.isTTY && {
          showDeviceCode: ({ name }, { code, page }) => {
            sayOnError(`rulebook: open ${page} and enter the code ${code} for the endpoint ${name}`);
          },
          openPage: async ({ name }, page) => {
            sayOnError(`rulebook: agree in your browser that the endpoint ${name} gives a token: ${page}`);
            const { openInBrowser } = await import('@rulebook/node/credentials/open-in-browser');
            openInBrowser(page);
          },
        }),
      });
      withToken = withTokens(source, tokens);
    }
    return withToken(endpoint);
  };
}

/** Returns what decides where private values go, and asks on the terminal if there is one. */
export function terminalWays(
  options: {
    readonly trustEndpoint: readonly string[];
    readonly allowOrigin: readonly string[];
    readonly onlyWay?: readonly string[];
  },
  kept: CredentialFile,
): WayPorts {
  return privateWays({
    environment,
    kept,
    allowed: options.allowOrigin,
    trusted: options.trustEndpoint,
    // What is confirmed to a language model's client holds once.
    ...(askParent === undefined ? { confirm: askOnTerminal } : { confirm: askParent, remembers: false }),
    // The server for language models has no such option.
    advice:
      options.onlyWay === undefined ? adviseWay : () => 'the user can send it with `rulebook run`, which asks once',
    onForgotten: complain,
  });
}

/** Asks a question on the terminal; absent where no one can answer. Standard input is opened with the first question: that takes milliseconds. */
export const askOnTerminal = isatty(0) && stderr.isTTY ? isConfirmed : undefined;

/** Offers names on the terminal by their numbers; absent where no one can answer, or where a language model's client is in between. */
export const chooseOnTerminal = askOnTerminal === undefined || askParent !== undefined ? undefined : chooseName;

async function chooseName(question: string, names: readonly string[]): Promise<string | undefined> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    const offered = names.map((name, index) => `${index + 1} ${name}`).join(', ');
    const answer = (await terminal.question(`rulebook: ${visibleLine(`${question} ${offered}`)} `)).trim();
    return names.find((name, index) => answer === name || answer === String(index + 1));
  } catch {
    return undefined;
  } finally {
    terminal.close();
  }
}

async function isConfirmed(question: string): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`rulebook: ${question} [y/N] `)).trim());
  } catch {
    return false;
  } finally {
    terminal.close();
  }
}
