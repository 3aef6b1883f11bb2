import * as vscode from 'vscode';
import type { LanguageClientOptions } from 'vscode-languageclient';
import { framesOf } from '@rulebook/text';
import {
  answerScheme,
  endpointRequest,
  leaveNotification,
  viewportNotification,
  moveSecretCommand,
  resourceScheme,
  severityCommand,
  type EndpointResult,
  type InitializationOptions,
} from '../../../server/src/protocol';
import type { WorkspaceConfiguration } from '../configuration/configuration';
import type { Environments } from '../configuration/environments';
import type { FileChoices } from '../configuration/file-choices';
import { followedConversions } from '../convert/after-conversion';
import { outsideMarkdown } from '../editing/outside-markdown';
import type { MachinePorts } from '../ports/ports';
import type { NotebookDoor } from '../notebook/notebook-door';
import { notebookTypes } from '../notebook/notebook-types';
import type { ResponseFindings } from '../response/response-findings';
import { withRulePages } from './rule-pages';
import type { NamedResponses } from '@rulebook/sender/variables';
import { createNeededLenses, type NeededLenses } from './needed-lenses';
import { requestLenses } from './request-lenses';
import { createMessageTrace } from './message-trace';
import { createConfigurationSender, createEnvironmentsSender } from './send-configuration';
import { withSendActions } from './send-action';
import { environmentsParams } from './send-environments';
import { watchCursor } from './watch-cursor';
import { watchView } from './watch-view';
import { showRightsCommand } from '../rights/rights-commands';

/** What the server hears of, and what changes what it shows. */
interface ServerParts {
  readonly configuration: WorkspaceConfiguration;
  readonly environments: Environments;
  readonly choices: FileChoices;
  readonly findings: ResponseFindings;
  /** The responses of the named requests of a document. */
  readonly answersOf: (document: string) => NamedResponses;
  readonly notebooks: NotebookDoor;
}

