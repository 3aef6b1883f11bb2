import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions } from '../../../../packages/engine/src/index';
import { loadPublished } from '../../binding/published';

// What requests to OpenSearch are checked by: its published specification below the facts of the documents that hold for it, too.

const loaded: string[] = [];
const engine = createEngine({
  loadDescription: (name) => {
    loaded.push(name);
    return loadPublished(name);
  },
});

function optionsFor(vendor: string | undefined, version?: '2.5.0' | '2.19.0'): CheckOptions {
  const endpoint = {
    ...{ name: 'os', service: 'search-cluster', baseUrl: 'https://search.example.org' },
    ...(vendor !== undefined && { vendor }),
    ...(version && { version }),
  };
  return { context: { endpoints: [endpoint], defaults: { 'search-cluster': 'os' } }, severities: {} };
}

const openSearch = optionsFor('opensearch');

function findings(text: string, options = openSearch) {
  return engine
    .check(engine.openFile(text), options)
    .findings.flat()
    .filter(({ severity }) => severity === 'error' || severity === 'warning');
}

function messages(text: string, options = openSearch): readonly string[] {
  return findings(text, options).map(({ message }) => message);
}

function request(line: string, body: unknown): string {
  return `${line}\nContent-Type: application/json\n\n${JSON.stringify(body)}\n`;
}

const valid = readFileSync(join(import.meta.dirname, 'valid.http'), 'utf8');

describe('a request to OpenSearch', () => {
  it('has no finding when it is as the specification says', () => {
    expect(valid.match(/^(?:GET|PUT|POST|DELETE) /gm)?.length).toBeGreaterThan(60);
    expect(messages(`@password = x\n\n${valid}`)).toEqual([]);
  });

  it('is not checked as one to Elasticsearch is', () => {
    expect(messages(`@password = x\n\n${valid}`, optionsFor('elasticsearch')).length).toBeGreaterThan(5);
  });

  it.each([
    ['PUT /_plugins/_ism/policies/p', { policy: { default_staet: 'a', states: [] } }, 'default_staet'],
    ['POST /_plugins/_ppl', { qurey: 'source=a' }, 'qurey'],
    ['POST /_plugins/_sql', { query: 'SELECT 1', fecth_size: 1 }, 'fecth_size'],
    ['PUT /_plugins/_security/api/roles/r', { cluster_permisions: [] }, 'cluster_permisions'],
    ['PUT /_plugins/_replication/i/_start', { leader_alias: 'a', leader_indx: 'i' }, 'leader_indx'],
    ['POST /books/_search', { qurey: { match_all: {} } }, 'qurey'],
    ['POST /books/_search', { query: { neural: { v: { query_txt: 'a', model_id: 'm' } } } }, 'query_txt'],
    ['POST /books/_search', { query: { match_all: {} }, aggs: { a: { terms: { feild: 'f' } } } }, 'feild'],
    ['PUT /books', { settings: { 'index.number_fo_replicas': 1 } }, 'index.number_fo_replicas'],
  ])('has its misspelt member found: %s', (line, body, name) => {
    const found = messages(request(line, body));
    expect(found.some((message) => message.includes(`\`${name}\``) && message.includes('did you mean'))).toBe(true);
  });

  it.each([
    ['GET /_cluster/health?cluster_manager_timout=1s', 'cluster_manager_timeout'],
    ['GET /books/_search?search_pipelin=p', 'search_pipeline'],
    ['GET /_plugins/_ism/polcies', 'policies'],
  ])('has its misspelt word found: %s', (line, meant) => {
    expect(messages(`${line}\n`).join()).toContain(`did you mean \`${meant}\``);
  });
});

