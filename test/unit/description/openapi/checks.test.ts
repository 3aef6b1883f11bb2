import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions } from '../../../../packages/engine/src/index';
import { createDescribedService } from '../../../../packages/description/src/described-service';
import { compileOpenApi } from '../../../../packages/description/src/openapi/compile';

const compiled = compileOpenApi({
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      get: {
        parameters: [
          { name: 'tag', in: 'query', schema: { type: 'array', items: { enum: ['small', 'tame'] } } },
          {
            name: 'filter',
            in: 'query',
            style: 'deepObject',
            schema: { type: 'object', properties: { age: { type: 'integer' } } },
          },
        ],
      },
      post: {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
      },
    },
    // Only the alternatives allow further members.
    '/runs': {
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { status: { type: 'string' }, conclusion: { type: 'string' }, output: { type: 'object' } },
                anyOf: [
                  { properties: { status: { enum: ['done'] } }, required: ['conclusion'], additionalProperties: true },
                  { properties: { status: { enum: ['waiting'] } }, additionalProperties: true },
                ],
              },
            },
          },
        },
      },
    },
    '/files': {
      post: {
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', properties: { name: { type: 'string' } } },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
        discriminator: { propertyName: 'kind', mapping: { cat: 'Cat', dog: 'Dog' } },
      },
      Base: {
        type: 'object',
        required: ['kind', 'name', 'id'],
        properties: {
          id: { type: 'integer', readOnly: true },
          kind: { type: 'string' },
          name: { type: 'string', minLength: 2 },
        },
      },
      Cat: {
        allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { lives: { type: 'integer', maximum: 9 } } }],
      },
      Dog: {
        nullable: true,
        allOf: [
          { $ref: '#/components/schemas/Base' },
          { properties: { tricks: { type: 'array', nullable: true, items: { type: 'string' } } } },
        ],
      },
    },
  },
});

const options: CheckOptions = {
  context: {
    endpoints: [{ name: 'pets', service: 'pets', baseUrl: 'https://pets.example' }],
    defaults: {},
    services: [createDescribedService(compiled, { id: 'pets' })],
  },
  severities: {},
};
const engine = createEngine({
  onRuleFailure: (rule, error) => {
    throw new Error(`The rule ${rule} threw: ${String(error)}`);
  },
});

/** Returns the findings of a request as `rule: message`, without the name of the description. */
function check(request: string): readonly string[] {
  const { findings } = engine.check(engine.openFile(`# @endpoint pets\n${request}\n`), options);
  return findings.flat().map(({ rule, message }) => `${rule}: ${message}`);
}

const run = (body: string): string => `POST /runs\nContent-Type: application/json\n\n${body}`;
const post = (body: string): string => `POST /pets\nContent-Type: application/json\n\n${body}`;

describe('requests to a service with an OpenAPI description', () => {
  it.each([
    post('{ "kind": "cat", "name": "Tom", "lives": 7 }'),
    post('{ "kind": "dog", "name": "Rex", "tricks": null }'),
    post('{ "kind": "dog", "name": "Rex", "id": 7 }'),
    'GET /pets?tag=small&tag=tame&filter[age]=3',
    run('{ "status": "waiting", "runner": "r1" }'),
    'POST /files\nContent-Type: application/x-www-form-urlencoded\n\nname=a',
  ])('that are right: %s', (request) => {
    expect(check(request)).toEqual([]);
  });

  it.each([
    [post('{ "kind": "cat", "name": "Tom", "lifes": 7 }'), 'unknown-field', 'did you mean `lives`?'],
    [post('{ "kind": "cat", "name": "Tom", "lives": 10 }'), 'number-range', '`lives` must be at most 9'],
    [post('{ "kind": "cat", "name": "T" }'), 'length-limit', '`name`'],
    [post('{ "kind": "dog" }'), 'required-field', '`name`'],
    [post('{ "kind": "fox", "name": "Tom" }'), 'unknown-value', '`kind` must be `cat` or `dog`'],
    [post('{ "kind": "dog", "name": "Rex", "tricks": [1] }'), 'wrong-type', '`tricks` must be a string'],
    [run('{ "status": "waiting", "outut": {} }'), 'unknown-field', 'did you mean `output`?'],
    ['GET /pets?tag=smal', 'unknown-value', 'did you mean `small`?'],
    ['GET /pets?filter[age]=old', 'wrong-type', '`filter[age]` must be an integer'],
    ['GET /pets?tags=small', 'unknown-query-parameter', 'did you mean `tag`?'],
  ])('that are wrong: %s', (request, rule, words) => {
    const [finding, ...others] = check(request);
    expect(others).toEqual([]);
    expect(finding).toContain(`${rule}: `);
    expect(finding).toContain(words);
  });
});
