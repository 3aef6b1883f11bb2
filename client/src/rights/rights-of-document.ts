import * as vscode from 'vscode';
import { needyRequest, rightsOfRequests, type EndpointRights, type NeedyRequest } from '@rulebook/checker/privileges';
import { rightsOfService } from '@rulebook/services';
import { explain, type ExplainServices } from '../explain/explanation-text';

/** Returns the smallest rights that the requests of a document need, by endpoint; or why they are not known. Nothing is sent. */
export async function rightsOfDocument(
  services: ExplainServices,
  uri: vscode.Uri,
): Promise<readonly EndpointRights[] | { readonly reason: string }> {
  const document = await vscode.workspace.openTextDocument(uri);
  const order = await services.order({ uri: document.uri.toString(), version: document.version });
  if ('reason' in order) return order;
  const requests: NeedyRequest[] = [];
  for (const step of order.steps) {
    const own = vscode.Uri.parse(step.uri);
    const found = await explain(services, { uri: own, line: step.line });
    if ('reason' in found) return found;
    requests.push(needyRequest(found.explanation, vscode.workspace.asRelativePath(own)));
  }
  return rightsOfRequests(requests, rightsOfService);
}
