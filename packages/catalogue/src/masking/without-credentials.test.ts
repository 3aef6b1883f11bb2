import { expect, it } from 'vitest';
import { withoutCredentials } from './without-credentials';

it.each([
  ['http://me:pw@host/x', 'http://***@host/x'],
  ['http:/me:pw@host/x', 'http:/***@host/x'],
  ['http:/me@host/x', 'http:/***@host/x'],
  ['see `http:/me:pw@host/x` here', 'see `http:/***@host/x` here'],
  ['me:pw@host', '***@host'],
  ['me:p@w@host', '***@host'],
  ['http:/@host/x', 'http:/@host/x'],
  ['me@host', 'me@host'],
  ['a  me:pw@host', 'a  ***@host'],
  ['@a:b', '@a:b'],
  ['token=abc', 'token=***'],
  ['ab:c@', '***@'],
  ['a:b@', 'a:b@'],
  ['no credentials', 'no credentials'],
])('quotes %s as %s', (text, expected) => {
  expect(withoutCredentials(text)).toBe(expected);
});

it('cuts long texts', () => {
  expect(withoutCredentials(`me:pw@${'x'.repeat(3000)}`)).toBe(`***@${'x'.repeat(1994)}`);
});
