import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const path = join(import.meta.dirname, '../../../syntaxes/language-configuration.json');
const { indentationRules } = JSON.parse(readFileSync(path, 'utf8')) as {
  readonly indentationRules: { readonly increaseIndentPattern: string; readonly decreaseIndentPattern: string };
};
const increases = (line: string) => new RegExp(indentationRules.increaseIndentPattern).test(line);
const decreases = (line: string) => new RegExp(indentationRules.decreaseIndentPattern).test(line);

it.each([
  ['> {%', true, false],
  ['  %}', false, true],
  ['  "a": {', true, false],
  ['  },', false, true],
  ['  ]', false, true],
  ['for (const item of items) { item.kind }', false, false],
  ['?? status == 200', false, false],
  ['  response.status % 2', false, false],
])('an editor indents around %j', (line, more, less) => {
  expect([increases(line), decreases(line)]).toEqual([more, less]);
});
