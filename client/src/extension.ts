import * as vscode from 'vscode';
import { createKeptValues, type KeptValues } from '@rulebook/sender/variables';
import { createRateLimits } from '@rulebook/sender/send';
import { framesOf } from '@rulebook/text';
import {
  answerNotification,
  differencesRequest,
  judgeRequest,
  moveSecretCommand,
  orderRequest,
  resourcesRequest,
  planRequest,
  refusalRequest,
  severityCommand,
  testsRequest,
} from '../../server/src/protocol';
import type {
  DifferencesParams,
  DifferencesResult,
  JudgeParams,
  JudgeResult,
  PlanParams,
  PlanResult,
  RefusalResult,
  RequestOrderParams,
  RequestOrderResult,
  ResourcesParams,
  ResourcesResult,
  TestsParams,
  TestsResult,
} from '../../server/src/protocol';
import { createModelSending } from './agents/model-sending';
import { activeFile } from './editing/active-file';
import { allowComments } from './editing/body-language';
import { commandLineCommands } from './command-line/command-line-commands';
import { createConfiguration } from './configuration/configuration';
import { configureSeverity } from './configuration/configure-severity';
import { convertCommands } from './convert/convert-commands';
import { conversionCommands } from './convert/after-conversion';
import { offerConversions } from './convert/offer-conversions';
import { offerImport } from './convert/offer-import';
import { chooseEndpoint } from './configuration/endpoints';
import { showCookies } from './credentials/cookies';
import type { Ask } from './ports/ask';
import { createEnvironments } from './configuration/environments';
import { explainCommand } from './explain/explain-lenses';
import { createExplanationView } from './explain/explanation-view';
import { rightsCommands } from './rights/rights-commands';
import { connectNames } from './live-names/connect-names';
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
import { pathOfTarget } from './editing/locate-request';
import { createPrivateWays } from './credentials/private-ways';
import { createKeptSecrets } from './credentials/kept-secrets';
import { bodyCommands, offerBodies } from './sending/json-bodies';
import { findDescriptions } from './own-api/found-descriptions';
import { offerDescriptions } from './own-api/offer-description';
import { createRequestTree } from './own-api/request-tree';
import { ownApiCommands } from './own-api/own-api-commands';
import { moveSecret } from './credentials/move-secret';
import { createNotebookDoor } from './notebook/notebook-door';
import type { Beginning } from './server/wake';
import type { MachinePorts } from './ports/ports';
import { createRequestResponses } from './server/request-responses';
import { createResponseValues } from './response/response-values';
import { createResourceView } from './resources/resource-view';
import type { Exchange } from './response/kept-responses';
import { keyOfExchange } from './response/compare-responses';
import { createResponseFindings, type ResponseFindings } from './response/response-findings';
import { createResponsePages } from './response/open-pages';
import { channelCommands } from './response/channel-commands';
import { responseActions } from './response/response-actions';
import { showTable } from './response/show-table';
import { showRefusals } from './response/show-refusals';
import { rerunLast } from './sending/rerun-last';
import { createScriptLog } from './sending/script-log';
import { createKnownMistakes } from './sending/known-mistakes';
import { createReusedResponses } from './sending/reused-responses';
import { createRunningSends } from './sending/running-sends';
import { secretCommands } from './response/secret-commands';
import { createResponseView } from './response/show-response';
import { isShownAsText } from './response/shown-as-text';
import { createWindowSandbox } from './sandbox-view/sandbox';
import { sandboxCommands } from './sandbox-view/sandbox-commands';
import type { Commands } from './ports/commands';
import { registerCommands } from './server/register-commands';
import { createSandboxControl } from './sandbox-view/sandbox-control';
import { createSandboxState } from './sandbox-view/sandbox-state';
import { endpointOfItem } from './resources/resource-nodes';
import { createCredentials } from './credentials/secrets';
import { createAssertView } from './asserts/show-asserts';
import { offerSnapshotActions, snapshotCommands } from './asserts/snapshot-actions';
import { createTestExplorer } from './test-explorer/test-explorer';
import { explainingCommands } from './sending/cannot-send';
import { startLanguageServer, type RunningServer } from './server/start-server';
import { earlierCommands } from './response/earlier-responses';
import { createRunSummary } from './sending/run-summary';
import { fetchAllPages, sendPage } from './sending/send-pages';
import { sendRequest } from './sending/send-request';
import { atRequest, sendingCommands } from './sending/sending-commands';
import type { AnsweredRequest, SendServices } from './sending/send-services';
import { followTyping } from './editing/typing';
import { createStatusItems } from './configuration/status-items';
import { createTrialVersions } from './configuration/trial-versions';
import { createTrialStatus, tryVersion, tryVersionCommand } from './own-api/try-version';
import { createEditorTokens } from './credentials/tokens';

/**
 * Wires the extension together and returns what stops the language server; the rest ends with the context's subscriptions.
 */
