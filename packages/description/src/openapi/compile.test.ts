import { describe, expect, it } from 'vitest';
import { compileOpenApi } from './compile';

const pets = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.2' },
  servers: [{ url: 'https://{host}/v1/', variables: { host: { default: 'pets.example' } } }, { url: '/v1' }],
  paths: {
    '/pets': {
      get: { operationId: 'listPets', summary: 'List pets', parameters: [{ $ref: '#/components/parameters/limit' }] },
      post: {
        operationId: 'addPet',
        description: 'Adds a pet. It must be alive.',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' }, example: { name: 'Kiwi' } } },
        },
        responses: { '201': { description: 'Added.' }, '4XX': { description: 'Refused.' } },
      },
    },
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: 7 }],
      get: { responses: {} },
    },
  },
  components: {
    parameters: { limit: { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } } },
    schemas: {
      Pet: {
        type: 'object',
        required: ['name'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string', maxLength: 20, description: 'What it is called.' },
          parents: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
        },
      },
    },
  },
};

describe('compileOpenApi', () => {
  it('compiles operations with their parameters, bodies and shapes', () => {
    const compiled = compileOpenApi(pets);
    expect(compiled).toMatchObject({ source: 'OpenAPI 3.1', title: 'Pets', version: '1.2' });
    expect(compiled.baseUrls).toEqual(['https://pets.example/v1']);
    expect(compiled.operations.map(({ id, methods, path, title }) => [id, ...methods, path, title])).toEqual([
      ['listPets', 'GET', '/pets', 'List pets'],
      ['addPet', 'POST', '/pets', 'Adds a pet'],
      ['get /pets/{id}', 'GET', '/pets/{id}', 'get /pets/{id}'],
    ]);
    expect(compiled.operations[0]?.query).toEqual([
      {
        name: 'limit',
        shape: { type: 'integer', constraints: [{ rule: 'number-range', options: { maximum: 100 } }] },
      },
    ]);
    expect(compiled.operations[1]).toMatchObject({
      body: { shape: 0, required: true },
      examples: [{ title: 'Example', target: '/pets', body: { value: { name: 'Kiwi' } } }],
    });
    expect(compiled.operations[2]?.examples).toEqual([{ title: 'Example', target: '/pets/7' }]);
    expect(compiled.shapes).toEqual([
      {
        type: 'object',
        name: 'Pet',
        pointer: '#/components/schemas/Pet',
        fields: [
          {
            name: 'name',
            summary: 'What it is called.',
            required: true,
            shape: { type: 'string', constraints: [{ rule: 'length-limit', options: { maximum: 20 } }] },
          },
          { name: 'parents', shape: { type: 'array', items: 0 } },
        ],
        patterns: [{ pattern: '^id$', summary: 'Read-only: the service sets it.', shape: { type: 'any' } }],
      },
    ]);
  });

  it('compiles responses when they are wanted', () => {
    expect(compileOpenApi(pets).operations[1]?.responses).toEqual([
      { status: 201, summary: 'Added.' },
      { status: 400, lastStatus: 499, summary: 'Refused.' },
    ]);
  });

  it('lists what is not used, by pointer', () => {
    expect(compileOpenApi(pets).problems).toEqual([
      {
        severity: 'information',
        message: 'The address of this server is not complete, so the base URL must be in `rulebook.json`.',
        pointer: '#/servers/1',
      },
    ]);
  });
});
