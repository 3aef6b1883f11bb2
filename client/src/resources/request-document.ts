import * as vscode from 'vscode';
import { requestFileText } from '@rulebook/sender/resources';
import type { ResourceRequest } from '@rulebook/services';
import { resourceScheme } from '../../../server/src/protocol';
import type { RequestPlace } from '../sending/attempt';
import type { EndpointPlace } from './resource-nodes';

/** Registers what gives the documents of the view's requests their text. */
export function provideRequestDocuments(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(resourceScheme, {
    provideTextDocumentContent: ({ query }) => query,
  });
}

/**
 * Returns the place of a request in a document that is not shown. It is planned and sent like a request of a file; its URI holds its text, so
 * that it can be sent again later.
 */
export function requestPlace(request: ResourceRequest, { name, folder }: EndpointPlace): RequestPlace {
  const [path = '/'] = request.path.split('?');
  const uri = vscode.Uri.from({
    scheme: resourceScheme,
    path: `/${name}${path}.http`,
    query: requestFileText(request, name),
    // By it the endpoint is found again.
    ...(folder !== undefined && { fragment: `${folder}/` }),
  });
  return { uri, line: 1 };
}

/** Returns the folder whose configuration has an endpoint; undefined for the first one. */
export function folderOfEndpoint({ folder }: EndpointPlace): vscode.Uri | undefined {
  return folder === undefined ? undefined : vscode.Uri.parse(folder);
}
