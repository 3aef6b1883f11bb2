import type { BlockRule } from './rule';

/** Reports a document that is not GraphQL. */
export const malformedGraphql: BlockRule = {
  id: 'malformed-graphql',
  scope: 'block',
  category: 'file-syntax',
  severity: 'error',
  docs: {
    what: 'Reports a document in the body of a request that is not valid GraphQL.',
    why: 'A server refuses a document that it cannot read. What a variable (`{{name}}`) of the request file stands for is not known, so a document with variables outside of strings is only reported where it is wrong whatever they are.',
    remedy:
      'Correct the document where it is marked. The bracket or word that is missing is often in front of the mark.',
  },
  within: ['graphql'],
  request({ graphql }, report) {
    const { problem } = graphql?.read ?? {};
    if (graphql === undefined || problem === undefined) return;
    const { message, span } = problem;
    report({ message, span: graphql.inBlock(span), provenance: { kind: 'syntax' } });
  },
};
