import * as vscode from 'vscode';
import { requestFileText, type ResourceRequest } from '../../../engine/src/index';
import { resourceScheme } from '../our-schemes';
import type { RequestPlace } from '../sending/attempt';

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
export function requestPlace(request: ResourceRequest, endpoint: string): RequestPlace {
  const [path = '/'] = request.path.split('?');
  const uri = vscode.Uri.from({
    scheme: resourceScheme,
    path: `/${endpoint}${path}.http`,
    query: requestFileText(request, endpoint),
  });
  return { uri, line: 1 };
}
