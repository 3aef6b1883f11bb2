import * as vscode from 'vscode';
import type { LanguageClientOptions } from 'vscode-languageclient';
import { framesOf } from '../../engine/src/index';
import {
  answerNotification,
  answerScheme,
  configurationNotification,
  lookNotification,
  planRequest,
  sendCommand,
  severityCommand,
} from '../../server/src/protocol';
import type { ConfigurationParams, InitializationOptions, PlanParams, PlanResult } from '../../server/src/protocol';
import { allowComments } from './body-language';
import { createConfiguration } from './configuration';
import { configureSeverity } from './configure-severity';
import { createEndpointItem, pickEndpoint } from './endpoints';
import { createEnvironments } from './environments';
import { createHistory } from './history';
import type { MachinePorts } from './ports';
import { createRequestAnswers } from './request-answers';
import { rerunLast } from './rerun-last';
import { createRunningSends } from './running-sends';
import { copySecretCommand, createResponseView } from './response/show-response';
import { createSandbox } from './sandbox';
import { sandboxCommands, type Commands } from './sandbox-view/sandbox-commands';
import { createSandboxControl } from './sandbox-view/sandbox-control';
import { createSandboxTree } from './sandbox-view/sandbox-tree';
import { createCredentials } from './secrets';
import { sendRequest, type SendServices } from './send';
import { createSendAction } from './send-action';
import { watchView } from './watch-view';

/** Wires the extension together and returns what stops the language server; the rest ends with the context's subscriptions. */
export async function startExtension(
  context: vscode.ExtensionContext,
  ports: MachinePorts,
): Promise<() => Promise<void>> {
  const log = vscode.window.createOutputChannel('Rulebook', { log: true });
  const { environment } = ports.system;
  const sandbox = createSandbox({
    ports,
    environment,
    log,
    onChange: async () => {
      tree.refresh();
      await configuration.reload();
    },
  });
  const control = createSandboxControl({ serverOf: sandbox.serverOf, transport: ports.transport });
  const tree = createSandboxTree({ sandbox, control, now: ports.system.now });
  const configuration = createConfiguration({
    state: context.workspaceState,
    environment,
    sandboxUrl: sandbox.baseUrlOf,
    log,
  });
  const environments = createEnvironments(context.workspaceState, () => {
    item.update();
  });
  const item = createEndpointItem(configuration, environments);
  const credentials = createCredentials({ context, environment, sandbox: sandbox.credentialOf });
  const responses = createResponseView(async (params) => {
    if (client.isRunning()) await client.sendNotification(answerNotification, params);
  });
  const action = createSendAction();
  context.subscriptions.push(log, allowComments(), sandbox, tree, configuration, item, responses, action);
  await configuration.reload();
  context.subscriptions.push(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) void sandbox.lookAround();
    }),
  );
  void sandbox.lookAround();

  const client = ports.createClient(clientOptions(log, configuration.all));
  context.subscriptions.push(
    watchView((params) => {
      if (client.isRunning()) void client.sendNotification(lookNotification, params);
    }),
    configuration.onChange(() => {
      // A client that is starting or stopped learns it by its next initialization.
      if (client.isRunning()) void client.sendNotification(configurationNotification, configuration.all());
    }),
  );
  // A server that never started, or already ended, needs no stop.
  const stop = () => client.stop().catch(() => undefined);
  let ready = client.start();
  // Whoever sends sees the failure; here it must only not be unhandled.
  ready.catch((error: unknown) => {
    log.error(`The language server could not be started.\n${framesOf(error)}`);
  });

  const services: SendServices = {
    ports,
    plan: async (params: PlanParams) => {
      try {
        await ready;
        return await client.sendRequest<PlanResult>(planRequest, params);
      } catch (error) {
        log.error(`The language server did not answer.\n${framesOf(error)}`);
        return { reason: 'The language server does not answer. Run "Rulebook: Restart Server" and send again.' };
      }
    },
    configuration,
    environments,
    credentials,
    sandbox,
    responses,
    history: createHistory(context.workspaceState),
    sends: createRunningSends(),
    answersOf: createRequestAnswers(),
    afterSend: tree.refresh,
    log,
  };
  const restart = async () => {
    ready = stop().then(() => client.start());
    await ready;
  };
  register(context, log, {
    ...commandsOf(services),
    ...sandboxCommands({ sandbox, control, responses, changed: tree.refresh }),
    'rulebook.restartServer': restart,
  });
  return stop;
}

