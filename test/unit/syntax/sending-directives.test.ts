import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { itemsOfLoop, readSendingDirectives } from '../../../packages/request-file/src/syntax/sending-directives';

const engine = createEngine();

function read(...lines: readonly string[]) {
  const text = `${lines.map((line) => `# ${line}\n`).join('')}GET http://localhost/\n`;
  return readSendingDirectives(engine.parse(engine.openFile(text), 0));
}

/** What the directives say, without what all of them have. */
function said(...lines: readonly string[]) {
  const { references, conditions, problems, ...rest } = read(...lines);
  expect(problems).toEqual([]);
  return {
    ...rest,
    ...(references.length > 0 && { references }),
    ...(conditions.length > 0 && { conditions }),
  };
}

describe('times', () => {
  it.each([
    ['@timeout 10', { timeout: 10_000 }],
    ['@timeout 999', { timeout: 999_000 }],
    ['@timeout 1000', { timeout: 1000 }],
    ['@timeout 60000', { timeout: 60_000 }],
    ['@timeout 600 ms', { timeout: 600 }],
    ['@timeout 600ms', { timeout: 600 }],
    ['@timeout 1.5 s', { timeout: 1500 }],
    ['@connection-timeout 2 m', { connectionTimeout: 120_000 }],
    ['@connectionTimeout 3', { connectionTimeout: 3000 }],
    ['@timeout 9999999999 h', { timeout: 2 ** 31 - 1 }],
    ['@sleep 250', { pause: 250 }],
    ['@delay 2 s', { pause: 2000 }],
    ['@delay 0', { pause: 0 }],
  ])('%s', (line, expected) => {
    expect(said(line)).toEqual(expected);
  });

  it.each(['@timeout', '@timeout soon', '@timeout {{limit}}', '@timeout 0', '@timeout -1', '@sleep a while'])(
    '%s is not understood',
    (line) => {
      const { problems } = read(line);
      expect(problems.map(({ reason }) => reason)).toEqual([
        expect.stringMatching(/^`@\w+` needs a time such as `500 ms` or `10 s`\.$/),
      ]);
    },
  );

  it('takes the last of two', () => {
    expect(said('@timeout 1', '@timeout 2')).toEqual({ timeout: 2000 });
  });
});

describe('@loop', () => {
  it.each([
    ['@loop for 3', { kind: 'count', count: 3 }],
    ['@loop for 0', { kind: 'count', count: 0 }],
    ['@loop for id of ["a", 2, {"b": 1}]', { kind: 'list', name: 'id', items: ['a', '2', '{"b":1}'] }],
    ["@loop for const id of ['a', 'b']", { kind: 'list', name: 'id', items: ['a', 'b'] }],
    ['@loop for id of ids', { kind: 'variable', name: 'id', variable: 'ids' }],
    [
      '@loop for id of {{ list.response.body.$.ids }}',
      { kind: 'variable', name: 'id', variable: 'list.response.body.$.ids' },
    ],
  ])('%s', (line, repetition) => {
    expect(said(line)).toEqual({ repetition });
  });

  it.each(['@loop while i < 3', '@loop for id of ids.map(x => x.id)', '@loop for id of [1, 2'])(
    '%s needs JavaScript',
    (line) => {
      const { problems, repetition } = read(line);
      expect(repetition).toBeUndefined();
      expect(problems[0]?.reason).toMatch(/JavaScript/);
    },
  );

  it('without a list says what it needs', () => {
    expect(read('@loop').problems[0]?.reason).toMatch(/^`@loop` needs a number or a list/);
  });
});

describe('the others', () => {
  it('are read in both spellings', () => {
    expect(said('@no-redirect', '@noCookieJar', '@no-log', '@noRejectUnauthorized')).toEqual({
      staysAtUrl: true,
      keepsNoCookies: true,
      isUnlogged: true,
      acceptsAnyCertificate: true,
    });
    expect(said('@note "Really?"')).toEqual({ note: 'Really?' });
    expect(said('@note')).toEqual({ note: '' });
    expect(said('@ref login', '@forceRef token')).toEqual({
      references: [
        { name: 'login', isForced: false },
        { name: 'token', isForced: true },
      ],
    });
  });

  it('switch a request off', () => {
    expect(said('@disabled')).toEqual({ disabled: { start: 0, end: 11 } });
    expect(said('@disabled true').disabled).toBeDefined();
    expect(said('@disabled false')).toEqual({});
    expect(read('@disabled a && b').problems[0]?.reason).toMatch(/^The condition of `@disabled` needs JavaScript/);
  });

  it('that are not known are left alone', () => {
    expect(said('@accept chunked', '@jq .a', '@constructor', '@toString', '@__proto__ x')).toEqual({});
  });
});

