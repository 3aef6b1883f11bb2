import { expect, it } from 'vitest';
import { checkText } from '../../rules/check-text';

const found = (request: string, body: string): readonly string[] =>
  checkText(`${request}\nContent-Type: application/json\n\n${body}\n`)
    .map(({ finding: { rule } }) => rule)
    .filter((rule) => rule !== 'absent-field');

it.each(['30d', '3.0.1', '30-05', '-5x'])('the word %s is one finding', (word) => {
  expect(found('POST /_security/api_key', `{ "name": "a", "expiration": ${word} }`)).toEqual(['malformed-json']);
  expect(found('POST /_search', `{ "size": ${word} }`)).toEqual(['malformed-json']);
});

it('a number of the wrong type is one, too', () => {
  expect(found('POST /_security/api_key', '{ "name": "a", "expiration": 30 }')).toEqual(['wrong-type']);
  // The comma is missing; the number is what it is.
  expect(found('POST /_security/api_key', '{ "expiration": 30 "name": "a" }')).toEqual([
    'wrong-type',
    'malformed-json',
  ]);
});
