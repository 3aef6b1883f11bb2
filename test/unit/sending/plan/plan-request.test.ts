import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions } from '../../../../packages/engine/src/index';
import { createCheckerParts } from '../../../../packages/engine/src/checking/create-checker';
import { createPlans } from '../../../../packages/engine/src/plans';
import type { RequestPlan } from '../../../../packages/sender/src/plan/index';

const engine = createEngine();
const options: CheckOptions = {
  context: {
    endpoints: [
      { name: 'cluster', service: 'search-cluster', baseUrl: 'http://127.0.0.1:9270' },
      { name: 'other', service: 'search-cluster', baseUrl: 'https://other.example:9243' },
      { name: 'hub', service: 'code-hosting', baseUrl: 'http://127.0.0.1:9272' },
    ],
    defaults: { 'search-cluster': 'cluster', 'code-hosting': 'hub' },
  },
  severities: {},
};

function planOf(text: string): RequestPlan {
  const file = engine.openFile(text);
  for (let index = file.blocks.size - 1; index >= 0; index--) {
    const plan = engine.plan(file, index, options);
    if (plan) return plan;
  }
  throw new Error('No block holds a request.');
}

function textOf(segments: RequestPlan['target']): string {
  return segments.map((segment) => (typeof segment === 'string' ? segment : `<${segment.variable}>`)).join('');
}

function bodyOf(text: string): string | undefined {
  const { body } = planOf(text);
  return body?.kind === 'text' ? textOf(body.segments) : undefined;
}

describe('planRequest', () => {
  it('plans a request of the console form', () => {
    const plan = planOf('POST /_security/api_key\n{ "name": "n", "x": 12345678901234567890 }\n');
    expect(plan).toMatchObject({
      method: 'POST',
      isAbsolute: false,
      endpoint: 'cluster',
      service: 'search-cluster',
      scheme: 'ApiKey',
      isUnsafe: true,
      label: 'POST /_security/api_key',
    });
    expect(textOf(plan.target)).toBe('/_security/api_key');
    expect(bodyOf('POST /_security/api_key\n{ "name": "n", "x": 12345678901234567890 }\n')).toContain(
      '12345678901234567890',
    );
    expect(plan.errors).toBe(0);
    expect(planOf('POST /_security/api_key\n{ "role_descriptors": 1 }').errors).toBeGreaterThan(0);
  });

  it('joins the lines of a target', () => {
    const plan = planOf('GET /repos/{{owner}}/r/hooks\n  ?per_page=5\n  &page={{page}}\n');
    expect(textOf(plan.target)).toBe('/repos/<owner>/r/hooks?per_page=5&page=<page>');
    expect(plan).toMatchObject({ variables: ['owner', 'page'], isUnsafe: false, endpoint: 'hub', scheme: 'Bearer' });
  });

  it.each([
    ['GET http://x.example/a?b#c', 'http://x.example/a?b', true],
    ['GET {{host}}/a/', '<host>/a/', true],
    ['GET http://x.example', 'http://x.example', true],
    ['GET /', '/', false],
    ['GET _search', '/_search', false],
    ['/_search', '/_search', false],
    ['GET /a//b?c=&d', '/a//b?c=&d', false],
  ])('%s goes to %s', (text, target, isAbsolute) => {
    const plan = planOf(text);
    expect([textOf(plan.target), plan.isAbsolute]).toEqual([target, isAbsolute]);
  });

  it('never holds the value of a variable', () => {
    const plan = planOf('@token = s3cret-value\n\nGET /_security/api_key\nAuthorization: Bearer {{token}}\n');
    expect(JSON.stringify(plan)).not.toContain('s3cret');
    expect(plan.variables).toEqual(['token']);
  });

  it('strips comments and turns long strings into JSON', () => {
    expect(bodyOf('PUT /x\n\n{\n  // why\n  "a": """b\n"c" """, # too\n  "d": {{e}}\n}\n')?.trim()).toBe(
      '{\n  "a": "b\\n\\"c\\" ", \n  "d": <e>\n}',
    );
  });

  it('keeps newline-delimited JSON in lines, ended by one', () => {
    const text = 'POST /_bulk\n\n{"index":{}}\n{"a":1}';
    expect(bodyOf(text)).toBe('{"index":{}}\n{"a":1}\n');
    expect(planOf(text).body).toMatchObject({ form: 'lines' });
    expect(bodyOf(`${text}\n\n`)?.startsWith('{"index":{}}\n{"a":1}\n')).toBe(true);
  });

  it('names the file of a body', () => {
    expect(planOf('PUT /x\n\n<@ ./a.json\n').body).toEqual({ kind: 'file', path: './a.json', fillsVariables: true });
  });

  it('recommends what the code host wants', () => {
    const names = planOf('GET /repos/o/r/hooks\n').recommended?.map(({ name }) => name);
    expect(names).toEqual(['Accept', 'X-Vendor-Api-Version']);
    expect(planOf('GET /_security/api_key\n').recommended ?? []).toEqual([]);
  });

  it('is called by its name, its title, or its method and path', () => {
    expect(planOf('### Title\n# @name mine\nGET /x\n').label).toBe('mine');
    expect(planOf('### Title\nGET /x\n').label).toBe('Title');
    expect(planOf('### Keep \u202eeteled\nGET /x\n').label).toBe('Keep \\u202eeteled');
  });

  it('goes to the named endpoint', () => {
    expect(planOf('# @endpoint other\nGET /_security/api_key\n').endpoint).toBe('other');
    expect(planOf('GET https://other.example:9243/x\n').endpoint).toBe('other');
    expect(planOf('# @endpoint typo\nDELETE /_security/api_key\n').endpoint).toBeUndefined();
  });

  it.each(['', '###\n', '# only words\n', '@a = 1\n'])('has no plan for %j', (text) => {
    expect(() => planOf(text)).toThrow('No block');
  });

  it.each(['PUT', 'PUT /x\n{', 'GET {{', 'PUT /x\n\n{"a":"', 'PUT /x\n\n"""', '{"a":1}', 'GET \u0000'])(
    'survives %j',
    (text) => {
      const file = engine.openFile(text);
      expect(() => [...file.blocks].map((_, index) => engine.plan(file, index, options))).not.toThrow();
    },
  );
});

