import { describe, expect, it } from 'vitest';
import { decodeBase64, decodeBase64Text, encodeBase64 } from './base64';

describe('base64', () => {
  it.each(['', 'a', 'ab', 'abc', 'i:s', 'ä€𝄞 mixed'])('agrees with the platform about %j', (text) => {
    const expected = Buffer.from(text, 'utf8').toString('base64');
    expect(encodeBase64(text)).toBe(expected);
    expect(decodeBase64(expected)).toEqual([...Buffer.from(text, 'utf8')]);
  });

  it.each(['a', 'a:b', 'ab=', 'aGk\u00fc'])('does not take %j for base64', (text) => {
    expect(decodeBase64(text)).toBeUndefined();
  });
});

describe('decodeBase64Text', () => {
  it.each(['', 'a:b', 'käse 🧀'])('reads %j back', (text) => {
    expect(decodeBase64Text(encodeBase64(text))).toBe(text);
  });

  it.each(['%%%', '//79', 'a'])('finds no text in %j', (base64) => {
    expect(decodeBase64Text(base64)).toBeUndefined();
  });
});
