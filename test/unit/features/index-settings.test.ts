import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { expectOffers, hoverTextAt } from './check-feature';

const create = (settings: string) => `PUT /logs\n\n{ "settings": { ${settings} } }\n`;
const said = 'How long soft-deleted operations are kept';

describe('the settings of an index', () => {
  it.each<[string, string]>([
    ['a dotted name', '"index.soft_deletes.retention_lease.per<|>iod": "12h"'],
    ['a dotted name without its first word', '"soft_deletes.retention_lease.per<|>iod": "12h"'],
    ['a dotted name in an object', '"index": { "soft_deletes.retention_lease.per<|>iod": "12h" }'],
    ['objects in objects', '"index": { "soft_deletes": { "retention_lease": { "per<|>iod": "12h" } } }'],
  ])('are described as %s', (_form, settings) => {
    expect(hoverTextAt(create(settings))).toContain(said);
  });

  it('are offered', () => {
    expectOffers(create('"<|>"'), 'index.soft_deletes.retention_lease.period', 'index.number_of_replicas');
    expectOffers(create('"index": { "<|>" }'), 'soft_deletes.retention_lease.period', 'number_of_replicas');
  });

  it.each<[string, number]>([
    ['"number_of_shards": 1, "index": { "number_of_replicas": "0", "xpack": {} }', 0],
    ['"index": { "anything": {} }', 1],
    ['"index.number_of_replicas": null, "analysis": {}, "index.lifecycle.name": "x"', 0],
    ['"index": { "soft_deletes": { "retention_lease": { "period": "{{period}}" } } }', 0],
    ['"index": { "soft_deletes": { "retention_lease": { "period": "tomorrow" } } }', 1],
  ])('are checked: %s', (settings, count) => {
    const engine = createEngine();
    const options = { context: { endpoints: [], defaults: {} }, severities: {} };
    const { findings } = engine.check(engine.openFile(create(settings)), options);
    const reported = findings[0]?.filter(({ severity }) => severity !== 'hint') ?? [];
    expect(reported.map(({ rule }) => rule)).toHaveLength(count);
  });
});
