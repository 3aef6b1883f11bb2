import * as vscode from 'vscode';
import { withCommas } from '@rulebook/text';
import type { AnsweredModel } from '../response/view/view-model';

/** In UTF-16 code units: a notebook keeps and lays out all that its outputs have, so more is for the view, or for an editor. */
export const longestInCell = 200_000;

/** Returns what a cell shows of a response: a long body ends after a line, and a sentence says so. */
export function boundedModel(model: AnsweredModel): AnsweredModel {
  const { body } = model;
  if (body.kind !== 'text' || body.text.length <= longestInCell) return model;
  const text = beginningOf(body.text, longestInCell);
  const cut = vscode.l10n.t(
    'The cell shows the first {0} of {1} characters. Open the response in its view or as text to see more of it, or save the body.',
    withCommas(text.length),
    withCommas(body.text.length),
  );
  return { ...model, body: { ...body, text, cut } };
}

/** Returns a response as plain text, as far as a cell has it. */
export function boundedText(text: string): string {
  if (text.length <= longestInCell) return text;
  return `${beginningOf(text, longestInCell)}\n${vscode.l10n.t('# The rest is in the view of the response, and in its text.')}\n`;
}

/** Returns the beginning of a text, up to the end of a line if there is one not far away, and never half of a character. */
function beginningOf(text: string, longest: number): string {
  const end = text.lastIndexOf('\n', longest);
  if (end > longest / 2) return text.slice(0, end);
  return text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(longest - 1)) ? longest - 1 : longest);
}
