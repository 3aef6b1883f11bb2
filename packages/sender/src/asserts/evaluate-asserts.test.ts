import { describe, expect, it } from 'vitest';
import { createNamedResponses } from '../variables/named-responses';
import { evaluateAsserts, type AssertContext, type SchemaDifferences } from './evaluate-asserts';
import type { ReceivedResponse } from '../plan/response';

const body = {
  id: 3,
  name: 'key one',
  big: '@big',
  text: '3',
  flag: false,
  nothing: null,
  empty: '',
  zero: 0,
  half: 0.5,
  list: ['a', 'b'],
  items: [
    { id: 1, state: 'ok', price: 10 },
    { id: 2, state: 'ok', price: 20 },
  ],
  config: { url: 'https://a.example', secret: 'hush-hush-hush' },
  "it's": { 'a b': 1 },
};
const source = JSON.stringify(body).replace('"@big"', '12345678901234567890');

const response: ReceivedResponse = {
  httpVersion: '1.1',
  status: 201,
  statusText: 'Created',
  headers: [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Location', '/hooks/1'],
    ['ETag', '"abc"'],
    ['X-Count', '12'],
    ['Vary', 'Accept'],
    ['Vary', 'Origin'],
    ['Set-Cookie', 'session=verysecretvalue; Path=/'],
  ],
  body: source,
  isTruncated: false,
  size: source.length,
  duration: 123.4,
};

const system: AssertContext['system'] = {
  now: () => new Date(0),
  random: () => 0.5,
  environment: () => undefined,
  dotenv: () => undefined,
} as unknown as AssertContext['system'];

const variables: Readonly<Record<string, string>> = {
  id: '3',
  name: 'key one',
  quote: 'a"b',
  api_token: 'topsecrettoken',
};

function evaluate(text: string, changes: Partial<AssertContext> = {}) {
  const context: AssertContext = {
    response,
    secrets: [],
    resolve: (name) => {
      const value = variables[name];
      return value === undefined ? undefined : { value, isSecret: false };
    },
    system,
    answers: createNamedResponses(),
    differences: () => undefined,
    ...changes,
  };
  const [result] = evaluateAsserts([{ text, line: 7 }], context);
  if (result === undefined) throw new Error('There is no result.');
  return result;
}

const passing = [
  'status == 201',
  'status 201',
  'status 2xx',
  'status == 20x',
  'status != 404',
  'status >= 200',
  'status startsWith 20',
  'status isNumber',
  'header content-type includes json',
  'header Content-Type startsWith application/json',
  'header location == /hooks/1',
  'header etag == "abc"',
  'header x-count == 12',
  'header x-count > 9',
  'header vary == Origin',
  'header vary != Cookie',
  'header retry-after not exists',
  'header retry-after isFalse',
  'body includes key one',
  'body isObject',
  'body $.id == 3',
  'body items[1].id == 2',
  'body.id == 3',
  'body.items[1].id == 2',
  "body['id'] == 3",
  'body.list length == 2',
  'body length == 13',
  'body.missing isFalse',
  'body list.length == 2',
  'body name.length == 7',
  'body items[0].length not exists',
  'js response.parsedBody.list.length == 2',
  'js response.parsedBody.length not exists',
  'js response.parsedBody.missing == undefined',
  'js response.parsedBody.items[9] == undefined',
  'js response.parsedBody.nothing == undefined',
  'js response.parsedBody.missing != 3',
  'js response.parsedBody.id != undefined',
  'js response.headers["no"] == undefined',
  'jsonpath $.id == 3',
  '$.id == 3.0',
  '$.id == 3e0',
  '$.id != "3"',
  '$.text == "3"',
  '$.name == key one',
  '$.name == "key one"',
  '$.name == {{name}}',
  '$.id == {{id}}',
  '$.text == "{{id}}"',
  '$.big == 12345678901234567890',
  '$.big > 12345678901234567889',
  '$.flag == false',
  '$.flag isFalse',
  '$.flag exists',
  '$.nothing isNull',
  '$.nothing exists',
  '$.missing isFalse',
  '$.missing not exists',
  '$.empty isFalse',
  '$.zero isFalse',
  '$.half isTrue',
  '$.list includes a',
  '$.list == ["a", "b"]',
  '$.list isArray',
  '$.list length == 2',
  '$.items length > 1',
  '$.items[*].id == [1, 2]',
  '$.items[*].state == ok',
  '$.items[*].price > 5',
  '$.items[*].id includes 2',
  '$.items[?@.id == 2].price == 20',
  '$.items[?@.state == "ok"] length == 2',
  "$[\"it's\"]['a b'] == 1",
  "$['it\\'s'] exists",
  '$.config == {"secret": "hush-hush-hush", "url": "https://a.example"}',
  '$.name matches ^key [a-z]+$',
  '$.name not matches ^other',
  '$.config.url endsWith .example',
  '$.name length == 7',
  'duration < 500',
  'duration <= 123 ms',
  'duration < 1 s',
  'duration p95 < 500',
  'duration median<=123ms',
  'duration max not > 2 s',
  'js response.statusCode == 201',
  'js response.parsedBody.items[0].id == 1',
  'js response.headers["content-type"] includes json',
];

