import * as vscode from 'vscode';
import { responseScheme } from '../editing/our-schemes';

/** Returns the URI of the document of a response, whose last part is the title of its tab. */
export function uriOfResponse(title: string, ending: string): vscode.Uri {
  return vscode.Uri.from({ scheme: responseScheme, path: `/${title}${ending}` });
}
