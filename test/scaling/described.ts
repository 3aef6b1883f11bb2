import { compileOpenApi } from '../../packages/description/src/openapi/compile';
import { createEngine, type CheckOptions } from '../../packages/engine/src/index';
import { createDescribedService } from '../../packages/services/src/index';
import type { ScalingTask } from './tasks';

/** A description of a service in parts; the operation `POST /things` takes a body of the schema and answers with one. */
interface Description {
  readonly body?: unknown;
  readonly schemas?: Readonly<Record<string, unknown>>;
  readonly paths?: Readonly<Record<string, unknown>>;
  readonly mediaType?: string;
}

const options: Omit<CheckOptions, 'context'> = { severities: {} };

function compiled({ body = {}, schemas = {}, paths = {}, mediaType = 'application/json' }: Description) {
  const content = { [mediaType]: { schema: body } };
  const things = { post: { requestBody: { content }, responses: { 200: { description: 'A thing.', content } } } };
  return compileOpenApi({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: { '/things': things, ...paths },
    components: { schemas },
  });
}

/** Returns the check of a text, with a hover and a completion in its middle. */
function checking(description: Description, text: string): () => unknown {
  const made = compiled(description);
  return () => {
    const services = [createDescribedService(made, { id: 'things' })];
    const all: CheckOptions = {
      ...options,
      context: {
        endpoints: [{ name: 'things', service: 'things', baseUrl: 'http://t.example' }],
        defaults: {},
        services,
      },
    };
    const engine = createEngine({
      onRuleFailure: (rule) => {
        throw new Error(`The rule ${rule} threw.`);
      },
    });
    const file = engine.openFile(text);
    const report = engine.check(file, all);
    const middle = Math.floor(text.length / 2);
    return [report, engine.hover(file, 0, middle, all), engine.complete(file, 0, middle, all)];
  };
}

/** Returns the check of a response that has a thing of the schema, and a difference next to it. */
function answering({ body, ...description }: Description, thing: string): () => unknown {
  const made = compiled({ ...description, body: object({ thing: body, size: { type: 'integer' } }) });
  return () => {
    const service = createDescribedService(made, { id: 'things' });
    const context = { endpoints: [], defaults: {}, services: [service] };
    const findings = createEngine().checkAnswer(
      `HTTP/1.1 200 OK\n\n{ "thing": ${thing}, "size": "x" }\n`,
      service.operations[0]?.id ?? '',
      {
        ...options,
        context,
      },
    );
    if (findings.length === 0) throw new Error('Nothing is compared.');
    return findings;
  };
}

const times = (n: number, piece: (at: number) => string, between = ''): string =>
  Array.from({ length: n }, (_, at) => piece(at)).join(between);
