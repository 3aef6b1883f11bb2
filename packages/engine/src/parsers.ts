import type { RequestFile } from '@rulebook/request-file/syntax/request-file';
import { blockText } from '@rulebook/request-file/syntax/split-blocks';
import type { CheckContext } from '@rulebook/checker/binding/model';
import { isOfLines, linePathsOf } from '@rulebook/catalogue/line-paths';
import type { Catalogue, Service } from '@rulebook/catalogue/service';
import { perObject } from '@rulebook/text/structures/memo';
import { createBlockParser, parseBlockText } from '@rulebook/request-file/syntax/edit-block';
import type { Block, BlockText, BodyAssociation } from '@rulebook/request-file/syntax/model';

/** The parser of files whose requests go to certain services. */
export interface Parser {
  readonly takesLines: (path: string) => boolean;
  readonly parse: (text: BlockText, association?: BodyAssociation) => Block;
  readonly parseOnce: (text: BlockText, association?: BodyAssociation) => Block;
}

/** Returns a function that finds the parser of a context. Without services of its own that take lines of JSON, it is that of the engine. */
export function createParsers(base: Catalogue): (context: Pick<CheckContext, 'services'>) => Parser {
  const ofBase = parserOf(linePathsOf(base.services));
  const parserWith = perObject((services: readonly Service[]): Parser => {
    const hasLines = services.some(({ operations }) => operations.some(isOfLines));
    return hasLines ? parserOf(linePathsOf([...base.services, ...services])) : ofBase;
  });
  return ({ services }) => (services === undefined ? ofBase : parserWith(services));
}

/** Returns the parser of files in which certain paths take lines of JSON. */
export function parserOf(takesLines: Parser['takesLines']): Parser {
  return {
    takesLines,
    parse: createBlockParser(takesLines),
    parseOnce: (text, association) => parseBlockText(text, association, takesLines),
  };
}

/** Returns what parses the blocks of a file, and other texts as if they were blocks of it. */
export function parsingIn(file: RequestFile, { parse, parseOnce }: Parser) {
  return {
    parse: (index: number) => parse(file.blocks.at(index) ?? nothing, file.association),
    parseText: (text: string) => parseOnce(blockText(text), file.association),
  };
}

/** The text of a block that does not exist. */
export const nothing = blockText('');
