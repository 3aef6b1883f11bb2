import { bindBlock } from '@rulebook/checker/binding/bind-block';
import type { Binding, CheckContext } from '@rulebook/checker/binding/model';
import type { Catalogue } from '@rulebook/catalogue/service';
import { createCatalogues } from '@rulebook/description/catalogues';
import { curlRequestOf, type CurlRequest } from '@rulebook/request-file/syntax/curl/curl-request';
import { definitionsFor } from '@rulebook/request-file/syntax/definitions-at';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { RequestFile } from '@rulebook/request-file/syntax/request-file';
import { blockText } from '@rulebook/request-file/syntax/split-blocks';
import type { EngineParts } from './model';
import { createParsers, nothing, parsingIn, type Parser } from './parsers';

/** A block with the documented elements of its parts. */
export interface BoundBlock {
  readonly block: Block;
  readonly binding: Binding | undefined;
}

/** What reads files in a context: what all parts of the engine begin with. */
export interface Reader {
  readonly parserIn: (context: CheckContext) => Parser;
  readonly catalogueIn: (context: CheckContext) => Catalogue;
  readonly bind: (block: Block, context: CheckContext, definitions?: RequestFile['definitions']) => Binding | undefined;
  readonly blockOf: (file: RequestFile, index: number, context: CheckContext) => Block;
  readonly bindAt: (file: RequestFile, index: number, context: CheckContext) => BoundBlock;
  /** Returns what parses the blocks of a file, and other texts like them. */
  readonly parsingOf: (
    file: RequestFile,
    context: CheckContext,
  ) => { readonly parse: (index: number) => Block; readonly parseText: (text: string) => Block };
  /** Returns the request that a `curl` command sends. */
  readonly curlOf: (block: Block, context: CheckContext) => CurlRequest | undefined;
}

/** The context of what depends on no configuration. */
export const noContext: CheckContext = { endpoints: [], defaults: {} };

/** Creates what reads files. */
export function createReader(
  catalogue: Catalogue,
  { loadDescription, loadGraphql, loadQueries }: Pick<EngineParts, 'loadDescription' | 'loadGraphql' | 'loadQueries'>,
): Reader {
  const parserIn = createParsers(catalogue);
  const catalogueIn = createCatalogues(catalogue, loadDescription, loadGraphql, loadQueries);
  const bind: Reader['bind'] = (block, context, definitions) =>
    bindBlock(block, context, catalogueIn(context), definitions);
  const blockOf: Reader['blockOf'] = (file, index, context) =>
    parserIn(context).parse(file.blocks.at(index) ?? nothing, file.association);
  return {
    ...{ parserIn, catalogueIn, bind, blockOf },
    bindAt(file, index, context) {
      const block = blockOf(file, index, context);
      return { block, binding: bind(block, context, definitionsFor(file, index, block)) };
    },
    parsingOf: (file, context) => parsingIn(file, parserIn(context)),
    curlOf: (block, context) => curlRequestOf(block, (text) => parserIn(context).parseOnce(blockText(text))),
  };
}
