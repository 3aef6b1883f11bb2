import * as vscode from 'vscode';
import { versionOfDescription } from '@rulebook/exchange';

/** The extensions of files that may be descriptions, as a regular expression. */
export const descriptionFiles = /\.(?:ya?ml|json)$/i;

/** Returns whether a document is a description in the format OpenAPI or Swagger. */
export function isDescription(document: vscode.TextDocument): boolean {
  return descriptionFiles.test(document.uri.path) && versionOfDescription(headOf(document)) !== undefined;
}

/** Returns the beginning of a document, as far as the version of a description is there. */
export function headOf(document: vscode.TextDocument): string {
  return document.getText(new vscode.Range(0, 0, 400, 0));
}