export async function startExtension(
  context: vscode.ExtensionContext,
  { beforeCommands, fillViewsBy, sendForModelsBy }: Beginning,
  ports: MachinePorts,
): Promise<() => Promise<void>> {
  const log = vscode.window.createOutputChannel('Rulebook', { log: true });
  const parts = createParts(context, ports, log);
  const { sandbox, control, held, configuration, trials, environments, credentials, firstSteps } = parts;
  const refusals = showRefusals(async (params) =>
    client.isRunning() ? client.sendRequest<RefusalResult>(refusalRequest, params) : undefined,
  );
  const findings = createResponseFindings();
  const pages = createResponsePages(context.extensionUri, ports.bodyFiles);
  const responses = createResponseView({
    ...{ extension: context.extensionUri, files: ports.bodyFiles, markup: ports.markup, findings },
    announce: async (params) => {
      if (client.isRunning()) await client.sendNotification(answerNotification, params);
    },
    hasEarlier: (exchange) => history.hasEarlier(keyOfExchange(exchange)),
    findEarlier: (suits) => history.find(suits),
    answered: (exchange, body) => {
      if (isShownAsText()) pages.follow(exchange, body);
      refusals.note(exchange).catch((error: unknown) => {
        log.error(`The refusal could not be explained.\n${framesOf(error)}`);
      });
    },
  });
  const asserts = createAssertView();
  context.subscriptions.push(log, allowComments(), sandbox, held, configuration, environments);
  context.subscriptions.push(refusals, findings, responses, asserts, firstSteps);
  await configuration.reload();
  context.subscriptions.push(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) void sandbox.findRunning();
    }),
  );
  void sandbox.findRunning();
  context.subscriptions.push(askAboutLenses(context.globalState, log), followTyping(), hintInEmptyFile());

  const session = responsesOfSession(createKeptValues());
  const notebooks = createNotebookDoor();
  const server = startLanguageServer(context, log, ports, { ...parts, findings, ...session, notebooks });
  const { client, ask } = server;
  context.subscriptions.push(offerSnapshotActions(asserts));
  const history = createHistory({ context, filesIn: ports.historyFiles, system: ports.system, log });
  fillViewsBy(responses.fillView);
  const services: SendServices = {
    ports,
    ...askingServer(ask),
    openDocument: notebooks.openDocument,
    configuration,
    environments,
    credentials,
    tokens: createEditorTokens(ports, context.secrets),
    secrets: parts.secrets,
    references: ports.references,
    privateWays: parts.privateWays,
    sandbox,
    responses,
    asserts,
    history,
    sends: createRunningSends(),
    choices: context.workspaceState,
    ...session,
    scriptLog: createScriptLog(context),
    mistakes: createKnownMistakes(context.workspaceState),
    rateLimits: createRateLimits(),
    afterSend: (written, answered) => {
      server.answered();
      afterSend(written, answered, { names, held, firstSteps, views });
    },
    log,
  };
  sendForModelsBy(createModelSending(services));
  context.subscriptions.push(notebooks.start(client, services));
  const names = connectNames(client, services);
  const views = addViews(context, services, server, held);
  context.subscriptions.push(createTrialStatus({ configuration, trials }));
  context.subscriptions.push(names, history, createHistoryTree(history));
  const actions = createHistoryActions({
    history,
    responses,
    sendAgain: (exchange) => sendAgain(services, exchange),
  });
  beforeCommands();
  const commands: Commands = {
    ...commandsOf(services),
    ...historyCommands(history, actions),
    ...sendingCommands(services, views.runs, ask),
    [explainCommand]: atRequest((place) => views.explanations.show(place)),
    ...rightsCommands(services, context),
    ...commandLineCommands(services, context),
    ...convertCommands(services, ask),
    ...ownApiCommands(services, ask, views.found),
    [tryVersionCommand]: () => tryVersion({ configuration, trials, found: views.found }),
    ...bodyCommands(services),
    ...snapshotCommands({ asserts, snapshots: ports.snapshots, addText: responses.addText }),
    ...conversionCommands(),
    ...sandboxCommands({ sandbox, control, responses, changed: held.refresh }),
    ...responseCommands(context, services, pages, findings),
    ...earlierCommands(responses),
    ...channelCommands(responses),
    ...views.resources.commands,
    ...views.requests.commands,
    ...firstMinutesCommands(context, firstSteps),
    'rulebook.restartServer': server.restart,
  };
  const explaining = explainingCommands(ports, commands, context.extensionUri);
  registerCommands(context, log, { ...commands, ...notebooks.commands(commands), ...explaining });
  return server.stop;
}

/** Returns what sending asks the language server. */
function askingServer(
  ask: Ask,
): Pick<SendServices, 'plan' | 'tests' | 'differences' | 'judge' | 'resources' | 'order'> {
  return {
    plan: (params: PlanParams) => ask<PlanResult>(planRequest, params),
    tests: (params: TestsParams) => ask<TestsResult>(testsRequest, params),
    differences: (params: DifferencesParams) => ask<DifferencesResult>(differencesRequest, params),
    judge: (params: JudgeParams) => ask<JudgeResult>(judgeRequest, params),
    resources: (params: ResourcesParams) => ask<ResourcesResult>(resourcesRequest, params),
    order: (params: RequestOrderParams) => ask<RequestOrderResult>(orderRequest, params),
  };
}

