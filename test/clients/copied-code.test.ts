import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { copyInputOf, copyRequest, type CopyTarget, type PlannedCall } from '../../packages/exchange/src/index';
import type { PreparedRequest, RequestPlan } from '../../packages/sender/src/plan/index';
import { identities } from '../../packages/services/src/index';
import { root } from '../cli/command-line';
import { startRecorder } from '../cli/recorder';

// Inside of the checkout, where Node finds the clients.
const folder = mkdtempSync(join(root, 'node_modules', '.rulebook-copied-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let count = 0;

/** Copies a request, runs what was copied, and returns the code with the request that arrived. */
async function runCopied(
  target: CopyTarget,
  request: Partial<PreparedRequest> & { readonly path: string },
  { call, ...about }: Partial<RequestPlan> & { readonly call?: PlannedCall } = {},
) {
  const { requests, place } = await startRecorder();
  const { path, ...rest } = request;
  const plan: RequestPlan = {
    method: 'GET',
    target: [],
    isAbsolute: true,
    headers: [],
    label: 'x',
    variables: [],
    errors: 0,
    isUnsafe: false,
    ...about,
  };
  const secrets = ['s3cret-credential'];
  const copied = copyRequest(
    target,
    copyInputOf({
      plan,
      call,
      request: { method: 'GET', headers: [], ...rest, url: `http://${place}${path}` },
      secrets,
      endpoint: undefined,
      client: identities.find(({ id }) => id === plan.service)?.client,
      hrefOf: (url) => url,
      showsSecrets: false,
      fileAt: (file) => file,
      connectionFileAt: (file) => file,
    }),
  );
  if ('problem' in copied) throw new Error(copied.problem);
  const python = target === 'python';
  const script = join(folder, `copied-${count++}.${python ? 'py' : 'mjs'}`);
  writeFileSync(script, copied.text);
  const env = { ...process.env, AUTHORIZATION: 's3cret-credential', PASSWORD: 'hunter2-hunter2' };
  const error = await new Promise<string>((done) => {
    execFile(python ? 'python3' : process.execPath, [script], { env, timeout: 30_000 }, (failure, _out, stderr) => {
      done(failure === null ? '' : stderr);
    });
  });
  expect(error).toBe('');
  expect(copied.text).not.toMatch(/s3cret|hunter2/);
  const [head = '', body = ''] = (requests[0] ?? '').split(/\r\n\r\n(.*)/s);
  return { code: copied.text, line: head.split(' HTTP/')[0], head: head.toLowerCase(), body };
}

const json = ['Content-Type', 'application/json'] as const;
const host = { service: 'code-hosting', template: '/repos/{owner}/{repo}/hooks/{hook_id}' };
const cluster = { service: 'search-cluster' };

describe('code for the official clients', () => {
  it('calls a route with the parameters of its path', async () => {
    const { code, line, head, body } = await runCopied(
      'client',
      {
        method: 'PATCH',
        path: '/repos/o%20x/r/hooks/7?a=b%2Fc',
        headers: [['Authorization', 'Bearer s3cret-credential'], json, ['X-Own', 'yes']],
        body: '{"config": {"password": "hunter2-hunter2", "n": 1}}',
      },
      host,
    );
    expect(code).toContain("octokit.request('PATCH /repos/{owner}/{repo}/hooks/{hook_id}?a=b%2Fc'");
    expect(code).toContain('auth: process.env.AUTHORIZATION');
    expect(line).toBe('PATCH /repos/o%20x/r/hooks/7?a=b%2Fc');
    expect(head).toMatch(/authorization: (bearer|token) s3cret-credential/);
    expect(head).toContain('x-own: yes');
    expect(body).toBe('{"config": {"password": "hunter2-hunter2", "n": 1}}');
  });

  it.each<[body: string]>([
    ['{"events": ["push"], "data": {"x": 1}}'],
    ['["a", {"b": 1.50}]'],
    ['{"big": 12345678901234567890}'],
  ])('sends the body %s by a route', async (body) => {
    const request = { method: 'POST', path: '/repos/o/r/hooks', headers: [json], body };
    const sent = await runCopied('client', request, { ...host, template: '/repos/{owner}/{repo}/hooks' });
    expect(sent.line).toBe('POST /repos/o/r/hooks');
    expect(sent.body.replace(/\s/g, '')).toBe(body.replace(/\s/g, ''));
  });

  it('calls the transport of the other client', async () => {
    const { code, line, head, body } = await runCopied(
      'client',
      {
        method: 'GET',
        path: '/a%2Fb/_search?size=1',
        headers: [['Authorization', 'ApiKey s3cret-credential'], json],
        body: '{"query": {"match_all": {}}}',
      },
      cluster,
    );
    expect(code).toContain('auth: { apiKey: process.env.AUTHORIZATION }');
    expect(line).toBe('GET /a%2Fb/_search?size=1');
    expect(head).toContain('authorization: apikey s3cret-credential');
    expect(head).toContain('content-type: application/json');
    expect(JSON.parse(body)).toEqual({ query: { match_all: {} } });
  });

  it('calls the method of an operation', async () => {
    const call = { method: 'repos.createWebhook', path: '/repos/{owner}/{repo}/hooks' };
    const request = { method: 'POST', path: '/repos/o/r/hooks', headers: [json] };
    const body = '{"config": {"password": "hunter2-hunter2"}, "active": true}';
    const hook = await runCopied('client', { ...request, body }, { ...host, call });
    expect(hook.code).toContain('await octokit.rest.repos.createWebhook({');
    expect([hook.line, hook.body]).toEqual(['POST /repos/o/r/hooks', body.replace(/\s/g, '')]);

    const bulk = {
      method: 'bulk',
      path: '/_bulk',
      body: 'operations',
      takesLines: true,
      query: ['refresh'],
      members: [],
    };
    const lines = '{"index":{}}\n{"a":1}\n';
    const headers = [['Content-Type', 'application/x-ndjson']] as const;
    const target = { method: 'POST', path: '/_bulk?refresh=true&x=1', headers, body: lines };
    const sent = await runCopied('client', target, { ...cluster, call: bulk });
    expect(sent.code).toContain('await client.bulk(');
    expect([sent.line, sent.body]).toEqual(['POST /_bulk?refresh=true&x=1', lines]);
  });

  it('sends lines by the transport', async () => {
    const body = '{"index":{}}\n{"a":1}\n';
    const headers = [['Content-Type', 'application/x-ndjson']] as const;
    const sent = await runCopied('client', { method: 'POST', path: '/_bulk', headers, body }, cluster);
    expect([sent.line, sent.body]).toEqual(['POST /_bulk', body]);
  });
});

describe('code without a client', () => {
  const request = {
    method: 'POST',
    path: '/x?q=%20',
    headers: [['Authorization', 'ApiKey s3cret-credential'], json, ['X-Quote', 'it\'s "q" \\']] as const,
    body: '{"password": "hunter2-hunter2", "t": "\u00e4\u20ac\u{1f600}\u2028\\n"}',
  };
  const expected = { line: 'POST /x?q=%20', body: Buffer.from(request.body).toString('latin1') };

  it('is a call of fetch', async () => {
    const sent = await runCopied('fetch', request);
    expect(sent.code).toContain('await fetch(');
    expect(sent).toMatchObject(expected);
    expect(sent.head).toContain('x-quote: it\'s "q" \\');
  });

  it('is a call of undici where fetch refuses the request', async () => {
    const sent = await runCopied('fetch', { ...request, method: 'GET' });
    expect(sent.code).toContain('fetch does not send GET with a body');
    expect(sent).toMatchObject({ ...expected, line: 'GET /x?q=%20' });
  });

  it('keeps the bytes of a body', async () => {
    const body = [Uint8Array.of(0, 255, 10, 13), '\u00e4'];
    const sent = await runCopied('fetch', { ...request, body });
    expect(sent.body).toBe('\0\u00ff\n\r\u00c3\u00a4');
  });

  it.each(['/p/%', '/a/../b', '/x?q=a|b\\{c}[d]`', '/%7e/%2f', '/p?x=100%&y=%zz'])(
    'sends the URL %s in Python as it is written, where the package requests would change it',
    async (path) => {
      const { line, code, body } = await runCopied('python', {
        method: 'POST',
        path,
        headers: [['X-A', ' b']],
        body: '{"a":1}',
      });
      expect(code).toContain('http.client');
      expect(line).toBe(`POST ${path}`);
      expect(body).toBe('{"a":1}');
    },
  );

  const hasPython = spawnSync('python3', ['-c', 'import requests']).status === 0;
  it.skipIf(!hasPython)('is a script of Python', { timeout: 60_000 }, async () => {
    const sent = await runCopied('python', request);
    expect(sent).toMatchObject(expected);
    expect(sent.head).toContain('authorization: apikey s3cret-credential');
  });
});
