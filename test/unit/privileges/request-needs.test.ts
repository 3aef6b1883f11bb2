import { describe, expect, it } from 'vitest';
import { needSentence } from '../../../packages/checker/src/privileges/index';
import { requestsOf } from './rights-of-text';

const sentences = (text: string) => requestsOf(text)[0]?.needs?.map(needSentence);

describe('what a request needs', () => {
  it.each([
    ['GET /_cluster/settings', ['The caller needs the cluster privilege `monitor`.']],
    ['GET /logs-*,metrics/_search', ['The caller needs the index privilege `read` on `logs-*` and `metrics`.']],
    ['GET /_security/_authenticate', []],
    ...['GET /_security/api_key?owner=true', 'GET /_security/api_key?owner'].map((line): [string, string[]] => [
      line,
      ['The caller needs the cluster privilege `manage_own_api_key`.'],
    ]),
    ['GET /_security/api_key', ['The caller needs the cluster privilege `read_security` or `manage_api_key`.']],
    [
      'GET /_security/api_key?id=a',
      [
        'The caller needs the cluster privilege `manage_own_api_key`.',
        'If the keys are those of others, the caller needs the cluster privilege `read_security` or `manage_api_key`.',
      ],
    ],
    [
      'GET /_security/api_key?owner={{own}}',
      [
        'If the keys are its own, the caller needs the cluster privilege `manage_own_api_key`.',
        'If the keys are those of others, the caller needs the cluster privilege `read_security` or `manage_api_key`.',
      ],
    ],
    [
      'DELETE /_security/api_key\n\n{ "name": "a", "owner": true }',
      ['The caller needs the cluster privilege `manage_own_api_key`.'],
    ],
    ['DELETE /_security/api_key\n\n{ "name": "a" }', ['The caller needs the cluster privilege `manage_api_key`.']],
    [
      'PUT /{{index}}/_doc/1\n\n{}',
      [
        'The caller needs the index privilege `index` on `{{index}}`.',
        'If the index does not exist yet, the caller needs the index privilege `auto_configure` on `{{index}}`.',
      ],
    ],
    [
      'POST /logs/_update/1\n\n{ "doc": {} }',
      [
        'The caller needs the index privilege `index` on `logs`.',
        'If the index does not exist yet, the caller needs the index privilege `create_index` on `logs`.',
      ],
    ],
    [
      'POST /_msearch\n\n{ "index": ["logs-*", "-logs-2"] }\n{}\n',
      ['The caller needs the index privilege `read` on `logs-*`.'],
    ],
    [
      'POST /_aliases\n\n{ "actions": [{ "add": { "index": "logs-1", "alias": "logs" } }] }',
      ['The caller needs the index privilege `manage` on `logs-1` and `logs`.'],
    ],
    [
      'POST /_reindex\n\n{ "source": { "index": ["a", "b"] }, "dest": { "index": "c" } }',
      [
        'The caller needs the index privilege `read` on `a` and `b`.',
        'The caller needs the index privilege `write` on `c`.',
      ],
    ],
    [
      'POST /_reindex\n\n{ "source": { "index": "{{from}}" }, "dest": { "index": "c-{{day}}" } }',
      [
        'The caller needs the index privilege `read` on `{{from}}`.',
        'The caller needs the index privilege `write` on `c-{{day}}`.',
      ],
    ],
    [
      'POST /_mget\n\n{ "docs": [{ "_index": "a", "_id": "1" }, { "_index": "b", "_id": "2" }] }',
      ['The caller needs the index privilege `read` on `a` and `b`.'],
    ],
    [
      'POST /c/_bulk\n\n{ "index": { "_index": "a" } }\n{ "x": 1 }\n{ "delete": { "_id": "1" } }\n',
      [
        'If the index does not exist yet, the caller needs the index privilege `auto_configure` on `a`.',
        'The caller needs the index privilege `index` on `a`.',
        'The caller needs the index privilege `delete` on `c`.',
      ],
    ],
    [
      'PUT /copy/_ccr/follow\n\n{ "remote_cluster": "far", "leader_index": "first" }',
      [
        'The caller needs the index privilege `manage_follow_index` on `copy`.',
        'On the remote cluster `far`, the caller needs the cluster privilege `read_ccr`.',
        'On the remote cluster `far`, the caller needs the index privilege `read` on `first`.',
        'On the remote cluster `far`, the caller needs the index privilege `monitor` on `first`.',
      ],
    ],
    ['GET /_nodes/stats', ['The caller needs the cluster privilege `monitor` or `manage`.']],
    [
      'DELETE /repos/octocat/hello-world/hooks/1',
      [
        'A fine-grained token needs the permission `Webhooks` with `write` access for `octocat/hello-world`.',
        'A classic token needs the scope `admin:repo_hook`, `public_repo` or `repo` for `octocat/hello-world`.',
        'The user must be an admin of the repository `octocat/hello-world`.',
      ],
    ],
    [
      'PUT /orgs/acme/teams/crew/repos/octo/hello\n\n{}',
      [
        'A fine-grained token needs the permission `Members` with `read` access for `acme`.',
        'A fine-grained token needs the permission `Administration` with `write` access for `octo/hello`.',
      ],
    ],
    [
      'POST /repos/octocat/hello-world/issues\n\n{ "title": "a" }',
      ['A fine-grained token needs the permission `Issues` with `write` access for `octocat/hello-world`.'],
    ],
    [
      'POST /repos/o/r/issues/1/labels\n\n{ "labels": ["a"] }',
      ['A fine-grained token needs the permission `Issues` or `Pull requests` with `write` access for `o/r`.'],
    ],
  ])('is stated: %s', (text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });

  it.each([
    ['GET /unknown/path/of/nothing/here', 'no operation'],
    ['GET /_capabilities', 'an operation whose needs are not published'],
  ])('is not known: %s', (text) => {
    const [request] = requestsOf(text);
    expect(request).toBeDefined();
    expect(request?.needs).toBeUndefined();
  });
});
