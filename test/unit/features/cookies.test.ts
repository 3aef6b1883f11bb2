import { describe, expect, it } from 'vitest';
import { importDescription } from '../../../packages/exchange/src/import/import-description';
import { compileOpenApi } from '../../../packages/description/src/openapi/compile';
import { createEngine } from '../../../packages/engine/src/index';
import { applyEdits } from '../../../packages/text/src/edit';
import { serviceOf } from '../description/openapi/corpus';
import { completionsAt, hoverTextAt, labelsAt } from './check-feature';

const cookie = (name: string, schema: object, more: object = {}) => ({ in: 'cookie', name, schema, ...more });
const theme = cookie('theme', { type: 'string', enum: ['dark', 'light'] }, { description: 'The colours.' });
const tenant = cookie('tenant', { type: 'integer', minimum: 1 }, { required: true });
const region = cookie('region', { type: 'string' }, { required: true, example: 'eu' });
const paths = {
  '/orders': { get: { parameters: [theme, tenant, region], responses: {} } },
  '/plain': { get: { parameters: [theme], responses: {} } },
};

function shopWith(more: object = {}, components: object = {}) {
  const compiled = compileOpenApi({
    ...{ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, components },
    paths: { ...paths, ...more },
  });
  return { compiled, ...serviceOf(compiled) };
}

const { compiled, options } = shopWith();
const engine = createEngine();
const request = (text: string) => `# @endpoint own\n${text}`;

function fixedBy(text: string, edits: Parameters<typeof applyEdits>[1] | undefined): string | undefined {
  return edits && applyEdits(request(text), edits).slice(request('').length);
}

function findingsOf(text: string, used = options) {
  const file = engine.openFile(request(text));
  return engine
    .withFixes(file, 0, engine.check(file, used).findings[0] ?? [], used)
    .map(({ rule, message, fixes }) => ({
      ...{ rule, message },
      fixed: fixedBy(text, fixes?.()[0]?.edits),
    }));
}

describe('cookies that an operation requires', () => {
  it('are compiled', () => {
    expect(compiled.problems).toEqual([]);
    expect(compiled.operations[0]?.cookies?.map(({ name }) => name)).toEqual(['theme', 'tenant', 'region']);
  });

  it('are reported together where the request has none, and added by the fix', () => {
    expect(findingsOf('GET /orders\nAccept: */*\n')).toEqual([
      {
        rule: 'required-field',
        message: 'The request lacks the required cookies `tenant` and `region`.',
        fixed: 'GET /orders\nAccept: */*\nCookie: tenant=; region=\n',
      },
    ]);
    expect(findingsOf('GET /orders\nCookie: tenant=3; a=b\n')).toEqual([
      {
        rule: 'required-field',
        message: 'The request lacks the required cookie `region`.',
        fixed: 'GET /orders\nCookie: tenant=3; a=b; region=\n',
      },
    ]);
    expect(findingsOf('GET /orders\nCookie: tenant=3;\n')[0]?.fixed).toBe('GET /orders\nCookie: tenant=3; region=\n');
    expect(findingsOf('GET /orders\nCookie:\n').at(-1)?.fixed).toBe('GET /orders\nCookie: tenant=; region=\n');
  });

  it.each([
    'GET /plain\n',
    'GET /orders\nCookie: tenant=3; region=eu\n',
    'GET /orders\ncookie: region=eu ; tenant={{t}}\n',
    'GET /orders\nCookie: {{cookies}}\n',
    'GET /orders\n{{name}}: a\n',
    'GET /orders\nCookie: tenant="3"; region=e%75\n',
  ])('are not missing in %j', (text) => {
    expect(findingsOf(text).filter(({ rule }) => rule === 'required-field')).toEqual([]);
  });

  it('are not missing where the cookies of an earlier response may be sent', () => {
    const login = shopWith({ '/login': { post: { responses: {} } } });
    expect(findingsOf('GET /orders\n', login.options)).toEqual([]);
    expect(findingsOf('# @no-cookie-jar\nGET /orders\n', login.options)).toHaveLength(1);
    const setting = shopWith({
      '/enter': {
        post: { responses: { 204: { description: '', headers: { 'Set-Cookie': { schema: { type: 'string' } } } } } },
      },
    });
    expect(findingsOf('GET /orders\n', setting.options)).toEqual([]);
  });

  it('are not missing where they are the credential', () => {
    const securitySchemes = { one: { type: 'apiKey', in: 'cookie', name: 'tenant' } };
    expect(findingsOf('GET /orders\nCookie: region=eu\n', shopWith({}, { securitySchemes }).options)).toEqual([]);
  });

  it('are checked by their values', () => {
    expect(findingsOf('GET /plain\nCookie: a=b; theme=drak\n')).toEqual([
      expect.objectContaining({
        rule: 'unknown-value',
        fixed: 'GET /plain\nCookie: a=b; theme=dark\n',
      }),
    ]);
    expect(findingsOf('GET /orders\nCookie: tenant=0; region=eu\n').map(({ rule }) => rule)).toEqual(['number-range']);
  });
});

