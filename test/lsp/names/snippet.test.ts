import { expect, it } from 'vitest';
import { plainTextOfSnippet } from '../../../server/src/features/support/snippet';

it.each([
  ['"name": "$1"', '"name": ""'],
  ['${1:a} ${2}$0', 'a '],
  ['${1|push,pull|}', 'push'],
  ['{ "a": ${1:"${2:b}"} }', '{ "a": "b" }'],
  ['\\$1 \\} \\\\', '$1 } \\'],
  ['$', '$'],
  ['${1:cut', '${1:cut'],
])('turns the snippet %s into %s', (snippet, text) => {
  expect(plainTextOfSnippet(snippet)).toBe(text);
});
