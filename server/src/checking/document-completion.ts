import type { CompletionItem } from 'vscode-languageserver';
import {
  CompletionItemKind,
  CompletionItemTag,
  InsertTextFormat,
  InsertTextMode,
  MarkupKind,
} from 'vscode-languageserver';
import type { DocumentOffer } from '@rulebook/exchange/documents';
import type { RangeOf } from '../documents/to-lsp';
import type { Client } from '../ports/client';

const kinds: Readonly<Record<DocumentOffer['kind'], CompletionItemKind>> = {
  key: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  reference: CompletionItemKind.Reference,
  expression: CompletionItemKind.Variable,
};

/** Returns an offer of a document in the form of the protocol; `index` is its place in the list. */
export function toDocumentCompletion(
  { label, kind, edit, filterText, detail, says, isDeprecated, triggersNext }: DocumentOffer,
  index: number,
  rangeOf: RangeOf,
  { suggestCommand }: Pick<Client, 'suggestCommand'>,
): CompletionItem {
  return {
    ...{ label, filterText, kind: kinds[kind], sortText: String(index).padStart(5, '0') },
    textEdit: { range: rangeOf(edit.span), newText: edit.newText },
    insertTextFormat: InsertTextFormat.PlainText,
    // Lines have their indentation already.
    insertTextMode: InsertTextMode.asIs,
    ...(detail !== undefined && { detail }),
    ...(says !== undefined && { documentation: { kind: MarkupKind.Markdown, value: says } }),
    ...(isDeprecated === true && { tags: [CompletionItemTag.Deprecated] }),
    ...(triggersNext === true && suggestCommand && { command: { title: 'Suggest', command: suggestCommand } }),
  };
}