const listOf = <T>(n: number, item: (at: number) => T): readonly T[] => Array.from({ length: n }, (_, at) => item(at));
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };
const object = (properties: Readonly<Record<string, unknown>>, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const union = {
  oneOf: [
    object({ card: text, number: { type: 'integer' } }, ['card']),
    object({ bank: text, number: { type: 'integer' } }, ['bank']),
    { anyOf: [object({ cash: { type: 'boolean' } }, ['cash']), text] },
  ],
};
const tagged = {
  schemas: {
    Cat: object({ kind: { const: 'Cat' }, lives: { type: 'integer' } }, ['kind', 'lives']),
    Dog: object({ kind: { const: 'Dog' }, name: text }, ['kind', 'name']),
  },
  body: {
    type: 'array',
    items: { oneOf: [reference('Cat'), reference('Dog')], discriminator: { propertyName: 'kind' } },
  },
};
/** A tree of which every node is one of several. */
const tree = {
  schemas: {
    Node: {
      anyOf: [
        object({ and: { type: 'array', items: reference('Node') } }, ['and']),
        object({ not: reference('Node') }, ['not']),
        object({ word: text }, ['word']),
      ],
    },
  },
  body: reference('Node'),
};
const things = (body: string): string => `POST http://t.example/things\nContent-Type: application/json\n\n${body}`;

const bodies: readonly ScalingTask[] = [
  {
    name: 'items of a described union',
    n: 3_000,
    prepare: (n) =>
      checking(
        { body: { type: 'array', items: union } },
        things(
          `[${times(n, (at) => ['{ "card": "a", "number": 1 }', '{ "bank": "b" }', '{ "cash": true }'][at % 3] ?? '', ',\n')}]`,
        ),
      ),
  },
  {
    name: 'items that fit no option',
    n: 3_000,
    prepare: (n) =>
      checking(
        { body: { type: 'array', items: union } },
        things(`[${times(n, (at) => `{ "cart": "a", "number": "x${at}" }`, ',\n')}]`),
      ),
  },
  {
    name: 'items of a union with a discriminator',
    n: 3_000,
    prepare: (n) =>
      checking(
        tagged,
        things(
          `[${times(n, (at) => (at % 2 === 0 ? '{ "kind": "Cat", "lives": "9" }' : '{ "kind": "Dog", "nam": "a" }'), ',\n')}]`,
        ),
      ),
  },
  {
    name: 'unions in unions',
    n: 200,
    prepare: (n) => checking(tree, things(`${'{ "and": [ { "not": '.repeat(n)}{ "word": 1 }${' } ] }'.repeat(n)}`)),
  },
  {
    name: 'many members of one kind of a tree',
    n: 3_000,
    prepare: (n) => checking(tree, things(`{ "and": [${times(n, (at) => `{ "word": "w${at}" }`, ',\n')}] }`)),
  },
  {
    name: 'lines of a described body',
    n: 3_000,
    prepare: (n) =>
      checking(
        { body: { type: 'array', items: union }, mediaType: 'application/x-ndjson' },
        `POST http://t.example/things\nContent-Type: application/x-ndjson\n\n${times(n, () => '{ "card": "a", "number": 1 }\n')}`,
      ),
  },
  {
    name: 'different items of which none may be twice',
    n: 3_000,
    prepare: (n) =>
      checking(
        { body: { type: 'array', uniqueItems: true, items: object({ a: { type: 'integer' } }) } },
        things(`[${times(n, (at) => `{ "a": ${at} }`, ',\n')}]`),
      ),
  },
];

const requestHeads: readonly ScalingTask[] = [
  {
    name: 'described query parameters',
    n: 2_000,
    prepare: (n) => {
      const parameters = listOf(n, (at) => ({ name: `p${at}`, in: 'query', schema: { type: 'integer' } }));
      const paths = { '/many': { get: { parameters, responses: {} } } };
      return checking({ paths }, `GET http://t.example/many?${times(n, (at) => `p${at}=x`, '&')}\n`);
    },
  },
  {
    name: 'a long described path',
    n: 100,
    prepare: (n) => {
      const names = listOf(n, (at) => `p${at}`);
      const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: text }));
      const path = names.map((name) => `/w/{${name}}`).join('');
      const paths = { [path]: { get: { parameters, responses: {} } } };
      return checking({ paths }, `GET http://t.example${'/w/x'.repeat(n)}\n`);
    },
  },
  {
    name: 'described paths that begin alike',
    n: 2_000,
    prepare: (n) => {
      const paths = Object.fromEntries(listOf(n, (at) => [`/things/{id}/w${at}`, { get: { responses: {} } }] as const));
      return checking(
        { paths },
        `GET http://t.example/things/1/v${n}\n\n###\nGET http://t.example/things/1/w${n - 1}\n`,
      );
    },
  },
];

