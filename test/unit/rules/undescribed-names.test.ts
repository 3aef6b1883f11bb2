import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';

const engine = createEngine();

function namesReported(body: object): readonly string[] {
  const file = engine.openFile(`PUT /cars\n\n${JSON.stringify(body, null, 2)}\n`);
  const findings = engine.check(file, { context: { endpoints: [], defaults: {} }, severities: {} }).findings.flat();
  return findings.filter(({ rule }) => rule === 'unknown-field').map(({ message }) => message.split('`')[1] ?? '');
}

describe('names that the document leaves out', () => {
  it('are accepted, and reported where they are misspelt', () => {
    const good = { type: 'keyword', doc_values: false, tree: 'x', metric: 'y' };
    const settings = { number_of_shards: 1, indexing: {}, 'index.codec': 'default', 'plugins.own': 1 };
    expect(namesReported({ settings, mappings: { properties: { wheels: good } } })).toEqual([]);
    expect(namesReported({ mappings: { properties: { wheels: { tye: 'keyword' } } } })).toEqual(['tye']);
    expect(namesReported({ mappings: { properties: { wheels: { ...good, doc_vlues: false } } } })).toEqual([
      'doc_vlues',
    ]);
    expect(namesReported({ settings: { number_o_shards: 1 } })).toEqual(['number_o_shards']);
  });
});
