import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import {
  belowThresholds,
  coverageHtml,
  coverageJson,
  coverageText,
  createCoverage,
  type Coverage,
} from '../../../packages/sender/src/coverage/index';
import { createDescribedService } from '../../../packages/services/src/index';
import { compileText } from '../../../packages/node/src/descriptions/compile-description';

const description = {
  openapi: '3.1.0',
  info: { title: 'Zoo <b>', version: '1' },
  paths: {
    '/animals': {
      get: {
        parameters: [
          { name: 'kind', in: 'query', schema: { type: 'array', items: { enum: ['cat', 'dog'] } }, explode: false },
          { name: 'X-Order', in: 'header', schema: { type: 'string', enum: ['up', 'down'] } },
        ],
        responses: { 200: { description: 'a' }, '4XX': { description: 'b' }, default: { description: 'c' } },
      },
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  name: { type: 'string' },
                  kind: { enum: ['cat', 'dog'] },
                  place: { type: 'object', properties: { size: { enum: ['s', 'l'] } } },
                  parent: { $ref: '#/components/schemas/Tree' },
                },
              },
            },
          },
        },
        responses: { 201: { description: 'a' } },
      },
    },
    '/animals/{kind}': {
      parameters: [{ name: 'kind', in: 'path', required: true, schema: { enum: ['cat', 'dog'] } }],
      delete: { deprecated: true, responses: { 204: { description: 'a' } } },
    },
  },
  components: {
    schemas: {
      Tree: { type: 'object', properties: { next: { $ref: '#/components/schemas/Tree' }, end: { type: 'string' } } },
    },
  },
};

const zoo = createDescribedService(compileText(JSON.stringify(description))!, { id: 'zoo', file: './zoo.json' });
const engine = createEngine();
const context = {
  endpoints: [{ name: 'here', service: 'zoo', baseUrl: 'http://127.0.0.1:1' }],
  defaults: { zoo: 'here' },
  services: [zoo],
};

function bindingsOf(text: string) {
  const file = engine.openFile(text);
  return [...file.blocks].flatMap((_, index) => engine.bind(file, index, context) ?? []);
}

function covered(text: string, answers: readonly (readonly [string, number])[] = []): Coverage {
  const count = createCoverage([zoo]);
  for (const [index, binding] of bindingsOf(text).entries()) count.write(binding, { file: 'a.http', line: index + 1 });
  for (const [request, status] of answers) {
    count.expectAnswers();
    for (const binding of bindingsOf(request)) count.answer(binding, status);
  }
  return count.end();
}

function exercised(text: string, half: 'written' | 'answered' = 'written', answers?: Parameters<typeof covered>[1]) {
  return covered(text, answers).services[0]!.operations.flatMap(({ elements }) =>
    elements.filter((one) => one[half]).map(({ name }) => name),
  );
}

