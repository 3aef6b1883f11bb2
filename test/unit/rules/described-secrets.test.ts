import { describe, expect, it } from 'vitest';
import { compileOpenApi } from '../../../packages/description/src/openapi/compile';
import { createDescribedService } from '../../../packages/description/src/described-service';
import type { CheckContext } from '../../../packages/engine/src/index';
import { hoverTextAt, labelsAt } from '../features/check-feature';
import { checkText } from '../../rules/check-text';

const schema = {
  type: 'object',
  properties: { user: { type: 'string' }, pin: { type: 'string', format: 'password' } },
};
const compiled = compileOpenApi(
  {
    openapi: '3.1.0',
    info: { title: 'Safe', version: '1' },
    paths: {
      '/doors': {
        post: {
          operationId: 'open',
          parameters: [{ name: 'code', in: 'query', schema: { type: 'string', format: 'password' } }],
          requestBody: {
            content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
          },
          responses: { 200: { description: 'It is open.' } },
        },
      },
    },
    components: {
      securitySchemes: {
        door: { type: 'apiKey', in: 'header', name: 'X-Door', description: 'Opens one door.' },
        link: { type: 'apiKey', in: 'query', name: 'sig' },
        login: { type: 'http', scheme: 'basic' },
      },
    },
  },
  { name: 'safe.yaml', readFile: () => ({ cause: 'there is none' }) },
);
const context: CheckContext = {
  endpoints: [{ name: 'safe', service: 'safe', baseUrl: 'https://safe.example' }],
  defaults: {},
  services: [createDescribedService(compiled, { id: 'safe' })],
};
const real = 'k3Jx81mQpZ7';

function found(request: string): readonly string[] {
  return checkText(`# @endpoint safe\n${request}\n`, { context, severities: {} }).map(({ finding }) => finding.rule);
}

describe('what a description calls a credential', () => {
  it.each([
    `POST /doors\nX-Door: ${real}`,
    `POST /doors\nx-door: ${real}`,
    `POST /doors?sig=${real}`,
    `POST /doors?code=${real}`,
    `POST /doors\nAuthorization: Basic ${real}`,
    `POST /doors\n\n{ "pin": "${real}" }`,
    `POST /doors\nContent-Type: application/x-www-form-urlencoded\n\nuser=a&pin=${real}`,
  ])('is reported where it is written: %j', (request) => {
    expect(found(request)).toEqual(['literal-secret']);
  });

  it.each([
    'POST /doors\nX-Door: {{door}}',
    'POST /doors\nX-Door: your-door-key-1',
    'POST /doors?sig={{sig}}',
    'POST /doors\nAuthorization: Basic {{login}}',
    'POST /doors\n\n{ "pin": "secret" }',
    `POST /doors\n\n{ "user": "${real}" }`,
    `POST /doors\nX-Other: ${real}`,
  ])('is not reported as a variable, a word or elsewhere: %j', (request) => {
    expect(found(request)).toEqual([]);
  });

  it('is explained and offered like any other part of a request', () => {
    expect(hoverTextAt(`# @endpoint safe\nPOST /doors\nX-Do<|>or: {{door}}`, context)).toContain('Opens one door.');
    expect(hoverTextAt(`# @endpoint safe\nPOST /doors\n\n{ "pi<|>n": "a" }`, context)).toContain('string (password)');
    const headers = labelsAt('# @endpoint safe\nPOST /doors\n<|>', context);
    expect(headers).toContain('X-Door');
    expect(headers.filter((label) => label === 'Authorization')).toHaveLength(1);
    expect(headers).toContain('Content-Type');
    expect(labelsAt('# @endpoint safe\nPOST /doors?<|>', context)).toEqual(['code', 'sig']);
  });
});
