import type { CodeLens } from 'vscode-languageserver';
import { sequencesOf } from '@rulebook/request-file/syntax';
import type { OpenDocument } from '../../documents/documents';
import { sendSequenceCommand } from '../../protocol';
import { rangesOfBlock } from '../../documents/to-lsp';
import type { FeatureContext } from '../../documents/feature-context';

/** Returns a lens above each sequence of a block, for clients with the command that sends it. */
export function sequenceLenses(
  { client, engine, encoding }: FeatureContext,
  { uri, file }: OpenDocument,
  index: number,
): readonly CodeLens[] {
  const block = file.blocks.at(index);
  if (!client.sends || block?.text.includes('@sequence') !== true) return [];
  const rangeOf = rangesOfBlock(file, index, encoding);
  if (!rangeOf) return [];
  return sequencesOf(engine.parse(file, index)).map(({ name }) => {
    const start = { line: rangeOf(name.span).start.line, character: 0 };
    const command = {
      title: `Send Sequence ${name.text}`,
      command: sendSequenceCommand,
      arguments: [uri, name.text],
    };
    return { range: { start, end: start }, command };
  });
}
