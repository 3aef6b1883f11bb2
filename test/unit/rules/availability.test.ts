import { describe, expect, it } from 'vitest';
import type { CompiledField, CompiledObject } from '../../../packages/description/src/compiled';
import { findingsIn, findingsInText, type DescribedThings } from './check-described';

const text = { type: 'string' } as const;
const field = (name: string, facts: Partial<CompiledField>): CompiledField => ({ name, shape: text, ...facts });
const object = (...fields: readonly CompiledField[]): CompiledObject => ({ type: 'object', name: 'thing', fields });

const body = object(
  field('new', { since: '2.0.0' }),
  field('former', { removed: '3.0.0' }),
  field('old', { deprecated: 'Use `new`.', deprecatedSince: '2.5.0' }),
  field('outdated', { deprecated: 'Use `new`.' }),
  field('private', { lackedBy: ['serverless'] }),
  field('value', {
    shape: { type: 'string', values: { values: [{ value: 'late', since: '2.0.0' }, 'early'] } },
  }),
);

function at(version: string | undefined, sent: object, things: DescribedThings = { body }): readonly string[] {
  const target = version === undefined ? '' : `# @target ${version}\n`;
  return findingsInText(things, `# @endpoint things\n${target}POST /things\n\n${JSON.stringify(sent)}\n`);
}

describe('versions of a described service', () => {
  it.each([
    [undefined, { new: 'a', former: 'a', value: 'late' }, []],
    ['2.0', { new: 'a', former: 'a', value: 'late' }, []],
    [
      '1.9',
      { new: 'a' },
      ['information unsupported-version: `new` requires version 2.0.0 or later; the target is 1.9.0.'],
    ],
    [
      '1.9',
      { value: 'late' },
      ['information unsupported-version: `late` requires version 2.0.0 or later; the target is 1.9.0.'],
    ],
    [
      '3.0',
      { former: 'a' },
      ['information unsupported-version: `former` was removed in version 3.0.0; the target is 3.0.0.'],
    ],
  ])('%s with %j', (version, sent, expected) => {
    expect(at(version, sent)).toEqual(expected);
  });

  it('of an operation and a parameter', () => {
    const things = { body, operation: { since: '2.0.0' } as const, query: [field('q', { removed: '1.0.0' })] };
    const request = '# @endpoint things\n# @target 1.5\nPOST /things?q=1\n\n{}\n';
    expect(findingsInText(things, request)).toEqual([
      'information unsupported-version: `Create a thing` requires version 2.0.0 or later; the target is 1.5.0.',
      'information unsupported-version: `q` was removed in version 1.0.0; the target is 1.5.0.',
    ]);
  });
});

describe('deprecations of a described service', () => {
  it.each([
    ['2.4', { old: 'a' }, []],
    ['2.5', { old: 'a' }, ['hint deprecated-element: `old` is deprecated. Use `new`.']],
    [undefined, { old: 'a' }, ['hint deprecated-element: `old` is deprecated since version 2.5.0. Use `new`.']],
    [undefined, { outdated: 'a' }, ['hint deprecated-element: `outdated` is deprecated. Use `new`.']],
  ])('%s with %j', (version, sent, expected) => {
    expect(at(version, sent)).toEqual(expected);
  });
});

describe('deployments of a described service', () => {
  it.each([
    [undefined, []],
    ['self-managed', []],
    ['serverless', ['warning unavailable-element: `private` is not available on a serverless deployment.']],
  ] as const)('%s', (deployment, expected) => {
    const endpoint = deployment === undefined ? {} : { deployment };
    expect(findingsIn({ body, endpoint }, { private: 'a' })).toEqual(expected);
  });
});

describe('the leniency of a service', () => {
  const remark = { text: 'It accepts it.', source: 'a test' };
  const shape = object(
    field('number', { shape: { type: 'integer' } }),
    field('flag', { shape: { type: 'boolean' } }),
    field('text', {}),
    field('list', { shape: { type: 'array', items: text } }),
    field('needed', { required: true }),
    field('holder', { shape: object(field('items', { shape: { type: 'array', items: text } }), field('x', {})) }),
  );
  const rest = { needed: 'a' };

  it.each([
    ['textForScalar', { ...rest, number: '10', flag: 'true' }],
    ['scalarForText', { ...rest, text: 5 }],
    ['itemForList', { ...rest, list: 'a' }],
    ['nullForOptional', { ...rest, number: null, list: null }],
    ['listForObject', { ...rest, holder: ['a'] }],
  ])('%s', (name, sent) => {
    const lenient = { body: shape, service: { leniency: { [name]: remark } } };
    expect(findingsIn(lenient, sent)).toEqual([]);
    expect(findingsIn({ body: shape }, sent).length).toBeGreaterThan(0);
  });

  it('does not accept everything', () => {
    const all = { textForScalar: remark, scalarForText: remark, itemForList: remark, nullForOptional: remark };
    const sent = { needed: null, number: 'ten', flag: 'yes', text: {}, list: { a: 1 } };
    expect(findingsIn({ body: shape, service: { leniency: all } }, sent).length).toBe(5);
  });
});