/** Descriptions that grow themselves. */
const descriptions: readonly ScalingTask[] = [
  {
    name: 'options of a described union',
    n: 500,
    prepare: (n) => {
      const body = { oneOf: listOf(n, (at) => object({ [`a${at}`]: text, b: text }, [`a${at}`])) };
      return () => checking({ body }, things(`{ "a${n - 1}": "x", "b": 1 }`))();
    },
  },
  {
    name: 'schemas that extend one another',
    n: 200,
    prepare: (n) => {
      const schemas = Object.fromEntries(
        listOf(n, (at) => {
          const own = { type: 'object', properties: { [`a${at}`]: text } };
          return [`S${at}`, at === 0 ? own : { allOf: [reference(`S${at - 1}`), own] }] as const;
        }),
      );
      const members = times(n, (at) => `"a${at}": 1`, ', ');
      return () => checking({ schemas, body: reference(`S${n - 1}`) }, things(`{ ${members} }`))();
    },
  },
  {
    name: 'members of a described object',
    n: 2_000,
    prepare: (n) => {
      const properties = Object.fromEntries(listOf(n, (at) => [`a${at}`, { type: 'integer', minimum: 1 }] as const));
      const members = times(n, (at) => `"a${at}": 0`, ', ');
      return () => checking({ body: object(properties, Object.keys(properties)) }, things(`{ ${members} }`))();
    },
  },
  {
    name: 'described operations',
    n: 1_000,
    prepare: (n) => {
      const paths = Object.fromEntries(
        listOf(
          n,
          (at) =>
            [`/w${at}/{id}`, { put: { requestBody: { content: { 'application/json': { schema: union } } } } }] as const,
        ),
      );
      return () => checking({ paths }, `PUT http://t.example/w${n - 1}/1\n\n{ "card": 1 }\n`)();
    },
  },
  {
    name: 'requests with misspelt paths to as many described operations',
    n: 1_000,
    prepare: (n) => {
      // Words of letters only: two that differ by a digit are never taken for each other.
      const word = (at: number) =>
        `thing${[...at.toString(26)].map((digit) => String.fromCharCode(97 + parseInt(digit, 26))).join('')}`;
      const paths = Object.fromEntries(
        listOf(
          n,
          (at) => [`/${word(at)}/{id}/parts`, { get: { responses: { 200: { description: 'Parts.' } } } }] as const,
        ),
      );
      return checking(
        { paths },
        times(n, (at) => `GET http://t.example/${word(at).replace('hi', 'ih')}/1/parts\n`, '\n###\n'),
      );
    },
  },
  {
    name: 'requests with misspelt paths to as many described versions',
    n: 1_000,
    prepare: (n) => {
      const paths = Object.fromEntries(
        listOf(
          n,
          (at) => [`/v${at}/things/{id}`, { get: { responses: { 200: { description: 'A thing.' } } } }] as const,
        ),
      );
      return checking(
        { paths },
        times(n, (at) => `GET http://t.example/v${at}/thigns/1\n`, '\n###\n'),
      );
    },
  },
];

/** Of each node, `size` is wrong in both of its shapes. */
const pair = {
  schemas: {
    Node: {
      oneOf: [
        object({ left: reference('Node'), size: { type: 'integer' } }),
        object({ right: reference('Node'), size: { type: 'integer' } }),
      ],
    },
  },
  body: reference('Node'),
};
const answers: readonly ScalingTask[] = [
  {
    name: 'objects of a response in each other, of several shapes',
    n: 100,
    prepare: (n) => answering(pair, `${'{ "size": "x", "left": '.repeat(n)}{ "size": "x" }${' }'.repeat(n)}`),
  },
  {
    name: 'items of a response that fit no shape',
    n: 2_000,
    prepare: (n) =>
      answering(
        { ...pair, body: { type: 'array', items: pair.body } },
        `[${times(n, () => '{ "size": "x", "left": {} }', ', ')}]`,
      ),
  },
];

/** What is doubled of descriptions, and of requests that they describe. */
export const describedTasks: readonly ScalingTask[] = [...bodies, ...requestHeads, ...descriptions, ...answers];
