import { describe, expect, it } from 'vitest';
import { concernedBy, repairText, type Change, type Concerned } from '../../../packages/changes/src/index';
import { createChecker } from '../../../packages/engine/src/checking/create-checker';
import { compileText } from '../../../packages/node/src/descriptions/compile-description';
import { createOwnService } from '../../../packages/services/src/index';

const color = { type: 'string', enum: ['green', 'red'] };
const before = {
  openapi: '3.1.0',
  info: { title: 'Paint', version: '1' },
  paths: {
    '/cans': {
      get: {
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
          { name: 'color', in: 'query', schema: color },
          { name: 'X-Team', in: 'header', schema: { type: 'string' } },
        ],
        responses: {
          200: {
            description: 'a',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    items: {
                      type: 'array',
                      items: {
                        type: 'object',
                        properties: { id: { type: 'string' }, color, note: { type: 'string' } },
                      },
                    },
                    total: { type: 'integer' },
                  },
                },
              },
            },
          },
        },
      },
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  color,
                  size: { type: 'integer' },
                  label: { type: 'object', properties: { text: { type: 'string' } } },
                },
              },
            },
          },
        },
        responses: { 200: { description: 'a' } },
      },
    },
    '/cans/{id}/lid': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      delete: { responses: { 204: { description: 'a' } } },
    },
    '/shelves': { get: { responses: { 200: { description: 'a' } } } },
  },
};
const [limit, , team] = before.paths['/cans'].get.parameters;
const item = { id: { type: 'string' }, colour: color, note: { type: 'string' } };
const answer = {
  type: 'object',
  properties: {
    items: { type: 'array', items: { type: 'object', properties: item } },
    total: { type: 'integer' },
  },
};
const after = {
  ...before,
  paths: {
    '/cans': {
      get: {
        parameters: [
          { ...limit, schema: { type: 'integer', maximum: 100 } },
          { name: 'color', in: 'query', schema: { type: 'string', enum: ['red', 'lime'] } },
          team,
          { name: 'tenant', in: 'query', required: true, schema: { type: 'string' } },
        ],
        responses: { 200: { description: 'a', content: { 'application/json': { schema: answer } } } },
      },
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                additionalProperties: false,
                properties: {
                  colour: color,
                  size: { type: 'integer', maximum: 9 },
                  label: {
                    type: 'object',
                    required: ['language'],
                    properties: { text: { type: 'string' }, language: { type: 'string' } },
                  },
                },
              },
            },
          },
        },
        responses: { 201: { description: 'a' } },
      },
    },
    '/tins/{tin}/lid': {
      parameters: [{ name: 'tin', in: 'path', required: true, schema: { type: 'string' } }],
      delete: { responses: { 204: { description: 'a' } } },
    },
  },
};

const change = (
  id: string,
  [method, path]: readonly [string, string],
  side: Change['place']['side'],
  element?: string,
  more: Partial<Change> = {},
): Change => ({
  ...{ id, level: 'breaking', message: `${id}.` },
  place: { method, path, side, ...(element !== undefined && { element }) },
  ...more,
});
const get = ['GET', '/cans'] as const;
const post = ['POST', '/cans'] as const;
const changes: readonly Change[] = [
  change('request-parameter-max-set', get, 'request', 'query limit'),
  change('request-parameter-enum-value-removed', get, 'request', 'query color=green', {
    repair: { kind: 'value', to: '"lime"' },
  }),
  change('new-required-request-parameter', get, 'request', 'query tenant', {
    repair: { kind: 'insert', name: 'tenant', value: '"{{tenant}}"' },
  }),
  change('response-optional-property-removed', get, 'response', '200 $.items[].color', {
    repair: { kind: 'rename', to: 'colour' },
  }),
  change('request-property-removed', post, 'request', '$.color', { repair: { kind: 'rename', to: 'colour' } }),
  change('new-required-request-property', post, 'request', '$.label.language', {
    repair: { kind: 'insert', name: 'language', value: '"{{language}}"' },
  }),
  change('request-property-max-set', post, 'request', '$.size'),
  change('response-success-status-removed', post, 'response', '200'),
  change('api-path-removed-without-deprecation', ['DELETE', '/cans/{id}/lid'], 'operation', undefined, {
    repair: { kind: 'move', method: 'DELETE', path: '/tins/{tin}/lid' },
  }),
  change('api-path-removed-without-deprecation', ['GET', '/shelves'], 'operation'),
  change('response-optional-property-added', get, 'response', '200 $.items[].colour', { level: 'additive' }),
];

const checker = createChecker();
const optionsOf = (description: unknown) => {
  const compiled = compileText(JSON.stringify(description));
  if (compiled === undefined) throw new Error('not compiled');
  const services = [createOwnService(compiled, { id: 'paint', description: 'paint.json' })];
  const endpoints = [{ name: 'here', service: 'paint', baseUrl: 'http://127.0.0.1:1' }];
  return { context: { endpoints, defaults: { paint: 'here' }, services }, severities: {} };
};
const sides = { before: optionsOf(before), after: optionsOf(after) };

function concernedIn(text: string): Concerned {
  const isMarkdown = text.includes('```');
  const file = isMarkdown ? checker.openMarkdownWithCommands(text) : checker.openFile(text);
  return concernedBy({ reader: checker, service: 'paint', changes }, [{ name: 'a.http', text, file, ...sides }]);
}