describe('planAll', () => {
  const one = (name: string) =>
    `### ${name}\n# @name ${name}\nPOST /_security/api_key\n\n{ "name": "k", "role_descriptors": { "r": { "cluster": 5 } } }\n\n`;
  const text = `@a = 1\n\n${one('same')}### nothing\n\n${one('same')}${one('other')}`;

  it('plans as block by block, with the errors that several blocks make together', () => {
    const file = engine.openFile(text);
    const plans = [...engine.planAll(file, options)];
    const single = [...file.blocks].flatMap((_, index) => engine.plan(file, index, options) ?? []);
    expect(plans).toEqual(single);
    expect(plans.map(({ label }) => label)).toEqual(['same', 'same', 'other']);
    expect(plans[0]?.errors).toBeGreaterThan(0);
  });

  it('plans a file again, and one that was checked before', () => {
    const file = engine.openFile('### a\nGET /_search\n\n### b\nGET /_count\n');
    engine.check(file, options);
    for (let time = 0; time < 2; time++)
      expect([...engine.planAll(file, options)].map(({ label }) => label)).toEqual(['a', 'b']);
  });

  it('yields nothing for a file without requests', () => {
    expect([...engine.planAll(engine.openFile('@a = 1\n'), options)]).toEqual([]);
  });

  it('plans as many as there are, however few are kept', () => {
    const file = engine.openFile('### a\nGET /_security/_authenticate\n\n'.repeat(8));
    const { reader, check } = createCheckerParts();
    const plans = [0, 1, 3, 8, 9].map((kept) => [...createPlans(reader, check, kept).planAll(file, options)]);
    const expected = [...engine.planAll(file, options)];
    expect(expected.map(({ label }) => label)).toEqual(Array(8).fill('a'));
    expect(plans).toEqual(Array(5).fill(expected));
  });
});
