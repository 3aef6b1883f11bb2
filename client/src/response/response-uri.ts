import * as vscode from 'vscode';
import { responseScheme } from '../editing/our-schemes';
import { namePart } from './tab-title';

/** The folder of the documents that the language server is asked about; the selector of its client names it, too. */
const checkedFolder = 'checked';

/** Returns the URI of the document of a response, whose last part is the title of its tab; the number makes it differ from others. */
export function uriOfResponse(title: string, number: number, { isChecked = false, ending = '' } = {}): vscode.Uri {
  const folder = isChecked ? checkedFolder : 'shown';
  return vscode.Uri.from({ scheme: responseScheme, path: `/${folder}/${number}/${namePart(title)}${ending}` });
}

/** Returns whether the language server checks a document of a response. */
export function isChecked({ path }: vscode.Uri): boolean {
  return path.startsWith(`/${checkedFolder}/`);
}
