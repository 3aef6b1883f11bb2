import type { TextEdit } from '@rulebook/text/edit';
import { perObject } from '@rulebook/text/structures/memo';
import { TextPieces } from '@rulebook/text/structures/text-pieces';
import { largeBody } from './bodies/parse-body';

/** A block, split or parsed. */
interface TextOwner {
  readonly text: string;
}

/** What of a text is asked for after an edit. */
export type TextParts = Pick<TextPieces, 'length' | 'slice' | 'indexOf' | 'lastIndexOf'>;

/** The pieces of which an edited text consists, which live as long as the text. */
const kept = perObject((_block: TextOwner): { pieces?: TextPieces | undefined } => ({}));

/** Returns the text of a block to look into parts of it; who looks into the whole text of a large block after an edit copies it. */
export function partsOfText(block: TextOwner): TextParts {
  return (block.text.length < largeBody ? undefined : kept(block).pieces) ?? block.text;
}

/** Returns the text of a block after an edit, its parts, and what notes these for the block that is made of it. */
export function editedText(
  former: TextOwner,
  edit: TextEdit,
): { readonly text: string; readonly parts: TextParts; readonly note: (block: TextOwner) => void } {
  if (former.text.length < largeBody) {
    const { span, newText } = edit;
    const text = former.text.slice(0, span.start) + newText + former.text.slice(span.end);
    return { text, parts: text, note: () => undefined };
  }
  const pieces = (kept(former).pieces ?? TextPieces.of(former.text)).replaced(edit);
  const note = (block: TextOwner): void => {
    kept(block).pieces = pieces;
  };
  return { text: pieces.toString(), parts: pieces, note };
}

/** Notes that two blocks have the same text. */
export function shareParts(from: TextOwner, to: TextOwner): void {
  if (from.text.length >= largeBody) kept(to).pieces = kept(from).pieces;
}
