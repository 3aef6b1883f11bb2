import type { CodeAction, TextEdit } from 'vscode-languageserver';
import { lineChanges, lineStartsOf, linesWithEnds, positionAt } from '@rulebook/text';
import { isCheckable } from '../documents/documents';
import type { OpenDocument } from '../documents/documents';
import type { FeatureContext } from '../documents/feature-context';
import { rangesOfBlock } from '../documents/to-lsp';

/** The kind of the action that applies all safe quick fixes, for `editor.codeActionsOnSave`. */
export const fixAllKind = 'source.fixAll.rulebook';

/** Returns whether a client that asks for these kinds wants the action; without kinds, it asks about a position. */
export function wantsFixAll(only: readonly string[] | undefined): boolean {
  return only?.some((kind) => fixAllKind === kind || fixAllKind.startsWith(`${kind}.`)) === true;
}

/** Returns the action that applies all safe quick fixes of a document, if there are any. */
export function fixAllActions(context: FeatureContext, document: OpenDocument): readonly CodeAction[] {
  const { uri, version } = document;
  const edits = fixAllEdits(context, document);
  if (edits.length === 0) return [];
  const edit = context.client.versionedEdits
    ? { documentChanges: [{ textDocument: { uri, version }, edits }] }
    : { changes: { [uri]: edits } };
  return [{ title: 'Apply all safe fixes', kind: fixAllKind, edit }];
}

function fixAllEdits({ engine, encoding, optionsOf }: FeatureContext, document: OpenDocument): TextEdit[] {
  if (!isCheckable(document)) return [];
  const { file } = document;
  const fixed = engine.fixAll(file, optionsOf(document));
  if (fixed.count === 0) return [];
  const text = engine.textOf(file);
  const [former, now] = [linesWithEnds(text), linesWithEnds(engine.textOf(fixed.file))];
  const starts = lineStartsOf(text);
  const offsets = [0];
  for (const line of former) offsets.push((offsets.at(-1) ?? 0) + line.length);
  const last = file.blocks.size - 1;
  const end = { start: file.blocks.at(last)?.length ?? 0, end: file.blocks.at(last)?.length ?? 0 };
  const endOfFile = rangesOfBlock(file, last, encoding)?.(end).end;
  // Whole lines are replaced, so that only the end of the last one has a column.
  const positionOf = (line: number) =>
    line === former.length && endOfFile ? endOfFile : positionAt(starts, offsets[line] ?? text.length);
  return lineChanges(former, now).map((change) => ({
    range: { start: positionOf(change.start), end: positionOf(change.end) },
    newText: now.slice(change.newStart, change.newEnd).join(''),
  }));
}
