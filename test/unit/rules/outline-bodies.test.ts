import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { createDescriptionLoader } from '../../../packages/node/src/shipped-descriptions';

const engine = createEngine({ loadDescription: createDescriptionLoader(() => undefined) });
const options = { context: { endpoints: [], defaults: {} }, severities: {} };

/** Returns the warnings about a request. */
function warningsOf(request: string): readonly string[] {
  const [line, body = ''] = request.split(' => ');
  const { findings } = engine.check(engine.openFile(`${line}\n\n${body}\n`), options);
  return (findings[0] ?? []).flatMap(({ severity, message }) => (severity === 'warning' ? [message] : []));
}

const id = 'DXF1ZXJ5QW5kRmV0Y2gBAAAAAAAAAD4WYm9laVYtZndUQlNsdDcwakFMNjU1QQ==';
const metadata = JSON.stringify({ metadata: { why: 'x'.repeat(1024) } });

describe('what only the published description has', () => {
  it.each([
    'PUT /_snapshot/r/s => { "indices": ["a", "b"], "feature_states": ["none"], "metadata": null }',
    'POST /_snapshot/r/s/_restore => { "indices": "a", "rename_pattern": "(.+)", "rename_replacement": "r-$1" }',
    'POST /_snapshot/r/s/_restore => { "rename_pattern": "\\\\(a", "rename_replacement": "${Name}" }',
    'POST /_security/api_key/grant => { "grant_type": "access_token", "access_token": "t", "api_key": { "name": "k" } }',
    'POST /_security/cross_cluster/api_key => { "name": "k", "access": { "search": [{ "names": ["a"] }] } }',
    `DELETE /_search/scroll => { "scroll_id": ["${id}"] }`,
    'DELETE /_search/scroll => { "scroll_id": "_all" }',
    `POST /_search/scroll => { "scroll_id": "${id}", "scroll": "1m" }`,
    `DELETE /_pit => { "id": "${id}" }`,
    'GET /_snapshot/r/_all?after=c3RhcnRfdGltZQ==',
    'GET /a/_search?scroll=24h',
    'DELETE /_security/api_key => { "owner": false, "name": "k" }',
    'GET /_cluster/settings?local=true',
  ])('says nothing about %s', (request) => {
    expect(warningsOf(request)).toEqual([]);
  });

  it.each([
    ['PUT /_snapshot/r/s => { "indices": null }', '`indices` must be a string'],
    ['PUT /_snapshot/r/s => { "feature_states": "none" }', '`feature_states` must be an array'],
    [`PUT /_snapshot/r/s => ${metadata}`, '`metadata` must have at most 1024 bytes; it has 1034 bytes'],
    ['POST /_snapshot/r/s/_restore => { "rename_pattern": "(a" }', 'a group that is not closed'],
    ['POST /_snapshot/r/s/_restore => { "rename_replacement": "Old-$1" }', 'no capital letters'],
    ['POST /_security/api_key/grant => { "grant_type": "access_token", "api_key": {} }', 'requires `access_token`'],
    [
      'POST /_security/api_key/grant => { "grant_type": "password", "username": "u", "api_key": {} }',
      '`grant_type: password` requires `password`',
    ],
    ['POST /_security/cross_cluster/api_key => { "name": "k", "access": { "search": [] } }', 'without access'],
    ['DELETE /_search/scroll', 'without the id of a scroll'],
    ['DELETE /_search/scroll => {}', 'lacks the required field `scroll_id`'],
    ['DELETE /_search/scroll => { "scroll_id": ["none"] }', 'not an id that a server made'],
    ['POST /_search/scroll => { "scroll_id": 5 }', '`scroll_id` must be a string'],
    ['DELETE /_pit', 'requires a request body'],
    ['GET /_snapshot/r/_all?after=x', '`after` is from no response'],
    ['GET /a/_search?scroll=25h', '24 hours at most'],
    ['GET /_security/_query/api_key => { "from": 1, "search_after": ["a"], "sort": ["name"] }', '`from` must be 0'],
    ['DELETE /_security/api_key => { "owner": false }', 'no key is meant'],
    ['GET /_cluster/settings?timeout=5s', '`master_timeout`'],
    ['POST /a/_search => { "aggs": { "a": { "composite": { "sources": [] } } } }', 'at least 1 item'],
  ])('warns about %s', (request, part) => {
    expect(warningsOf(request).join('\n')).toContain(part);
  });

  it('says the same of a request with either method once', () => {
    expect(warningsOf('POST /_msearch?max_concurrent_searches=0 => { "index": "a" }\n{}')).toHaveLength(1);
  });
});
