import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../../packages/engine/src/create-engine';
import type { CheckOptions } from '../../../../packages/engine/src/index';

const engine = createEngine();

const options: CheckOptions = {
  context: {
    endpoints: [
      { name: 'cluster', service: 'search-cluster', baseUrl: 'http://127.0.0.1:9' },
      { name: 'hub', service: 'code-hosting', baseUrl: 'http://127.0.0.1:8' },
    ],
    defaults: { 'search-cluster': 'cluster', 'code-hosting': 'hub' },
  },
  severities: {},
};

/** Returns what is explained, with the text that it is about. */
function explained(text: string, status: number, body: unknown) {
  const file = engine.openFile(text);
  const refused = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
  return engine.explainRefusal(file, 0, refused, options).map(({ span, message, rule }) => ({
    at: text.slice(span.start, span.end),
    message: message.replace(/^The service responded with \d+: /, ''),
    ...(rule !== undefined && { rule }),
  }));
}

const key = 'POST /_security/api_key\n\n{\n  "name": "a",\n  "nme": 1,\n  "expiration": "soon"\n}\n';
const cluster = (reason: string, more = {}) => ({
  error: { root_cause: [{ type: 'x_content_parse_exception', reason }], type: 'x', reason, ...more },
  status: 400,
});
const hook = 'POST /repos/octocat/hello-world/hooks\n\n{ "name": "web", "evnts": ["push"], "config": { "url": "" } }\n';

describe('explainRefusal, for the search cluster', () => {
  it('finds a name in brackets, with the rule that reports the same', () => {
    expect(explained(key, 400, cluster('[3:3] [api_key] unknown field [nme] did you mean [name]?'))).toEqual([
      {
        at: '"nme"',
        message: '[3:3] [api_key] unknown field [nme] did you mean [name]?',
        rule: 'unknown-field',
      },
    ]);
  });

  it('finds a position when no name is known', () => {
    const [found] = explained(key, 400, cluster('[4:17] failed to parse'));
    expect(found).toMatchObject({ at: '"soon"', rule: 'malformed-time-value' });
  });

  it('takes the words of a finding for the finding', () => {
    const file = engine.openFile(key);
    const [finding] =
      engine.check(file, options).findings[0]?.filter(({ rule }) => rule === 'malformed-time-value') ?? [];
    expect(explained(key, 400, cluster(finding?.message ?? ''))).toMatchObject([{ rule: 'malformed-time-value' }]);
  });

  it('shows a parameter, and the request line for anything else that is wrong', () => {
    const text = 'GET /_search?sizee=1\n';
    expect(explained(text, 400, cluster('request [/_search] contains unrecognized parameter: [sizee]'))).toMatchObject([
      { at: 'sizee' },
    ]);
    expect(explained(text, 400, cluster('all shards failed'))).toEqual([
      { at: 'GET /_search?sizee=1', message: 'all shards failed' },
    ]);
  });

  it('shows a name of the path', () => {
    const missing = cluster('no such index [logs]');
    expect(explained('GET /logs/_search\n', 404, missing)).toMatchObject([
      { at: 'logs', message: 'no such index [logs]' },
    ]);
    expect(explained('GET /other/_search\n', 404, missing)).toEqual([]);
  });
});

describe('explainRefusal, for the code host', () => {
  it('finds fields by name, and puts their problems into words', () => {
    const body = {
      message: 'Validation Failed',
      errors: [
        { resource: 'Hook', field: 'config', code: 'invalid' },
        { resource: 'Hook', code: 'custom', message: 'The "url" cannot be blank' },
        'Something else',
      ],
    };
    expect(explained(hook, 422, body).map(({ at, message }) => [at, message])).toEqual([
      ['""', 'config: invalid'],
      ['""', 'The "url" cannot be blank'],
      ['POST /repos/octocat/hello-world/hooks', 'Something else'],
    ]);
  });

  it('finds words in quotation marks of a message alone', () => {
    expect(explained(hook, 422, { message: 'Invalid request.\n\n"evnts" is not a permitted key.' })).toMatchObject([
      { at: '"evnts"', rule: 'unknown-field' },
    ]);
  });

  it.each([
    ['a status about credentials', 401, { message: 'Bad credentials' }],
    ['a limit', 429, { message: 'API rate limit exceeded' }],
    ['a failure of the service', 502, { message: 'Server Error' }],
    ['something not found', 404, { message: 'Not Found' }],
    ['text', 400, 'Bad Request'],
    ['a number', 400, '5'],
    ['another form', 400, { errors: { message: ['x'] } }],
    ['hostile members', 400, '{"__proto__":{"message":"x"},"errors":[null,[],{"message":{}}]}'],
  ])('says nothing about %s', (_, status, body) => {
    expect(explained(hook, status, body)).toEqual([]);
  });

  it('does not take long for a long body', () => {
    const many = { message: 'x', errors: Array.from({ length: 5000 }, () => ({ message: `"${'a'.repeat(5000)}"` })) };
    expect(explained(hook, 422, many).length).toBe(1);
  });
});

describe('explainRefusal, for any other service', () => {
  it('reads problem details', () => {
    const text = 'POST http://shop.example/orders?limt=1\nContent-Type: application/json\n\n{ "items": [] }\n';
    expect(explained(text, 400, { title: 'Bad', detail: "The parameter 'limt' is unknown." })).toMatchObject([
      { at: 'limt', message: "The parameter 'limt' is unknown." },
    ]);
  });
});
