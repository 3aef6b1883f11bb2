import { describe, expect, it } from 'vitest';
import { explainDenial } from '../../../engine/src/privileges/explain-denial';
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

  it.each([
    ['another status', response(400), 'GET /logs/_search'],
    ['a search cluster that has no such document', response(404), 'GET /logs/_doc/1'],
    ['a request of which nothing is known', response(403), 'GET /nothing/that/is/known'],
  ])('is not explained for %s', (_, refused, text) => {
    expect(explainDenial(refused, needsOf(text))).toEqual([]);
  });
});
