import * as vscode from 'vscode';
import type { LanguageClientOptions } from 'vscode-languageclient';
import { createRateLimits } from '../../engine/src/sending/send/index';
import { framesOf } from '../../engine/src/text/index';
import {
  answerNotification,
  answerScheme,
  differencesRequest,
  endpointRequest,
  viewportNotification,
  moveSecretCommand,
  orderRequest,
  planRequest,
  refusalRequest,
  resourceScheme,
  severityCommand,
  testsRequest,
} from '../../server/src/protocol';
import type {
  DifferencesParams,
  DifferencesResult,
  EndpointResult,
  InitializationOptions,
  PlanParams,
  PlanResult,
  RefusalResult,
  RequestOrderParams,
  RequestOrderResult,
  TestsParams,
  TestsResult,
} from '../../server/src/protocol';
import { allowComments } from './editing/body-language';
import { createConfiguration } from './configuration/configuration';
import { configureSeverity } from './configuration/configure-severity';
import { convertCommands } from './convert/convert-commands';
import { conversionCommands, followedConversions } from './convert/after-conversion';
import { offerConversions } from './convert/offer-conversions';
import { chooseEndpoint } from './configuration/endpoints';
import { showCookies } from './credentials/cookies';
import { createEnvironments, type Environments } from './configuration/environments';
import { explainCommand } from './explain/explain-lenses';
import { createExplanationView } from './explain/explanation-view';
import { createFileChoices } from './configuration/file-choices';
import { openDocumentation, openWalkthrough } from './first-minutes/documentation';
import { hintInEmptyFile } from './first-minutes/empty-file';
import { watchFirstSteps, type FirstSteps } from './first-minutes/first-steps';
import { askAboutLenses } from './first-minutes/neighbours';
import { newRequestFile } from './first-minutes/new-request-file';
import { createHistory } from './history/history';
import { createHistoryActions } from './history/history-actions';
import { historyCommands } from './history/history-commands';
import { createHistoryTree } from './history/history-tree';
import { pathOfTarget } from './history/locate-request';
import { createPrivateWays } from './credentials/private-ways';
import { createKeptSecrets } from './credentials/kept-secrets';
import { outsideMarkdown } from './editing/outside-markdown';
import { bodyCommands, offerBodies } from './own-api/json-bodies';
import { offerDescriptions } from './own-api/offer-description';
import { ownApiCommands } from './own-api/own-api-commands';
import { createMessageTrace } from './server/message-trace';
import { moveSecret } from './credentials/move-secret';
import type { MachinePorts } from './ports';
import { createRequestResponses } from './server/request-responses';
import { requestLenses } from './sending/request-lenses';
import { createResponseValues } from './response/response-values';
import { createResourceView } from './resources/resource-view';
import { withRulePages } from './rule-pages';
import type { Exchange } from './response/kept-responses';
import { keyOf } from './response/compare-responses';
import { createResponseFindings, type ResponseFindings } from './response/response-findings';
import { createResponsePages } from './response/open-pages';
import { responseActions } from './response/response-actions';
import { showTable } from './response/show-table';
import { showRefusals } from './response/show-refusals';
import { rerunLast } from './sending/rerun-last';
import { createKnownMistakes } from './sending/known-mistakes';
import { createRunningSends } from './sending/running-sends';
import { secretCommands } from './response/secret-commands';
import { createResponseView } from './response/show-response';
import { createSandbox } from './sandbox-view/sandbox';
import { sandboxCommands, type Commands } from './sandbox-view/sandbox-commands';
import { createSandboxControl } from './sandbox-view/sandbox-control';
import { createSandboxState } from './sandbox-view/sandbox-state';
import { createCredentials } from './credentials/secrets';
import { createAssertView } from './asserts/show-asserts';
import { createTestExplorer } from './asserts/test-explorer';
import { explainingCommands } from './sending/cannot-send';
import { createSendAction } from './sending/send-action';
import { earlierCommands } from './response/earlier-responses';
import { createRunSummary } from './sending/run-summary';
import { fetchAllPages, sendPage } from './sending/send-pages';
import { sendRequest } from './sending/send-request';
import { atRequest, sendingCommands } from './sending/sending-commands';
import type { SendServices } from './sending/send-services';
import { createConfigurationSender, createEnvironmentsSender } from './server/send-configuration';
import { environmentsParams } from './server/send-environments';
import { followTyping } from './editing/typing';
import { createStatusItems } from './configuration/status-items';
import { createEditorTokens } from './credentials/tokens';
import { watchView } from './server/watch-view';

/**
 * Wires the extension together and returns what stops the language server; the rest ends with the context's subscriptions.
 * `beforeCommands` is called immediately before the commands are registered.
 */
