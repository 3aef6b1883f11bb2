import { describe, expect, it } from 'vitest';
import { explainDenial } from '../../../packages/sender/src/outcome/explain-denial';
import { rightsOfService } from '../../../packages/services/src/index';
import { requestsOf } from './rights-of-text';

const needsOf = (text: string) => requestsOf(text)[0]?.needs;
const response = (status: number, headers: Readonly<Record<string, string>> = {}, body = '') => ({
  status,
  headers: Object.entries(headers),
  body,
});

describe('a refusal', () => {
  it('of a search cluster says what was needed, and quotes its exception', () => {
    const reason = 'action [indices:data/write/index] is unauthorized for API key id [k] on indices [logs]';
    const body = JSON.stringify({ error: { type: 'security_exception', reason }, status: 403 });
    expect(explainDenial(response(403, {}, body), needsOf('PUT /logs/_doc/1\n\n{}'))).toEqual([
      'The caller needs the index privilege `index` on `logs`.',
      'If the index does not exist yet, the caller needs the index privilege `auto_configure` on `logs`.',
      `The service says: ${reason}`,
    ]);
  });

  it('of a code host says which permissions it accepts, also as 404', () => {
    const headers = { 'X-Accepted-GitHub-Permissions': 'issues=write; pull_requests=write,metadata=read' };
    const needs = needsOf('POST /repos/o/r/issues\n\n{ "title": "a" }');
    for (const status of [403, 404]) {
      expect(explainDenial(response(status, headers), needs)).toEqual([
        'A fine-grained token needs the permission `Issues` with `write` access for `o/r`.',
        'The service would accept the permissions issues: write, or pull_requests: write and metadata: read.',
      ]);
    }
  });

  it('of a classic token names the scopes that it has, and the one that is missing', () => {
    const needs = needsOf('GET /repos/o/r/hooks');
    expect(explainDenial(response(404, { 'X-OAuth-Scopes': 'gist, user' }), needs)).toEqual([
      'A classic token needs the scope `read:repo_hook`, `public_repo` or `repo` for `o/r`.',
      'The token has the scopes gist, user; read:repo_hook or public_repo or repo is missing.',
    ]);
    expect(explainDenial(response(403, { 'X-OAuth-Scopes': 'repo' }), needs).at(-1)).toBe(
      'The token has the scopes repo.',
    );
  });

  const held = (scopes: string, more: Readonly<Record<string, string>> = {}, text = 'GET /repos/o/r/hooks') =>
    explainDenial(response(403, { 'X-OAuth-Scopes': scopes, ...more }), needsOf(text), rightsOfService('code-hosting'));

  it.each([
    // A wider scope includes a narrower one.
    ['admin:repo_hook', {}, ['The token has the scopes admin:repo_hook.']],
    ['', {}, ['The token has no scopes; read:repo_hook or public_repo or repo is missing.']],
    // What the service says counts, and not what is published.
    [
      'repo, gist',
      { 'X-Accepted-OAuth-Scopes': 'admin:org, site_admin' },
      [
        'The service would accept the scopes admin:org or site_admin.',
        'The token has the scopes repo, gist; admin:org or site_admin is missing.',
      ],
    ],
    ['repo', { 'X-Accepted-OAuth-Scopes': '' }, ['The token has the scopes repo.']],
  ])('of a classic token with "%s" says what differs from what is accepted: %j', (scopes, more, expected) => {
    expect(held(scopes, more).slice(1)).toEqual(expected);
  });

  it('of a fine-grained token says nothing of scopes', () => {
    const body = JSON.stringify({
      message: 'Resource not accessible by personal access token',
      documentation_url: 'https://docs.github.com/rest/repos/webhooks',
      status: '403',
    });
    const headers = { 'X-Accepted-GitHub-Permissions': 'repository_hooks=read', 'X-GitHub-Media-Type': 'github.v3' };
    const empty: Readonly<Record<string, string>> = { 'X-OAuth-Scopes': '' };
    for (const more of [{}, empty]) {
      const said = explainDenial(response(403, { ...headers, ...more }, body), needsOf('GET /repos/o/r/hooks'));
      expect(said).toContain('The service would accept the permissions repository_hooks: read.');
      expect(said.join()).not.toContain('The token has');
    }
  });

  it.each([
    [
      403,
      'action [cluster:admin/repository/put] is unauthorized for user [ci] with effective roles [reader], this action is granted by the cluster privileges [manage,all]',
    ],
    [401, 'unable to authenticate user [ci] for REST request [/_snapshot/nightly]'],
    [401, 'missing authentication credentials for REST request [/_snapshot/nightly]'],
  ])('of a search cluster quotes who was refused and what would be enough: %i %s', (status, reason) => {
    const cause = { type: 'security_exception', reason };
    const body = JSON.stringify({ error: { root_cause: [cause], ...cause }, status });
    const headers = { 'WWW-Authenticate': 'Basic realm="security" charset="UTF-8"' };
    expect(explainDenial(response(status, headers, body), needsOf('PUT /_snapshot/nightly\n\n{}'))).toEqual([
      'The caller needs the cluster privilege `manage`.',
      `The service says: ${reason}`,
    ]);
  });

  it.each([
    ['another status', response(400), 'GET /logs/_search'],
    ['a search cluster that has no such document', response(404), 'GET /logs/_doc/1'],
    ['a request of which nothing is known', response(403), 'GET /nothing/that/is/known'],
  ])('is not explained for %s', (_, refused, text) => {
    expect(explainDenial(refused, needsOf(text))).toEqual([]);
  });
});
