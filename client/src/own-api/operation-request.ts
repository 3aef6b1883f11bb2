import * as vscode from 'vscode';
import {
  requestSnippetRequest,
  type OwnOperation,
  type RequestSnippetParams,
  type RequestSnippetResult,
} from '../../../server/src/protocol';
import { pickEndpoint } from '../configuration/endpoints';
import type { Ask } from '../ports/ask';
import { sandboxOfService } from '../sandbox-view/sandbox-of-service';
import { sendRequest } from '../sending/send-request';
import type { SendServices } from '../sending/send-services';
import { endpointsOfService, operationSnippet } from './operation-snippet';

/** Opens a request of an operation in a new document, for an endpoint of its service, and sends it like any request. */
export async function sendOperation(services: SendServices, ask: Ask, operation: OwnOperation): Promise<void> {
  const { endpoints, defaults } = services.configuration.of(undefined);
  const { only, offered } = endpointsOfService(endpoints, defaults, operation.service);
  // Without an endpoint of the service, sending asks for one, and lets the user add it.
  const endpoint =
    only ??
    (offered.length === 0
      ? undefined
      : await pickEndpoint(
          offered,
          defaults,
          vscode.l10n.t('Choose the endpoint for {0}', `${operation.method} ${operation.path}`),
        ));
  if (endpoint === undefined && offered.length > 0) return;
  await openAndSend(services, ask, operation, endpoint?.name);
}

/** Opens a request of an operation for the sandbox, which is started if it does not run, and sends it like any request. */
export async function tryOperation(services: SendServices, ask: Ask, operation: OwnOperation): Promise<void> {
  const endpoint = await sandboxOfService(services.sandbox, operation.service, operation.title);
  if (endpoint !== undefined) await openAndSend(services, ask, operation, endpoint);
}

async function openAndSend(
  services: SendServices,
  ask: Ask,
  operation: OwnOperation,
  endpoint: string | undefined,
): Promise<void> {
  const { id, method } = operation;
  const params: RequestSnippetParams = { uri: 'untitled:request.http', id, method };
  const found = await ask<RequestSnippetResult>(requestSnippetRequest, params);
  if ('reason' in found) {
    void vscode.window.showWarningMessage(found.reason);
    return;
  }
  const document = await vscode.workspace.openTextDocument({ language: 'http', content: '' });
  const editor = await vscode.window.showTextDocument(document);
  await editor.insertSnippet(new vscode.SnippetString(operationSnippet(operation.summary, endpoint, found.snippet)));
  await sendRequest(services, { uri: document.uri, line: 1 });
}
