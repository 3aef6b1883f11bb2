import { describe, expect, it } from 'vitest';
import { compiledFormat, type CompiledDescription } from '../compiled';
import { withAskedParameters } from './asked-parameters';

const field = (name: string) => ({ name, shape: { type: 'string' } as const });

const description: CompiledDescription = {
  format: compiledFormat,
  source: 'test',
  title: 'Test',
  version: '9.5.0',
  operations: [
    { id: 'a', title: 'A', methods: ['GET'], path: '/_a', query: [field('kept'), field('lost'), field('older')] },
    { id: 'b', title: 'B', methods: ['GET', 'POST'], path: '/_b', query: [{ ...field('shared'), since: '9.9' }] },
    { id: 'c', title: 'C', methods: ['GET'], path: '/_c' },
  ],
  shapes: [],
  problems: [],
};

const both = ['8.19', '9.5'];

function queryOf(id: string, asked: Parameters<typeof withAskedParameters>[1]) {
  return withAskedParameters(description, asked).operations.find((operation) => operation.id === id)?.query;
}

describe('what servers said of parameters', () => {
  it('adds one that both take, as another operation has it', () => {
    expect(queryOf('c', { versions: both, taken: { 'GET /_c': { kept: both } }, refused: {} })).toEqual([
      field('kept'),
    ]);
  });

  it('says since when one is taken, and does not guess between the versions that were asked', () => {
    const query = queryOf('c', {
      versions: both,
      taken: { 'GET /_c': { kept: ['9.5'], lost: ['8.19'] } },
      refused: {},
    });
    expect(query).toEqual([
      { ...field('kept'), since: '9.0' },
      { ...field('lost'), removed: '9.5' },
    ]);
  });

  it('removes one that both refuse, and ends one that the newer refuses', () => {
    const asked = { versions: both, taken: {}, refused: { 'GET /_a': { lost: both, older: ['9.5'] } } };
    expect(queryOf('a', asked)).toEqual([field('kept'), { ...field('older'), removed: '9.5' }]);
  });

  it('takes the word of a server for a version that the specification excludes', () => {
    expect(queryOf('b', { versions: both, taken: { 'POST /_b': { shared: both } }, refused: {} })).toEqual([
      field('shared'),
    ]);
  });

  it('adds nothing whose form is not known', () => {
    expect(queryOf('c', { versions: both, taken: { 'GET /_c': { unheard: both } }, refused: {} })).toBeUndefined();
  });
});
