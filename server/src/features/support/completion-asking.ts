import type { CompletionContext, Position } from 'vscode-languageserver';
import { CompletionTriggerKind } from 'vscode-languageserver';
import type { OpenDocument } from '../../documents/documents';
import { toBlockOffset } from '../../documents/to-lsp';
import type { PositionEncoding } from '../../documents/to-lsp';

/** Distinguishes lists that open by themselves from those that a person asks for. */
interface CompletionAsking {
  /** Returns whether the list opens by itself. It remembers the request, since asking again at the same position is a wish. */
  isAutomatic(
    document: OpenDocument,
    position: Position,
    context: CompletionContext | undefined,
    encoding: PositionEncoding,
  ): boolean;
}

/**
 * Creates the detector for one client. The protocol has one trigger kind for Ctrl+Space and for the first letter of a word, so a list
 * counts as automatic when a letter has just been typed here and no list was asked for since.
 */
export function createCompletionAsking(): CompletionAsking {
  /** The serial of the document, so that no closed one is kept. */
  let asked: number | undefined;
  return {
    isAutomatic(document, position, context, encoding) {
      const isFirst = asked !== document.serial;
      asked = document.serial;
      if (context !== undefined && context.triggerKind !== CompletionTriggerKind.Invoked) return true;
      const { file, typed } = document;
      if (!isFirst || typed === undefined) return false;
      const { block, offset } = toBlockOffset(file, position, encoding);
      const text = file.blocks.at(block)?.text ?? '';
      return /[\w$]/.test(text[offset - 1] ?? '') && typed.line === position.line && isAt(typed.end, offset, text);
    },
  };
}

/** The end of what was typed is known as a column in UTF-16 units. */
function isAt(column: number, offset: number, text: string): boolean {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1) === column;
}