/** Each as `line what kind of change text`, with `!` where it is proved. */
function shown(text: string): readonly string[] {
  return concernedIn(text).lines.map(
    ({ line, what, change: { id }, isProved, span }) =>
      `${line} ${what} ${id}${isProved ? '!' : ''} ${text.slice(span.start, span.end).split('\n', 1)[0]}`,
  );
}

function repaired(text: string): string {
  return repairText(text, (now) => concernedIn(now).lines).text;
}

describe('who is concerned', () => {
  it('names the parameters of a request that are concerned, and no others', () => {
    expect(shown('GET /cans?limit=5&color=red&tenant=a\n')).toEqual([]);
    expect(shown('GET /cans?limit=500&color=green&tenant=a\n')).toEqual([
      '1 request request-parameter-max-set! limit=500',
      '1 request request-parameter-enum-value-removed! color=green',
    ]);
    expect(shown('GET /cans?limit={{limit}}&tenant=a\n')).toEqual([
      '1 request request-parameter-max-set limit={{limit}}',
    ]);
  });

  it('names a request that lacks what is required now', () => {
    expect(shown('GET /cans?limit=5\n')).toEqual(['1 request new-required-request-parameter! GET /cans?limit=5']);
    expect(shown('GET /cans?{{query}}\n')).toEqual([]);
  });

  it('names members of bodies', () => {
    expect(shown('POST /cans\n\n{ "color": "red", "size": 10, "label": { "text": "a" } }\n')).toEqual([
      '3 request request-property-removed! "color"',
      '3 request request-property-max-set! "size"',
      '3 request new-required-request-property! {',
    ]);
    expect(shown('POST /cans\n\n{ "size": 4, "label": { "text": "a", "language": "en" } }\n')).toEqual([]);
  });

  it('names asserts, references and scripts that read what is no longer there', () => {
    const text = [
      '# @name list',
      'GET /cans?tenant=a',
      '?? $.items[0].color == red',
      '?? $.items[0].id exists',
      '',
      '> {%',
      '  client.test("a", function () {',
      '    client.assert(response.body.items[0].color === "red");',
      '  });',
      '  const first = response.body.items[0];',
      '  client.log(first.color, first.note);',
      '%}',
      '',
      '### next',
      'POST /cans',
      '',
      '{ "size": {{list.response.body.$.items[0].color}} }',
      '',
      '?? status == 200',
      '',
    ].join('\n');
    expect(shown(text)).toEqual([
      '3 assert response-optional-property-removed ?? $.items[0].color == red',
      '8 test response-optional-property-removed response.body.items[0].color',
      '11 script response-optional-property-removed first.color',
      '17 request request-property-max-set "size"',
      '17 reference response-optional-property-removed {{list.response.body.$.items[0].color}}',
      '19 assert response-success-status-removed! ?? status == 200',
    ]);
  });

  it('names recorded responses', () => {
    const text =
      'GET /cans?tenant=a\n\nHTTP/1.1 200 OK\nContent-Type: application/json\n\n{ "items": [{ "color": "red" }] }\n';
    expect(shown(text)[0]).toContain('recording response-optional-property-removed');
    expect(shown(text.replace('"color"', '"note"'))).toEqual([]);
  });

  it('names operations that are no longer there', () => {
    const { requests, concerned, lines } = concernedIn(
      'GET /shelves\n\n###\nDELETE /cans/4/lid\n\n###\nGET /cans?tenant=a\n',
    );
    expect({ requests, concerned }).toEqual({ requests: 3, concerned: 2 });
    expect(lines.map(({ isProved }) => isProved)).toEqual([true, true]);
  });

  it('places lines of Markdown and of commands', () => {
    const text =
      '# Doc\n\n- item\n\n  ```http\n  GET /cans?color=green&tenant=a\n  ```\n\n```sh\ncurl "http://127.0.0.1:1/shelves"\n```\n';
    expect(shown(text)).toEqual([
      '6 request request-parameter-enum-value-removed! color=green',
      '10 request api-path-removed-without-deprecation! http://127.0.0.1:1/shelves',
    ]);
    expect(repaired(text)).toBe(text.replace('green', 'lime'));
  });

  it('lists what is refused although no change is known', () => {
    const file = checker.openFile('POST /cans\n\n{ "size": 10 }\n');
    const { lines } = concernedBy({ reader: checker, service: 'paint', changes: [] }, [
      { name: 'a.http', text: 'POST /cans\n\n{ "size": 10 }\n', file, ...sides },
    ]);
    expect(lines.map(({ change: { id }, isProved }) => ({ id, isProved }))).toEqual([
      { id: 'newly-number-range', isProved: true },
    ]);
  });

  it('repairs what can be repaired safely, and then finds none of it', () => {
    const text = [
      '# @name list',
      'GET /cans?color=green',
      '?? $.items[0].color == red',
      '',
      '> {% client.log(response.body.items[0].color); %}',
      '',
      '### next',
      'POST /cans',
      '',
      '{',
      '  "color": "{{list.response.body.$.items[0].color}}",',
      '  "label": {',
      '    "text": "a"',
      '  }',
      '}',
      '',
      '### gone',
      'DELETE /cans/{{id}}/lid',
      '',
    ].join('\n');
    const result = repaired(text);
    expect(result).toBe(
      text
        .replace('?color=green', '?color=lime&tenant={{tenant}}')
        .replaceAll('items[0].color', 'items[0].colour')
        .replace('"color"', '"colour"')
        .replace('"text": "a"', '"text": "a",\n    "language": "{{language}}"')
        .replace('/cans/{{id}}/lid', '/tins/{{id}}/lid'),
    );
    expect(concernedIn(result).lines).toEqual([]);
  });
});
