import { matchOfBlock } from '@rulebook/checker/binding/bind-block';
import type { Binding, CheckContext } from '@rulebook/checker/binding/model';
import type { OperationMatch } from '@rulebook/paths/operation-match';
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

const nothingElse: readonly unknown[] = [];

const kindsOfFolds = ['region', 'comment', 'body'] as const;
/** How many numbers a range is. */
const sizeOfFold = 3;

/** Returns the ranges as numbers, which take a quarter of the memory: a file has several ranges for each request. */
function packed(folds: readonly FoldingSpan[]): readonly number[] {
  const numbers = new Array<number>(folds.length * sizeOfFold);
  folds.forEach(({ span: { start, end }, kind }, index) => {
    const at = index * sizeOfFold;
    numbers[at] = start;
    numbers[at + 1] = end;
    numbers[at + 2] = kindsOfFolds.indexOf(kind);
  });
  return numbers;
}

function unpacked(numbers: readonly number[]): readonly FoldingSpan[] {
  const folds: FoldingSpan[] = [];
  for (let at = 0; at < numbers.length; at += sizeOfFold) {
    const [start = 0, end = 0, kind = 0] = numbers.slice(at, at + sizeOfFold);
    folds.push({ span: { start, end }, kind: kindsOfFolds[kind] ?? 'body' });
  }
  return folds;
}

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
  const folding = createMemo<BlockText, readonly number[]>({ most: keptOutlines });
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
      folding.of(source, nothingElse, () => packed(foldingOf(block)));
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
      unpacked(
        folding.of(file.blocks.at(index) ?? nothing, nothingElse, () =>
          packed(foldingOf(blockOf(file, index, noContext))),
        ),
      ),
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
