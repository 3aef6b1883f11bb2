import type { Binding } from '@rulebook/checker/binding/model';
import type { GraphqlElement, GraphqlSchema } from '@rulebook/catalogue/graphql';
import { span, type Span } from '@rulebook/text/span';

/** A position in a document of GraphQL whose schema is known. */
export interface GraphqlCursor {
  readonly kind: 'graphql';
  readonly span: Span;
  readonly schema: GraphqlSchema;
  /** What the word is; absent where the schema does not have it. */
  readonly element?: GraphqlElement;
  /** What can be in its place. */
  readonly offers: readonly GraphqlElement[];
}

/** Returns what a position in a document of GraphQL means: `outside` where it is in none, undefined where nothing is known of it. */
export function graphqlCursorAt(
  binding: Pick<Binding, 'graphql'> | undefined,
  offset: number,
): GraphqlCursor | 'outside' | undefined {
  const graphql = binding?.graphql;
  const place = graphql?.inDocument(offset);
  if (graphql === undefined || place === undefined) return 'outside';
  const { schema, inBlock } = graphql;
  if (schema === undefined) return undefined;
  const offered = schema.offersAt(place.document, place.offset);
  const found = schema.elementAt(place.document, place.offset);
  const word = found?.span ?? offered?.span;
  if (word === undefined) return undefined;
  return {
    kind: 'graphql',
    span: word.start === word.end ? span(offset, offset) : inBlock(word),
    schema,
    ...(found && { element: found.element }),
    offers: offered?.elements ?? [],
  };
}