/** The language server, which is started, and whether it runs. */
export interface RunningServer {
  readonly client: ReturnType<MachinePorts['createClient']>;
  /** Asks the server when it is ready; with a reason for users where it does not respond. */
  readonly ask: <T>(message: string, params: unknown) => Promise<T | { readonly reason: string }>;
  readonly endpointAt: (document: vscode.Uri, line: number) => Promise<EndpointResult>;
  /** A response has come, which may make lenses needless. */
  readonly answered: () => void;
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts the language server, and sends it what changes. */
export function startLanguageServer(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  ports: MachinePorts,
  { configuration, environments, choices, findings, notebooks, answersOf }: ServerParts,
): RunningServer {
  const sender = createConfigurationSender(configuration);
  const environmentsSender = createEnvironmentsSender({
    all: () => environmentsParams(environments, choices),
    onChange: environments.onChange,
  });
  const needed = createNeededLenses(answersOf);
  const endpointAt = async (document: vscode.Uri, line: number): Promise<EndpointResult> =>
    client.isRunning()
      ? client.sendRequest<EndpointResult>(endpointRequest, { uri: document.toString(), line }).then(
          (result) => result,
          // A server that ends just now; the next change asks again.
          (): EndpointResult => ({}),
        )
      : {};
  const client = ports.createClient(
    clientOptions(context, log, { environments, findings, notebooks, needed, endpointAt }, () => ({
      ...sender.parameters(),
      environments: environmentsSender.parameters(),
    })),
  );
  context.subscriptions.push(
    watchView((params) => {
      if (client.isRunning()) void client.sendNotification(viewportNotification, params);
    }, client.onDidChangeState),
    watchCursor((params) => {
      if (client.isRunning()) void client.sendNotification(leaveNotification, params);
    }),
    ...sender.follow(client),
    ...environmentsSender.follow(client),
  );
  const lensesChanged = () => {
    for (const document of vscode.workspace.textDocuments)
      client.getFeature('textDocument/codeLens').getProvider(document)?.onDidChangeCodeLensEmitter.fire();
  };
  context.subscriptions.push(
    environments.onChange(lensesChanged),
    vscode.workspace.onDidGrantWorkspaceTrust(lensesChanged),
  );
  // A server that never started, or already ended, needs no stop.
  const stop = () => client.stop().catch(() => undefined);
  let ready = client.start();
  // The next send shows the failure to the user; here it must only not stay unhandled.
  ready.catch((error: unknown) => {
    log.error(`The language server could not be started.\n${framesOf(error)}`);
  });

  const ask = async <T>(message: string, params: unknown): Promise<T | { readonly reason: string }> => {
    try {
      await ready;
      return await client.sendRequest<T>(message, params);
    } catch (error) {
      log.error(`The language server did not respond.\n${framesOf(error)}`);
      return {
        reason: vscode.l10n.t(
          'The language server does not respond. Run "Rulebook: Restart Language Server" and send again.',
        ),
      };
    }
  };
  return {
    client,
    ask,
    answered: () => {
      if (needed.areShown()) lensesChanged();
    },
    endpointAt,
    restart: async () => {
      ready = stop().then(() => client.start());
      await ready;
    },
    stop,
  };
}

/** VS Code's own JSON support reports syntax errors, unless it is switched off or absent. */
function reportsJsonSyntax(): boolean {
  const isEnabled = vscode.workspace.getConfiguration('json').get<boolean>('validate.enable') ?? true;
  return isEnabled && vscode.extensions.getExtension('vscode.json-language-features') !== undefined;
}

/** The defaults of this extension for request files say so; a user may have changed them. */
function opensUnselected(): boolean {
  const mode = vscode.workspace.getConfiguration('editor.suggest', { languageId: 'http' }).get('selectionMode');
  return mode === 'whenQuickSuggestion' || mode === 'never';
}

function clientOptions(
  { extensionUri }: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  {
    environments,
    findings,
    notebooks,
    needed,
    endpointAt,
  }: Pick<ServerParts, 'environments' | 'findings' | 'notebooks'> &
    Pick<RunningServer, 'endpointAt'> & { readonly needed: NeededLenses },
  parameters: () => InitializationOptions,
): LanguageClientOptions {
  // A virtual workspace has the scheme of the extension that provides it.
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme);
  const schemes = [...new Set(['file', 'untitled', 'vscode-remote', 'vscode-vfs', ...folders])];
  const languages = ['http', 'json', 'jsonc', 'markdown', 'shellscript'];
  const rulePages = withRulePages(extensionUri);
  return {
    documentSelector: [
      ...schemes.flatMap((scheme) => languages.map((language) => ({ scheme, language }))),
      // Names lead into files of variables that are no JSON, and out of them.
      ...schemes.map((scheme) => ({
        scheme,
        pattern: '**/{.env,.env.*,*.env,http-client.env.json.user,.httpyacrc}',
      })),
      // Commands in the steps of workflows, and of actions.
      ...schemes.map((scheme) => ({ scheme, pattern: '**/{.github/workflows/*,action}.{yml,yaml}' })),
      // Workflows, and overlays of descriptions.
      ...schemes.map((scheme) => ({ scheme, pattern: '**/*{arazzo,overlay}.{yaml,yml,json}' })),
      // Responses that are short enough to be checked; see `show-response.ts`.
      { scheme: answerScheme, language: 'http', pattern: '**/checked/*/*' },
      // Requests of the view of resources, which it plans like any other.
      { scheme: resourceScheme, language: 'http' },
      ...Object.keys(notebookTypes).map((notebook) => ({ notebook, language: 'http' })),
    ],
    outputChannel: log,
    traceOutputChannel: createMessageTrace(log),
    middleware: {
      ...rulePages,
      ...findings.inFrontOf(rulePages),
      ...requestLenses(environments, needed),
      ...outsideMarkdown,
      ...withSendActions(endpointAt, followedConversions),
      ...notebooks.inFrontOf(rulePages),
    },
    initializationOptions: (): InitializationOptions => ({
      ...parameters(),
      suggestCommand: 'editor.action.triggerSuggest',
      opensUnselected: opensUnselected(),
      sends: true,
      boundsLenses: true,
      reportsCursor: true,
      comparesResponses: true,
      sendsNeeded: true,
      addsCodeDescription: true,
      reportsJsonSyntax: reportsJsonSyntax(),
      severityCommand,
      moveSecretCommand,
      rightsCommand: showRightsCommand,
    }),
  };
}