/** Creates what knows the settings, the environments and the sandbox of the workspace. */
function createParts(context: vscode.ExtensionContext, ports: MachinePorts, log: vscode.LogOutputChannel) {
  const { environment } = ports.system;
  const sandbox = createWindowSandbox({
    ports,
    environment,
    log,
    onChange: async () => {
      held.refresh();
      if (sandbox.baseUrls().length > 0) firstSteps.complete('sandbox');
      await configuration.reload();
    },
  });
  const firstSteps = watchFirstSteps();
  const control = createSandboxControl({ serverOf: sandbox.serverOf, transport: ports.transport });
  const held = createSandboxState({ sandbox, control, now: ports.system.now });
  const choices = createFileChoices(context.workspaceState);
  const trials = createTrialVersions();
  const configuration = createConfiguration({
    state: context.workspaceState,
    choices,
    trials,
    environment,
    sandboxUrl: sandbox.baseUrlOf,
    sandboxServers: sandbox.servers,
    canSend: ports.cannotSend === undefined,
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
  return {
    ...{ sandbox, control, held, choices, trials, configuration, environments },
    ...{ secrets, privateWays, credentials, firstSteps },
  };
}

/** Adds what shows something besides responses. */
function addViews(
  { extensionUri, subscriptions, workspaceState }: vscode.ExtensionContext,
  services: SendServices,
  { client, ask, endpointAt }: RunningServer,
  held: ReturnType<typeof createSandboxState>,
) {
  const { configuration, environments } = services;
  const runs = createRunSummary(services.ports.bodyFiles);
  const explanations = createExplanationView(services, [configuration.onChange, environments.onChange]);
  const status = createStatusItems({ configuration, environments, endpointAt, hasSandbox: held.isAtHand });
  // The server knows the endpoints of requests as soon as it runs.
  const started = client.onDidChangeState(() => {
    status.update();
  });
  const resources = createResourceView(services, held, extensionUri, services.ports.system.now);
  subscriptions.push(runs, explanations, createTestExplorer(services), status, started, resources);
  subscriptions.push(offerConversions(ask), offerImport(), createResponseValues(services));
  const found = findDescriptions(ask);
  const requests = createRequestTree(services, ask);
  subscriptions.push(requests);
  subscriptions.push(found, offerDescriptions({ ask, configuration, environments, state: workspaceState, found }));
  subscriptions.push(offerBodies(configuration));
  return { runs, explanations, resources, found, requests };
}

/** Lets the views know of a request that got a response. */
function afterSend(
  written: string | undefined,
  { url, uri, line, status }: AnsweredRequest,
  parts: Pick<ReturnType<typeof createParts>, 'held' | 'firstSteps'> & {
    readonly names: ReturnType<typeof connectNames>;
    readonly views: ReturnType<typeof addViews>;
  },
): void {
  parts.names.written(written);
  parts.held.refresh();
  parts.firstSteps.complete('sent');
  parts.views.found.answered(url);
  parts.views.requests.answered(uri, line, status);
}

function responseCommands(
  { extensionUri }: vscode.ExtensionContext,
  services: SendServices,
  pages: ReturnType<typeof createResponsePages>,
  findings: ResponseFindings,
): Commands {
  const { ports, responses, history } = services;
  return responseActions({
    responses,
    files: ports.bodyFiles,
    pages,
    findings,
    showTable: (exchange) => {
      showTable(extensionUri, exchange);
    },
    earlier: history.earlier,
    sendAgain: (exchange) => sendAgain(services, exchange),
    sendPage: (exchange, which) => sendPage(services, exchange, which),
    fetchAllPages: (exchange) => fetchAllPages(services, exchange),
  });
}

/** Sends the request of a response once more, as it is in its file now, to the same endpoint. */
function sendAgain(services: SendServices, { plan, source, picked }: Exchange): Promise<void> {
  const { method, target } = plan;
  const place = { document: vscode.Uri.parse(source.uri), line: source.line, method, path: pathOfTarget(target) };
  const choices = picked === undefined ? {} : { endpoint: picked };
  return rerunLast(place, async (uri, line) => void (await sendRequest(services, { uri, line }, choices)));
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
    'rulebook.selectEndpoint': () => chooseEndpoint(configuration, activeFile()),
    'rulebook.selectEnvironment': environments.pick,
    'rulebook.forgetCredential': (item) => credentials.forget(endpointOfItem(item)),
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

/** Returns what the responses and scripts of this window have left. */
function responsesOfSession(scriptValues: KeptValues): Pick<SendServices, 'answersOf' | 'reused' | 'scriptValues'> {
  return { answersOf: createRequestResponses(scriptValues), reused: createReusedResponses(), scriptValues };
}