describe('what OpenSearch does not have', () => {
  it.each([
    ['PUT /follower/_ccr/follow', '`/_plugins/_replication`'],
    ['GET /_security/api_key', '`/_plugins/_security/api`'],
    ['GET /_ilm/policy', '`/_plugins/_ism`'],
    ['GET /_slm/policy/daily', '`/_plugins/_sm`'],
    ['GET /_ml/anomaly_detectors', '`/_plugins/_ml`'],
    ['POST /books/_pit?keep_alive=1m', '`_search/point_in_time`'],
    ['POST /_async_search', '`/_plugins/_asynchronous_search`'],
  ])('is reported: %s', (line, instead) => {
    const named = (options: CheckOptions) =>
      findings(`# @endpoint os\n${line}\n`, options).filter(({ rule }) => rule === 'unavailable-element');
    expect(named(openSearch).map(({ message }) => message)).toEqual([expect.stringContaining(`; use ${instead}`)]);
    expect(named(openSearch).map(({ severity }) => severity)).toEqual(['warning']);
    for (const options of [optionsFor('elasticsearch'), optionsFor(undefined)]) expect(named(options)).toEqual([]);
  });

  it('is not reported of paths with the same word that it has', () => {
    expect(messages('GET /_plugins/_security/api/roles\n\n###\nGET /_plugins/_transform/t\n')).toEqual([]);
  });

  it('is a member of a search, too', () => {
    const body = { retriever: {}, runtime_mappings: {} };
    expect(messages(request('POST /books/_search', body))).toEqual([
      expect.stringContaining('`retriever` is not available in OpenSearch'),
      expect.stringContaining('`runtime_mappings` is not available in OpenSearch'),
    ]);
    expect(messages(request('POST /books/_search', { runtime_mappings: {} }), optionsFor('elasticsearch'))).toEqual([]);
  });
});

describe('types of fields', () => {
  const mapping = (type: string): string => request('PUT /bugs', { mappings: { properties: { labels: { type } } } });

  it('are those of the product', () => {
    expect(messages(mapping('flat_object'))).toEqual([]);
    expect(messages(mapping('flattened'))).toEqual([
      expect.stringContaining('`flattened` is the name in Elasticsearch; use `flat_object` here'),
    ]);
    expect(messages(mapping('flattened'), optionsFor('elasticsearch'))).toEqual([]);
    expect(messages(mapping('flat_object'), optionsFor('elasticsearch'))).toEqual([
      expect.stringContaining('`flat_object` is the name in OpenSearch; use `flattened` here'),
    ]);
  });

  it('have a fix', () => {
    const file = engine.openFile(mapping('flattened'));
    const found = engine.check(file, openSearch).findings[0] ?? [];
    const fixes = engine.withFixes(file, 0, found, openSearch).flatMap((one) => one.fixes?.() ?? []);
    expect(fixes.map(({ edits }) => edits.map(({ newText }) => newText))).toContainEqual(['"flat_object"']);
  });

  it('have a version', () => {
    const found = (version: '2.5.0' | '2.19.0') =>
      engine
        .check(engine.openFile(mapping('flat_object')), optionsFor('opensearch', version))
        .findings.flat()
        .map(({ message }) => message);
    expect(found('2.5.0')).toEqual([expect.stringContaining('`flat_object` requires version 2.7 or later')]);
    expect(found('2.19.0')).toEqual([]);
  });

  it('are offered as those of the product', () => {
    const offered = (vendor: string) => {
      const marked = mapping('fla|');
      const file = engine.openFile(marked.replace('|', ''));
      return engine.complete(file, 0, marked.indexOf('|'), optionsFor(vendor)).items.map(({ label }) => label);
    };
    expect(offered('opensearch')).toContain('"flat_object"');
    expect(offered('opensearch')).not.toContain('"flattened"');
    expect(offered('elasticsearch')).toContain('"flattened"');
    expect(offered('elasticsearch')).not.toContain('"flat_object"');
  });
});

describe('versions', () => {
  it('of OpenSearch are compared with its own', () => {
    const found = (version: '2.5.0' | '2.19.0') =>
      engine
        .check(engine.openFile('GET /_plugins/_flow_framework/workflow/_steps\n'), optionsFor('opensearch', version))
        .findings.flat()
        .map(({ message }) => message);
    expect(found('2.5.0')).toEqual([expect.stringContaining('requires version 2.12 or later; the target is 2.5.0')]);
    expect(found('2.19.0')).toEqual([]);
  });

  it('of the documents are not: they count those of Elasticsearch', () => {
    const text = 'POST /_snapshot/backup/_cleanup\n\n###\nPOST /books/_clone/copies\n';
    const all = engine.check(engine.openFile(text), optionsFor('opensearch', '2.5.0')).findings.flat();
    expect(all.filter(({ rule }) => rule === 'unsupported-version')).toEqual([]);
  });
});

describe('the description of another product', () => {
  it('is not loaded', () => {
    loaded.length = 0;
    const other = createEngine({
      loadDescription: (name) => {
        loaded.push(name);
        return loadPublished(name);
      },
    });
    const check = (vendor: string) => other.check(other.openFile('GET /_cat/indices?v=true\n'), optionsFor(vendor));
    check('elasticsearch');
    expect(loaded).toEqual(['elasticsearch']);
    check('opensearch');
    expect(loaded).toEqual(['elasticsearch', 'opensearch']);
  });
});
