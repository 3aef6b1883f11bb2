import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';

const engine = createEngine();
const context = { endpoints: [], defaults: {} };
const described = (id: string, part?: string) => engine.describeRequest(id, context, part) ?? '';

describe('all about a request', () => {
  it('has the parameters and the members of the body with their types and values', () => {
    const text = described('search-cluster.api-key.create');
    expect(text).toContain('## Query parameters\n\n- `refresh` (string, default `true`)');
    expect(text).toMatch(/- \*any role name\* \(object\)[^]*- `indices` \(array of objects\)[^]*- `names`/);
    expect(text).toContain('Values: `monitor_enrich`, `monitor_stats`.');
  });

  it('lists the members of each case, without asking twice what decides', () => {
    const text = described('search-cluster.repository.put');
    expect(text).toMatch(/If `type` is `fs`:\n {4}- `type`[^]*?\n {6}- `location`/);
    expect(text).toMatch(/If `type` is `url`:\n {4}- `type`[^]*?\n {6}- `url`/);
    expect(text.match(/If `type` is `fs`:/g)).toHaveLength(1);
  });

  it('describes one part by its pointer', () => {
    const text = described('search-cluster.api-key.create', '/role_descriptors/x/indices');
    expect(text).toMatch(/^\*\*`indices`\*\*/);
    expect(text).toContain('- `field_security` (object)');
  });

  it('knows neither unknown operations nor unknown parts', () => {
    expect(engine.describeRequest('nothing', context)).toBeUndefined();
    expect(engine.describeRequest('search-cluster.api-key.create', context, '/nothing')).toBeUndefined();
    expect(engine.describeRequest('search-cluster.repository.verify', context, '/name')).toBeUndefined();
  });

  it.each(engine.requests(context).map(({ id, method, path }) => [`${method} ${path}`, id]))('%s ends', (_, id) => {
    const text = described(id);
    expect(text.split('\n').length).toBeGreaterThan(3);
    expect(text.length).toBeLessThan(40_000);
    expect(text).not.toContain('undefined');
  });
});
