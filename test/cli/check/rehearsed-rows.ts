// What each row of docs/server-versions.md is about, as requests: by the first cell of the row.

/** The rows of the table from Elasticsearch 8.19 to 9.5. */
export const elasticsearchRows: Readonly<Record<string, string>> = {
  '`PUT /{index}/_alias/{name}` with a member that is not known there, such as `is_hidden`, a `filter` that is not an object, or a body that is a list':
    'PUT /i\n\nPUT /i/_alias/a\n{ "is_hidden": true }',
  '`PUT /{index}` with such a member in `aliases`': 'PUT /i\n{ "aliases": { "b": { "filter": 7 } } }',
  '`range` with `from` and `to`':
    'PUT /i\n\nPOST /i/_search\n{ "query": { "range": { "date": { "from": "2026-01-01", "to": "2026-02-01" } } } }',
  '`range` on a key of a flattened field with one bound':
    'PUT /i\n{ "mappings": { "properties": { "f": { "type": "flattened" } } } }\n\nPOST /i/_search\n{ "query": { "range": { "f.a": { "gte": "1" } } } }',
  'A flattened field with `properties`':
    'PUT /i\n{ "mappings": { "properties": { "f": { "type": "flattened", "properties": { "a": { "type": "keyword" } } } } } }',
  '`POST /{index}/_close?wait_for_active_shards=index-setting`':
    'PUT /i\n\nPOST /i/_close?wait_for_active_shards=index-setting',
  '`GET /_alias/{name}?local=true`, also of an index and with `_cat/aliases`': 'GET /_alias/x?local=true',
  '`GET /_alias?master_timeout=5s`, also of an index and with `_cat/aliases`': 'GET /_alias?master_timeout=5s',
  '`cluster.routing.allocation.balance.threshold` below 1':
    'PUT /_cluster/settings\n{ "persistent": { "cluster.routing.allocation.balance.threshold": 0.5 } }',
  'An action of `_bulk` with two names':
    'POST /_bulk\n{ "index": { "_index": "i" }, "create": { "_index": "i" } }\n{ "a": 1 }',
  'An action of `_bulk` without its last bracket, which is reported as no JSON for both':
    'POST /_bulk\n{ "index": { "_index": "i" }\n{ "a": 1 }',
  'A list of names that begins with an exclusion: `GET /-a1`, `PUT /_snapshot/r/s` with `"indices": "-data"`':
    'PUT /i\n\nGET /-i/_search',
  'A path of two words that no operation has, such as `GET /{index}/_unknown`': 'GET /i/_unknown',
};

const flattened = 'PUT /i\n{ "mappings": { "properties": { "f": { "type": "flattened" } } } }';
const document = 'PUT /i/_doc/1?refresh=true\n{ "f": { "a": "x", "b": "y" } }';
const registered = 'PUT /_snapshot/i\n{ "type": "fs", "settings": { "location": "i" } }';

