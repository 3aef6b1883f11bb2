import * as vscode from 'vscode';
import { explainRequest, explanationDocument, type Explanation } from '@rulebook/sender/explain';
import { variableLayers, type VariableLayer } from '@rulebook/sender/variables';
import { readAgreedFile } from '../editing/body-file';
import type { RequestPlace } from '../sending/attempt';
import { maskedSecrets } from '../sending/secret-values';
import type { SendServices } from '../sending/send-services';
import { importedDefinitions, requestsInDocument } from '../editing/request-text';

declare const RULEBOOK_VERSION: string;

/** What an explanation needs of the extension; nothing of it sends or asks. */
export type ExplainServices = Pick<
  SendServices,
  | 'ports'
  | 'openDocument'
  | 'plan'
  | 'order'
  | 'configuration'
  | 'environments'
  | 'credentials'
  | 'secrets'
  | 'answersOf'
>;

/** Returns the explanation of the request at a place, as a document, with the line of the request; or why there is none. */
export async function explanationOf(
  services: ExplainServices,
  place: RequestPlace,
): Promise<{ readonly text: string; readonly line: number } | { readonly reason: string }> {
  const found = await explain(services, place);
  if ('reason' in found) return found;
  const { cannotSend } = services.ports;
  const problems = [
    ...(cannotSend === undefined ? [] : [vscode.l10n.t('nothing can be sent from VS Code in a browser')]),
    ...(vscode.workspace.isTrusted ? [] : [vscode.l10n.t('this workspace is not trusted, so the request is not sent')]),
    ...found.explanation.problems,
  ];
  return { text: explanationDocument({ ...found.explanation, problems }), line: found.line };
}

/** Explains the request at a place, and returns its line; or why it cannot be explained. */
export async function explain(
  services: ExplainServices,
  { uri, line }: RequestPlace,
): Promise<{ readonly explanation: Explanation; readonly line: number } | { readonly reason: string }> {
  const document = await services.openDocument(uri);
  const result = await services.plan({ uri: document.uri.toString(), line, version: document.version });
  if ('reason' in result) return result;
  const { plan } = result;
  const { endpoints } = services.configuration.of(document.uri);
  const dotenv = services.ports.dotenv?.(document.uri);
  const explanation = await explainRequest({
    writesFiles: services.ports.responseWriter !== undefined,
    plan,
    endpoint: endpoints.find(({ name }) => name === plan.endpoint),
    endpoints,
    ...((plan.endpointBy === 'default' || plan.endpointBy === 'only-service') &&
      services.configuration.isChosen(plan.endpoint, document.uri) && { chosenBy: 'choice' }),
    environment: services.ports.system.environment,
    userAgent: `rulebook/${RULEBOOK_VERSION}`,
    layers: variableLayers({
      text: requestsInDocument(document),
      imported: await importedLayers(services, document, result.line),
      environments: services.environments.of(document.uri),
      environment: services.environments.current(document.uri),
    }),
    system: {
      ...services.ports.system,
      ...(dotenv && { dotenv }),
      secret: maskedSecrets(services.secrets, services.ports.system.environment),
    },
    answers: services.answersOf(document.uri.toString()),
    readFile: (path) => readAgreedFile(services.ports, document.uri, path, { mayAsk: false }),
    credentialOf: services.credentials.explain,
  });
  return { explanation, line: result.line };
}

/** Returns the variables of the files that the request at a line may use, too. */
async function importedLayers(
  { order }: ExplainServices,
  document: vscode.TextDocument,
  line: number,
): Promise<readonly VariableLayer[]> {
  if (!/^[ \t]*import[ \t]|@import\b/im.test(document.getText())) return [];
  const uri = document.uri.toString();
  const found = await order({ uri, version: document.version, lines: [[line, line]] });
  const step = 'steps' in found ? found.steps.find((one) => one.uri === uri && one.line === line) : undefined;
  return importedDefinitions(step?.imports);
}
