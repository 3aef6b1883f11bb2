import { describe, expect, it } from 'vitest';
import { maskNamedSecrets } from './mask-named-secrets';

const masked = (text: string) => maskNamedSecrets(text).text;

describe('maskPlaces', () => {
  it.each([
    ['{"api_key": "CANARY", "x": NaN}', '{"api_key": "***", "x": NaN}'],
    ['{"id":1,"encoded":"CAN', '{"id":1,"encoded":"***'],
    ['{"token":"a"}\n{"token":"CANARY"}\n', '{"token":"***"}\n{"token":"***"}\n'],
    ["{'access_token': 'CAN\"ARY'}", "{'access_token': '***'}"],
    ['{"client_secret":"CAN\\"ARY","b":2}', '{"client_secret":"***","b":2}'],
    ['{"s\\u0065cret":"CANARY"}', '{"s\\u0065cret":"***"}'],
    ['{"password": 12345678}', '{"password": "***"}'],
    ['{"Authorization": ["Bearer CANARY", "x"]}', '{"Authorization": ["***", "***"]}'],
    ['{"body": "{\\"api_key\\":\\"CAN\\\\\\"ARY\\",\\"a\\":1}"}', '{"body": "{\\"api_key\\":\\"***\\",\\"a\\":1}"}'],
    ["['refreshToken' => 'CANARY']", "['refreshToken' => '***']"],
    ['a=1&access_token=CANARY&b=2', 'a=1&access_token=***&b=2'],
    ['/x?key=CANARY&sig=CANARY', '/x?key=***&sig=***'],
    ['https://h/x?X-Amz-Signature=CANARY#a', 'https://h/x?X-Amz-Signature=***#a'],
    ['see https://user:CAN@ARY@host/path', 'see https://***@host/path'],
    ['"https:\\/\\/CANARY@host"', '"https:\\/\\/***@host"'],
    ['<apiKey>CANARY</apiKey>', '<apiKey>***</apiKey>'],
    [
      'GET / HTTP/1.1\r\nCookie: a=CANARY; b=2\r\nX-Api-Key: CANARY\r\n',
      'GET / HTTP/1.1\r\nCookie: ***\r\nX-Api-Key: ***\r\n',
    ],
    ["curl -H 'Authorization: Basic CANARY' x", "curl -H 'Authorization: ***' x"],
    ['got Authorization: ApiKey CANARY here', 'got Authorization: *** here'],
    ['password: CANARY\n', 'password: ***\n'],
    ['token="CANARY"', 'token="***"'],
    ['curl -H "Authorization: Basic CAN ARY" x', 'curl -H "Authorization: ***" x'],
    ['{"a":"{\\"token\\":\\"CANARY","b":"shown"}', '{"a":"{\\"token\\":\\"***","b":"shown"}'],
    ['> Cookie: a=CANARY; b\n', '> Cookie: ***\n'],
    [' * password: CANARY\n', ' * password: ***\n'],
    ['a\rpassword: CANARY', 'a\rpassword: ***'],
    ['a\npassword: "CAN ARY"\n', 'a\npassword: "***"\n'],
  ])('masks the secret in %j', (text, expected) => {
    expect(masked(text)).toBe(expected);
  });

  it.each([
    '{"token": "{{token}}", "api_key": {"id": "a"}, "password": null, "secret": "", "encoded": "********"}',
    'Authorization: Bearer {{token}}',
    'http://{{user}}:{{password}}@host/?token={{token}}',
    '{"next_page_token": "abc", "tokens": 5, "key": "abc", "token_type": "Bearer", "has_secret": true}',
    'The token: must be given, and the secret is up to you.',
    'monkey=1&keyboard=2&design=3 key=4',
    'https://host/path@2x.png',
    'an @ after https://host/',
    'the token : "given" in a sentence',
    'see "token\': "given"',
    'say \\"token": "given"',
    'password; given\n',
    'Authorization, given\n',
    `${' '.repeat(21)}password: CANARY\n`,
  ])('leaves %j', (text) => {
    expect(masked(text)).toBe(text);
  });

  it('says what it found in members', () => {
    expect(maskNamedSecrets('{"api_key":"k\\u0031","u":"http://a:b@c","Token":"t"}').found).toEqual([
      { name: 'api_key', value: 'k1' },
      { name: 'Token', value: 't' },
    ]);
  });
});