describe('coverage', () => {
  it('counts what a description has, once, and nothing of a shape inside of itself', () => {
    const [service] = covered('').services;
    expect(
      service!.operations.map(({ method, path, elements }) => [`${method} ${path}`, elements.map(({ name }) => name)]),
    ).toEqual([
      [
        'GET /animals',
        [
          'query kind',
          'query kind=cat',
          'query kind=dog',
          'header X-Order',
          'header X-Order=up',
          'header X-Order=down',
          '200',
          '4XX',
          'default',
        ],
      ],
      [
        'POST /animals',
        [
          ...['$.name', '$.kind', '$.kind=cat', '$.kind=dog', '$.place', '$.place.size', '$.place.size=s'],
          ...['$.place.size=l', '$.parent', '$.parent.next', '$.parent.end', '201'],
        ],
      ],
      ['DELETE /animals/{kind}', ['path kind=cat', 'path kind=dog', '204']],
    ]);
    expect(service!.totals.operations).toEqual({ all: 3, written: 0, answered: 0 });
  });

  it.each([
    ['a list in the query', 'GET /animals?kind=cat,dog', ['query kind', 'query kind=cat', 'query kind=dog']],
    ['an encoded value', 'GET /animals?kind=%63at', ['query kind', 'query kind=cat']],
    ['a header field in other case', 'GET /animals\nx-order: up', ['header X-Order', 'header X-Order=up']],
    ['a variable as a value', 'GET /animals?kind={{kind}}', ['query kind']],
    ['an unlisted value', 'GET /animals?kind=cow', ['query kind']],
    ['a value of the path', 'DELETE /animals/dog', ['path kind=dog']],
    [
      'a body',
      'POST /animals\n\n{ "kind": "dog", "place": { "size": "s" } }',
      ['$.kind', '$.kind=dog', '$.place', '$.place.size', '$.place.size=s'],
    ],
    ['a body with a variable', 'POST /animals\n\n{ "kind": "{{k}}" }', ['$.kind']],
    ['an expected status', 'GET /animals\n\n?? status == 404', ['4XX']],
    ['a status of the rest', 'GET /animals\n\n?? status == 500', ['default']],
    ['a status that is not wanted', 'GET /animals\n\n?? status != 404', []],
    ['another assert', 'GET /animals\n\n?? status < 300', []],
    ['a recorded response', 'GET /animals\n\nHTTP/1.1 200 OK\n\n{}', ['200']],
  ])('counts %s', (_, text, names) => {
    expect(exercised(text)).toEqual(names);
  });

  it('takes values of variables where they are known', () => {
    const count = createCoverage([zoo]);
    const known = (text: string) => text.replaceAll('{{kind}}', 'dog');
    for (const binding of bindingsOf(
      'GET /animals?kind={{kind}}\n\n###\nPOST /animals\n\n{ "kind": "{{kind}}", "name": "{{other}}" }',
    ))
      count.write(binding, { file: 'a.http', line: 1 }, known);
    expect(
      count
        .end()
        .services[0]!.operations.flatMap(({ elements }) =>
          elements.filter(({ written }) => written).map(({ name }) => name),
        ),
    ).toEqual(['query kind', 'query kind=dog', '$.name', '$.kind', '$.kind=dog']);
  });

  it('keeps what is written apart from what was answered, and names statuses that are not described', () => {
    const answers = [
      ['DELETE /animals/cat', 409],
      ['GET /animals', 200],
    ] as const;
    const coverage = covered('GET /animals?kind=cat\n\n?? status == 200', answers);
    expect(coverage.hasAnswers).toBe(true);
    const [get, , remove] = coverage.services[0]!.operations;
    expect([get!.requests.length, get!.answers, remove!.requests.length, remove!.answers]).toEqual([1, 1, 0, 1]);
    expect(remove!.undescribed).toEqual([409]);
    expect(exercised('', 'answered', answers)).toEqual(['200', 'path kind=cat']);
    expect(coverageText(coverage)).toContain('answered and not described: 409');
  });

  it('counts a request of nothing that is described among the others', () => {
    expect(covered('GET /animal\n\n###\nGET https://elsewhere.example/a').others).toBe(2);
  });

  it('says in lines what is missing, and in numbers how much there is', () => {
    expect(coverageText(covered('GET /animals?kind=cat\nX-Order: up\n\n?? status == 200'))).toBe(
      [
        'Zoo <b> (zoo)',
        '',
        '  ~ GET /animals            1 request',
        '      not written: query kind=dog, header X-Order=down, 4XX, default',
        '  - POST /animals           no request',
        '  - DELETE /animals/{kind}  no request [deprecated]',
        '',
        '  operations  1 of 3 (33.3 %)',
        '  parameters  2 of 9 (22.2 %)',
        '  values      2 of 10 (20 %)',
        '  responses   1 of 5 (20 %)',
        '',
      ].join('\n'),
    );
  });

  it('names what is missing of a threshold first, and takes what was answered where that is known', () => {
    const one = covered('GET /animals\n\n?? status == 200');
    expect(belowThresholds(one, { operations: 33.3 })).toEqual([]);
    expect(belowThresholds(one, { operations: 34, values: 0 })).toEqual([
      'missing of zoo: POST /animals; DELETE /animals/{kind}. 1 of 3 operations are written, 33.3 %, which is below 34 %; write requests for what is missing, or set a lower threshold',
    ]);
    expect(belowThresholds(covered('GET /animals', [['DELETE /animals/cat', 204]]), { operations: 34 })[0]).toContain(
      'missing of zoo: GET /animals; POST /animals. 1 of 3 operations are answered',
    );
    expect(belowThresholds(one, { responses: 50 })[0]).toContain(
      'missing of zoo: GET /animals: 4XX; GET /animals: default; POST /animals: 201',
    );
  });

  it('is a page without scripts, and JSON, with what others wrote escaped', () => {
    const coverage = covered('GET /animals');
    const page = coverageHtml(coverage, '1');
    expect(page).toContain('<title>1 of 3 operations covered</title>');
    expect(page).toContain('Zoo &lt;b&gt;');
    expect(page).not.toMatch(/<b>|<script/);
    expect(JSON.parse(coverageJson(coverage))).toMatchObject({ version: 1, services: [{ service: 'zoo' }] });
  });
});
