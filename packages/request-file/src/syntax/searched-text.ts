import type { TextEdit } from '@rulebook/text/edit';
import { perObject } from '@rulebook/text/structures/memo';
import { largeBody } from './bodies/parse-body';
import type { Block } from './model';
import type { TextParts } from './text-of-block';

/** By a word that was searched for in the text of a large block, a place where it is; -1 where it is nowhere. */
const searches = perObject((_block: Block) => new Map<string, number>());

/**
 * Returns whether a word is anywhere in the text of a block. Of a large block, an edit searches only what it wrote, so the words are those of
 * rules: few, and known before.
 */
export function includesWord(block: Block, word: string): boolean {
  const { text } = block;
  if (text.length < largeBody) return text.includes(word);
  const known = searches(block);
  const at = known.get(word) ?? text.indexOf(word);
  known.set(word, at);
  return at >= 0;
}

/** Takes over what was found in a large block to the block after an edit. */
export function followSearches(
  former: Block,
  block: Block,
  { span: { start, end }, newText }: TextEdit,
  text: TextParts,
): void {
  const known = searches(block);
  const delta = newText.length - (end - start);
  for (const [word, at] of searches(former)) {
    const reach = word.length - 1;
    const from = Math.max(0, start - reach);
    const found = text.slice(from, start + newText.length + reach).indexOf(word);
    if (found >= 0) known.set(word, from + found);
    else if (at < 0 || at + word.length <= start) known.set(word, at);
    else if (at >= end) known.set(word, at + delta);
  }
}