describe('an assert', () => {
  it.each(passing)('passes: %s', (text) => {
    expect(evaluate(text)).toEqual({
      text: expect.any(String),
      line: 7,
      outcome: 'passed',
      message: '',
      expected: expect.anything(),
      received: expect.anything(),
    });
  });

  it.each<[string, string]>([
    ['status == 200', 'Expected 200, received 201.'],
    ['status == 4xx', 'Expected 4xx, received 201.'],
    ['status != 201', 'Expected not 201, received 201.'],
    ['header location == /hooks/2', 'Expected /hooks/2, received /hooks/1.'],
    ['header retry-after exists', 'Expected a value, received no value.'],
    ['header retry-after != 5', 'Expected not 5, received no value.'],
    ['header vary == Cookie', 'Expected Cookie, received [Accept, Origin].'],
    ['$.id == "3"', 'Expected the string "3", received the number 3.'],
    ['$.text == 3', 'Expected the number 3, received the string "3".'],
    ['$.big == 12345678901234567891', 'Expected 12345678901234567891, received 12345678901234567890.'],
    ['$.missing == 3', 'Expected 3, received no value.'],
    ['$.missing != 3', 'Expected not 3, received no value.'],
    ['$.list == ["a", "c"]', 'Expected ["a", "c"], received at `[1]` "b" instead of "c".'],
    ['$.items[0] == {"id": 1}', 'Expected {"id": 1}, received at `.state` "ok" instead of no value.'],
    ['$.items[*].price > 15', 'Expected > 15, received [10, 20].'],
    ['$.items[*].id == [1]', 'Expected [1], received [1, 2].'],
    ['$.flag isTrue', 'Expected a true value, received false.'],
    ['$.name > 3', 'Expected > 3, received "key one". The value is not a number.'],
    ['$.config includes url', expect.stringContaining('The value is neither a text nor a list.') as string],
    ['$.list length == 3', 'Expected 3, received 2.'],
    ['$.list not includes a', 'Expected not includes a, received ["a","b"].'],
    ['duration < 100 ms', 'Expected < 100 ms, received 123 ms.'],
    ['$.config.url isNumber', 'Expected a number, received "https://a.example".'],
  ])('fails and says what was expected and received: %s', (text, message) => {
    expect(evaluate(text)).toMatchObject({ outcome: 'failed', message });
  });

  it.each<[string, string]>([
    ['xpath /a == 1', 'The body is not well-formed XML, so it has no values at an XPath.'],
    ['xpath /a[ == 1', expect.stringContaining('The XPath cannot be read') as string],
    ['snapshot', expect.stringContaining('No files can be written here') as string],
    ['js response.parsedBody.list.map(x => x) == 1', 'No scripts are run here, and this expression is JavaScript.'],
    ['js response.parsedBody.id + 1 == 2', 'No scripts are run here, and this expression is JavaScript.'],
    ['js response.parsedBody.a = 1', '`=` is not an operator. Use `==`.'],
    ['body sha256 abc=', expect.stringContaining('This is not a `sha256`') as string],
    [`body md5 ${'0'.repeat(32)}`, 'No digests are made here, so `md5` cannot be compared.'],
    ['status = 200', '`=` is not an operator. Use `==`.'],
    ['$.id == {{unknown}}', 'The variable unknown has no value.'],
    ['$.name matches (a)\\1$', expect.stringContaining('references to groups') as string],
    ['$.items[{{name}}].id == 1', expect.stringContaining('not a JSONPath') as string],
    ['matches description', expect.stringContaining('No description of this operation') as string],
  ])('is never passed when it cannot be evaluated: %s', (text, message) => {
    expect(evaluate(text)).toMatchObject({ outcome: 'unevaluated', message });
  });

  it.each<[string, string, string]>([
    ['$.at isDate', '{"at": "2026-11-30T08:15:00.5+01:00"}', 'passed'],
    ['$.at isDate', '{"at": "2026-02-28"}', 'passed'],
    ['$.at isDate', '{"at": "2026-02-30"}', 'failed'],
    ['$.at isDate', '{"at": 20260228}', 'failed'],
    ['$.at isDate', '{"at": "2026-02-28 08:15"}', 'failed'],
    ['$.at isDate', '{"at": "Sun, 06 Nov 1994 08:49:37 GMT"}', 'passed'],
    ['$.at isDate', '{"at": "Sun, 36 Nov 1994 08:49:37 GMT"}', 'failed'],
    ['$.at not isDate', '{"at": "soon"}', 'passed'],
    ['$.a count == 2', '{"a": [1, 2]}', 'passed'],
    ['$.a count == 2', '{"a": {"b": 1, "c": 2}}', 'passed'],
    ['$.a count == 2', '{"a": "xy"}', 'failed'],
    ['$.a[*] count == 0', '{"a": []}', 'passed'],
    ['$.a[*] count > 1', '{"a": [1, 2]}', 'passed'],
    ['$.a sha256 == 61', '{"a": "a"}', 'unevaluated'],
    ['$.a md5 == 0cc175b9c0f1b6a831c399e269772661', '{"a": "a"}', 'passed'],
    ['$.a md5 DMF1ucDxtqgxw5niaXcmYQ==', '{"a": "a"}', 'passed'],
    ['$.a md5 != 0CC175B9C0F1B6A831C399E269772661', '{"a": "a"}', 'failed'],
    ['xpath //b == 1', '<a><b>1</b><b>1</b></a>', 'passed'],
    ['xpath //b == 1', '<a><b>1</b><b>2</b></a>', 'failed'],
    ['xpath //b includes 2', '<a><b>1</b><b>2</b></a>', 'passed'],
    ['xpath //c not exists', '<a><b>1</b></a>', 'passed'],
    ['xpath //b length == 3', '<a><b>abc</b></a>', 'passed'],
  ])('of other bodies: %s of %s is %s', (text, body, outcome) => {
    const digest = (_: string, content: Uint8Array | string) =>
      content === 'a' ? '0cc175b9c0f1b6a831c399e269772661' : 'other';
    const [result] = evaluateAsserts([{ text, line: 0 }], {
      ...{ secrets: [], resolve: () => undefined, system, digest, differences: () => undefined },
      response: {
        ...response,
        body,
        headers: [['Content-Type', body.startsWith('<') ? 'text/xml' : 'application/json']],
      },
    });
    expect(result?.outcome).toBe(outcome);
  });

  it('says of a mistake in the text that a finding of the file says it already', () => {
    expect(evaluate('status = 200')).toMatchObject({ isMalformed: true });
    for (const text of ['status == 404', '$.id == {{unknown}}', 'xpath /a == 1'])
      expect(evaluate(text)).not.toHaveProperty('isMalformed');
  });

  it('compares the response with the description of its operation', () => {
    expect(evaluate('matches description', { differences: () => [] }).outcome).toBe('passed');
    expect(evaluate('matches description', { differences: () => ['`id` is a string.', 'b', 'c'] })).toMatchObject({
      outcome: 'failed',
      message: 'Expected as described, received `id` is a string, and 2 more.',
    });
  });

  it('compares the body with a JSON Schema', () => {
    const schema = (found: SchemaDifferences) => ({
      schemaDifferences: (file: string) => (file === './a.json' ? found : undefined),
    });
    expect(evaluate('schema ./a.json', schema({ differences: [] })).outcome).toBe('passed');
    expect(evaluate('schema ./a.json', schema({ differences: ['`id` is a string.', 'b'] }))).toMatchObject({
      outcome: 'failed',
      message: 'Expected as the schema says, received `id` is a string, and 1 more.',
    });
    const problem = 'The schema `./a.json` cannot be read: there is no such file.';
    expect(evaluate('schema ./a.json', schema({ problem }))).toMatchObject({
      outcome: 'unevaluated',
      message: problem,
    });
    expect(evaluate('schema ./b.json', schema({ differences: [] })).outcome).toBe('unevaluated');
    expect(evaluate('schema', schema({ differences: [] }))).toMatchObject({ isMalformed: true });
    expect(evaluate('schema ./{{name}}.json', schema({ differences: [] }))).toMatchObject({ isMalformed: true });
  });

  it.each([
    '$.config.secret == wrong-value-here',
    '$.config.secret == hush-hush-hush',
    'header set-cookie == x',
    'body == x',
    '$.config == 1',
    '$..* == 1',
    '$.name == {{api_token}}',
  ])('shows no secret: %s', (text) => {
    const shown = JSON.stringify(evaluate(text));
    for (const secret of ['hush-hush-hush', 'verysecretvalue', 'topsecrettoken', 'wrong-value-here'])
      expect(shown).not.toContain(secret);
  });

  it('hides a value by its own name, not by those above it', () => {
    const nested = JSON.stringify({
      api_key: { id: 'plain', tokens: ['hidden-value'] },
      tokens: ['a'],
      secret: ['hidden-value'],
    });
    const shown = { response: { ...response, body: nested } };
    expect(evaluate('$.api_key.id == other', shown).message).toBe('Expected other, received "plain".');
    expect(JSON.stringify(evaluate('$.secret[0] == other', shown))).not.toContain('hidden-value');
  });

  it('shortens what it shows', () => {
    const long = JSON.stringify({ a: 'x'.repeat(5000) });
    const { received = '', message } = evaluate('$.a == 1', { response: { ...response, body: long } });
    expect(received.length).toBeLessThan(210);
    expect(message.length).toBeLessThan(500);
  });

  it('compares texts of bodies that are not JSON', () => {
    const plain = { ...response, headers: [['Content-Type', 'text/plain']] as const, body: 'all fine\n' };
    expect(evaluate('body == all fine', { response: plain }).outcome).toBe('passed');
    expect(evaluate('body == "all fine"', { response: plain }).outcome).toBe('passed');
    expect(evaluate('body length == 9', { response: plain }).outcome).toBe('passed');
    expect(evaluate('$.a == 1', { response: plain })).toMatchObject({ outcome: 'unevaluated' });
    expect(evaluate('body exists', { response: { ...plain, body: '' } }).outcome).toBe('failed');
  });

  it.each<[string, Partial<ReceivedResponse>]>([
    ['cut off', { isTruncated: true }],
    ['binary', { binary: 'PNG image', body: '' }],
    ['incomplete', { interruption: { kind: 'reset', message: 'The connection broke.' } }],
  ])('does not judge a body that is %s', (_what, changes) => {
    expect(evaluate('$.id == 3', { response: { ...response, ...changes } }).outcome).toBe('unevaluated');
    expect(evaluate('status == 201', { response: { ...response, ...changes } }).outcome).toBe('passed');
  });

  it('survives nesting that no stack holds', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(evaluate('$..* exists', { response: { ...response, body: deep } }).outcome).toBe('unevaluated');
  });
});

