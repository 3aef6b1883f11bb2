import { stderr, stdin } from 'node:process';
import { createInterface } from 'node:readline/promises';
import type { AvailableSandbox } from '../../platform/node/available-sandbox';
import { createCredentials, type CredentialSource } from '../../platform/node/environment-credentials';
import { environment } from './configuration-file';
import { complain } from './exit-codes';

/** Creates the source of credentials, which asks on the terminal if there is one. */
export function terminalCredentials(options: {
  /** The names of the endpoints that the user trusts for this command. */
  readonly trusted: readonly string[];
  readonly sandbox: AvailableSandbox;
}): CredentialSource {
  return createCredentials({
    ...options,
    environment,
    confirm: askOnTerminal,
    advice: (name) => `add --trust-endpoint ${name}, or `,
    onForgotten: complain,
  });
}

/** Asks a question on the terminal; absent where nobody can answer. */
export const askOnTerminal = stdin.isTTY && stderr.isTTY ? isConfirmed : undefined;

async function isConfirmed(question: string): Promise<boolean> {
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`rulebook: ${question} [y/N] `)).trim());
  } catch {
    return false;
  } finally {
    terminal.close();
  }
}
