import { describe, expect, it } from 'vitest';
import { createMasker, createStreamMask, redact } from './masker';

const secret = `pa ss/wör+d&"<'>\\x`;

describe('createStreamMask', () => {
  it('masks in later pieces what an earlier one calls a secret', () => {
    const masked = createStreamMask(['sent-one']);
    expect(masked('data: {"token":"said-once"}\n')).toBe('data: {"token":"***"}\n');
    expect(masked('data: {"token":"said-later"} said-once\n')).toBe('data: {"token":"***"} ***\n');
    expect(masked('data: said-once and sent-one\n')).toBe('data: *** and ***\n');
    expect(masked('data: said-once said-later\n')).toBe('data: *** ***\n');
  });

  it('remembers 500 of what it hears, and all that it was given', () => {
    const masked = createStreamMask(['sent-one', 'sent-two']);
    const said = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => `{"token":"said-${from + index}-end"}\n`).join('');
    masked(said(0, 499));
    masked(said(499, 502));
    expect(masked('said-0-end said-499-end said-500-end sent-one sent-two\n')).toBe('*** *** said-500-end *** ***\n');
  });
});

describe('createMasker', () => {
  it.each([
    ['asterisks, which are shown for one', '*****', 'a ***** b'],
    ['three characters, whose JSON is longer', '"""', `a ${btoa('\\"\\"\\"')} b`],
  ])('takes for no secret: %s', (_what, value, text) => {
    expect(createMasker([value]).text(text)).toBe(text);
  });

  it.each<[string, (value: string) => string]>([
    ['as it is', (value) => value],
    ['in JSON', (value) => JSON.stringify(value)],
    ['in JSON with escaped slashes', (value) => JSON.stringify(value).replace(/\//g, '\\/')],
    [
      'in JSON of ASCII',
      (value) => JSON.stringify(value).replace(/[\u0080-\uffff]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`),
    ],
    ['in a URL', encodeURIComponent],
    ['in a URL in small letters', (value) => encodeURIComponent(value).replace(/%../g, (byte) => byte.toLowerCase())],
    ['in a form', (value) => new URLSearchParams({ value }).toString()],
    [
      'in HTML',
      (value) => value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;'),
    ],
    ['in base64', (value) => Buffer.from(value).toString('base64')],
    ['in base64 for URLs', (value) => Buffer.from(value).toString('base64url')],
    ['in base64 behind one byte', (value) => Buffer.from(`a${value}b`).toString('base64')],
    ['in base64 behind two bytes', (value) => Buffer.from(`ab${value}abc`).toString('base64')],
    ['in base64 of a pair', (value) => Buffer.from(`user:${value}`).toString('base64')],
  ])('masks a value %s', (_, form) => {
    const written = form(secret).replace(/^"|"$|^value=/g, '');
    const masked = redact(`before ${written} behind`, [secret]);
    expect(masked).toMatch(/^before .{0,7}\*\*\*.{0,4} behind$/);
  });

  /** What a form is easily confused with is in it: signs that one of them escapes and the next one does not. */
  const quoted = `it's "<a/b&c>" (ö+ü)!`;
  const ascii = (text: string) =>
    text.replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const html = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const json = (text: string) => JSON.stringify(text).slice(1, -1);
  const strictly = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  it.each<[string, string]>([
    ['as it is', quoted],
    ['in JSON', json(quoted)],
    ['in JSON within JSON', json(json(quoted))],
    ['in JSON with escaped slashes', json(quoted).replaceAll('/', '\\/')],
    ['in JSON of ASCII', ascii(json(quoted))],
    ['in JSON of ASCII in capitals', ascii(json(quoted)).replace(/00f./g, (digits) => digits.toUpperCase())],
    ['in JSON for HTML', ascii(json(quoted)).replace(/[<>&']/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)],
    ['in a URL', encodeURIComponent(quoted)],
    ['as a whole URL', encodeURI(quoted)],
    ['strictly in a URL', strictly(quoted)],
    ['strictly in a URL in small letters', strictly(quoted).replace(/%../g, (byte) => byte.toLowerCase())],
    ['in HTML', html(quoted)],
    ['in HTML with double quotes', html(quoted).replaceAll('"', '&quot;')],
    ['in HTML with &#39;', html(quoted).replaceAll('"', '&quot;').replaceAll("'", '&#39;')],
    ['in HTML with &#x27;', html(quoted).replaceAll('"', '&#34;').replaceAll("'", '&#x27;')],
    ['in HTML with &apos;', html(quoted).replaceAll('"', '&quot;').replaceAll("'", '&apos;')],
    ['in base64', base64(quoted)],
    ['in base64 of JSON', base64(json(quoted))],
    ['in base64 of a URL', base64(encodeURIComponent(quoted))],
  ])('masks all of a value %s', (_, form) => {
    expect(redact(`before ${form} behind`, [quoted])).toBe('before *** behind');
  });

  /** Base64 keys have these signs, and many writers escape them although they need not. */
  const key = 'Kq7Zw9+/xT=4mN2pQr/s==';
  const each = (form: (code: number, sign: string) => string) => (text: string) =>
    [...text].map((sign) => form(sign.charCodeAt(0), sign)).join('');
  const signs = (form: (code: number, sign: string) => string) =>
    each((code, sign) => (/\w/.test(sign) ? sign : form(code, sign)));
  const unit = (code: number) => `\\u${code.toString(16).padStart(4, '0')}`;

  it.each<[string, (text: string) => string]>([
    ['as some JSON writers escape signs', signs(unit)],
    ['in capitals', signs((code) => unit(code).toUpperCase().replace('U', 'u'))],
    ['with each character escaped in JSON', each(unit)],
    ['escaped in JSON within JSON', (text) => json(signs(unit)(text))],
    ['escaped for JavaScript', signs((code) => `\\x${code.toString(16)}`)],
    ['escaped with braces', signs((code) => `\\u{${code.toString(16)}}`)],
    ['in units of a URL', signs((code) => `%u${code.toString(16).padStart(4, '0')}`)],
    ['in numbers of HTML', signs((code) => `&#${code};`)],
    ['in hexadecimal numbers of HTML', each((code) => `&#x${code.toString(16).toUpperCase()};`)],
    ['in names of HTML', (text) => text.replace(/\+/g, '&plus;').replace(/=/g, '&equals;').replace(/\//g, '&sol;')],
    ['with each character escaped in a URL', each((code) => `%${code.toString(16)}`)],
    ['twice in a URL', (text) => encodeURIComponent(encodeURIComponent(text))],
    ['in HTML of JSON', (text) => each((code, sign) => (sign === '\\' ? `&#${code};` : sign))(signs(unit)(text))],
    ['in base64 within JSON', (text) => signs(unit)(base64(text))],
  ])('masks a key %s', (_, form) => {
    expect(form(key)).not.toContain(key);
    expect(redact(`{"message":"before ${form(key)} behind"}`, [key])).toBe('{"message":"before *** behind"}');
  });

  it('masks signs that are written as names of HTML', () => {
    const names: Readonly<Record<string, string>> = {
      ...{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos', '\u00a0': 'nbsp', '+': 'plus', '=': 'equals' },
      ...{ '/': 'sol', '\\': 'bsol', '!': 'excl', '#': 'num', $: 'dollar', '%': 'percnt', '(': 'lpar', ')': 'rpar' },
      ...{ '*': 'ast', ',': 'comma', '.': 'period', ':': 'colon', ';': 'semi', '?': 'quest', '@': 'commat' },
      ...{ '[': 'lsqb', ']': 'rsqb', '^': 'hat', _: 'lowbar', '`': 'grave', '{': 'lcub', '}': 'rcub', '|': 'verbar' },
      ...{ '~': 'tilde', '-': 'dash' },
    };
    for (const [sign, name] of Object.entries(names))
      expect(redact(`<p>long&${name};Value</p>`, [`long${sign}Value`]), name).toBe('<p>***</p>');
  });

  it('masks what is escaped in JSON so that the rest of the text stays as it is written', () => {
    const text = String.raw`{"a":"caf\u00e9 %41 &lt;","b":"Kq7Zw9\u002b/xT\u003d4mN2pQr/s==","c":"\"\\%zz&no;"}`;
    const written = String.raw`Kq7Zw9\u002b/xT\u003d4mN2pQr/s==`;
    expect(redact(text, [key])).toBe(text.replace(written, '***'));
  });

  it('masks bytes in a URL that are no text of UTF-8 as they are written', () => {
    expect(redact('%ff%4b%71%37Zw9%2b%2fxT%3d4mN2pQr%2fs%3d%3d%e0', [key])).toBe('%ff***%e0');
  });

  it.each([
    ['as it is', (text: string) => text],
    ['for URLs', (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')],
    ['in a URL', encodeURIComponent],
  ])('masks base64 with its signs %s', (_, written) => {
    const value = '>>>???>>>???>>';
    expect(base64(value)).toMatch(/\+.*\/.*=$/);
    expect(redact(`before ${written(base64(value))} behind`, [value])).toBe('before *** behind');
  });

  it('masks the longest of several, and what is cut off at the end', () => {
    expect(redact('abcdef abcd abcdefgh', ['abcd', 'abcdefgh', 'abcdef'])).toBe('*** *** ***');
    expect(redact('it is long-secret-va', ['long-secret-value'])).toBe('it is ***');
  });

  it.each([
    ['abcdefgh', ['abcdefgh-value'], '***'],
    ['abcdefg', ['abcdefgh-value'], 'abcdefg'],
    ['abcdefgh and more', ['abcdefgh-value'], 'abcdefgh and more'],
    [`${'a'.repeat(64)} and more`, [`${'a'.repeat(64)}-value`], '*** and more'],
    [`${'a'.repeat(63)} and more`, [`${'a'.repeat(63)}-value`], `${'a'.repeat(63)} and more`],
    ['abcd-1 abcd-2', ['abcd-1', 'abcd-2', 'abcd-3'], '*** ***'],
    ['abcdabcd', ['abcd'], '******'],
  ])('masks of %j, where %j are secret, what is whole, cut off at the end, or long', (text, secrets, expected) => {
    expect(redact(text, secrets)).toBe(expected);
  });

  it('masks a value in other forms unless it is a document, or comes after very many', () => {
    const [key, document] = ['a key+with signs', `${'a'.repeat(4000)} b`];
    const many = Array.from({ length: 1000 }, (_, index) => `number-${index}`);
    expect(redact(base64(key), [key, ...many])).toBe('***');
    expect(redact(base64(key), [...many, key])).toBe(base64(key));
    expect(redact(key, [...many, key])).toBe('***');
    expect(redact(`${'a'.repeat(4000)}+b`, [document])).toMatch(/\+b$/);
  });

  it('masks the lines of a secret of several lines', () => {
    const key = '-----BEGIN KEY-----\nMIIBOgIBAAJBAKj34G\n-----END KEY-----';
    expect(redact('-----BEGIN KEY-----\r\nMIIBOgIBAAJBAKj34G\r\n', [key])).not.toContain('MIIB');
  });

  it('leaves short and common values alone, wherever they come from', () => {
    const text = 'https://localhost:1/ true abc';
    expect(redact(text, ['abc', '', 'true', 'localhost', 'https', '***'])).toBe(text);
  });

  it('masks elsewhere what the text itself calls a secret', () => {
    expect(redact('{"api_key":"hush-hush"} and hush-hush')).toBe('{"api_key":"***"} and ***');
  });

  it('masks elsewhere the password of a URL, and user and password', () => {
    expect(redact('http://user:s3cret%40word@h s3cret%40word s3cret@word')).toBe('http://***@h *** ***');
    expect(redact('http://user-token@h user-token')).toBe('http://***@h ***');
  });

  it.each(['long€Value', 'long😀Value', 'longöValue'])('masks %s in a URL as a whole', (value) => {
    expect(redact(`a=${encodeURIComponent(value)}&b`, [value])).toBe('a=***&b');
  });

  it('masks base64 of a value with something behind it, from its first digit', () => {
    expect(redact(base64('abcdezz'), ['abcde'])).toBe('***V6eg==');
    expect(redact(base64('abcdef-zz'), ['abcdef'])).toMatch(/^\*\*\*/);
    // So few digits occur by chance.
    expect(redact('YWJjZ', ['abcd'])).toBe('YWJjZ');
  });

  it('masks lone surrogates and half escapes without failing', () => {
    expect(redact('x \ud800abcd y', ['\ud800abcd'])).toBe('x *** y');
    expect(redact('%', ['%E0%A4%A'])).toBe('%');
  });

  it('does not grow worse with many secrets that begin alike', () => {
    const secrets = Array.from({ length: 500 }, (_, index) => `${'a'.repeat(200)}${index}`);
    const text = 'a'.repeat(150).concat('b').repeat(10_000);
    const { text: redacted } = createMasker(secrets);
    expect(redacted(text).length).toBeLessThan(text.length);
    expect(redacted('c'.repeat(1_000_000))).toHaveLength(1_000_000);
  });
});
