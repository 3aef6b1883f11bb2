import { describe, expect, it } from 'vitest';
import { createMasker, createStreamMask, redact } from '../../../engine/src/masking/masker';

const secret = `pa ss/wör+d&"<'>\\x`;

describe('createStreamMask', () => {
  it('masks in later pieces what an earlier one calls a secret', () => {
    const masked = createStreamMask(['sent-one']);
    expect(masked('data: {"token":"told-once"}\n')).toBe('data: {"token":"***"}\n');
    expect(masked('data: told-once and sent-one\n')).toBe('data: *** and ***\n');
  });
});

describe('createMasker', () => {
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

  it('masks the longest of several, and what is cut off at the end', () => {
    expect(redact('abcdef abcd abcdefgh', ['abcd', 'abcdefgh', 'abcdef'])).toBe('*** *** ***');
    expect(redact('it is long-secret-va', ['long-secret-value'])).toBe('it is ***');
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

  it('masks lone surrogates and half escapes without failing', () => {
    expect(redact('x \ud800abcd y', ['\ud800abcd'])).toBe('x *** y');
    expect(redact('%', ['%E0%A4%A'])).toBe('%');
  });

  it('does not grow worse with many secrets that begin alike', () => {
    const secrets = Array.from({ length: 500 }, (_, index) => `${'a'.repeat(200)}${index}`);
    const text = 'a'.repeat(150).concat('b').repeat(10_000);
    const { text: redacted } = createMasker(secrets);
    expect(redacted(text).length).toBeLessThan(text.length);
    expect(redacted('c'.repeat(10_000_000))).toHaveLength(10_000_000);
  });
});
