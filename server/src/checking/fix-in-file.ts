import type { TextEdit } from 'vscode-languageserver';
import type { CodeAction as Fix } from '@rulebook/engine';
import type { OpenDocument } from '../documents/documents';
import type { FeatureContext } from '../documents/feature-context';
import { rangesOfBlock, toTextEdit } from '../documents/to-lsp';

/** What one paste puts into many requests. Such findings are in each of them, since each is refused by itself. */
const repeatedRules = new Set(['malformed-json']);
/** In requests: each fix is tried, which costs a check. */
const most = 50;

/** The same fix in several requests. */
export interface FixInFile {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** Returns a fix together with the same fixes of the other requests of its file; undefined when no other request has one. */
export function fixInFile(
  { engine, encoding, optionsOf }: FeatureContext,
  document: OpenDocument,
  block: number,
  { rule, title, isPreferred }: Fix,
): FixInFile | undefined {
  if (!isPreferred || !repeatedRules.has(rule)) return undefined;
  const { file } = document;
  const options = optionsOf(document);
  const blocks = engine
    .check(file, options)
    .findings.flatMap((found, index) => (found.some((one) => one.rule === rule && one.isFixable) ? [index] : []));
  if (blocks.length > most || !blocks.some((index) => index !== block)) return undefined;
  const places = blocks.flatMap((index) => {
    const rangeOf = rangesOfBlock(file, index, encoding);
    const all = { start: 0, end: file.blocks.at(index)?.length ?? 0 };
    const same = engine
      .codeActions(file, index, all, options)
      .filter((one) => one.rule === rule && one.title === title && one.isPreferred);
    const edits = rangeOf ? same.flatMap((one) => one.edits.map((edit) => toTextEdit(edit, rangeOf))) : [];
    return edits.length === 0 ? [] : [withoutRepeated(edits)];
  });
  return places.length < 2
    ? undefined
    : { title: `${title} (in ${places.length} requests of the file)`, edits: places.flat() };
}

/** Two findings of a body may have one and the same fix. */
function withoutRepeated(edits: readonly TextEdit[]): readonly TextEdit[] {
  return [...new Map(edits.map((edit) => [JSON.stringify(edit), edit])).values()];
}
