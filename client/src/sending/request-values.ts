import * as vscode from 'vscode';
import { type NamedResponses, resolveIn, variableLayers, withSharedValues } from '@rulebook/sender/variables';
import type { Environments as KnownEnvironments } from '@rulebook/request-file/environments';
import { isOwnVariable } from '@rulebook/sender/private';
import { type RequestPlan, refused, type Refusal, reasonOf, cancelled } from '@rulebook/sender/plan';
import type { PreparePorts } from '@rulebook/sender/ports';
import { sendCommand } from '../../../server/src/protocol';
import { readAgreedFile } from '../editing/body-file';
import { askForPrompts } from './ask-prompts';
import { askForEnvironment, askForValue } from './ask-value';
import type { Attempt, SendChoices } from './attempt';
import { requestsInDocument } from '../editing/request-text';
import { loadSecrets, secretValues, type SecretValues } from './secret-values';
import type { SendServices } from './send-services';

declare const RULEBOOK_VERSION: string;

/** Returns the environment whose variables the requests of a document use. */
export function environmentOf(
  { environments }: SendServices,
  document: vscode.Uri,
  choices: SendChoices | undefined,
): string | undefined {
  return environments.current(document, choices?.root ? vscode.Uri.parse(choices.root) : document);
}

/** Returns what a response of a request depends on, apart from its file: the environment, and where its endpoints lead. */
export function circumstancesOf(services: SendServices, document: vscode.Uri, choices?: SendChoices): string {
  const root = choices?.root ? vscode.Uri.parse(choices.root) : document;
  const { defaults, endpoints } = services.configuration.of(root);
  return JSON.stringify([
    environmentOf(services, document, choices),
    defaults,
    endpoints.map(({ name, baseUrl }) => [name, baseUrl]),
  ]);
}

/** Returns what fills in a request of a document, with the values that the user has entered and those that are asked for. */
export function preparingPorts(
  services: SendServices,
  document: vscode.TextDocument,
  entered: Map<string, string>,
  { choices, imported = [], plan, line }: Pick<Partial<Attempt>, 'choices' | 'imported' | 'plan' | 'line'> = {},
): Omit<PreparePorts, 'credentials'> {
  const { uri } = document;
  const own = services.answersOf(choices?.root ?? uri.toString());
  const resolve = resolveIn(
    variableLayers({
      answers: entered,
      given: new Map(Object.entries(choices?.given ?? {})),
      text: requestsInDocument(document),
      imported,
      environments: services.environments.of(uri),
      environment: environmentOf(services, uri, choices),
    }),
    plan?.line,
  );
  const dotenv = services.ports.dotenv?.(uri);
  const secrets = secretValues(services.secrets, services.ports.system.environment, services.references);
  const { endpoints } = services.configuration.of(uri);
  return {
    values: {
      resolveFor: () => resolve,
      system: { ...services.ports.system, ...(dotenv && { dotenv }), secret: secrets.read },
      userAgent: `rulebook/${RULEBOOK_VERSION}`,
      askForValues: (names, { scripted = [] }, earlier) =>
        askForValues(
          names,
          entered,
          earlier,
          secrets,
          (name) => definingEnvironments(services.environments.of(uri), name),
          (name) => scripted.find((one) => one.name === name),
          async (name, defining) => {
            // In a run, the requests before have used what was chosen then.
            if (choices?.run !== undefined || line === undefined || defining.length === 0)
              return askForValue({ name, why: causeOf(defining), document: uri }, services);
            const chosen = await askForEnvironment(name, defining);
            if (chosen === 'value') return askForValue({ name, why: causeOf(defining), document: uri }, services);
            if (chosen !== undefined) await sendWith(services, chosen.environment, uri, line);
            return undefined;
          },
          (said, name) => {
            if (choices?.run !== undefined || line === undefined) return false;
            void offerToSendBoth(said, name.split('.')[0] ?? name, uri, line);
            return true;
          },
        ),
      askForPrompts: (prompts) => askForPrompts(prompts, entered),
    },
    ways: {
      endpoints,
      endpointOf: ({ endpoint }) => endpoints.find(({ name }) => name === endpoint),
      privateWays: services.privateWays,
    },
    files: { readFile: (path) => readAgreedFile(services.ports, uri, path) },
    responses: { answers: withSharedValues(own, services.scriptValues, resolve) },
  };
}

/** Asks for the values of variables; returns why the request ends instead. */
async function askForValues(
  names: readonly string[],
  answers: Map<string, string>,
  earlier: NamedResponses,
  secrets: SecretValues,
  environmentsWith: (name: string) => readonly string[],
  scriptOf: (name: string) => NonNullable<RequestPlan['scripted']>[number] | undefined,
  ask: (name: string, defining: readonly string[]) => Promise<string | undefined>,
  /** Says that a value is that of a response, and offers to send its request first; false where that cannot be offered. */
  offerNeeded: (said: string, name: string) => boolean,
): Promise<Refusal | undefined> {
  const others = await loadSecrets(names, secrets);
  if (others === undefined) return cancelled;
  if ('cause' in others) return refused(vscode.l10n.t('The request was not sent: {0}.', reasonOf(others)));
  for (const name of others) {
    const why = earlier.explain(name);
    if (why !== undefined) {
      const said = vscode.l10n.t('The request was not sent: the variable {0} has no value ({1}).', name, why);
      return offerNeeded(said, name) ? cancelled : refused(said);
    }
    const own = /^\$(?:processEnv\s+|env\.)(\S+)/.exec(name)?.[1];
    if (own !== undefined && isOwnVariable(own))
      return refused(
        vscode.l10n.t(
          'The request was not sent: the environment variable {0} is for Rulebook itself, and no file reads it. Use another name.',
          own,
        ),
      );
    const script = scriptOf(name);
    if (script !== undefined)
      return refused(
        vscode.l10n.t(
          'The request was not sent: the variable {0} has no value yet. The script in line {1} sets it when its request is sent.',
          name,
          script.line + 1,
        ),
      );
    // The user was already asked: the value refers to itself, or is an unknown system variable.
    if (answers.has(name) || name.startsWith('$')) {
      return refused(vscode.l10n.t('The request was not sent: the variable {0} has no value.', name));
    }
    const value = await ask(name, environmentsWith(name));
    if (value === undefined) return cancelled;
    answers.set(name, value);
  }
  return undefined;
}

function causeOf(defining: readonly string[]): string {
  return defining.length === 0
    ? vscode.l10n.t('The file and the selected environment do not define this variable.')
    : vscode.l10n.t('Not defined by the file, but by environments that are not selected: {0}.', defining.join(', '));
}

async function offerToSendBoth(said: string, needed: string, uri: vscode.Uri, line: number): Promise<void> {
  const both = vscode.l10n.t('Send {0}, Then This', needed);
  if ((await vscode.window.showErrorMessage(said, both)) === both)
    await vscode.commands.executeCommand('rulebook.sendWithDependencies', uri.toString(), line);
}

/** Chooses an environment, and sends the request again when this attempt has ended: its plan has changed. */
async function sendWith({ environments }: SendServices, name: string, uri: vscode.Uri, line: number): Promise<void> {
  await environments.choose(name, uri);
  setTimeout(() => void vscode.commands.executeCommand(sendCommand, uri.toString(), line), 0);
}

/** Returns the environments that define a variable. */
function definingEnvironments({ entries }: KnownEnvironments, name: string): readonly string[] {
  return [
    ...new Set(
      entries.flatMap(({ environment, variables }) => (environment && variables.has(name) ? [environment] : [])),
    ),
  ];
}