export async function startExtension(
  context: vscode.ExtensionContext,
  beforeCommands: () => void,
  ports: MachinePorts,
): Promise<() => Promise<void>> {
  const log = vscode.window.createOutputChannel('Rulebook', { log: true });
  const { environment } = ports.system;
  const sandbox = createSandbox({
    ports,
    environment,
    log,
    onChange: async () => {
      held.refresh();
      if (sandbox.baseUrls().length > 0) firstSteps.complete('sandbox');
      await configuration.reload();
    },
  });
  const control = createSandboxControl({ serverOf: sandbox.serverOf, transport: ports.transport });
  const held = createSandboxState({ sandbox, control, now: ports.system.now });
  const choices = createFileChoices(context.workspaceState);
  const configuration = createConfiguration({
    state: context.workspaceState,
    choices,
    environment,
    sandboxUrl: sandbox.baseUrlOf,
    log,
  });
  const environments = createEnvironments(
    context.workspaceState,
    choices,
    ports.environmentFiles,
    ports.onEnvironmentFiles,
  );
  const secrets = createKeptSecrets(context.secrets, context.globalState);
  const privateWays = createPrivateWays(secrets, context.globalState, ports.realFolder);
  const credentials = createCredentials({
    ...{ context, environment, secrets, ways: privateWays },
    sandbox: sandbox.credentialOf,
  });
  const refusals = showRefusals(async (params) =>
    client.isRunning() ? client.sendRequest<RefusalResult>(refusalRequest, params) : undefined,
  );
  const findings = createResponseFindings();
  const pages = createResponsePages(context.extensionUri, ports.bodyFiles);
  const responses = createResponseView({
    files: ports.bodyFiles,
    announce: async (params) => {
      if (client.isRunning()) await client.sendNotification(answerNotification, params);
    },
    findings,
    hasEarlier: (exchange) => history.hasEarlier(keyOf(exchange)),
    answered: (exchange, body) => {
      pages.follow(exchange, body);
      refusals.note(exchange).catch((error: unknown) => {
        log.error(`The refusal could not be explained.\n${framesOf(error)}`);
      });
    },
  });
  const action = createSendAction();
  const asserts = createAssertView();
  const firstSteps = watchFirstSteps();
  context.subscriptions.push(
    log,
    allowComments(),
    sandbox,
    held,
    configuration,
    environments,
    refusals,
    findings,
    responses,
    asserts,
    action,
    firstSteps,
  );
  await configuration.reload();
  context.subscriptions.push(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) void sandbox.viewportOf();
    }),
  );
  void sandbox.viewportOf();
  context.subscriptions.push(askAboutLenses(context.globalState, log), followTyping(), hintInEmptyFile());

  const sender = createConfigurationSender(configuration);
  const environmentsSender = createEnvironmentsSender({
    all: () => environmentsParams(environments, choices),
    onChange: environments.onChange,
  });
  const client = ports.createClient(
    clientOptions(context, log, { environments, findings }, () => ({
      ...sender.parameters(),
      environments: environmentsSender.parameters(),
    })),
  );
  context.subscriptions.push(
    watchView((params) => {
      if (client.isRunning()) void client.sendNotification(viewportNotification, params);
    }, client.onDidChangeState),
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
  const history = createHistory({ context, filesIn: ports.historyFiles, system: ports.system, log });
  const services: SendServices = {
    ports,
    plan: (params: PlanParams) => ask<PlanResult>(planRequest, params),
    tests: (params: TestsParams) => ask<TestsResult>(testsRequest, params),
    differences: (params: DifferencesParams) => ask<DifferencesResult>(differencesRequest, params),
    order: (params: RequestOrderParams) => ask<RequestOrderResult>(orderRequest, params),
    configuration,
    environments,
    credentials,
    tokens: createEditorTokens(ports, context.secrets),
    secrets,
    privateWays,
    sandbox,
    responses,
    asserts,
    history,
    sends: createRunningSends(),
    choices: context.workspaceState,
    answersOf: createRequestResponses(),
    mistakes: createKnownMistakes(context.workspaceState),
    rateLimits: createRateLimits(),
    afterSend: () => {
      held.refresh();
      firstSteps.complete('sent');
    },
    log,
  };
  const restart = async () => {
    ready = stop().then(() => client.start());
    await ready;
  };
  const runs = createRunSummary();
  const explanations = createExplanationView(services, [configuration.onChange, environments.onChange]);
  const endpointAt = async (document: vscode.Uri, line: number) =>
    client.isRunning()
      ? client.sendRequest<EndpointResult>(endpointRequest, { uri: document.toString(), line }).then(
          (result) => result,
          // A server that ends just now; the next change asks again.
          (): EndpointResult => ({}),
        )
      : {};
  const status = createStatusItems({ configuration, environments, endpointAt });
  // The server knows the endpoints of requests as soon as it runs.
  const started = client.onDidChangeState(() => {
    status.update();
  });
  context.subscriptions.push(runs, explanations, createTestExplorer(services), status, started);
  context.subscriptions.push(offerConversions(ask), createResponseValues(services));
  context.subscriptions.push(offerDescriptions(configuration, context.workspaceState), offerBodies(configuration));
  const resources = createResourceView(services, held, context.extensionUri, ports.system.now);
  context.subscriptions.push(resources);
  const actions = createHistoryActions({
    history,
    responses,
    sendAgain: (exchange) => sendAgain(services, exchange),
  });
  context.subscriptions.push(history, createHistoryTree(history));
  beforeCommands();
  const commands: Commands = {
    ...commandsOf(services),
    ...historyCommands(history, actions),
    ...sendingCommands(services, runs),
    [explainCommand]: atRequest((place) => explanations.show(place)),
    ...convertCommands(services, ask),
    ...ownApiCommands(services, ask),
    ...bodyCommands(services),
    ...conversionCommands(),
    ...sandboxCommands({ sandbox, control, responses, changed: held.refresh }),
    ...responseActions({
      responses,
      files: ports.bodyFiles,
      pages,
      findings,
      showTable: (exchange) => {
        showTable(context.extensionUri, exchange);
      },
      earlier: history.earlier,
      sendAgain: (exchange) => sendAgain(services, exchange),
      sendPage: (exchange, which) => sendPage(services, exchange, which),
      fetchAllPages: (exchange) => fetchAllPages(services, exchange),
    }),
    ...earlierCommands(responses),
    ...resources.commands,
    ...firstMinutesCommands(context, firstSteps),
    'rulebook.restartServer': restart,
  };
  register(context, log, { ...commands, ...explainingCommands(ports, commands, context.extensionUri) });
  return stop;
}

