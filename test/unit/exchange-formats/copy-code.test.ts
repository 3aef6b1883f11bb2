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
