import type { Binding } from '@rulebook/checker/binding/model';
import type { TextEdit } from '@rulebook/text/edit';
import { touches, type Span } from '@rulebook/text/span';
import { queryCursorAt } from './query-cursor';

/** The name at a position of a query in a body, with its places in that query. */
export interface QueryNameAt {
  readonly name: string;
  /** Where the position is. */
  readonly span: Span;
  readonly places: readonly { readonly span: Span; readonly isDefinition: boolean }[];
  /** Why it cannot be given another name, as a sentence; absent where it can. */
  readonly isFixed?: string;
  /** Returns the edits of the block that give it another name, or why it cannot have that. */
  readonly rename: (newName: string) => { readonly edits: readonly TextEdit[] } | { readonly refused: string };
}

/** Returns the column at a position of a query, in the terms of the block; undefined where none is. */
export function queryNameAt(binding: Binding | undefined, offset: number): QueryNameAt | undefined {
  const cursor = queryCursorAt(binding, offset);
  if (cursor === undefined) return undefined;
  const { query, place } = cursor;
  const { language, text, limit, inBlock, write } = query;
  const found = language
    .namesIn?.(text)
    .find(({ places }) => places.some(({ span }) => touches(span, place) && span.end <= limit));
  const here = found?.places.find(({ span }) => touches(span, place));
  if (found === undefined || here === undefined) return undefined;
  const hasVariable = limit < text.length;
  const isFixed = hasVariable
    ? 'The query has a variable `{{…}}`, whose value may name the column, too.'
    : found.isFixed;
  return {
    name: found.name,
    span: inBlock(here.span),
    places: found.places.map(({ span, isDefinition }) => ({ span: inBlock(span), isDefinition })),
    ...(isFixed !== undefined && { isFixed }),
    rename: (newName) => {
      const given = isFixed === undefined ? language.writeName?.(text, found, newName) : undefined;
      if (given === undefined || 'refused' in given) return { refused: given?.refused ?? isFixed ?? '' };
      return { edits: found.places.map(({ span }) => ({ span: inBlock(span), newText: write(given.written) })) };
    },
  };
}
