import { field } from '@rulebook/catalogue/makers';
import type { Operation } from '@rulebook/catalogue/operation';
import { anything, nullable, text } from '@rulebook/catalogue/shapes';
import { reference } from './source-document';

/** The vendor's pages about its GraphQL. */
const graphqlDocs = 'GitHub documentation, forming calls with GraphQL';
const fromDocs = reference('What the service does', graphqlDocs);

/** The other interface of the service: one path for everything. The document does not name it. */
export const graphqlOperations: readonly Operation[] = [
  {
    id: 'code-hosting.graphql.execute',
    service: 'code-hosting',
    title: 'Execute a GraphQL document',
    summary:
      'Executes a query or a mutation. Its fields are those of the published schema, by which the document and its variables are checked.',
    provenance: fromDocs,
    methods: ['POST'],
    path: '/graphql',
    hasCommonPath: true,
    graphql: { schema: 'github-graphql', vendors: ['github'] },
    parameters: { path: [], query: [] },
    body: {
      provenance: fromDocs,
      required: { severity: 'warning', message: 'The body has to hold the document in `query`.', provenance: fromDocs },
      shape: {
        type: 'object',
        name: 'GraphQL request',
        isOpen: true,
        provenance: fromDocs,
        fields: [
          {
            name: 'query',
            summary: 'The document: one operation or several, with their fragments.',
            provenance: fromDocs,
            shape: text,
            required: true,
          },
          {
            name: 'operationName',
            summary: 'The operation that is executed, if the document has several.',
            provenance: fromDocs,
            shape: nullable(text),
          },
          field('variables', anything, 'The values of the variables of the document.', fromDocs),
        ],
      },
    },
    responses: [
      {
        status: 200,
        summary:
          'The result in `data`, and what failed in `errors`: most mistakes in a document come with this status.',
        provenance: fromDocs,
        shape: {
          type: 'object',
          name: 'GraphQL response',
          isOpen: true,
          fields: [
            field('data', anything, 'The result, in the form of the document.', fromDocs),
            {
              name: 'errors',
              summary: 'What failed. Without an error, it is absent.',
              provenance: fromDocs,
              shape: { type: 'array', items: anything },
            },
          ],
        },
      },
    ],
    notes: [
      {
        message: 'The rate limit is counted in points that depend on the document, and not in requests.',
        provenance: reference('Limits', 'GitHub documentation, rate limits for the GraphQL API'),
      },
    ],
  },
];
