import * as vscode from 'vscode';
import type { Endpoint } from '@rulebook/engine';
import type { ProgramResult } from '@rulebook/node/program-run';
import { reasonOf } from '@rulebook/sender/plan';
import { credentialVariable, detourOf, endpointVariable, tokenVariable } from '@rulebook/sender/private';
import { credentialFor } from '../credentials/request-credentials';
import type { SendServices } from '../sending/send-services';

/** In UTF-16 code units; a longer report is cut. */
const longest = 5_000_000;

/** A command of the command line that comes with the extension. */
export interface EditorCommand {
  readonly folder: vscode.Uri;
  readonly args: readonly string[];
  /** What the progress says. */
  readonly title: string;
  /** Its credential goes to the command with the environment; absent: nothing is sent. */
  readonly endpoint?: Endpoint;
  /** Answers the questions of the command; `output` is what it has printed until then. */
  readonly ask?: (question: string, output: string) => Promise<boolean>;
}

/** Runs a command and shows that it runs; undefined where that is not possible or was cancelled, about which the user is informed. */
export async function runCommand(
  services: SendServices,
  { folder, args, title, endpoint, ask }: EditorCommand,
): Promise<ProgramResult | undefined> {
  const { ports } = services;
  if (ports.runCommand === undefined || !vscode.workspace.isTrusted || folder.scheme !== 'file') {
    void vscode.window.showErrorMessage(
      vscode.l10n.t('This runs only in a trusted workspace on this machine. Open the folder there, and trust it.'),
    );
    return undefined;
  }
  const run = ports.runCommand;
  const once = async (given: Way) => {
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    const result = await vscode.window.withProgress(options, async (_, token) => {
      const cancel = new AbortController();
      token.onCancellationRequested(() => {
        cancel.abort();
      });
      const done = await run([...args, ...given.args], {
        ...{ folder: folder.fsPath, variables: given.variables, signal: cancel.signal, longest },
        ...(ask !== undefined && { ask }),
      });
      return token.isCancellationRequested ? undefined : done;
    });
    if (result !== undefined) services.log.info(`rulebook ${args.join(' ')}: ended with ${result.code}`);
    return result;
  };
  if (endpoint === undefined) return once({ args: [], variables: {} });
  const given = await wayTo(services, endpoint);
  if (given === undefined) return undefined;
  const result = await once(given);
  if (result === undefined || !/\b401\b/.test(result.all)) return result;
  if (isOfTokens(endpoint)) {
    // It may have been withdrawn before its time.
    await services.tokens.forget(endpoint);
    const renewed = await wayTo(services, endpoint);
    return renewed && once(renewed);
  }
  if (given.isUnasked !== true) return result;
  // As for a request: who wants a credential has said so.
  const answer = await services.credentials.ask(endpoint);
  if (!('credential' in answer) || answer.credential === undefined) return result;
  const again = await wayTo(services, endpoint);
  return again && once(again);
}

/** What a command needs to reach an endpoint as the editor does. */
interface Way {
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** No credential is known, and the user was not asked for one. */
  readonly isUnasked?: true;
}

/** Returns the credential and the address by the variables of the environment; undefined where the user cancels. */
async function wayTo(services: SendServices, endpoint: Endpoint): Promise<Way | undefined> {
  const { name, baseUrl } = endpoint;
  const answer = await credentialFor(services, endpoint);
  if (!('credential' in answer)) {
    if (answer.kind !== 'cancelled') void vscode.window.showErrorMessage(sentence(reasonOf(answer)));
    return undefined;
  }
  const { credential } = answer;
  return {
    ...('isUnasked' in answer && { isUnasked: true }),
    // What the user gave to the editor is for the whole way.
    args: credential !== undefined && detourOf(endpoint) !== '' ? ['--trust-endpoint', name] : [],
    variables: {
      [endpointVariable(name)]: baseUrl,
      ...(credential !== undefined &&
        (isOfTokens(endpoint)
          ? // The command adds the scheme.
            { [tokenVariable(name)]: credential.replace(/^Bearer /, '') }
          : { [credentialVariable(name)]: credential })),
    },
  };
}

function isOfTokens({ authentication }: Endpoint): boolean {
  return authentication?.type === 'oauth2';
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Says why a command did not do what it should. */
export async function showFailure({ errors, output }: ProgramResult): Promise<void> {
  const lines = (errors.trim() === '' ? output : errors).trim().split('\n');
  const text = lines.map((line) => line.replace(/^rulebook: /, '')).join(' ');
  const message = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  await vscode.window.showErrorMessage(message.slice(0, 1000) || vscode.l10n.t('The command failed. See the log.'));
}
