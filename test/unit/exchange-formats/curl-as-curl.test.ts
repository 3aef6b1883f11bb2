import { describe, expect, it } from 'vitest';
import { importRequests } from '../../../packages/exchange/src/index';
import { importCurl } from '../../../packages/request-file/src/syntax/curl/import-curl';
import type { ImportedRequest } from '../../../packages/request-file/src/syntax/curl/imported';

const url = 'http://h.example/u';

function only(command: string): ImportedRequest {
  const { requests } = importCurl(command);
  expect(requests).toHaveLength(1);
  return requests[0]!;
}

/** What curl 7.88 and 8 send for these was read from a server that prints requests. */
describe('options next to fields', () => {
  it.each([
    ["-u me:pass -H 'Authorization: Bearer t'", ['Authorization: Bearer t']],
    ["-u me:pass -H 'authorization;'", ['authorization: ']],
    ["-u me:pass -H 'Authorization:'", []],
    ['-u a:b -u c:d', ['Authorization: Basic c:d']],
    ['--digest -u a:b', ['Authorization: Digest a:b']],
    ["-u a:b --digest -H 'Authorization: Basic t'", ['Authorization: Basic t']],
    ['-u a:b --oauth2-bearer tok', ['Authorization: Bearer tok']],
    ['--oauth2-bearer tok -u a:b', ['Authorization: Bearer tok']],
    ["-r 0-5 -H 'Range: bytes=1-2'", ['Range: bytes=1-2']],
    ['-r 0-5 -r 1-2', ['Range: bytes=1-2']],
    ["-b a=1 -H 'Cookie: b=2'", ['Cookie: b=2']],
    ['-b a=1 -b b=2', ['Cookie: a=1; b=2']],
    ["-b a=1 -H 'Cookie:'", []],
    ["-e ref -H 'Referer: own'", ['Referer: own']],
    ["-A ua -H 'user-agent: own'", ['user-agent: own']],
    ["-A ''", []],
    ["-H 'X-A: 1' -H 'X-A: 2'", ['X-A: 1', 'X-A: 2']],
  ])('%s', (options, expected) => {
    expect(only(`curl ${url} ${options}`).headers.map(([name, value]) => `${name}: ${value}`)).toEqual(expected);
  });
});

describe('a file that is uploaded', () => {
  it.each([
    ['http://h.example', 'http://h.example/f.txt'],
    ['http://h.example/up/', 'http://h.example/up/f.txt'],
    ['http://h.example/up/?a=b', 'http://h.example/up/f.txt?a=b'],
    ['http://h.example/up', 'http://h.example/up'],
  ])('goes to %s as %s', (to, expected) => {
    const { method, url: sent, body } = only(`curl -T ./folder/f.txt '${to}'`);
    expect({ method, url: sent, body }).toEqual({
      method: 'PUT',
      url: expected,
      body: { kind: 'file', path: './folder/f.txt' },
    });
  });
});

