import {
  DocumentFormattingRequest,
  DocumentOnTypeFormattingRequest,
  DocumentRangeFormattingRequest,
} from 'vscode-languageserver';
import type { FormattingOptions, Position, Range, TextEdit } from 'vscode-languageserver';
import type { FormatOptions } from '@rulebook/engine/formatting';
import type { FormattedBlock } from '@rulebook/engine';
import { sendIfOpen } from '../checking/checking';
import { isCheckable, type OpenDocument } from '../documents/documents';
import type { ServerFeature } from '../session/feature';
import type { FeatureContext } from '../documents/feature-context';
import { rangesOfBlock, toBlockOffset, toTextEdit } from '../documents/to-lsp';

/** JSON has formatters of its own in most editors, so a client that can choose is asked to choose us for request files only. */
const documentSelector = [{ language: 'http' }, { pattern: '**/*.{http,rest,es}' }];
const onType = { firstTriggerCharacter: '}', moreTriggerCharacter: [']', '\n'] };

/** Formats documents, parts of them, and the line that is being typed. */
export const formatting: ServerFeature = {
  capabilities: ({ client }) =>
    client.registersFormatting
      ? {}
      : {
          documentFormattingProvider: true,
          documentRangeFormattingProvider: true,
          documentOnTypeFormattingProvider: onType,
        },
  initialized({ client }, { connection }) {
    if (!client.registersFormatting) return;
    const options = { documentSelector };
    sendIfOpen(connection.client.register(DocumentFormattingRequest.type, options));
    sendIfOpen(connection.client.register(DocumentRangeFormattingRequest.type, options));
    sendIfOpen(connection.client.register(DocumentOnTypeFormattingRequest.type, { ...options, ...onType }));
  },
  register: ({ connection, withDocument }) => {
    connection.onDocumentFormatting(({ textDocument: { uri }, options }) =>
      withDocument('formatting', uri, [], (document, session) => formatDocument(session, document, options)),
    );
    connection.onDocumentRangeFormatting(({ textDocument: { uri }, range, options }) =>
      withDocument('rangeFormatting', uri, [], (document, session) =>
        formatDocument(session, document, options, range),
      ),
    );
    connection.onDocumentOnTypeFormatting(({ textDocument: { uri }, position, options }) =>
      withDocument('onTypeFormatting', uri, [], (document, session) =>
        formatTyped(session, document, position, options),
      ),
    );
  },
};

function formatDocument(
  { engine, encoding, optionsOf }: FeatureContext,
  document: OpenDocument,
  options: FormattingOptions,
  range?: Range,
): TextEdit[] {
  if (!isCheckable(document) || document.file.isMarkdown) return [];
  const { file } = document;
  const part = range && {
    start: toBlockOffset(file, range.start, encoding),
    end: toBlockOffset(file, range.end, encoding),
  };
  const formatted = engine.format(file, formatOptionsOf(options), optionsOf(document).context, part);
  return formatted.flatMap((block) => editsIn({ encoding, document }, block));
}

function formatTyped(
  { engine, encoding }: FeatureContext,
  document: OpenDocument,
  position: Position,
  options: FormattingOptions,
): TextEdit[] {
  if (!isCheckable(document) || document.file.isMarkdown) return [];
  const { block, offset } = toBlockOffset(document.file, position, encoding);
  const edits = engine.formatOnType(document.file, block, offset, formatOptionsOf(options));
  return editsIn({ encoding, document }, { block, edits });
}

function editsIn(
  { encoding, document }: Pick<FeatureContext, 'encoding'> & { readonly document: OpenDocument },
  { block, edits }: Omit<FormattedBlock, 'text'>,
): TextEdit[] {
  const rangeOf = rangesOfBlock(document.file, block, encoding);
  return rangeOf ? edits.map((edit) => toTextEdit(edit, rangeOf)) : [];
}

/** Reads the options, which some clients leave out. */
function formatOptionsOf({ tabSize, insertSpaces }: Partial<FormattingOptions>): FormatOptions {
  const isSize = typeof tabSize === 'number' && tabSize >= 1;
  return { tabSize: isSize ? Math.floor(tabSize) : 2, insertSpaces: insertSpaces !== false };
}