/** The rows of the table from Elasticsearch 8.19 to OpenSearch 3.9. */
export const opensearchRows: Readonly<Record<string, string>> = {
  'A mapping with `flattened`': flattened,
  'A search that sorts or groups by a `flat_object` itself': `${flattened}\n\n${document}\n\nPOST /i/_search\n{ "sort": ["f"] }`,
  'A search that sorts by one of its keys': `${flattened}\n\n${document}\n\nPOST /i/_search\n{ "sort": ["f.b"] }`,
  'An aggregation by one of its keys': `${flattened}\n\n${document}\n\nPOST /i/_search\n{ "size": 0, "aggs": { "k": { "terms": { "field": "f.a" } } } }`,
  '`wildcard`, `regexp` and `fuzzy` on one of its keys': `${flattened}\n\n${document}\n\nPOST /i/_search\n{ "query": { "wildcard": { "f.a": "x*" } } }`,
  'An object with more than 20 levels': `${flattened}\n\nPUT /i/_doc/1\n{ "f": ${'{ "a": '.repeat(22)}1${' }'.repeat(22)} }`,
  '`PUT /{index}/_settings` with `mapping.total_fields.ignore_dynamic_beyond_limit`':
    'PUT /i\n\nPUT /i/_settings\n{ "index.mapping.total_fields.ignore_dynamic_beyond_limit": true }',
  '`_doc?require_data_stream=true`, `_bulk?list_executed_pipelines=true`, `_settings?reopen=true`':
    'PUT /i\n\nPUT /i/_settings?reopen=true\n{ "index.number_of_replicas": 1 }',
  '`PUT /{index}` with a list or a number as the body': 'PUT /i\n[]',
  '`PUT /_snapshot/{repository}` with other speeds only, where it is there already': `${registered}\n\nPUT /_snapshot/i\n{ "type": "fs", "settings": { "location": "i", "max_restore_bytes_per_sec": "-3mb" } }`,
  'A repository of the type `source`':
    'PUT /_snapshot/i\n{ "type": "source", "settings": { "delegate_type": "fs", "location": "i" } }',
  'A search with `size: 0`, aggregations and no query':
    'PUT /i/_doc/1?refresh=true\n{ "a": "x" }\n\nPOST /i/_search\n{ "size": 0, "aggs": { "n": { "value_count": { "field": "a.keyword" } } } }',
  '`flat_object` with `depth_limit`, `ignore_above`, `null_value`, `similarity`, `split_queries_on_whitespace` and other parameters of `flattened`':
    'PUT /i\n{ "mappings": { "properties": { "f": { "type": "flattened", "depth_limit": 5 } } } }',
  '`PUT /_snapshot/{repository}` with an impossible `max_number_of_snapshots`':
    'PUT /_snapshot/i\n{ "type": "fs", "settings": { "location": "i", "max_number_of_snapshots": "many" } }',
  'The same with a `chunk_size` of a fraction, `1.5mb`':
    'PUT /_snapshot/i\n{ "type": "fs", "settings": { "location": "i", "chunk_size": "1.5mb" } }',
  '`GET /_snapshot/{repository}/_all?sort=name` and other parameters for pages': `${registered}\n\nGET /_snapshot/i/_all?sort=name`,
  '`POST /_snapshot/{repository}/_verify` with a body': `${registered}\n\nPOST /_snapshot/i/_verify\n{ "a": 1 }`,
  '`PUT /_snapshot/{repository}/{snapshot}` with `feature_states` that are not known': `${registered}\n\nPUT /_snapshot/i/s?wait_for_completion=true\n{ "feature_states": ["none", "unheard"] }`,
  '`GET /{index}?features=settings`': 'PUT /i\n\nGET /i?features=settings',
  '`index.lifecycle.name`, `index.mode`, `cluster.max_shards_per_node.frozen`':
    'PUT /i\n{ "settings": { "index.lifecycle.name": "old" } }',
  '`PUT /{index}` with `"aliases": 7`': 'PUT /i\n{ "aliases": 7 }',
  '`POST /_aliases` that removes what is not there with `"must_exist": false`':
    'PUT /i\n\nPOST /_aliases\n{ "actions": [{ "remove": { "index": "i", "alias": "unheard-i", "must_exist": false } }] }',
  'Paths below `_ccr`': 'GET /_ccr/stats',
  'A path of two words that no operation has': 'GET /i/_unknown',
  'A body in YAML': 'PUT /i\nContent-Type: application/yaml\n\n---\nsettings: { number_of_replicas: 0 }\n',
};

/** How a rehearsal says each row, in their order: by findings, and by playing. */
export const waysOfRows: Readonly<Record<'es@9.5' | 'opensearch@3', readonly string[]>> = {
  'es@9.5': [
    'refused: unsuitable-text, played',
    'refused: wrong-type, played',
    'refused: unsuitable-text, played',
    'taken: open-range, played',
    'taken: unsupported-version, played',
    'refused: misplaced-query-parameter, played',
    'refused: misplaced-query-parameter, played',
    'taken: misplaced-query-parameter, played',
    'refused: unsuitable-text, played',
    'refused: member-count, played',
    '',
    'changed: noted-value, played',
    'played',
  ],
  'opensearch@3': [
    'absent: unknown-value, played',
    'absent: unknown-value, played',
    'absent: unknown-value, played',
    'absent: unknown-value, played',
    'absent: unknown-value, played',
    'absent: unknown-value, played',
    'refused: unavailable-element, played',
    'refused: unavailable-element, played',
    'refused: wrong-type, played',
    'played',
    'absent: unknown-value, played',
    'played',
    'absent: unknown-value, played',
    'taken: quoted-value, played',
    'refused: malformed-byte-size, played',
    'refused: unknown-query-parameter, played',
    'played',
    'played',
    'refused: unknown-query-parameter, played',
    'refused: unavailable-element, played',
    'played',
    'played',
    'absent: unavailable-element, played',
    'played',
    'absent: unaccepted-media-type',
  ],
};
