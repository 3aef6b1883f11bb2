import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { createDescriptionLoader } from '../../../packages/node/src/shipped-descriptions';

const said: string[] = [];
const engine = createEngine({ loadDescription: createDescriptionLoader((message) => said.push(message)) });
const options = { context: { endpoints: [], defaults: {} }, severities: {} };

/** Returns the warnings and informations about a request with this body. */
function findingsIn(request: string, body: string): readonly string[] {
  const { findings } = engine.check(engine.openFile(`${request}\n\n${body}\n`), options);
  return (findings[0] ?? [])
    .filter(({ severity }) => severity !== 'hint')
    .map(({ severity, rule, message }) => `${severity} ${rule}: ${message}`);
}

const change = 'PUT /i/_settings';
const cluster = 'PUT /_cluster/settings';

/** Where the settings of an index are, with `$` for them. */
const places: readonly (readonly [request: string, body: string])[] = [
  [change, '$'],
  [change, '{ "settings": $ }'],
  ['PUT /_settings', '$'],
  ['PUT /i', '{ "settings": $ }'],
  ['PUT /_index_template/t', '{ "index_patterns": ["i*"], "template": { "settings": $ } }'],
  ['POST /_index_template/_simulate', '{ "index_patterns": ["i*"], "template": { "settings": $ } }'],
  ['PUT /_component_template/t', '{ "template": { "settings": $ } }'],
  ['PUT /i/_clone/j', '{ "settings": $ }'],
  ['POST /i/_split/j', '{ "settings": $ }'],
  ['POST /i/_shrink/j', '{ "settings": $ }'],
  ['POST /a/_rollover', '{ "settings": $ }'],
  ['POST /_snapshot/r/s/_restore', '{ "index_settings": $ }'],
  ['POST /_snapshot/r/s/_mount', '{ "index": "i", "index_settings": $ }'],
  ['PUT /f/_ccr/follow', '{ "remote_cluster": "r", "leader_index": "l", "settings": $ }'],
  ['PUT /_ccr/auto_follow/p', '{ "remote_cluster": "r", "leader_index_patterns": "l*", "settings": $ }'],
];

/** One setting in its forms. */
const forms = [
  ['dotted', (name: string) => `{ "index.${name}": 1 }`],
  ['dotted, without its first word', (name: string) => `{ "${name}": 1 }`],
  ['in an object', (name: string) => `{ "index": { "${name}": 1 } }`],
] as const;

