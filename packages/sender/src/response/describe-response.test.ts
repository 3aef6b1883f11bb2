import { describe, expect, it } from 'vitest';
import { describeResponse, maskResponse, secretsIn } from './describe-response';
import { printJson } from './json-printer';
import type { ReceivedResponse } from '../plan/response';
import { redact } from '@rulebook/catalogue/masking/masker';

function response(body: string, more: Partial<ReceivedResponse> = {}): ReceivedResponse {
  return {
    httpVersion: '1.1',
    status: 200,
    statusText: 'OK',
    headers: [['Content-Type', 'application/json']],
    body,
    isTruncated: false,
    size: body.length,
    duration: 12.3,
    ...more,
  };
}

const show = (body: string, secrets: readonly string[] = [], more: Partial<ReceivedResponse> = {}) =>
  describeResponse(response(body, more), { secrets });

describe('describeResponse', () => {
  it('shows status line, headers, body, time and size', () => {
    expect(show('{"a":[1,{"b":null}],"c":{},"d":[]}')).toBe(
      'HTTP/1.1 200 OK\nContent-Type: application/json\n\n' +
        '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ],\n  "c": {},\n  "d": []\n}\n\n# 12 ms, 34 bytes\n',
    );
  });

  it.each(['12345678901234567890', '1.0', '1e400', '-0', '0.1000', '"\\u00e9\\/"', '"😀"'])(
    'never re-writes %s',
    (value) => {
      expect(show(`{"v":${value}}`)).toContain(`"v": ${value}\n`);
      expect(printJson(value)).toBe(value);
    },
  );

  it('shows several values one below the other', () => {
    expect(printJson('{"a":1}\n{"b":2}\n')).toBe('{\n  "a": 1\n}\n{\n  "b": 2\n}');
  });

  it('shows anything other than JSON as it is', () => {
    expect(show('<html>no')).toContain('\n\n<html>no\n\n#');
    expect(show('{"a":')).toContain('{"a":');
    expect(show('[}')).toContain('[}');
    expect(show('[1 2]')).toContain('[1 2]');
    expect(show('{ "a": 1 } // one')).toContain('{ "a": 1 } // one');
    expect(show('')).toBe('HTTP/1.1 200 OK\nContent-Type: application/json\n\n# 12 ms, 0 bytes\n');
  });

  it('survives deep nesting', () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000);
    expect(show(deep).replace(/\s/g, '')).toContain(deep);
  });

  it('prints a text of many megabytes, and leaves nesting alone that would make one', () => {
    const long = 'x\\"\ud800'.repeat(3_000_000);
    expect(printJson(`{"a":"${long}"}`)).toBe(`{\n  "a": "${long}"\n}`);
    expect(printJson(`${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}`)).toBeUndefined();
    expect(printJson(`{"a":"${long}`)).toBeUndefined();
  });

  it('masks an answer in every part, given as data too', () => {
    const masked = maskResponse(
      response('{"api_key":"hush-hush","x":NaN}', {
        headers: [
          ['Set-Cookie', 'sid=cook-value; Path=/'],
          ['X-Auth-Token', 'other'],
          ['Location', 'http://u:pw@h/?sid=cook-value&a=hush-hush'],
        ],
        redirects: ['http://h/?tok=sent-one'],
        statusText: 'sent-one',
        bytes: new Uint8Array(3),
      }),
      ['sent-one'],
    );
    expect(masked).toMatchObject({
      body: '{"api_key":"***","x":NaN}',
      headers: [
        ['Set-Cookie', '***'],
        ['X-Auth-Token', '***'],
        ['Location', 'http://***@h/?sid=***&a=***'],
      ],
      redirects: ['http://h/?tok=***'],
      statusText: '***',
    });
    expect(masked).not.toHaveProperty('bytes');
  });

  it('says how a response was reached, and why a redirect was not followed', () => {
    const text = show('', [], {
      redirects: ['http://h/b'],
      retries: [{ cause: '429 Too Many Requests', wait: 2000 }],
      unfollowed: 'it leads away',
    });
    expect(text).toMatch(/^# Sent again after 2\.0 s: 429 Too Many Requests\n# Redirected to http:\/\/h\/b\n\nHTTP/);
    expect(text).toMatch(/\n# The redirect was not followed: it leads away\.\n$/);
  });

  it.each(['api_key', 'encoded', 'secret', 'token', 'API_KEY', 's\\u0065cret'])('masks the member %s', (name) => {
    const text = show(`{"id":"keep","nested":[{"${name}":"hush-hush"}],"echo":"hush-hush"}`);
    expect(text).not.toContain('hush-hush');
    expect(text).toContain('"***"');
    expect(text).toContain('"id": "keep"');
  });

  it('masks members in a body that was cut off, also in the middle of the secret', () => {
    expect(show('{"api_key": "hush-hush", "x": [1', [], { isTruncated: true })).not.toContain('hush');
    expect(show('{"token":"hush-hu', [], { isTruncated: true })).not.toContain('hush');
  });

  it('masks headers with credentials and known secrets anywhere', () => {
    const headers = [
      ['Authorization', 'Bearer aaaa'],
      ['set-cookie', 'bbbb=1'],
      ['X-Echo', 'my "key"'],
    ] as const;
    const text = show('{"q":"my \\"key\\"","u":"my%20%22key%22"}', ['my "key"'], { headers });
    expect(text).not.toMatch(/aaaa|bbbb|my \\?"|my%20/);
    expect(text).toContain('X-Echo: ***');
  });

  it('masks the longer of two secrets whole', () => {
    expect(redact('Bearer abcdef abcd', ['abcd', 'Bearer abcdef'])).toBe('*** ***');
    expect(redact('abc', ['abc', ''])).toBe('abc');
  });

  it('returns the secrets of the response, but not those that are masked already', () => {
    expect(secretsIn(response('{"api_key":"k\\u0031","encoded":"e"}'))).toEqual([
      { name: 'api_key', value: 'k1' },
      { name: 'encoded', value: 'e' },
    ]);
    expect(secretsIn(response('{"secret":"********"}'))).toEqual([]);
  });

  it.each([
    [999.6, 500, '1000 ms, 500 bytes'],
    [1500, 2048, '1.5 s, 2.0 KB'],
    [1, 1, '1 ms, 1 byte'],
    [1, 3 * 1024 * 1024, '1 ms, 3.0 MB'],
  ])('words %s ms and %s bytes', (duration, size, words) => {
    expect(show('', [], { duration, size })).toContain(`# ${words}\n`);
  });
});

describe('a response that is not a whole text', () => {
  it('is named when it is binary', () => {
    expect(show('', [], { binary: 'PNG image', size: 12_288 })).toMatch(
      /# The body is not shown: PNG image, 12\.0 KB\.\n# 12 ms, 12\.0 KB\n$/,
    );
  });

  it('says why it ends when the connection was cut, and shows what came', () => {
    const interruption = { kind: 'reset', message: 'a.example closed the connection.' } as const;
    const text = show('{"a":', [], { interruption, isTruncated: true });
    expect(text).toContain('{"a":');
    expect(text).toMatch(/# The response is incomplete: a\.example closed the connection\.\n# 12 ms, 5 bytes\n$/);
  });
});