describe('a part of a form', () => {
  it.each([
    [`'file=@"dir/f.txt"'`, { name: 'file', type: 'text/plain', filename: 'f.txt', content: { path: 'dir/f.txt' } }],
    [`'input="{\\"xx\\":\\"y\\\\\\\\y\\"}"'`, { name: 'input', content: { text: '{"xx":"y\\\\y"}' } }],
    [`'k="v; w";type=application/json'`, { name: 'k', type: 'application/json', content: { text: 'v; w' } }],
    [`'k=v;type=text/plain;charset=utf-8'`, { name: 'k', type: 'text/plain;charset=utf-8', content: { text: 'v' } }],
    [`'k=  a b  ;type=text/x'`, { name: 'k', type: 'text/x', content: { text: 'a b' } }],
    [`'k=<f.txt'`, { name: 'k', content: { path: 'f.txt' } }],
    [`'k="unclosed'`, { name: 'k', content: { text: '"unclosed' } }],
    [`'a=b,c'`, { name: 'a', content: { text: 'b,c' } }],
    [
      `'k=v;filename=n.bin'`,
      { name: 'k', type: 'application/octet-stream', filename: 'n.bin', content: { text: 'v' } },
    ],
    [
      `'k=@f.txt;filename="x\\"y.png"'`,
      { name: 'k', type: 'image/png', filename: 'x"y.png', content: { path: 'f.txt' } },
    ],
  ])('%s', (argument, expected) => {
    const { body, notes } = only(`curl ${url} -F ${argument}`);
    expect(body).toEqual({ kind: 'form', parts: [expected] });
    expect(notes).toEqual([]);
  });

  it('is as written with --form-string', () => {
    const { body } = only(`curl ${url} --form-string 'k=@x;type=a/b'`);
    expect(body).toEqual({ kind: 'form', parts: [{ name: 'k', content: { text: '@x;type=a/b' } }] });
  });

  it.each([
    [`'k=a;b'`, /leaves `;b` of the part `k` out/],
    [`'k=@a.txt,b.txt'`, /of several files of the part `k`, only the first/],
    [`'k=v;headers="X-A: 1"'`, /`headers` of the part `k` is not taken over/],
  ])('%s says what is missing', (argument, note) => {
    expect(only(`curl ${url} -F ${argument}`).notes.join()).toMatch(note);
  });

  it('is found in the text that a browser copies', () => {
    const text = [
      String.raw`--B\r\nContent-Disposition: form-data; name="limit"\r\n\r\n10\r\n`,
      String.raw`--B\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n\r\n--B--\r\n`,
    ].join('');
    const { body, headers } = only(
      `curl ${url} -H 'content-type: multipart/form-data; boundary=B' --data-raw $'${text}'`,
    );
    expect(body).toEqual({
      kind: 'form',
      parts: [
        { name: 'limit', content: { text: '10' } },
        { name: 'f', type: 'text/plain', filename: 'a.txt', content: { text: '' } },
      ],
    });
    expect(headers).toEqual([]);
  });

  it('is not looked for in a text with other line ends or fields', () => {
    for (const text of [
      String.raw`--B\nContent-Disposition: form-data; name="a"\n\n1\n--B--\n`,
      String.raw`--B\r\nContent-Disposition: form-data; name="a"\r\nX-A: 1\r\n\r\n1\r\n--B--\r\n`,
    ]) {
      const { body } = only(`curl ${url} -H 'Content-Type: multipart/form-data; boundary=B' --data-raw $'${text}'`);
      expect(body?.kind).toBe('text');
    }
  });
});

describe('a pattern in a URL', () => {
  it.each([['http://h.example/{a,b}'], ['http://h.example/[1-3]'], ['http://h.example/x[a-c]y']])('%s', (pattern) => {
    const { notes, isIncomplete } = only(`curl '${pattern}'`);
    expect(notes.join()).toContain('for each URL of the pattern');
    expect(isIncomplete).toBe(true);
  });

  it.each([["-g 'http://h.example/{a,b}'"], ["'http://[::1]/a'"], ["'http://h.example/{{a}}?x={b}'"]])(
    'is none in %s',
    (words) => {
      expect(only(`curl ${words}`).notes).toEqual([]);
    },
  );
});

describe('a script with curl commands', () => {
  it('may begin with what prepares them', () => {
    const script = [
      '#!/bin/sh',
      '# Two requests',
      'set -e',
      'export TOKEN=abc',
      'HOST=h.example',
      'curl -H "Authorization: Bearer $TOKEN" https://$HOST/x',
      'curl https://h.example/y -H "X-User: $OTHER"',
    ].join('\n');
    const written = importRequests(script, { planOf: () => undefined });
    expect(written).toMatchObject({ requests: 0 });
    const { requests, variables, notes } = importCurl(script);
    expect(variables).toEqual([
      { name: 'TOKEN', value: 'abc' },
      { name: 'HOST', value: 'h.example' },
    ]);
    const plain = JSON.stringify(requests).replaceAll('\ufdd0', '');
    expect(plain).toContain('Bearer {{TOKEN}}');
    expect(plain).toContain('https://{{HOST}}/x');
    expect(plain).toContain('{{$processEnv OTHER}}');
    expect(notes).toEqual(['the command `set` is not a curl command']);
  });

  it('differs from text of another kind', () => {
    expect(importRequests('# Notes\nSee curl http://h.example/\n', { planOf: () => undefined })).toHaveProperty(
      'problem',
    );
  });
});
