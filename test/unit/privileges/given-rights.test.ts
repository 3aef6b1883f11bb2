import { describe, expect, it } from 'vitest';
import { lackOf, needSentence, readRights } from '../../../packages/checker/src/privileges/index';
import { rightsOfService } from '../../../packages/services/src/index';
import { requestsOf } from './rights-of-text';

/** Returns what the rights lack for a request, in sentences. */
function lacksOf(rights: string, text: string): readonly string[] {
  const given = readRights(rights);
  expect(given).toBeDefined();
  const [request] = requestsOf(text);
  const service = rightsOfService(request?.service ?? '')!;
  return (request?.needs ?? []).flatMap((need) => {
    const lack = need.condition === undefined && need.remote === undefined ? lackOf(given!, need, service) : undefined;
    return lack === undefined ? [] : [needSentence(lack)];
  });
}

describe('given rights', () => {
  it.each([
    ['by name', '{ "indices": [{ "names": ["logs-*"], "privileges": ["read"] }] }', 'GET /logs-1/_search'],
    ['by a larger privilege', '{ "indices": [{ "names": ["*"], "privileges": ["all"] }] }', 'GET /logs-1/_search'],
    ['by an action', '{ "indices": [{ "names": ["a"], "privileges": ["indices:data/read/*"] }] }', 'GET /a/_search'],
    ['of the cluster', '{ "cluster": ["manage"] }', 'GET /_cluster/health'],
    [
      'in the request for a key',
      '{ "name": "k", "role_descriptors": { "r": { "cluster": ["all"] } } }',
      'GET /_cluster/health',
    ],
    ['with comments', '// for CI\n{ "cluster": ["monitor"], }', 'GET /_cluster/health'],
    ['of a token', '{ "permissions": { "issues": "write" } }', 'GET /repos/o/r/issues'],
    ['as a workflow writes them', '{ "permissions": { "pull-requests": "read" } }', 'GET /repos/o/r/issues/1/labels'],
    [
      'of a token for some repositories',
      '{ "permissions": { "issues": "read" }, "repositories": ["O/r"] }',
      'GET /repos/o/r/issues',
    ],
    [
      'for a name that is not known',
      '{ "indices": [{ "names": ["a"], "privileges": ["read"] }] }',
      'GET /{{i}}/_search',
    ],
    ['of a classic token', '{ "scopes": ["admin:repo_hook"] }', 'GET /repos/o/r/hooks'],
  ])('allow a request: %s', (_, rights, text) => {
    expect(lacksOf(rights, text)).toEqual([]);
  });

  it.each([
    [
      '{ "indices": [{ "names": ["logs-*"], "privileges": ["read"] }] }',
      'GET /logs-1,metrics/_search',
      ['The caller needs the index privilege `read` on `metrics`.'],
    ],
    [
      '{ "indices": [{ "names": ["*"], "privileges": ["all"] }] }',
      'GET /.security-7/_search',
      ['The caller needs the index privilege `read` on `.security-7`.'],
    ],
    [
      '{ "cluster": ["monitor"] }',
      'PUT /_cluster/settings\n\n{}',
      ['The caller needs the cluster privilege `manage`.'],
    ],
    [
      '{ "permissions": { "issues": "read" } }',
      'POST /repos/o/r/issues\n\n{ "title": "a" }',
      ['A fine-grained token needs the permission `Issues` with `write` access for `o/r`.'],
    ],
    [
      '{ "permissions": { "issues": "read" }, "repositories": ["o/other"] }',
      'GET /repos/o/r/issues',
      ['A fine-grained token needs the permission `Issues` with `read` access for `o/r`.'],
    ],
    [
      '{ "indices": [{ "names": ["a"], "privileges": ["write"] }] }',
      'GET /{{i}}/_search',
      ['The caller needs the index privilege `read` on `{{i}}`.'],
    ],
    [
      '{ "scopes": ["gist"] }',
      'GET /repos/o/r/hooks',
      ['A classic token needs the scope `read:repo_hook`, `public_repo` or `repo` for `o/r`.'],
    ],
  ])('lack what is needed: %s, %s', (rights, text, expected) => {
    expect(lacksOf(rights, text)).toEqual(expected);
  });

  it.each(['[]', '{}', '{ "name": "k" }', 'not JSON', '', `${'['.repeat(5000)}`])('are not in %s', (text) => {
    expect(readRights(text)).toBeUndefined();
  });
});
