import { describe, expect, it } from 'vitest';
import type { Constraint, ConstraintOptions } from '../../../packages/catalogue/src/constraints';
import type { Field, Shape } from '../../../packages/catalogue/src/shape';
import { skeletonOf } from '../../../packages/checker/src/rules/support/json-edits';
import { completionsAt } from './check-feature';
import {
  bodySnippet,
  escapeSnippet,
  memberSnippet,
  shapeSnippet,
} from '../../../packages/language/src/completion/snippet';

const provenance = { kind: 'documented', document: 'search-cluster', section: '' } as const;
const field = (name: string, shape: Shape, more: Partial<Field> = {}): Field => ({
  name,
  shape,
  summary: '',
  provenance,
  ...more,
});
const text: Shape = { type: 'string' };
const object = (...fields: Field[]): Shape => ({ type: 'object', name: 'thing', fields });

it('lets a user choose where values are listed', () => {
  const repository = completionsAt('PUT /_snap<|>').find(({ label }) => label === '/_snapshot/{repository}');
  expect(repository?.edit.newText).toMatch(/"type": "\$\{3\|fs,url,source,[^}]*\|\}"/);
});

describe('snippets', () => {
  it('escape what editors would read', () => {
    expect(escapeSnippet('a$b}c\\d{e')).toBe('a\\$b\\}c\\\\d{e');
    expect(memberSnippet(field('a$b', text, { example: '"$x}\\\\"' }), '  ')).toBe('"a\\$b": "${1:\\$x\\}\\\\\\\\}"');
  });

  it.each<[string, Field, string]>([
    ['a text', field('a', text), '"a": "$1"'],
    ['a number', field('a', { type: 'integer' }), '"a": ${1:0}'],
    ['a flag', field('a', { type: 'boolean' }), '"a": ${1:true}'],
    ['nothing', field('a', { type: 'null' }), '"a": null'],
    ['anything', field('a', { type: 'any' }), '"a": $1'],
    ['a list of texts', field('a', { type: 'array', items: text }), '"a": ["$1"]'],
    ['a default', field('a', text, { default: '"x"' }), '"a": "${1:x}"'],
    ['an example over a default', field('a', text, { default: '"x"', example: '"y"' }), '"a": "${1:y}"'],
    ['an example with tab stops', field('a', text, { example: '["${1:y}", $0]' }), '"a": ["${1:y}", $0]'],
    ['an example that is no JSON', field('a', text, { example: 'plain' }), '"a": "$1"'],
    [
      'a choice',
      field('a', { type: 'choice', options: [{ type: 'string' }, { type: 'array', items: text }] }),
      '"a": ["$1"]',
    ],
  ])('write %s', (_state, of, snippet) => {
    expect(memberSnippet(of, '  ')).toBe(snippet);
  });

  it.each<[range: ConstraintOptions['number-range'], integer: number, number: number]>([
    [{ minimum: -5, maximum: 5 }, 0, 0],
    [{ minimum: 3 }, 3, 3],
    [{ minimum: 2.5 }, 3, 2.5],
    [{ exclusiveMinimum: 0 }, 1, 1],
    [{ exclusiveMinimum: 0.5 }, 1, 1],
    [{ exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0, 0.5],
    [{ minimum: 7, multipleOf: 5 }, 10, 10],
    [{ exclusiveMinimum: 10, multipleOf: 5 }, 15, 15],
    [{ maximum: -1 }, -1, -1],
    [{ exclusiveMaximum: 0 }, -1, -1],
    [{ exclusiveMaximum: 0, multipleOf: 4 }, -4, -4],
  ])('begin with a number of the range %j', (options, integer, number) => {
    const constraints: readonly Constraint[] = [{ rule: 'number-range', options, provenance }];
    expect(memberSnippet(field('a', { type: 'integer', constraints }), '')).toBe(`"a": \${1:${integer}}`);
    expect(memberSnippet(field('a', { type: 'number', constraints }), '')).toBe(`"a": \${1:${number}}`);
    expect(skeletonOf(field('a', { type: 'integer', constraints }))).toBe(String(integer));
  });

  it('hold required children only, numbered in order', () => {
    const shape = object(
      field('a', text, { required: true }),
      field('b', text),
      field('c', { type: 'array', items: object(field('d', text, { required: true })) }, { required: true }),
      field('e', text, { required: true, example: '"${1:x}"' }),
    );
    expect(shapeSnippet(shape, '\t')).toBe(
      '{\n\t"a": "$1",\n\t"c": [\n\t\t{\n\t\t\t"d": "$2"\n\t\t}\n\t],\n\t"e": "${3:x}"\n}',
    );
  });

  it('end in a shape that holds itself', () => {
    const fields: Field[] = [];
    const shape: Shape = { type: 'object', name: 'loop', fields };
    fields.push(field('again', shape, { required: true }));
    expect(shapeSnippet(shape, '  ').match(/again/g)).toHaveLength(6);
  });

  it('show a flat body as a whole, and of others the first member', () => {
    const list: Shape = { type: 'array', items: text };
    const flat = object(field('a', text, { example: '"x"' }), field('b', text, { example: '"y"' }));
    const deep = object(field('a', list, { example: '["x"]' }), field('b', text, { example: '"y"' }));
    expect(bodySnippet(flat, '  ')).toBe('{\n  "a": "${1:x}",\n  "b": "${2:y}"\n}');
    expect(bodySnippet(deep, '  ')).toBe('{\n  "a": ["${1:x}"]\n}');
  });
});