it.each(['.length == 2', '.length > 1', '[5] == undefined', '[0].missing == undefined', '[1].id == 2'])(
  'reads %s of a list as JavaScript does',
  (rest) => {
    const list = { ...response, body: '[{"id":1},{"id":2}]' };
    expect(evaluate(`js response.parsedBody${rest}`, { response: list }).outcome).toBe('passed');
  },
);

it('finds nothing unequal to what is not there, outside of JavaScript', () => {
  expect(evaluate('$.missing != 3').outcome).toBe('failed');
  expect(evaluate('$.missing == undefined').outcome).toBe('failed');
});

describe('a statistic of durations', () => {
  const durations = Array.from({ length: 20 }, (_, index) => (index + 1) * 10);

  it.each([
    ['duration median == 100', 'passed'],
    ['duration p50 == 100', 'passed'],
    ['duration p90 == 180', 'passed'],
    ['duration p95 == 190 ms', 'passed'],
    ['duration p99 == 200', 'passed'],
    ['duration max < 200', 'failed'],
    // Of the response alone.
    ['duration == 123', 'passed'],
  ])('is of all of them: %s', (text, outcome) => {
    expect(evaluate(text, { durations })).toMatchObject({ outcome });
  });

  it('has a word that is known', () => {
    expect(evaluate('duration p96 < 3')).toMatchObject({
      outcome: 'unevaluated',
      message: expect.stringContaining('`p96` is none of median, p50, p90, p95, p99, max.') as string,
    });
  });
});
