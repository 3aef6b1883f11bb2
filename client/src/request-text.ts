import type { TextDocument } from 'vscode';
import { withoutProse } from '../../engine/src/index';

/** Returns the text of a document as far as it belongs to requests, with all lines at their numbers. */
export function requestTextOf(document: Pick<TextDocument, 'languageId' | 'getText'>): string {
  return document.languageId === 'markdown' ? withoutProse(document.getText()) : document.getText();
}