describe('cookies that an operation names', () => {
  const labels = (text: string) => labelsAt(request(text), options.context);
  it('are offered', () => {
    expect(labels('GET /orders\nCoo<|>')[0]).toBe('Cookie');
    expect(labels('GET /orders\nCookie: <|>')).toEqual(['tenant', 'region', 'theme']);
    expect(labels('GET /orders\nCookie: tenant=1; <|>')).toEqual(['region', 'theme']);
    expect(labels('GET /orders\nCookie: ten<|>; region=eu')).toEqual(['tenant']);
    expect(labels('GET /orders\nCookie: region=eu; theme=<|>')).toEqual(['dark', 'light']);
    expect(labels('GET /orders\nCookie: theme=<|>; region=eu')).toEqual(['dark', 'light']);
    expect(labels('GET /orders\nCookie: other=<|>')).toEqual([]);
    const offer = completionsAt(request('GET /orders\nCookie: <|>'), options.context).find(
      ({ label }) => label === 'tenant',
    );
    expect(offer?.edit.newText).toBe('tenant=');
  });

  it('are offered with the credential, as a variable', () => {
    const securitySchemes = { one: { type: 'apiKey', in: 'cookie', name: 'sid' } };
    const me = shopWith({ '/me': { get: { security: [{ one: [] }], responses: {} } } }, { securitySchemes }).options;
    expect(labelsAt(request('GET /me\nCookie: <|>'), me.context)).toEqual(['sid']);
    expect(labelsAt(request('GET /me\nCoo<|>'), me.context)[0]).toBe('Cookie');
    const [offer] = completionsAt(request('GET /me\nCookie: <|>'), me.context);
    expect(offer?.edit.newText).toBe('sid={{sid}}');
    expect(labelsAt(request('GET /me\nCookie: sid=<|>'), me.context)).toEqual([]);
  });

  it('are described', () => {
    const hover = (text: string) => hoverTextAt(request(text), options.context);
    expect(hover('GET /orders\nCookie: a=b; the<|>me=dark')).toContain('The colours.');
    expect(hover('GET /orders\nCookie: theme=da<|>rk')).toContain('cookie');
    expect(hover('GET /orders\nCookie: unkno<|>wn=1')).toBe('');
  });

  it('are written into requests that are made from the description', () => {
    const [service] = options.context.services ?? [];
    if (service === undefined) throw new Error('There is a service.');
    const { requests } = importDescription(service, { endpoint: 'own' });
    expect(requests.map(({ headers }) => headers)).toEqual([
      [['Cookie', expect.stringMatching(/^tenant=\{\{\W*tenant\}\}; region=eu$/)]],
      [],
    ]);
    const offers = completionsAt(request('GET /ord<|>'), options.context).map(({ edit }) => edit.newText);
    expect(offers.join()).toMatch(/Cookie: tenant=\$\{\d:tenant\}; region=\$\{\d:eu\}/);
  });
});
