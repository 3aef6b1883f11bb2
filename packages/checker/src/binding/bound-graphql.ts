import type { GraphqlDocument, GraphqlSchema, GraphqlVariables, ReadGraphql } from '@rulebook/catalogue/graphql';
import type { Span } from '@rulebook/text/span';

/** A document of GraphQL in the body of a request. */
export interface BoundGraphql {
  readonly document: GraphqlDocument;
  /** Returns where something of the document is in the block. */
  readonly inBlock: (part: Span) => Span;
  /** Returns the document and a position in it for one in the block or right behind the document; undefined for any other. */
  readonly inDocument: (offset: number) => { readonly document: GraphqlDocument; readonly offset: number } | undefined;
  readonly read: ReadGraphql;
  /** Absent: none is known. */
  readonly schema?: GraphqlSchema;
  /** The name of the operation that is executed, as far as the request says it. */
  readonly operationName?: { readonly text: string; readonly span: Span };
  /** `document`: the values of its variables follow it; `envelope`: an object of JSON holds both; `bare`: it is all that is sent. */
  readonly form: 'document' | 'envelope' | 'bare';
  /** Absent: the schema or the operation is not known. */
  readonly variables?: GraphqlVariables;
  /** The request has values for the variables, whatever they are. */
  readonly hasValues: boolean;
}