describe('settings of an index', () => {
  it.each(places.flatMap(([request, body]) => forms.map(([form, write]) => [request, form, body, write] as const)))(
    'in %s are known by their names, %s',
    (request, _form, body, write) => {
      const written = (name: string): string => body.replace('$', write(name));
      expect(findingsIn(request, written('max_result_window'))).toEqual([]);
      expect(findingsIn(request, written('max_reslut_window')).join('\n')).toMatch(
        /^warning unknown-field: `(?:index\.)?max_reslut_window` .* did you mean `(?:index\.)?max_result_window`\?/,
      );
    },
  );

  it.each([
    '{ "index": { "mapping.total_fields": { "limit": 2000 } } }',
    '{ "index.mapping": { "total_fields": { "limit": "2000" } } }',
    '{ "mapping": { "total_fields.limit": null } }',
    '{ "index.mapping.total_fields": { "limit": 2000 } }',
    '{ "index.routing.allocation.include.rack": "a", "routing": { "allocation": { "exclude": { "_ip": "1" } } } }',
    '{ "index.routing.allocation.include": { "_tier_preference": "data_hot" } }',
    '{ "index": { "routing.allocation.require._name": null } }',
    '{ "index.routing.allocation.*": null, "archived.index.old": null }',
    '{ "analysis": { "analyzer": { "a": { "type": "custom", "tokenizer": "standard" } } } }',
    '{ "index.similarity.default.type": "boolean", "similarity": { "mine": { "type": "BM25" } } }',
    '{ "index.knn": true, "index.knn.algo_param.ef_search": 100, "index.plugins.x": 1, "index.xpack.x": "1" }',
    '{ "index.refresh_interval": "-1" }',
    '{ "index.refresh_interval": -1 }',
    '{ "index.refresh_interval": "30s", "translog": { "durability": "ASYNC", "flush_threshold_size": "1gb" } }',
    '{ "index.auto_expand_replicas": false, "index.blocks.write": "true", "priority": "10" }',
    '{ "index.auto_expand_replicas": "0-all" }',
    '{ "index.search.slowlog.threshold.query": { "warn": "10s" }, "index.lifecycle.name": "p" }',
    '{ "index": { "number_of_replicas": "{{replicas}}", "query": { "default_field": ["a", "b"] } } }',
  ])('are accepted: %s', (body) => {
    expect(findingsIn(change, body)).toEqual([]);
    expect(findingsIn('PUT /i', `{ "settings": ${body} }`)).toEqual([]);
    expect(findingsIn('PUT /_component_template/t', `{ "template": { "settings": ${body} } }`)).toEqual([]);
  });

  it.each([
    ['{ "idnex.blocks.write": true }', 'unknown-field: `idnex.blocks.write`', 'did you mean `index.blocks.write`'],
    ['{ "index": { "blokcs": { "write": true } } }', 'unknown-field: `blokcs`', 'did you mean `blocks`'],
    ['{ "mapping": { "total_fields": { "limti": 1 } } }', 'unknown-field: `limti`', 'did you mean `limit`'],
    ['{ "index": { "index": { "priority": 1 } } }', 'misplaced-field: The prefix `index.` is repeated', ''],
    ['{ "index": { "index.priority": 1 } }', 'misplaced-field: The prefix `index.` is repeated', ''],
    ['{ "number_of_replicas": "-1" }', 'number-range: `number_of_replicas` must be at least 0', ''],
    ['{ "number_of_replicas": "two" }', 'unsuitable-text: The value of this setting is a whole number', ''],
    ['{ "auto_expand_replicas": "0-al" }', 'unsuitable-text:', '`0-all`'],
    ['{ "blocks.write": "yes" }', 'unsuitable-text:', '`true` or `false`'],
    ['{ "refresh_interval": 5 }', 'unsuitable-text: A duration needs a unit', ''],
    ['{ "refresh_interval": "5" }', 'malformed-time-value: `5`', ''],
    ['{ "index.routing.allocation.enable": "al" }', 'unknown-value: `al`', 'did you mean `all`'],
  ])('are warned about: %s', (body, ...parts) => {
    for (const found of [
      findingsIn(change, body),
      findingsIn('PUT /i', `{ "settings": ${body} }`),
      findingsIn('PUT /_index_template/t', `{ "index_patterns": ["i"], "template": { "settings": ${body} } }`),
    ]) {
      expect(found).toHaveLength(1);
      for (const part of ['warning ', ...parts]) expect(found[0]).toContain(part);
    }
  });

  it.each([
    ['{ "number_of_shards": 3 }', '`_split`'],
    ['{ "index": { "number_of_shards": 3 } }', '`_split`'],
    ['{ "index.sort.field": "a" }', 'reindex'],
    ['{ "index": { "sort": { "order": "asc" } } }', 'reindex'],
    ['{ "settings": { "index.mode": "logsdb" } }', 'reindex'],
    ['{ "routing_partition_size": 2 }', 'reindex'],
  ])('that are fixed cannot be changed: %s', (body, remedy) => {
    const [found, ...others] = findingsIn(change, body);
    expect(others).toEqual([]);
    expect(found).toContain('warning misplaced-field: This setting is fixed when an index is created.');
    expect(found).toContain(remedy);
    expect(findingsIn('PUT /i', `{ "settings": ${body.replace(/^\{ "settings": (.*) \}$/, '$1')} }`)).toEqual([]);
  });

  it('that nothing knows are a warning', () => {
    expect(findingsIn(change, '{ "index.colour": "red" }')).toEqual([expect.stringMatching(/^warning unknown-field:/)]);
  });

  it('may be in any form only once', () => {
    expect(findingsIn(change, '{ "priority": 1, "index": { "priority": 2 } }')).toEqual([
      expect.stringMatching(/^warning repeated-setting:/),
    ]);
  });

  it('contain what the description says of analyzers', () => {
    const settings = '{ "index": { "analysis": { "filter": { "f": { "type": "edge_ngram", "min_grm": 2 } } } } }';
    expect(findingsIn('PUT /_component_template/t', `{ "template": { "settings": ${settings} } }`).join()).toContain(
      'did you mean `min_gram`',
    );
    expect(said).toEqual([]);
  });
});

