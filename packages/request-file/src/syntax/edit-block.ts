import { createMemo } from '@rulebook/text/structures/memo';
import { narrowed } from '@rulebook/text/changed-text';
import type { TextEdit } from '@rulebook/text/edit';
import type { Block, BlockText, BodyAssociation } from './model';
import { parseBlock } from './parse-block';
import { partsOfText } from './text-of-block';
import { parseSuppressions } from './parse-comment';
import { largeBody } from './bodies/parse-body';
import { forgetLastBody, noteLastBody, parsedAfterPlainEdits } from './plain-edit';
import { editedFrom, forgetOrigin } from './request-file';

/**
 * Creates a parser that keeps the blocks in use. A large block that came from another one by an edit shares the trees of that one, except for
 * what the edit touched.
 */
export function createBlockParser(
  takesLines: (path: string) => boolean,
): (text: BlockText, association?: BodyAssociation) => Block {
  // Many long-lived trees slow garbage collection down, so only the blocks in use stay parsed.
  const small = createMemo<BlockText, Block>({ most: 128 });
  const large = createMemo<BlockText, Block>({ most: largeTexts, weightOf: ({ text }) => text.length });
  return (text, association) => {
    if (text.text.length < largeBody || text.isProse || text.command) {
      forgetOrigin(text);
      return small.of(text, [association], () => parseBlockText(text, association, takesLines));
    }
    return large.of(text, [association], () => {
      let origin = editedFrom(text);
      const last = origin;
      // Of several edits at once, only the last version is parsed.
      while (origin !== undefined && large.kept(origin.former, [association]) === undefined)
        origin = editedFrom(origin.former);
      forgetOrigin(text);
      const former = origin && large.kept(origin.former, [association]);
      const edit =
        origin !== undefined && origin === last ? narrowed(partsOfText(origin.former), origin.edit) : undefined;
      const block =
        (origin && former && parsedAfterPlainEdits(former, origin.former, text, edit)) ??
        parseBlock(text.text, association, takesLines, former);
      noteLastBody(text, block);
      if (origin !== undefined) forgetLastBody(origin.former);
      if (former !== undefined) {
        // A version that was never checked is of no use to the next one.
        const earlier = formerOf(former);
        formers.of(block, [], () => (earlier ? { block: earlier.block } : { block: former, edit }));
        formers.forget(former);
      }
      return block;
    });
  };
}

/** Parses a block of a file; prose is empty, and a command of a script was read before. */
export function parseBlockText(
  { text, isProse, command }: BlockText,
  association: BodyAssociation | undefined,
  takesLines: (path: string) => boolean,
): Block {
  if (isProse) return { ...parseBlock(''), text, isProse };
  if (command) {
    const { span, request } = command;
    const line = { text: text.slice(span.start, span.end).split('\n', 1)[0] ?? '', span };
    const otherRequest = { reason: 'Commands of scripts are not sent.', curl: request, line, span };
    return {
      ...parseBlock(''),
      text,
      suppressions: parseSuppressions(text),
      otherRequest,
      isCommand: true,
    };
  }
  return parseBlock(text, association, takesLines);
}

/** A tree takes many times the memory of its text, so all large texts together may have this length in UTF-16 code units. */
export const largeTexts = 4_000_000;

/** The block from which a block came by edits, and the edit if it was one. */
interface FormerBlock {
  readonly block: Block;
  readonly edit?: TextEdit | undefined;
}

/** By a large block, the one from which it came, until it is checked: a chain of formers would keep every version alive. */
const formers = createMemo<Block, FormerBlock>({ most: largeTexts, weightOf: ({ text }) => text.length });

/** Returns the block from which a large block came by edits, unless it is forgotten. */
export function formerOf(block: Block): FormerBlock | undefined {
  return formers.kept(block, []);
}

/** Removes the link to the block from which a block came. */
export function forgetFormer(block: Block): void {
  formers.forget(block);
}