/** Sends the request of a response once more, as it is in its file now. */
function sendAgain(services: SendServices, { plan, source }: Exchange): Promise<void> {
  const { method, target } = plan;
  const place = { document: vscode.Uri.parse(source.uri), line: source.line, method, path: pathOfTarget(target) };
  return rerunLast(place, async (uri, line) => void (await sendRequest(services, { uri, line })));
}

function firstMinutesCommands({ extension, extensionUri }: vscode.ExtensionContext, firstSteps: FirstSteps): Commands {
  return {
    'rulebook.newRequestFile': (template) => newRequestFile(extensionUri, template),
    'rulebook.openWalkthrough': async () => {
      await openWalkthrough(extension.id);
      firstSteps.repeat();
    },
    'rulebook.openDocumentation': () => openDocumentation(extensionUri),
  };
}

function commandsOf(services: SendServices): Commands {
  const { configuration, environments, credentials, log } = services;
  return {
    'rulebook.selectEndpoint': () => chooseEndpoint(configuration, vscode.window.activeTextEditor?.document.uri),
    'rulebook.selectEnvironment': environments.pick,
    'rulebook.forgetCredential': credentials.forget,
    ...secretCommands(services),
    'rulebook.showCookies': async () => {
      showCookies(await services.ports.cookies());
    },
    'rulebook.clearCookies': async () => {
      (await services.ports.cookies()).clear();
      void vscode.window.showInformationMessage(vscode.l10n.t('The cookies of this window are deleted.'));
    },
    [severityCommand]: configureSeverity,
    [moveSecretCommand]: (uri, version, range, replacement) =>
      moveSecret(services.secrets, uri, version, range, replacement),
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
          // The message of an unexpected error may quote anything, so only its kind and its position are logged.
          log.error(`${name} failed.\n${framesOf(error)}`);
          void vscode.window.showErrorMessage(
            vscode.l10n.t('The command {0} failed unexpectedly. Run "Rulebook: Show Log" for details.', name),
          );
        }
      }),
    );
  }
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
  { environments, findings }: { readonly environments: Environments; readonly findings: ResponseFindings },
  parameters: () => InitializationOptions,
): LanguageClientOptions {
  // A virtual workspace has the scheme of the extension that provides it.
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme);
  const schemes = [...new Set(['file', 'untitled', 'vscode-remote', 'vscode-vfs', ...folders])];
  const languages = ['http', 'json', 'jsonc', 'markdown'];
  const rulePages = withRulePages(extensionUri);
  return {
    documentSelector: [
      ...schemes.flatMap((scheme) => languages.map((language) => ({ scheme, language }))),
      // Names lead into files of variables that are no JSON, and out of them.
      ...schemes.map((scheme) => ({
        scheme,
        pattern: '**/{.env,.env.*,*.env,http-client.env.json.user,.httpyacrc}',
      })),
      // Responses that are short enough to be checked; see `show-response.ts`.
      { scheme: answerScheme, language: 'http', pattern: '**/*.http' },
      // Requests of the view of resources, which it plans like any other.
      { scheme: resourceScheme, language: 'http' },
    ],
    outputChannel: log,
    traceOutputChannel: createMessageTrace(log),
    middleware: {
      ...rulePages,
      ...findings.inFrontOf(rulePages),
      ...requestLenses(environments),
      ...outsideMarkdown,
      ...followedConversions,
    },
    initializationOptions: (): InitializationOptions => ({
      ...parameters(),
      suggestCommand: 'editor.action.triggerSuggest',
      opensUnselected: opensUnselected(),
      sends: true,
      boundsLenses: true,
      comparesResponses: true,
      addsCodeDescription: true,
      reportsJsonSyntax: reportsJsonSyntax(),
      severityCommand,
      moveSecretCommand,
    }),
  };
}
