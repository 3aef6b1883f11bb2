import { describe, expect, it } from 'vitest';
import type { CheckContext, Endpoint } from '../../../packages/checker/src/binding/model';
import { createDescribedService } from '../../../packages/description/src/described-service';
import { compileOpenApi } from '../../../packages/description/src/openapi/compile';
import { checkText } from '../../rules/check-text';

// What a description says of the parts of a request besides its body.

const text = { type: 'string' };
const numbers = { type: 'array', minItems: 2, maxItems: 3, items: { type: 'integer' } };
const patch = (...types: string[]) => ({
  requestBody: { content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'object' } }])) },
});

const compiled = compileOpenApi({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  security: [{ key: [] }],
  paths: {
    '/tenants': {
      get: {
        parameters: [
          ...['X-Tenant', 'X-Key', 'X-Other-Key', 'User-Agent', 'Authorization'].map((name) => {
            return { name, in: 'header', required: true, schema: text };
          }),
          { name: 'X-Trace', in: 'header', schema: text },
        ],
      },
    },
    '/lists': {
      get: {
        parameters: [
          { name: 'each', in: 'query', schema: numbers },
          { name: 'joined', in: 'query', explode: false, schema: numbers },
          { name: 'day', in: 'query', schema: { type: 'string', format: 'date' } },
          { name: 'at', in: 'query', schema: { type: 'string', format: 'date-time' } },
        ],
      },
    },
    '/choices': {
      get: {
        parameters: [
          { name: 'first', in: 'query', description: 'Cannot be used with `last`.', schema: text },
          { name: 'last', in: 'query', description: 'Cannot be used with `first`.', schema: text },
        ],
      },
    },
    '/merged': { patch: patch('application/merge-patch+json') },
    '/patched': { patch: patch('application/json-patch+json', 'application/merge-patch+json') },
    '/both': { patch: patch('application/json', 'application/merge-patch+json') },
    '/plain': { patch: patch('application/json') },
  },
});
const service = createDescribedService(compiled, { id: 'things' });

function found(request: string, endpoint: Partial<Endpoint> = {}): readonly string[] {
  const authentication = { type: 'api-key', field: 'X-Other-Key' } as const;
  const context: CheckContext = {
    endpoints: [{ name: 'things', service: 'things', baseUrl: 'https://things.example', authentication, ...endpoint }],
    defaults: {},
    services: [service],
  };
  const findings = checkText(`# @endpoint things\n${request}\n`, { context, severities: {} });
  return findings.map(({ finding: { rule, severity, message } }) => `${severity} ${rule}: ${message}`);
}

describe('header fields that are required', () => {
  const missing = (name: string) => `warning required-field: The request lacks the required header field \`${name}\`.`;

  it('are reported unless the request or its endpoint has them', () => {
    expect(found('GET /tenants')).toEqual([missing('X-Tenant')]);
    expect(found('GET /tenants\nx-tenant: a')).toEqual([]);
    const bearer: Partial<Endpoint> = { authentication: { type: 'bearer' } };
    expect(found('GET /tenants\nX-Tenant: a', bearer)).toEqual([missing('X-Other-Key')]);
  });

  it('are reported on the word when they are misspelt', () => {
    expect(found('GET /tenants\nX-Tennant: a')).toEqual([
      `warning required-field: \`X-Tennant\` is not a known header field; did you mean \`X-Tenant\`?`,
    ]);
  });

  it('may be those of a variable or a script', () => {
    expect(found('@name = a\n@field = X-Tenant\nGET /tenants\n{{field}}: a')).toEqual([]);
    expect(found('< {% request.variables.set("a", "b") %}\nGET /tenants')).toEqual([]);
  });
});

describe('lists in the query', () => {
  const few = (name: string, has: number) =>
    `warning item-count: \`${name}\` must have at least 2 items; it has ${has}.`;
  const many = (name: string, has: number) =>
    `warning item-count: \`${name}\` must have at most 3 items; it has ${has}.`;

  it.each([
    ['each=1', [few('each', 1)]],
    ['each=1&each=2', []],
    ['each=1&each=2&each=3&each=4', [many('each', 4)]],
    // A service may split at commas.
    ['each=1,2', []],
    ['joined=1', [few('joined', 1)]],
    ['joined=1,2,3', []],
    ['joined=1,2,3,4', [many('joined', 4)]],
    ['joined=1%2C2%2C3%2C4', [many('joined', 4)]],
    ['joined={{ids}}', []],
    ['each=1&each={{id}}', []],
    ['joined=1%202', []],
  ])('%s', (query, expected) => {
    const counted = found(`@ids = 1\n@id = 1\nGET /lists?${query}`).filter((one) => one.includes('item-count'));
    expect(counted).toEqual(expected);
  });
});

describe('dates that are not in the calendar', () => {
  it.each(['day=2026-02-30', 'day=2026-13-01', 'day=2025-02-29', 'at=2026-02-30T00:00:00Z', 'at=2026-13-01T00:00:00Z'])(
    '%s is reported',
    (query) => {
      expect(found(`GET /lists?${query}`)).toHaveLength(1);
    },
  );

  it.each(['day=2024-02-29', 'day=2026-12-31', 'at=2024-02-29T23:59:60Z', 'day={{day}}'])('%s is not', (query) => {
    expect(found(`@day = 1\nGET /lists?${query}`)).toEqual([]);
  });
});

describe('the media types of patches', () => {
  const merge = '`application/merge-patch+json`';
  const of = (path: string, type: string) =>
    found(`PATCH ${path}\n${type === '' ? '' : `Content-Type: ${type}\n`}\n{}`);

  it('are not JSON of any kind', () => {
    expect(of('/merged', 'application/json')).toEqual([
      `warning unaccepted-media-type: This operation takes ${merge}, not \`application/json\`.`,
    ]);
    expect(of('/patched', 'application/json')).toEqual([
      `warning unaccepted-media-type: This operation takes \`application/json-patch+json\` or ${merge}, not \`application/json\`.`,
    ]);
    expect(of('/merged', '')).toEqual([
      `warning unaccepted-media-type: This operation takes ${merge}; without a \`Content-Type\` header, \`application/json\` is sent.`,
    ]);
  });

  it.each([
    ['/merged', 'application/merge-patch+json; charset=utf-8'],
    ['/both', 'application/json'],
    ['/both', ''],
    ['/plain', ''],
    ['/plain', 'application/vnd.things+json'],
  ])('PATCH %s may have "%s"', (path, type) => {
    expect(of(path, type)).toEqual([]);
  });
});

describe('parameters that exclude each other by a sentence', () => {
  it('are reported once, where both are', () => {
    expect(found('GET /choices?last=1&first=2')).toEqual([
      `warning misplaced-query-parameter: \`first\` and \`last\` exclude each other.`,
    ]);
    expect(found('GET /choices?first=1')).toEqual([]);
  });
});
