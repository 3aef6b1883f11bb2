import { matchOfBlock } from '@rulebook/checker/binding/bind-block';
import type { Binding, CheckContext } from '@rulebook/checker/binding/model';
import type { OperationMatch } from '@rulebook/checker/binding/operation-match';
import type { FoldingSpan, Symbol } from '@rulebook/language/model';
import { foldingOf } from '@rulebook/language/outline/folding';
import { symbolsOf } from '@rulebook/language/outline/symbols';
import type { NameOccurrence } from '@rulebook/checker/names/occurrence';
import { occurrencesIn } from '@rulebook/checker/names/occurrences-in';
import { createMemo } from '@rulebook/text/structures/memo';
import { largeBody } from '@rulebook/request-file/syntax/bodies/parse-body';
import { definitionsFor } from '@rulebook/request-file/syntax/definitions-at';
import type { Block, BlockText } from '@rulebook/request-file/syntax/model';
import type { RequestFile } from '@rulebook/request-file/syntax/request-file';
import type { Engine } from './model';
import { nothing } from './parsers';
import { noContext, type Reader } from './reader';

/** The number of blocks whose outlines are kept. */
const keptOutlines = 60_000;

/** The outline of a file, which is kept for each block. */
interface Outlines extends Pick<Engine, 'symbols' | 'folding' | 'names'> {
  /** Makes the outline of a block that was parsed for something else. */
  readonly keep: (
    block: Block,
    binding: Binding | undefined,
    source: BlockText,
    context: CheckContext,
    definitions: RequestFile['definitions'],
  ) => void;
}

/** Creates what makes and keeps outlines. */
export function createOutlines({ parserIn, catalogueIn, blockOf, curlOf }: Reader): Outlines {
  const symbols = createMemo<BlockText, readonly Symbol[]>({ most: keptOutlines });
  const folding = createMemo<BlockText, readonly FoldingSpan[]>({ most: keptOutlines });
  const names = createMemo<BlockText, readonly NameOccurrence[]>({ most: keptOutlines });
  const outlineOf = (
    block: Block,
    match: OperationMatch | undefined,
    context: CheckContext,
    definitions: RequestFile['definitions'],
  ) => {
    const curl = curlOf(block, context);
    const meant = curl ? matchOfBlock(curl.block, context, catalogueIn(context), definitions) : match;
    return symbolsOf(block, meant, curl);
  };
  return {
    keep(block, binding, source, context, definitions) {
      symbols.of(source, [context, definitions], () => outlineOf(block, binding?.match, context, definitions));
      folding.of(source, [], () => foldingOf(block));
    },
    symbols(file, index, context = noContext) {
      const source = file.blocks.at(index) ?? nothing;
      return symbols.of(source, [context, file.definitions], () => {
        const block = blockOf(file, index, context);
        const definitions = definitionsFor(file, index, block);
        const match = matchOfBlock(block, context, catalogueIn(context), definitions);
        return outlineOf(block, match, context, definitions);
      });
    },
    folding: (file, index) =>
      folding.of(file.blocks.at(index) ?? nothing, [], () => foldingOf(blockOf(file, index, noContext))),
    names(file, index) {
      const source = file.blocks.at(index) ?? nothing;
      const read = () => {
        // A block that is not in use is not kept as a tree.
        const { parse, parseOnce } = parserIn(noContext);
        return occurrencesIn((source.length < largeBody ? parseOnce : parse)(source, file.association));
      };
      return file.isNotOpen === true ? read() : names.of(source, [file.association], read);
    },
  };
}
