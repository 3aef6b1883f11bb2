import { requestLineOf, type BlockText, type RequestFile } from '@rulebook/request-file/syntax';

/** Returns the line of a block's request in the file; undefined when it has none. `lineOf` may remember the lines of blocks. */
export function requestLineIn(
  file: RequestFile,
  index: number,
  lineOf: (block: BlockText) => number | undefined = ({ text }) => requestLineOf(text),
): number | undefined {
  const block = file.blocks.at(index);
  if (block === undefined || block.isProse) return undefined;
  // The request of a JSON file is not written in it.
  const line = file.association ? 0 : lineOf(block);
  return line === undefined ? undefined : file.blocks.lineOf(index) + line;
}
