import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

const rulebook = (vendor?: string) =>
  JSON.stringify({
    endpoints: {
      es: { service: 'search-cluster', baseUrl: 'https://search.example.org', ...(vendor && { vendor }) },
    },
    defaults: { 'search-cluster': 'es' },
  });

const requests = `PUT /bugs?cluster_manager_timeout=5s
Content-Type: application/json

{ "mappings": { "properties": { "labels": { "type": "flat_object" } } } }

### Search by vectors
POST /bugs/_search?search_pipeline=usual
Content-Type: application/json

{ "query": { "knn": { "v": { "vector": [1], "k": 2 } } } }

###
GET /_cat/cluster_manager
`;

describe('the vendor of an endpoint', () => {
  it('says which product its requests are checked for', async () => {
    const cwd = folderOf({ 'rulebook.json': rulebook('opensearch'), 'a.http': requests });
    const { code, out, error } = await commandLine(['check', '.'], { cwd });
    expect(error).toBe('');
    expect(out).toContain('No findings in 3 requests');
    expect(code).toBe(0);
  });

  it('is Elasticsearch where none is written', async () => {
    const cwd = folderOf({ 'rulebook.json': rulebook(), 'a.http': requests });
    const { out } = await commandLine(['check', '.'], { cwd });
    expect(out).toContain('The query parameter `cluster_manager_timeout`');
    // The name of a type may say that it is the other product.
    expect(out).not.toContain('flat_object');
  });

  it('has paths of its own, and lacks others', async () => {
    const text =
      'POST /_plugins/_ppl\nContent-Type: application/json\n\n{ "qurey": "a" }\n\n###\n# @endpoint es\nGET /_ilm/policy\n';
    const cwd = folderOf({ 'rulebook.json': rulebook('opensearch'), 'a.http': text });
    const { out } = await commandLine(['check', '.'], { cwd });
    expect(out).toContain('a.http:4:3 warning `qurey` is not a described field of the Query; did you mean `query`?');
    expect(out).toContain('a.http:8:5 warning OpenSearch does not have this operation; use `/_plugins/_ism`');
  });

  it('has a description of its own', async () => {
    const { code, out } = await commandLine(['describe', 'opensearch'], { cwd: folderOf({}) });
    expect(out).toContain('OpenSearch 0.3.0');
    expect(out).toContain('/_search/pipeline/{id}');
    expect(code).toBe(0);
  });
});