describe('settings of a cluster', () => {
  it.each([
    '{ "persistent": { "cluster.routing.allocation.enable": "none" }, "transient": null }',
    '{ "transient": { "cluster": { "routing": { "allocation.enable": "NEW_PRIMARIES" } } } }',
    '{ "persistent": { "cluster.max_shards_per_node": "2000", "cluster.max_shards_per_node.frozen": 1 } }',
    '{ "persistent": { "cluster": { "max_shards_per_node": { "frozen": 1 } } } }',
    '{ "persistent": { "cluster.routing.allocation.disk.watermark": { "low": "85%", "flood_stage.frozen": "95%" } } }',
    '{ "persistent": { "cluster.remote.leader.seeds": ["127.0.0.1:9300"], "cluster": { "remote": { "b.*": null } } } }',
    '{ "persistent": {}, "transient": { "logger": { "org": { "a": { "b": "DEBUG", "c": null } } } } }',
    '{ "persistent": { "archived.a": null, "archived": { "b": { "c": null } } } }',
    '{ "persistent": { "script.max_compilations_rate": "75/5m", "search.max_buckets": "+5" } }',
    '{ "transient": { "logger.org.elasticsearch.discovery": "DEBUG", "logger": { "a": "trace" } } }',
    '{ "persistent": { "cluster.metadata.owner": "me", "cluster.routing.allocation.exclude._ip": "10.0.0.1" } }',
    '{ "persistent": { "cluster.routing.allocation.awareness.force.zone.values": "a,b" } }',
    '{ "persistent": { "xpack.monitoring.collection.enabled": true, "plugins.ml_commons.x": 1 } }',
    '{ "transient": { "indices.recovery.*": null, "archived.*": null, "indices.recovery.max_bytes_per_sec": null } }',
    '{ "persistent": { "action.auto_create_index": "+a*,-b*", "search.default_search_timeout": "-1" } }',
  ])('are accepted: %s', (body) => {
    expect(findingsIn(cluster, body)).toEqual([]);
  });

  it.each([
    [
      '{ "persistent": { "cluster.routing.allocation.enabel": "all" } }',
      'did you mean `cluster.routing.allocation.enable`',
    ],
    [
      '{ "persistent": { "cluster": { "routing": { "alocation": { "enable": "all" } } } } }',
      'did you mean `allocation`',
    ],
    ['{ "transient": { "cluter.max_shards_per_node": 1 } }', 'did you mean `cluster.max_shards_per_node`'],
    ['{ "transient": { "search.max_bucket": 1 } }', 'did you mean `search.max_buckets`'],
    ['{ "persistent": { "cluster.routing.allocation.enable": "nne" } }', 'did you mean `none`'],
    ['{ "persistent": { "cluster.max_shards_per_node": 0 } }', 'must be at least 1'],
    ['{ "persistent": { "cluster.blocks.read_only": "on" } }', '`true` or `false`'],
    ['{ "persistent": { "index.number_of_replicas": 0 } }', '`PUT /{index}/_settings`'],
    ['{ "persistent": { "index": { "number_of_replicas": 0 } } }', '`PUT /{index}/_settings`'],
    ['{ "persistent": { "cluster.name": "a" } }', '`elasticsearch.yml`'],
    ['{ "transient": { "node": { "name": "a" } } }', '`elasticsearch.yml`'],
    ['{ "persistent": { "repositories.url.allowed_urls": "http://a/*" } }', '`elasticsearch.yml`'],
    ['{}', 'a request that sets nothing'],
    ['{ "persistent": {}, "transient": {} }', 'a request that sets nothing'],
    ['{ "persistent": { "search": {} } }', 'a request that sets nothing'],
    ['{ "persistent": { "search.max_buckets": 5.0 } }', 'a whole number'],
    ['{ "persistent": { "search.max_buckets": 5e1 } }', 'a whole number'],
    ['{ "persistent": { "script.max_compilations_rate": 1 } }', '`150/5m`'],
    ['{ "persistent": { "logger": { "org": { "a": "loud" } } } }', '`loud`'],
    ['{ "persistent": { "archived.a": 1 } }', 'must be null'],
    ['{ "persistent": { "cluster.remote.seeds": ["a:1"] } }', 'must be an object'],
    ['{ "persistent": { "cluster": { "remote": { "b": null } } } }', 'must be an object'],
  ])('are warned about: %s', (body, part) => {
    const [found, ...others] = findingsIn(cluster, body);
    expect(others).toEqual([]);
    expect(found).toMatch(/^warning /);
    expect(found).toContain(part);
  });
});
