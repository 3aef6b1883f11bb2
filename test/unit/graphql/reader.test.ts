import { describe, expect, it } from 'vitest';
import type { GraphqlDocument, GraphqlSource } from '../../../packages/catalogue/src/graphql';
import { graphqlReader } from '../../../packages/graphql/src/index';

const text = `
"""A shop."""
type Query {
  "One order by its number."
  order(id: ID!, region: Region = EU): Order
  orders(first: Int, where: Filter): [Order!]!
  search(text: String!): [Found]
}
type Mutation { pay(order: OrderInput!, notes: [String!]): Order }
interface Node { id: ID! }
type Order implements Node { id: ID!  state: State!  lines: [Line!]!  total: Float @deprecated(reason: "Use sum.")  sum: Float }
type Line implements Node { id: ID!  article: String }
type Customer { name: String }
union Found = Order | Line | Customer
enum State { OPEN  PAID }
enum Region { EU  US }
input Filter { state: State!  above: Float  not: Filter }
input OrderInput { id: ID!  state: State = OPEN }
`;
const source: GraphqlSource = {
  text,
  provenanceOf: (element) => ({
    kind: 'described',
    service: 'shop',
    title: 'shop',
    version: '',
    pointer: `#${element}`,
  }),
};
const schema = graphqlReader.open(source);

/** Returns a document as it is checked, with its variables of the request file masked. */
function documentOf(written: string): GraphqlDocument {
  const placeholders = [...written.matchAll(/\{\{[^{}]*\}\}/g)].map(({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
  }));
  return { text: written.replace(/\{\{[^{}]*\}\}/g, ({ length }) => '_'.repeat(length)), placeholders };
}

const problemsIn = (written: string) =>
  schema.problemsIn(documentOf(written)).map(({ kind, message, span, meant }) => {
    const marked = written.slice(span.start, span.end);
    return `${kind} ${marked}: ${message}${meant.length === 0 ? '' : ` → ${meant.join(', ')}`}`;
  });

const syntaxOf = (written: string) => {
  const { problem } = graphqlReader.read(documentOf(written));
  return problem && `${written.slice(problem.span.start, problem.span.end)}: ${problem.message}`;
};

const at = (marked: string) => {
  const offset = marked.indexOf('|');
  return [documentOf(marked.replace('|', '')), offset] as const;
};
const offers = (marked: string) => schema.offersAt(...at(marked))?.elements.map(({ name }) => name) ?? [];
const element = (marked: string) => {
  const found = schema.elementAt(...at(marked));
  return found && `${found.element.kind} ${found.element.owner}.${found.element.name}: ${found.element.type}`;
};

describe('the syntax of a document', () => {
  it.each([
    ['{ order(id: 1) { id }', '{: This `{` is not closed.'],
    ['query ($id ID!) { order(id: $id) { id } }', 'ID: Expected `:`, found `ID`.'],
    ['{ order(id: "1) { id } }', '"1) { id } }: This string is not closed.'],
    ['{ order(id: 1) { id, } } }', '}: Unexpected `}`.'],
    ['{ search(text: "a" "secret") { __typename } }', '"secret": Expected a name, found a string.'],
  ])('%s', (written, problem) => {
    expect(syntaxOf(written)).toBe(problem);
  });
  it.each([
    '{ a }',
    'query A { a } query B { b }',
    '{ {{field}} }',
    '{ a({{arguments}}) { b } ',
    '{{document}}',
    '{ a(b: "{{x}}") }',
  ])('is right, or may be: %s', (written) => {
    expect(syntaxOf(written)).toBe(undefined);
  });
});

describe('a document by its schema', () => {
  it.each([
    ['{ order(id: 1) { idd } }', ['document idd: Cannot query field `idd` on type `Order`; did you mean `id`? → id']],
    [
      '{ order { id } }',
      ['document order: Field `order` argument `id` of type `ID!` is required, but it was not provided.'],
    ],
    [
      '{ order(id: 1) }',
      [
        'document order: Field `order` of type `Order` must have a selection of subfields; did you mean `order { ... }`?',
      ],
    ],
    [
      '{ order(id: 1, region: EUR) { id } }',
      ['document EUR: Value `EUR` does not exist in `Region` enum; did you mean the enum value `EU` or `US`? → EU, US'],
    ],
    ['{ orders(first: "private") { id } }', ['document "private": Int cannot represent non-integer value.']],
    ['{ order(id: 1) { total } }', ['deprecated total: The field Order.total is deprecated. Use sum.']],
    ['query ($a: Int) { order(id: 1) { id } }', ['document $a: Variable `$a` is never used.']],
    [
      '{ orders(where: {above: 1}) { id } }',
      ['document {above: 1}: Field `Filter.state` of required type `State!` was not provided.'],
    ],
  ])('%s', (written, problems) => {
    expect(problemsIn(written)).toEqual(problems);
  });
  it.each([
    '{ order(id: {{id}}, region: {{region}}) { id } }',
    '{ orders(where: {state: {{state}}}, first: {{n}}) { id } }',
    '{ order(id: "{{id}}") { id } }',
    '{ order(id: 1) { {{fields}} idd } }',
    '{ order(id: 1) { id # {{comment}}\n } }',
    'query { order(id: 1) { id',
  ])('says nothing of what variables decide: %s', (written) => {
    expect(problemsIn(written)).toEqual([]);
  });
  it('finds what is wrong next to a variable', () => {
    expect(problemsIn('{ order(id: {{id}}, regio: EU) { id } }')).toEqual([
      'document regio: Unknown argument `regio` on field `Query.order`; did you mean `region`? → region',
    ]);
  });
});

