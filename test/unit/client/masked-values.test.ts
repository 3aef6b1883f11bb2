import { expect, it } from 'vitest';
import { maskedValues } from '../../../client/src/web/masked-values';

it.each([
  ['http-client.private.env.json', '{ "dev": { "key": "s3:cret", "n": 12, "o": true } }'],
  ['http-client.private.env.json', '{ // s3cret\n  "dev": { "a\\"b": "s3\\"cret" } }'],
  ['.env', 'A=s3cret\nexport B = "s3\ncret"\n# s3cret\nC=\'s3cret\'\n'],
])('stars are in place of the values of %s: %s', (name, text) => {
  const masked = maskedValues(`memfs:/a/${name}`, text);
  expect(masked).not.toMatch(/s3|cret/);
  expect(masked).toHaveLength(text.length);
  for (const kept of ['"dev":', '"key":', '"a\\"b":', 'A=', 'B =', 'C='])
    if (text.includes(kept)) expect(masked.indexOf(kept)).toBe(text.indexOf(kept));
});

it('leaves JSON that can be read', () => {
  const masked = maskedValues('http-client.private.env.json', '{ "dev": { "key": "secret", "n": 1.5e3 } }');
  expect(JSON.parse(masked)).toMatchObject({ dev: { key: '******' } });
});
