import { SemanticTokensDeltaRequest, SemanticTokensRangeRequest, SemanticTokensRequest } from 'vscode-languageserver';
import type { Range, SemanticTokens, SemanticTokensDelta } from 'vscode-languageserver';
import { tokenModifiers, tokenTypes } from '@rulebook/engine';
import type { BlockText } from '@rulebook/request-file/syntax';
import { createMemo, type Chunk } from '@rulebook/text';
import { isCheckable, type OpenDocument } from '../documents/documents';
import type { ServerFeature } from '../session/feature';
import type { FeatureContext } from '../documents/feature-context';
import { rangesIn, toBlockOffset } from '../documents/to-lsp';
import { chainedParts, editsOfTokens, emptyPart, joinParts, tokenPart, type TokenPart } from '../documents/token-parts';

/** Longer files are coloured by the grammar alone, and by the meaning of their words where a user looks. In blocks. */
const maxBlocks = 20_000;

/** Colours words by what they mean. */
export const semanticTokens: ServerFeature = {
  capabilities: () => ({
    semanticTokensProvider: {
      legend: { tokenTypes: [...tokenTypes], tokenModifiers: [...tokenModifiers] },
      full: { delta: true },
      range: true,
    },
  }),
  register: ({ connection, withDocument }) => {
    const tokensOf = createSemanticTokens();
    connection.onRequest(SemanticTokensRequest.type, ({ textDocument: { uri } }) =>
      withDocument<SemanticTokens | null>('semanticTokens', uri, null, (document, session) =>
        tokensOf.whole(session, document),
      ),
    );
    connection.onRequest(SemanticTokensDeltaRequest.type, ({ textDocument: { uri }, previousResultId }) =>
      withDocument<SemanticTokens | SemanticTokensDelta | null>('semanticTokensDelta', uri, null, (document, session) =>
        tokensOf.since(session, document, previousResultId),
      ),
    );
    connection.onRequest(SemanticTokensRangeRequest.type, ({ textDocument: { uri }, range }) =>
      withDocument<SemanticTokens | null>('semanticTokensRange', uri, null, (document, session) =>
        tokensOf.within(session, document, range),
      ),
    );
  },
};

/** Finds the semantic tokens of documents; what an edit has not touched is neither computed nor sent again. */
interface SemanticTokensSource {
  /** Returns null for a document that is too long; then an editor goes on to ask for what it shows. */
  readonly whole: (context: FeatureContext, document: OpenDocument) => SemanticTokens | null;
  readonly since: (
    context: FeatureContext,
    document: OpenDocument,
    previous: string,
  ) => SemanticTokens | SemanticTokensDelta | null;
  readonly within: (context: FeatureContext, document: OpenDocument, range: Range) => SemanticTokens;
}

/** Creates the source. It remembers what was sent last of a few documents. */
export function createSemanticTokens(): SemanticTokensSource {
  const ofBlocks = createMemo<BlockText, TokenPart>({ most: 40_000 });
  const ofChunks = createMemo<Chunk<BlockText>, TokenPart>({ most: 40_000, weightOf: ({ pieces }) => pieces.length });
  const sent = new Map<string, { readonly id: string; readonly parts: readonly TokenPart[] }>();

  const partOf = (context: FeatureContext, { file, uri }: OpenDocument, block: BlockText, index: number): TokenPart => {
    const { engine, encoding, optionsOf } = context;
    const checked = optionsOf({ uri }).context;
    return ofBlocks.of(block, [checked, file.definitions], () => {
      const rangeOf = rangesIn(block, 0, encoding);
      const tokens = engine.semanticTokens(file, index, checked).map(({ span, type, modifier }) => {
        const { start, end } = rangeOf(span);
        return {
          line: start.line,
          column: start.character,
          length: end.character - start.character,
          type: tokenTypes.indexOf(type),
          modifiers: modifier === undefined ? 0 : 1 << tokenModifiers.indexOf(modifier),
        };
      });
      return tokenPart(tokens, block.lineEnds);
    });
  };
  const partsOf = (context: FeatureContext, document: OpenDocument): readonly TokenPart[] | undefined => {
    if (!isCheckable(document) || document.file.blocks.size > maxBlocks) return undefined;
    const { file, uri } = document;
    const basis = [context.optionsOf({ uri }).context, file.definitions];
    let first = 0;
    return [...file.blocks.chunks()].map((chunk) => {
      const start = first;
      first += chunk.pieces.length;
      return ofChunks.of(chunk, basis, () =>
        chainedParts(chunk.pieces.map((block, at) => partOf(context, document, block, start + at))),
      );
    });
  };
  const remember = ({ uri, serial }: OpenDocument, parts: readonly TokenPart[]): string => {
    const id = String(serial);
    sent.delete(uri);
    sent.set(uri, { id, parts });
    for (const oldest of sent.keys()) if (sent.size > maxRemembered) sent.delete(oldest);
    return id;
  };

  return {
    whole(context, document) {
      const parts = partsOf(context, document);
      return parts ? { resultId: remember(document, parts), data: joinParts(parts) } : null;
    },
    since(context, document, previous) {
      const before = sent.get(document.uri);
      const parts = partsOf(context, document);
      if (!parts) return null;
      const resultId = remember(document, parts);
      return before?.id === previous
        ? { resultId, edits: editsOfTokens(before.parts, parts) }
        : { resultId, data: joinParts(parts) };
    },
    within(context, document, range) {
      if (!isCheckable(document)) return { data: [] };
      const { file } = document;
      const first = toBlockOffset(file, range.start, context.encoding).block;
      const last = toBlockOffset(file, range.end, context.encoding).block;
      const parts: TokenPart[] = [emptyPart(file.blocks.lineOf(first))];
      for (let index = first; index <= last; index++) {
        const block = file.blocks.at(index);
        if (block) parts.push(partOf(context, document, block, index));
      }
      return { data: joinParts(parts) };
    },
  };
}

/** The number of documents whose last tokens are remembered. */
const maxRemembered = 20;
