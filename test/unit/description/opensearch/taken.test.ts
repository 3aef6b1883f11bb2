import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions } from '../../../../packages/engine/src/index';
import { loadPublished } from '../../binding/published';
import { answerOf, play } from '../../services/real-servers-play';

// What servers of OpenSearch take and its pages show, though its specification refuses or lacks it; and slips in the same places.

const engine = createEngine({ loadDescription: loadPublished });
const optionsFor = (vendor: string): CheckOptions => ({
  context: {
    endpoints: [{ name: 's', service: 'search-cluster', baseUrl: 'https://search.example.org', vendor }],
    defaults: { 'search-cluster': 's' },
  },
  severities: {},
});
const findings = (text: string, vendor = 'opensearch') =>
  engine.check(engine.openFile(text), optionsFor(vendor)).findings.flat();
const warned = (text: string, vendor?: string): readonly string[] =>
  findings(text, vendor)
    .filter(({ severity }) => severity === 'error' || severity === 'warning')
    .map(({ message }) => message);
const request = (line: string, body: unknown): string =>
  `${line}\nContent-Type: application/json\n\n${JSON.stringify(body)}\n`;

const taken = readFileSync(join(import.meta.dirname, 'taken.http'), 'utf8');

describe('what OpenSearch takes', () => {
  it('has no warning', () => {
    expect(warned(taken)).toEqual([]);
  });

  it.each([
    ['PUT /r', { settings: { analysis: { filter: { a: { type: 'stop', ignore_caes: true } } } } }, 'ignore_case'],
    ['PUT /r', { settings: { analysis: { tokenizer: { a: { type: 'ngram', mn_gram: 1 } } } } }, 'min_gram'],
    ['PUT /_ingest/pipeline/p', { processors: [{ uppercse: { field: 'a' } }] }, 'uppercase'],
    ['PUT /_ingest/pipeline/p', { processors: [{ set: { feild: 'a', value: 1 } }] }, 'field'],
    ['PUT /_search/pipeline/p', { response_processors: [{ truncate_hit: {} }, { colapse: {} }] }, 'collapse'],
    ['POST /_plugins/_ml/agents/_register', { nmae: 'a', type: 'flow' }, 'name'],
    ['POST /_plugins/_ml/models/_register', { name: 'a', model_frmat: 'ONNX' }, 'model_format'],
    ['POST /_plugins/_sql', { qury: 'SELECT 1' }, 'query'],
    ['PUT /_cluster/settings', { persistent: { 'search.max_bucket': 3 } }, 'search.max_buckets'],
    ['POST /r/_search', { query: { function_score: { wieght: 2 } } }, 'weight'],
    ['PUT /r', { mappings: { derivd: {} } }, 'derived'],
  ])('has slips found: %s %j', (line, body, meant) => {
    expect(warned(request(line, body)).join('\n')).toContain(`did you mean \`${meant}\`?`);
  });

  it('has one kind of each suggester, and of each function', () => {
    const suggest = { a: { text: 'b', term: { field: 'c' }, phrase: { field: 'c' } } };
    const decay = { n: { origin: 1, scale: 1 } };
    const functions = [{ weight: 2, gauss: decay, exp: decay }];
    expect(warned(request('POST /r/_search', { suggest })).join()).toContain(
      '`a` must have exactly one of the members',
    );
    expect(warned(request('POST /r/_search', { query: { function_score: { functions } } })).join()).toContain(
      'at most one of the members `exp` and `gauss`',
    );
  });

  it('has types of analysis that are nearly another mentioned, since plugins add some', () => {
    const found = (type: string) =>
      findings(request('PUT /r', { settings: { analysis: { analyzer: { a: { type } } } } })).map(
        ({ severity, message }) => `${severity} ${message}`,
      );
    expect(found('englsh')).toEqual([expect.stringMatching(/^information .*did you mean `english`\?/)]);
    expect(found('sudachi_like')).toEqual([]);
  });

  it('has no unknown setting reported, since plugins have some, but refuses it where there are none', () => {
    const body = { persistent: { 'spices.limit': 3 } };
    expect(warned(request('PUT /_cluster/settings', body))).toEqual([]);
    expect(warned(request('PUT /_cluster/settings', body), 'elasticsearch')).toEqual([
      expect.stringContaining('`spices.limit` is not a documented field of the persistent settings'),
    ]);
    expect(answerOf(play('opensearch').send('PUT /_cluster/settings', body))).toBe('400 settings_exception');
  });

  it('lacks no path of its own with a word of another product', () => {
    expect(warned('GET /_plugins/_security/api/versions/3\n')).toEqual([]);
    expect(warned('GET /_security/role/r\n').join()).toContain('OpenSearch does not have this operation');
  });
});

describe('in Elasticsearch', () => {
  it('`value_type` is a field, as any other', () => {
    const terms = (query: unknown) => warned(request('POST /r/_search', { query: { terms: query } }), 'elasticsearch');
    expect(terms({ value_type: ['a'] })).toEqual([]);
    expect(terms({ rating: [1], other: [2] }).join()).toContain('must have at most 1 member');
  });

  it('a document counts as several, too', () => {
    expect(warned(request('PUT /r/_doc/1', { _doc_count: 3 }), 'elasticsearch')).toEqual([]);
    expect(warned(request('PUT /r/_doc/1', { _seq_no: 3 }), 'elasticsearch')).not.toEqual([]);
  });
});
