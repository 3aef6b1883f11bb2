import type { RequestFile } from '../../engine/src/index';
import type { FeatureContext } from './session';
import { rangesIn } from './to-lsp';

/** Returns the line of a block's request, counted from the block's start; undefined when it has none. */
export function requestLineOf(
  { engine, encoding }: Pick<FeatureContext, 'engine' | 'encoding'>,
  file: RequestFile,
  index: number,
): number | undefined {
  const block = file.blocks[index];
  const { request } = engine.parse(file, index);
  return block && request && rangesIn(block, 0, encoding)(request.lineSpan).start.line;
}
