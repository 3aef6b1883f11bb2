import { describe, expect, it } from 'vitest';
import { copyRequest, type CopyTarget } from '../../../packages/exchange/src/index';

const input = {
  request: {
    method: 'POST',
    url: 'https://own/items?token=s3cret-token&q="$x"',
    headers: [
      ['Content-Type', 'application/json'],
      ['Authorization', 'Bearer s3cret-token'],
    ] as const,
    body: '{"a":"b\\n","c":\'$d\'}\n',
  },
  secrets: ['s3cret-token'],
  hrefOf: (url: string) => url,
  isInsecure: true,
};

function copied(target: CopyTarget, more: object = {}): string {
  const found = copyRequest(target, { ...input, ...more });
  return 'problem' in found ? found.problem : found.text;
}

const fragments = {
  httpie: [`'--raw={"a":"b\\n","c":'\\''$d'\\''}\n'`, `'Authorization:Bearer '"\${TOKEN:?is not set}"`, '--verify=no'],
  axios: [
    `data: "{\\"a\\":\\"b\\\\n\\",\\"c\\":'$d'}\\n",`,
    `'Bearer ' + process.env.TOKEN`,
    'rejectUnauthorized: false',
  ],
  go: [`strings.NewReader("{\\"a\\":\\"b\\\\n\\",\\"c\\":'$d'}\\n")`, '"Bearer " + os.Getenv("TOKEN")', '"crypto/tls"'],
  java: [`ofString("{\\"a\\":\\"b\\\\n\\",\\"c\\":'$d'}\\n")`, '"Bearer " + System.getenv("TOKEN")', 'Redirect.NEVER'],
  csharp: [
    `GetBytes("{\\"a\\":\\"b\\\\n\\",\\"c\\":'$d'}\\n")`,
    '"Bearer " + Environment.GetEnvironmentVariable("TOKEN")',
    'AllowAutoRedirect = false',
  ],
  php: [`'{"a":"b\\\\n","c":\\'$d\\'}\n'`, `'Bearer ' . getenv('TOKEN')`, 'CURLOPT_SSL_VERIFYPEER => false'],
} as const;
const targets = ['httpie', 'axios', 'go', 'java', 'csharp', 'php'] as const;

describe('a request as code', () => {
  it.each(targets)('of %s has texts with their signs, and environment variables for secrets', (target) => {
    expect(copied(target)).not.toContain('s3cret-token');
    expect(copied(target, { showsSecrets: true })).toContain('s3cret-token');
    for (const fragment of fragments[target]) expect(copied(target)).toContain(fragment);
  });

  it.each(targets)('of %s reads a file', (target) => {
    expect(copied(target, { bodyFile: '/f/a b.json' })).toMatch(/\/f\/a b\.json/);
  });

  it.each(targets)('of %s has no body of bytes', (target) => {
    const request = { ...input.request, body: [Uint8Array.of(0, 255)] };
    expect(copied(target, { request })).toBe('its body has bytes that are no text; copy it as curl');
  });
});

describe('what arrives is what is sent:', () => {
  const get = { method: 'GET', url: 'http://own/', headers: [] as (readonly [string, string])[] };
  const latin = { request: { ...get, headers: [['X-A', 'd\u00e9j\u00e0 $x "']] as const } };

  it.each<[CopyTarget, string]>([
    ['go', String.raw`request.Header.Add("X-A", "d\xe9j\xe0 $x \"")`],
    ['php', String.raw`"d\xe9j\xe0 \$x \""`],
    ['java', 'the header field X-A has a sign that this client does not send as it is; copy it as curl'],
    ['csharp', 'the header field X-A has a sign that this client does not send as it is; copy it as curl'],
    ['httpie', 'the header field X-A has a sign that this client does not send as it is; copy it as curl'],
  ])('a header field beyond ASCII, of %s', (target, expected) => {
    expect(copied(target, latin)).toContain(expected);
  });

  it('fields of a name that is repeated, of axios', () => {
    const headers = [
      ['X-A', 'a'],
      ['x-a', 'b'],
    ] as const;
    expect(copied('axios', { request: { ...get, headers } })).toContain('"X-A": ["a", "b"],'.replaceAll('"', "'"));
  });

  it('a text without a media type', () => {
    const request = { ...get, method: 'POST', body: 'a' };
    expect(copied('axios', { request })).toContain("'Content-Type': false,");
    expect(copied('fetch', { request })).toContain("body: new TextEncoder().encode('a'),");
    expect(copied('fetch', { request: { ...request, method: 'GET' } })).toContain("body: 'a',");
    expect(copied('fetch', { request: { ...request, body: '' } })).not.toContain('body');
    expect(copied('httpie', { request, bodyFile: 'a.txt' })).toContain('Content-Type:');
  });

  it('a file with its length, of Go', () => {
    expect(copied('go', { bodyFile: 'a.txt' })).toContain('os.ReadFile("a.txt")');
  });

  it('a URL that Java refuses', () => {
    const url = 'http://[::1]:1/a[1]|{b}?c[]={d}&e=%&f=%25';
    const text = copied('java', { request: { ...get, url } });
    expect(text).toContain('URI.create("http://[::1]:1/a%5B1%5D%7C%7Bb%7D?c[]=%7Bd%7D&e=%25&f=%25")');
    expect(text).toContain('// Java refuses some signs of this URL, which are percent-encoded here.');
    expect(copied('java', { request: get })).not.toContain('Java refuses');
  });

  it('a path that HTTPie would change', () => {
    const found = copyRequest('httpie', { ...input, request: { ...get, url: 'http://own/a/../b' } });
    expect(found).toMatchObject({ notes: ['HTTPie percent-encodes some signs of the URL in another way'] });
    expect(found).toHaveProperty('text', expect.stringContaining('--path-as-is'));
    expect(copied('httpie', { request: get })).not.toContain('--path-as-is');
  });

  it('UTF-8 in a part of a form, and what fetch adds', () => {
    const body = [Uint8Array.of(0xc3, 0xa4)];
    expect(copied('java', { request: { ...get, method: 'POST', body } })).toContain('ofString("\u00e4")');
    const headers = [['If-Match', 'x']] as const;
    const comment = '// fetch adds Cache-Control and Pragma to a request with If-Match.';
    expect(copied('fetch', { request: { ...get, headers } })).toContain(comment);
    const range = [
      ['Range', 'bytes=0-1'],
      ['Accept-Encoding', 'identity'],
    ] as const;
    expect(copied('fetch', { request: { ...get, headers: range } })).toContain("from 'undici'");
  });
});