describe('itemsOf', () => {
  it('reads arrays only', () => {
    expect(itemsOfLoop('[]')).toEqual([]);
    expect(itemsOfLoop('a, b')).toBeUndefined();
    expect(itemsOfLoop('{"a": 1}')).toBeUndefined();
    expect(itemsOfLoop(`[${'['.repeat(10_000)}`)).toBeUndefined();
  });
});

describe('@until', () => {
  it.each([
    ['@until status == 200', { assert: 'status == 200', within: 30_000, every: 1000 }],
    ['@until status == 200 within 30s every 500 ms', { assert: 'status == 200', within: 30_000, every: 500 }],
    ['@until $.state == "done" every 2 within 5 m', { assert: '$.state == "done"', within: 300_000, every: 2000 }],
    ['@until header x-state exists within 10 s', { assert: 'header x-state exists', within: 10_000, every: 1000 }],
    // In quotes, the words belong to the value.
    ['@until body == "within 5 s"', { assert: 'body == "within 5 s"', within: 30_000, every: 1000 }],
  ])('%s', (line, expected) => {
    expect(said(line)).toMatchObject({ until: expected });
  });

  it.each([
    ['@until', 'needs what must hold'],
    ['@until within 5 s', 'cannot be checked'],
    ['@until state == 1', 'cannot be checked'],
    ['@until status == 200 within 2 h', 'a time from `100 ms` to `1 h`'],
    ['@until status == 200 every 1 ms', 'a time from `100 ms` to `1 h`'],
    ['@until xpath //a[ exists', 'The XPath'],
    ['@until snapshot', 'no snapshot'],
  ])('%s is not carried out', (line, reason) => {
    const { until, problems } = read(line);
    expect(until).toBeUndefined();
    expect(problems[0]?.reason).toContain(reason);
  });
});

describe('conditions', () => {
  it.each([
    ['@if {{stage}} == prod', { variable: 'stage', operator: '==', expected: 'prod', isNegated: false }],
    ['@if {{ a.b }} not exists', { variable: 'a.b', operator: 'exists', isNegated: true, mayBeAbsent: true }],
    ['@if {{n}} > 3', { variable: 'n', operator: '>', expected: '3' }],
    ['@disabled !token', { variable: 'token', operator: 'isTrue', isNegated: false, mayBeAbsent: false }],
    ['@disabled !this.token', { variable: 'token', operator: 'isTrue', isNegated: false, mayBeAbsent: true }],
    ['@disabled token', { variable: 'token', operator: 'isTrue', isNegated: true }],
    ["@disabled stage === 'prod'", { variable: 'stage', operator: '==', expected: '"prod"', isNegated: true }],
    ['@disabled stage!="prod"', { variable: 'stage', operator: '==', expected: '"prod"', isNegated: false }],
    ['@disabled {{stage}} == prod', { variable: 'stage', operator: '==', expected: 'prod', isNegated: true }],
  ])('%s', (line, expected) => {
    expect(said(line)).toMatchObject({ conditions: [expected] });
  });

  it.each([
    ['@if', 'needs a variable'],
    ['@if stage == prod', 'needs a variable'],
    ['@if {{stage}}', 'Expected an operator'],
    ['@if {{stage}} = prod', 'is not an operator'],
    ['@if {{stage}} > a', 'needs a number'],
    ['@if {{stage}} length > 3', 'compares the value of a variable itself'],
    ['@disabled a && b', 'needs JavaScript'],
    ['@disabled f(a)', 'needs JavaScript'],
    ['@disabled a > 3', 'needs JavaScript'],
  ])('%s is not carried out', (line, reason) => {
    const { conditions, problems } = read(line);
    expect(conditions).toEqual([]);
    expect(problems[0]?.reason).toContain(reason);
  });
});