function commandsOf(services: SendServices): Commands {
  const { configuration, environments, credentials, log } = services;
  return {
    [sendCommand]: (uri, line) => {
      const editor = vscode.window.activeTextEditor;
      const target = typeof uri === 'string' ? vscode.Uri.parse(uri) : editor?.document.uri;
      const at = typeof line === 'number' ? line : (editor?.selection.active.line ?? 0);
      return target === undefined
        ? vscode.window.showWarningMessage('Open a request file and put the cursor into a request to send it.')
        : sendRequest(services, target, at);
    },
    'rulebook.selectEndpoint': async () => {
      const document = vscode.window.activeTextEditor?.document.uri;
      const { endpoints, defaults } = configuration.of(document);
      const picked = await pickEndpoint(endpoints, defaults, 'Where requests of this service go by default');
      if (picked !== undefined) await configuration.choose(picked, document);
    },
    'rulebook.rerunLast': () => rerunLast(services.sends.last(), (uri, line) => sendRequest(services, uri, line)),
    'rulebook.cancelSend': services.sends.cancelAll,
    'rulebook.showHistory': () => services.history.show((uri, line) => sendRequest(services, uri, line)),
    'rulebook.selectEnvironment': environments.pick,
    'rulebook.forgetCredential': credentials.forget,
    [copySecretCommand]: services.responses.copySecret,
    'rulebook.clearCookies': () => {
      services.ports.cookies.clear();
      void vscode.window.showInformationMessage('The cookies of this window are forgotten.');
    },
    'rulebook.saveResponse': services.responses.saveBody,
    [severityCommand]: configureSeverity,
    'rulebook.showLog': () => {
      log.show();
    },
  };
}

function register(context: vscode.ExtensionContext, log: vscode.LogOutputChannel, commands: Commands): void {
  for (const [name, run] of Object.entries(commands)) {
    context.subscriptions.push(
      vscode.commands.registerCommand(name, async (...args: readonly unknown[]) => {
        try {
          await run(...args);
        } catch (error) {
          // The message of an unexpected error may quote anything, so only its kind and its place are said.
          log.error(`${name} failed.\n${framesOf(error)}`);
          void vscode.window.showErrorMessage(`${name} failed unexpectedly. The log of Rulebook says where.`);
        }
      }),
    );
  }
}

/** VS Code's own JSON support does, unless it is switched off or not there. */
function reportsJsonSyntax(): boolean {
  const isEnabled = vscode.workspace.getConfiguration('json').get<boolean>('validate.enable') ?? true;
  return isEnabled && vscode.extensions.getExtension('vscode.json-language-features') !== undefined;
}

/** Our defaults for request files say so; a user may have said otherwise. */
function opensUnselected(): boolean {
  const mode = vscode.workspace.getConfiguration('editor.suggest', { languageId: 'http' }).get('selectionMode');
  return mode === 'whenQuickSuggestion' || mode === 'never';
}

function clientOptions(log: vscode.LogOutputChannel, parameters: () => ConfigurationParams): LanguageClientOptions {
  const schemes = ['file', 'untitled', 'vscode-remote', 'vscode-vfs'];
  const languages = ['http', 'json', 'jsonc'];
  return {
    documentSelector: [
      ...schemes.flatMap((scheme) => languages.map((language) => ({ scheme, language }))),
      // Of the answers, those that are short enough to be checked; see `show-response.ts`.
      { scheme: answerScheme, language: 'http', pattern: '**/*.http' },
    ],
    outputChannel: log,
    initializationOptions: (): InitializationOptions => ({
      ...parameters(),
      suggestCommand: 'editor.action.triggerSuggest',
      opensUnselected: opensUnselected(),
      sends: true,
      reportsJsonSyntax: reportsJsonSyntax(),
      severityCommand,
    }),
  };
}
