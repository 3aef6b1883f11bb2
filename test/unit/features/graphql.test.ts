import { beforeAll, describe, expect, it } from 'vitest';
import { compiledFormat } from '../../../packages/description/src/compiled';
import { createOwnService } from '../../../packages/description/src/own-service';
import { graphqlReader } from '../../../packages/graphql/src/index';
import { createEngine, loadMarkdown, type CheckContext } from '../../../packages/engine/src/index';

beforeAll(loadMarkdown);

const engine = createEngine({ loadGraphql: () => graphqlReader });
const schema = `
type Query {
  "One order by its **number**."
  order(id: ID!, region: Region = EU): Order
  orders(where: Filter): [Order!]!
}
type Order { id: ID!  state: State!  total: Float @deprecated(reason: "Use sum.") }
enum State { "Not paid yet." OPEN  PAID }
enum Region { EU  US }
"What to find."
input Filter { "In this state only." state: State!  above: Float }
`;
const context: CheckContext = {
  endpoints: [{ name: 'graph', service: '', baseUrl: 'https://graph.example.com/graphql', graphql: './s.graphql' }],
  defaults: {},
  services: [
    createOwnService(
      {
        ...{ format: compiledFormat, source: 'GraphQL', title: 's.graphql', version: '', graphql: schema },
        ...{ operations: [], shapes: [], problems: [] },
      },
      { id: 'graphql/s', description: './s.graphql', graphql: {} },
    ),
  ],
};

const head = {
  document: '# @endpoint graph\nGRAPHQL /\n\n',
  json: '# @endpoint graph\nPOST /\nContent-Type: application/json\n\n',
};

function offered(marked: string) {
  const offset = marked.indexOf('|');
  const file = engine.openFile(marked.replace('|', ''));
  return engine.complete(file, 0, offset, { context, severities: {} }).items;
}
/** Returns the text after the offer of this name is taken. */
function completed(marked: string, label: string): string | undefined {
  const item = offered(marked).find((one) => one.label === label);
  const text = marked.replace('|', '');
  return item && text.slice(0, item.edit.span.start) + item.edit.newText + text.slice(item.edit.span.end);
}
function hovered(marked: string): string | undefined {
  const file = engine.openFile(marked.replace('|', ''));
  return engine.hover(file, 0, marked.indexOf('|'), { context, severities: {} })?.markdown;
}
const labels = (marked: string) => offered(marked).map(({ label }) => label);

describe('completion in a document of GraphQL', () => {
  it.each([
    ['{\n  |\n}', ['order', 'orders', '__typename', '__schema', '__type']],
    ['{\n  order(id: 1) {\n    st|', ['id', 'state', 'total', '__typename']],
    ['{\n  order(id: 1) {\n    id\n    |', ['id', 'state', 'total', '__typename']],
    ['{ order(id: 1, region: |) { id } }', ['EU', 'US']],
    ['query ($w: Filter) { orders(where: $|) { id } }\n\n{ "w": null }', ['w']],
    ['query ($w: Filter) { orders(where: $w) { id } }\n\n{ "w": { "state": | } }', ['"OPEN"', '"PAID"']],
    ['query ($w: Filter) { orders(where: $w) { id } }\n\n{ "w": { "| } }', ['state', 'above']],
    ['query ($w: Filter) { orders(where: $w) { id } }\n\n{ | }', ['w']],
  ])('%s', (body, names) => {
    expect(labels(head.document + body)).toEqual(names);
  });
  it('works in the string of a JSON body, whatever is escaped in front of it', () => {
    expect(labels(`${head.json}{ "query": "query {\\n\\torder(id: \\"1\\") { st| } }" }`)).toContain('state');
    expect(labels(`${head.json}{ "query": "|" }`)).toEqual(['query', 'mutation', 'subscription', 'fragment']);
    expect(
      labels(
        `${head.json}{ "query": "query ($w: Filter) { orders(where: $w) { id } }", "variables": { "w": { "| } } }`,
      ),
    ).toEqual(['state', 'above']);
  });
  it('replaces the word, and writes a colon behind an argument', () => {
    expect(completed(`${head.document}{ ord|er(id: 1) { id } }`, 'orders')).toBe(
      `${head.document}{ orders(id: 1) { id } }`,
    );
    expect(completed(`${head.document}{ order(|) { id } }`, 'id')).toBe(`${head.document}{ order(id: ) { id } }`);
    expect(completed(`${head.document}{ order(i|: 1) { id } }`, 'id')).toBe(`${head.document}{ order(id: 1) { id } }`);
    expect(completed(`${head.json}{ "query": "{\\n\\tord|" }`, 'order')).toBe(
      `${head.json}{ "query": "{\\n\\torder" }`,
    );
  });
  it('says what an offer is when the editor asks for it', () => {
    const state = offered(`${head.document}query ($w: Filter) { orders(where: $w) { id } }\n\n{ "w": { "| } }`)[0];
    expect(state && engine.describeCompletion(state.key, context)).toContain('In this state only.');
    const order = offered(`${head.document}{ | }`)[0];
    expect(order && engine.describeCompletion(order.key, context)).toContain('One order by its');
  });
  it('offers nothing where no schema is known', () => {
    expect(labels('POST https://other.example/graphql\nX-REQUEST-TYPE: GraphQL\n\n{ | }')).toEqual([]);
  });
});

describe('the hover in a document of GraphQL', () => {
  it('describes fields, arguments, values and variables', () => {
    expect(hovered(`${head.document}{ or|der(id: 1) { id } }`)).toBe(
      [
        '**`order: Order`** · field of `Query`',
        'One order by its **number**.',
        '- Arguments: `id: ID!`, `region: Region = EU`',
        '*Described*: s.graphql (`./s.graphql#Query.order`)',
      ].join('\n\n'),
    );
    expect(hovered(`${head.document}{ order(id: 1) { tot|al } }`)).toContain('- **Deprecated.** Use sum.');
    expect(hovered(`${head.document}{ order(i|d: 1) { id } }`)).toContain(
      '**`id: ID!`** · argument of `Query.order` · **required**',
    );
    expect(hovered(`${head.document}query ($w|: Filter) { orders(where: $w) { id } }`)).toContain(
      '**`$w: Filter`** · variable',
    );
    expect(
      hovered(`${head.document}query ($w: Filter) { orders(where: $w) { id } }\n\n{ "w": { "st|ate": "OPEN" } }`),
    ).toContain('In this state only.');
    expect(
      hovered(`${head.document}query ($w: Filter) { orders(where: $w) { id } }\n\n{ "w": { "state": "OP|EN" } }`),
    ).toContain('Not paid yet.');
  });
});