describe('what is offered', () => {
  it.each([
    ['{ | }', ['order', 'orders', 'search', '__typename', '__schema', '__type']],
    ['{ order(id: 1) { | ', ['id', 'state', 'lines', 'total', 'sum', '__typename']],
    ['{ order(id: 1) { id lines { ar|', ['id', 'article', '__typename']],
    ['{ order(|) { id } }', ['id', 'region']],
    ['{ order(id: 1, |', ['region']],
    ['{ order(id: 1, region: |', ['EU', 'US']],
    ['{ orders(where: {|', ['state', 'above', 'not']],
    ['{ orders(where: {not: {state: |', ['OPEN', 'PAID']],
    ['query ($r: Region, $n: [Int!]!) { order(id: 1, region: $|', ['r']],
    ['query ($r: Region, $n: [Int!]!) { orders(first: |', ['$n']],
    ['query ($f: Fi|) { a }', ['ID', 'Int', 'String', 'Float', 'State', 'Region', 'Filter', 'OrderInput', 'Boolean']],
    ['{ search(text: "a") { ... on | } }', ['Node', 'Order', 'Line', 'Customer', 'Found']],
    ['{ order(id: 1) { ...| } } fragment Whole on Order { id } fragment Other on Line { id }', ['on', 'Whole']],
    ['{ order(id: 1) @| { id } }', ['include', 'skip']],
    ['{ order(id: 1) @include(|', ['if']],
    ['{ a: order(id: 1) { b: | ', ['id', 'state', 'lines', 'total', 'sum', '__typename']],
    ['|', ['query', 'mutation', 'subscription', 'fragment']],
    ['mutation { pay(order: {id: 1, |', ['state']],
    ['{ search(text: "|") { id } }', []],
    ['{ # |\n }', []],
    ['{ nope { | } }', []],
    ['fragment A on Order { | }', ['id', 'state', 'lines', 'total', 'sum', '__typename']],
  ])('%s', (marked, names) => {
    expect(offers(marked)).toEqual(names);
  });
});

describe('what a word is', () => {
  it.each([
    ['{ or|der(id: 1) { id } }', 'field Query.order: Order'],
    ['{ order(i|d: 1) { id } }', 'argument Query.order.id: ID!'],
    ['{ order(id: 1, region: E|U) { id } }', 'value Region.EU: Region'],
    ['query ($a|: ID!) { order(id: $a) { id } }', 'variable .a: ID!'],
    ['query ($a: ID!) { order(id: $|a) { id } }', 'variable .a: ID!'],
    ['{ orders(where: {no|t: {state: OPEN}}) { id } }', 'input field Filter.not: Filter'],
    ['{ search(text: "x") { ... on Cus|tomer { name } } }', 'type .Customer: '],
    ['fragment A|B on Order { id }', 'fragment .AB: Order'],
    ['{ order(id: 1) @sk|ip(if: true) { id } }', 'directive .skip: '],
    ['{ nope|x }', undefined],
  ])('%s', (marked, described) => {
    expect(element(marked)).toBe(described);
  });
});

describe('the variables of an operation', () => {
  it('are an object, which may hold itself', () => {
    const { shape, required } = schema.variablesOf(
      documentOf('query ($where: Filter!, $first: Int = 3, $region: Region) { orders(where: $where) { id } }'),
      undefined,
    ) ?? { shape: undefined, required: [] };
    expect(required.map(({ name }) => name)).toEqual(['where']);
    expect(shape?.fields.map(({ name, required: isRequired, default: usual }) => [name, isRequired, usual])).toEqual([
      ['where', true, undefined],
      ['first', undefined, '3'],
      ['region', undefined, undefined],
    ]);
  });
  it('are those of the operation that is named', () => {
    const two = documentOf('query A($a: ID!) { order(id: $a) { id } } query B { orders { id } }');
    expect(schema.variablesOf(two, undefined)).toBe(undefined);
    expect(schema.variablesOf(two, 'A')?.shape.fields.map(({ name }) => name)).toEqual(['a']);
  });
});

describe('a file with a schema', () => {
  it('is read', () => {
    expect(graphqlReader.compile(text)).toEqual({ text, problems: [] });
    expect(graphqlReader.compile('type Query @key(fields: "id") { a: Int }').problems).toEqual([]);
  });
  it.each([
    ['type Query { a: Nope }', 'Nope: Unknown type `Nope`.'],
    ['type Query { a Int }', 'I: Expected `:`, found Name `Int`.'],
    ['type Query { a: Int a: Int }', 'a: Field `Query.a` can only be defined once.'],
    ['type Other { a: Int }', 'type Other { a: Int }: Query root type must be provided.'],
    [
      '{"data": {}}',
      '{"data": {}}: This file has no `__schema`. An introspection file is the response to an introspection query.',
    ],
    ['{"a', '{"a: It is not a schema of GraphQL.'],
  ])('has its problems: %s', (written, problem) => {
    const { text: usable, problems } = graphqlReader.compile(written);
    expect(usable).toBe(undefined);
    expect(problems.map(({ message, span }) => `${written.slice(span.start, span.end)}: ${message}`)).toEqual([
      problem,
    ]);
  });
});
