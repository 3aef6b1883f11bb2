import { buildASTSchema, parse, type GraphQLSchema } from 'graphql';
import type { GraphqlReader, GraphqlSchema, GraphqlSource } from '@rulebook/catalogue/graphql';
import { perObject } from '@rulebook/text/structures/memo';
import { compileSchema } from './compile-schema';
import { elementAt, offersAt } from './help';
import { readDocument } from './read-document';
import { validateDocument } from './validate-document';
import { createVariableShapes } from './variable-shapes';

/** Reads GraphQL by the reference library. */
export const graphqlReader: GraphqlReader = {
  read: readDocument,
  open: perObject(openSchema),
  compile: compileSchema,
};

/** The schema is made when something is asked of it. */
function openSchema(source: GraphqlSource): GraphqlSchema {
  let made: GraphQLSchema | undefined;
  // It was found valid when it was compiled, and validation takes as long as everything else.
  const schema = () =>
    (made ??= buildASTSchema(parse(source.text, { noLocation: true }), { assumeValid: true, assumeValidSDL: true }));
  let variables: ReturnType<typeof createVariableShapes> | undefined;
  return {
    source,
    // Several rules ask for them.
    problemsIn: perObject((document) => validateDocument(document, schema())),
    variablesOf: (document, operation) => (variables ??= createVariableShapes(schema(), source))(document, operation),
    elementAt: (document, offset) => elementAt(document, offset, schema()),
    offersAt: (document, offset) => offersAt(document, offset, schema()),
  };
}
