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

describe('given rights on other names', () => {
  it.each([
    ['a wildcard', 'other-*', 'GET /logs-*/_search', '`logs-*`'],
    ['date math', 'logs', 'GET /%3Cday-%7Bnow%2Fd%7D%3E/_search', '`day-*`'],
    [
      'an index behind another data stream',
      'logs-a',
      'GET /.ds-logs-2026.11.30-000001/_search',
      '`.ds-logs-2026.11.30-000001`',
    ],
    ['an alias of the index', 'logs-1', 'GET /logs/_search', '`logs`'],
    ['a second name', 'a', 'GET /a,b/_search?ignore_unavailable=false', '`b`'],
    ['all names, although missing ones are ignored', 'c', 'GET /a,b/_search?ignore_unavailable=true', '`a` and `b`'],
  ])('do not allow %s', (_, index, line, lacking) => {
    const rights = JSON.stringify({ indices: [{ names: [index], privileges: ['read'] }] });
    expect(lacksOf(rights, line)).toEqual([`The caller needs the index privilege \`read\` on ${lacking}.`]);
  });
});

describe('given rights', () => {
  it.each([
    ['by name', '{ "indices": [{ "names": ["logs-*"], "privileges": ["read"] }] }', 'GET /logs-1/_search'],
    ['by a larger privilege', '{ "indices": [{ "names": ["*"], "privileges": ["all"] }] }', 'GET /logs-1/_search'],
    ['by an action', '{ "indices": [{ "names": ["a"], "privileges": ["indices:data/read/*"] }] }', 'GET /a/_search'],
    ...(
      [
        ['of what a wildcard matches', 'logs-1', 'GET /logs-*/_search'],
        ['of what date math means', 'day-2026.*', 'GET /%3Cday-%7Bnow%2Fd%7D%3E/_search'],
        ['of a data stream, for an index behind it', 'logs', 'GET /.ds-logs-2026.11.30-000001/_search'],
        ['of data streams, for the indices behind them', 'logs-*', 'GET /.ds-logs-a-*/_search'],
        ['by a regular expression', '/lo.s/', 'GET /logs/_search'],
        ['of all', 'logs', 'GET /_all/_search'],
        ['of one name, where others are ignored', 'a', 'GET /a,b/_search?ignore_unavailable=true'],
      ] as const
    ).map(([name, index, line]): [string, string, string] => [
      name,
      JSON.stringify({ indices: [{ names: [index], privileges: ['read'] }] }),
      line,
    ]),
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
