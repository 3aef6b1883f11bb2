import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { pullAndApply } from '../../../tools/oracle/trips/pull-apply.mjs';
import { library } from '../../sandbox/played/library';
import { commandLine, folderOf, startSandbox, type RunningSandbox } from '../command-line';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox(['--free-ports', '--path-repo', '/tmp', '--repository', 'o/r']);
});
afterAll(() => sandbox.end());

const endpointNamed = (name: string) => sandbox.ready.endpoints.find((one) => one.name === name)!;

async function send(name: string, method: string, path: string, body?: unknown) {
  const { baseUrl, credential } = endpointNamed(name);
  const response = await fetch(baseUrl + path, {
    ...{ method, headers: { Authorization: credential, 'Content-Type': 'application/json' } },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: (await response.json().catch(() => undefined)) as unknown };
}

/** Returns the requests that a server has received and that change something. */
async function changesAt(name: string): Promise<readonly string[]> {
  const { json } = await send(name, 'GET', '/_sandbox/requests');
  const { requests } = json as { requests: readonly { method: string; path: string }[] };
  return requests
    .filter(({ method, path }) => method !== 'GET' && !path.startsWith('/_sandbox'))
    .map(({ method, path }) => `${method} ${path}`);
}

const run = (cwd: string, ...args: readonly string[]) => commandLine(args, { cwd, env: sandbox.env });

const textOf = (cwd: string, name: string): string => readFileSync(join(cwd, name), 'utf8');

/** Returns the files of a folder as one text. */
function pulledIn(cwd: string, folder: string): string {
  if (!existsSync(join(cwd, folder))) return '';
  return readdirSync(join(cwd, folder))
    .toSorted()
    .map((name) => `== ${name}\n${textOf(cwd, join(folder, name))}`)
    .join('');
}

const cluster = ['--endpoint', 'sandbox-cluster'];
const apply = (cwd: string, file: string, ...more: readonly string[]) => run(cwd, 'apply', file, ...cluster, ...more);

/** Puts the cluster into a state of its own for a test. */
async function fill(): Promise<void> {
  await send('sandbox-cluster', 'POST', '/_sandbox/reset');
  await send('sandbox-cluster', 'PUT', '/_snapshot/old', { type: 'fs', settings: { location: '/tmp/old' } });
  await send('sandbox-cluster', 'PUT', '/logs', {
    settings: { number_of_shards: 1, refresh_interval: '60s' },
    mappings: { properties: { a: { type: 'keyword' } } },
    aliases: { all: {} },
  });
  await send('sandbox-cluster', 'POST', '/_security/api_key', {
    name: 'app',
    role_descriptors: { r: { cluster: ['monitor'] } },
  });
}

const changes = `PUT /logs

{ "settings": { "number_of_shards": 1, "refresh_interval": "5s" }, "aliases": { "all": {}, "more": {} } }

###
POST /_security/api_key

{ "name": "app", "role_descriptors": { "r": { "cluster": ["manage"] } } }

###
DELETE /_snapshot/old

###
PUT /_snapshot/new

{ "type": "fs", "settings": { "location": "/tmp/new" } }

###
PUT /_cluster/settings

{ "persistent": { "cluster.max_shards_per_node": 4000 } }
`;

describe('rulebook pull', () => {
  it('writes what can be sent back, and nothing differs from it', async () => {
    await fill();
    const cwd = folderOf({});
    const before = (await changesAt('sandbox-cluster')).length;
    const pulled = await run(cwd, 'pull', ...cluster, '--into', 'have');
    expect(pulled.code).toBe(0);
    expect(pulled.out).toContain('3 resources in 3 files.');
    expect(pulled.out).toMatch(
      /^Not pulled, since it is not known how all of them are read and stored: .*\/_watcher\/watch\/\{id\}/m,
    );
    expect(pulled.error).toContain('rulebook: not pulled: /_query/view, ');
    expect((await changesAt('sandbox-cluster')).length).toBe(before);
    expect(textOf(cwd, 'have/repositories.http')).toBe(`### Snapshot repository old
PUT /_snapshot/old
Content-Type: application/json

{
  "type": "fs",
  "settings": {
    "location": "/tmp/old"
  }
}
`);
    expect(textOf(cwd, 'have/indices.http')).toBe(`### Index logs
PUT /logs
Content-Type: application/json

{
  "settings": {
    "number_of_replicas": 1,
    "number_of_shards": 1,
    "refresh_interval": "60s"
  },
  "mappings": {
    "properties": {
      "a": {
        "type": "keyword"
      }
    }
  },
  "aliases": {
    "all": {}
  }
}
`);
    const plan = await run(cwd, 'plan', 'have', ...cluster);
    expect(plan.out).toContain('3 resources: 3 unchanged.');
    expect(plan.code).toBe(0);
  });

  it('replaces no other text, unless it is asked to', async () => {
    await fill();
    const cwd = folderOf({ 'have/indices.http': '# mine\n' });
    const refused = await run(cwd, 'pull', ...cluster, '--into', 'have');
    expect(refused.code).toBe(2);
    expect(refused.error).toContain('indices.http has another text; nothing was written. Add --force');
    expect(readdirSync(join(cwd, 'have'))).toEqual(['indices.http']);
    const forced = await run(cwd, 'pull', ...cluster, '--into', 'have', '--force', '--kind', 'indices');
    expect(forced.code).toBe(0);
    expect(textOf(cwd, 'have/indices.http')).toContain('PUT /logs');
    expect((await run(cwd, 'pull', ...cluster, '--into', 'have', '--kind', 'indices')).code).toBe(0);
    const wrong = await run(cwd, 'pull', ...cluster, '--kind', 'nothing');
    expect(wrong.code).toBe(2);
    expect(wrong.error).toContain('nothing is not a kind that can be pulled from search-cluster; use api-keys, ');
  });

  it('writes a variable in the place of a secret', async () => {
    await send('sandbox-hub', 'POST', '/repos/o/r/hooks', {
      config: { url: 'https://example.com/a', content_type: 'json', secret: 'canary-of-pull' },
      events: ['push'],
    });
    const cwd = folderOf({});
    const pulled = await run(cwd, 'pull', '--endpoint', 'sandbox-hub', '--of', 'o/r', '--into', 'have');
    expect(pulled.out).toContain('Secrets are not pulled, and written as variables: {{hooks_secret}}.');
    const text = textOf(cwd, 'have/webhooks.http');
    expect(text).toContain('"secret": "{{hooks_secret}}"');
    expect(text).toContain('POST /repos/o/r/hooks\n');
    expect(text).not.toMatch(/canary|ping_url|"id"/);
    const plan = await run(cwd, 'plan', 'have', '--endpoint', 'sandbox-hub');
    expect(plan.code).toBe(0);
  });
});

describe('rulebook apply', () => {
  it('rehearses, keeps what undoes it, sends, and a second time sends nothing; undo brings the former state back', async () => {
    await fill();
    const cwd = folderOf({ 'changes.http': changes });
    await run(cwd, 'pull', ...cluster, '--into', 'before');
    const sent = (await changesAt('sandbox-cluster')).length;
    const applied = await apply(cwd, 'changes.http', '--yes', '--undo-file', 'undo.http');
    expect(applied.error).toBe('');
    expect(applied.out).toContain(
      'Rehearsal: a sandbox with 3 resources of the endpoint accepts 6 requests.\n  After them, nothing differs.\n',
    );
    expect(applied.out).toContain(
      '6 requests were sent. Now nothing differs.\nUndo it with: rulebook undo undo.http\n',
    );
    expect(applied.code).toBe(0);
    expect((await changesAt('sandbox-cluster')).slice(sent)).toEqual([
      'PUT /logs/_settings',
      'PUT /logs/_alias/more',
      expect.stringMatching(/^PUT \/_security\/api_key\/./),
      'DELETE /_snapshot/old',
      'PUT /_snapshot/new',
      'PUT /_cluster/settings',
    ]);
    const again = await apply(cwd, 'changes.http', '--yes');
    expect(again.out).toContain('Nothing is sent.\n');
    expect(again.code).toBe(0);
    expect((await changesAt('sandbox-cluster')).length).toBe(sent + 6);
    const undone = await run(cwd, 'undo', 'undo.http', '--yes', '--undo-file', 'redo.http');
    expect(undone.error).toBe('');
    expect(undone.out).toContain('6 requests were sent. Now nothing differs.');
    await run(cwd, 'pull', ...cluster, '--into', 'after');
    expect(pulledIn(cwd, 'after')).toBe(pulledIn(cwd, 'before'));
    const redone = await run(cwd, 'undo', 'redo.http', '--yes');
    expect(redone.code).toBe(0);
    expect((await run(cwd, 'plan', 'changes.http', ...cluster)).code).toBe(0);
  });

  it('says before what cannot be undone, and needs a word for it', async () => {
    await fill();
    const cwd = folderOf({ 'a.http': 'DELETE /logs\n\n###\nDELETE /_security/api_key\n\n{ "name": "app" }\n' });
    const sent = (await changesAt('sandbox-cluster')).length;
    const refused = await apply(cwd, 'a.http', '--yes');
    expect(refused.out).toContain(
      'This cannot be undone:\n  /logs loses its documents.\n  /_security/api_key?name=app loses its secret.\n',
    );
    expect(refused.error).toContain('nothing was sent: it cannot be undone as a whole. Add --accept-losses');
    expect(refused.code).toBe(3);
    expect((await changesAt('sandbox-cluster')).length).toBe(sent);
    const done = await apply(cwd, 'a.http', '--yes', '--accept-losses', '--undo-file', 'u.http');
    expect(done.code).toBe(0);
    expect(textOf(cwd, 'u.http')).toContain('# Not undone: /logs loses its documents.\n');
    const undone = await run(cwd, 'undo', 'u.http', '--yes');
    expect(undone.code).toBe(0);
    expect((await send('sandbox-cluster', 'GET', '/logs/_alias')).json).toEqual({ logs: { aliases: { all: {} } } });
  });

  it('says that a parameter of a field which is changed stays changed', async () => {
    await fill();
    const cwd = folderOf({
      'a.http': 'PUT /logs/_mapping\n\n{ "properties": { "a": { "type": "keyword", "ignore_above": 9 } } }\n',
    });
    const { out } = await apply(cwd, 'a.http', '--yes');
    expect(out).toContain('  /logs keeps what is added to its mapping or changed in it.\n');
  });

  it('sends nothing that the sandbox refuses, that no one confirms, or that is only tried', async () => {
    await fill();
    const cwd = folderOf({ 'a.http': 'PUT /Wrong\n', 'b.http': 'PUT /right\n', 'c.http': 'PUT /{{unknown}}\n' });
    const sent = (await changesAt('sandbox-cluster')).length;
    const refused = await apply(cwd, 'a.http', '--yes');
    expect(refused.out).toContain('and refuses 1.\n  refused: PUT /Wrong: 400 ');
    expect(refused.code).toBe(1);
    const unconfirmed = await apply(cwd, 'b.http');
    expect(unconfirmed.error).toContain('no one can be asked. Add --yes');
    expect(unconfirmed.code).toBe(3);
    const tried = await apply(cwd, 'b.http', '--dry-run');
    expect(tried.out).toContain('Nothing was sent.');
    expect(tried.code).toBe(0);
    const unknown = await apply(cwd, 'c.http', '--yes');
    expect(unknown.out).toContain('Left out:\n');
    expect((await changesAt('sandbox-cluster')).length).toBe(sent);
    expect(readdirSync(cwd).filter((name) => name.startsWith('undo'))).toEqual([]);
  });

  it('rehearses repositories whose folders only the endpoint has, and restores them without trying them', async () => {
    await fill();
    const far = (speed: string) =>
      `PUT /_snapshot/far?verify=false\n\n{ "type": "fs", "settings": { "location": "/tmp/far", "readonly": true, "max_restore_bytes_per_sec": "${speed}" } }\n`;
    const { pathname, body } = { pathname: '/_snapshot/far?verify=false', body: far('1mb').split('\n\n')[1] ?? '' };
    expect((await send('sandbox-cluster', 'PUT', pathname, JSON.parse(body))).status).toBe(200);
    const cwd = folderOf({ 'a.http': far('2mb') });
    const applied = await apply(cwd, 'a.http', '--yes', '--undo-file', 'u.http');
    expect(applied.out).toContain('Rehearsal: a sandbox with 4 resources of the endpoint accepts 1 request.');
    expect(applied.code).toBe(0);
    expect(textOf(cwd, 'u.http')).toContain('PUT /_snapshot/far?verify=false\n');
    const undone = await run(cwd, 'undo', 'u.http', '--yes', '--undo-file', 'r.http');
    expect(undone.code).toBe(0);
    const { json } = await send('sandbox-cluster', 'GET', '/_snapshot/far');
    expect(json).toMatchObject({ far: { settings: { max_restore_bytes_per_sec: '1mb' } } });
  });

  it('applies no mask, and says of what is left out that it differs', async () => {
    await fill();
    const repository = (more: string) =>
      `PUT /_snapshot/old\n\n{ "type": "fs", "settings": { "location": "/tmp/old", ${more} } }\n`;
    const cwd = folderOf({
      'a.http': repository('"compress": false, "secret_key": "***"'),
      'b.http': 'PUT /logs\n\n{ "mappings": { "_meta": { "owner": "me", "password": "{{unknown}}" } } }\n',
    });
    const sent = (await changesAt('sandbox-cluster')).length;
    const masked = await apply(cwd, 'a.http', '--yes', '--skip-rehearsal', '--accept-losses');
    expect(masked.error).toContain(
      'nothing was sent: `settings.secret_key` of PUT /_snapshot/old has a mask for its value, which would take the place of the secret. Write a variable there, or leave the member out',
    );
    expect(masked.code).toBe(2);
    const leftOut = await apply(cwd, 'b.http', '--yes', '--skip-rehearsal', '--accept-losses');
    expect(leftOut.out).toContain('Left out:\n  /logs: the variable `unknown` has no value\n');
    expect(leftOut.out).toContain('Nothing is sent.');
    expect(leftOut.code).toBe(1);
    expect((await changesAt('sandbox-cluster')).length).toBe(sent);
  });

  it('stops at the first failure and says how the rest is undone', async () => {
    await fill();
    const cwd = folderOf({ 'a.http': 'PUT /first\n\n###\nPUT /Wrong\n\n###\nPUT /third\n' });
    const stopped = await apply(cwd, 'a.http', '--yes', '--skip-rehearsal', '--send-anyway', '--undo-file', 'u.http');
    expect(stopped.out).toContain('PUT /first: 200\n');
    expect(stopped.error).toContain('PUT /Wrong: 400 ');
    expect(stopped.error).toContain('stopped: 1 of 3 requests succeeded. Undo it with: rulebook undo u.http');
    expect(stopped.code).toBe(1);
    expect((await send('sandbox-cluster', 'GET', '/third')).status).toBe(404);
    const undone = await run(cwd, 'undo', 'u.http', '--yes', '--accept-losses');
    expect(undone.out).toContain('1 request was sent.');
    expect((await send('sandbox-cluster', 'GET', '/first')).status).toBe(404);
  });

  it('keeps a file that is there, and undoes nothing elsewhere', async () => {
    await fill();
    const cwd = folderOf({ 'a.http': 'PUT /right\n', 'u.http': '# mine\n' });
    const sent = (await changesAt('sandbox-cluster')).length;
    const kept = await apply(cwd, 'a.http', '--yes', '--undo-file', 'u.http');
    expect(kept.error).toContain('--undo-file u.http: there is a file of this name, which is kept; nothing was sent.');
    expect(kept.code).toBe(2);
    expect(textOf(cwd, 'u.http')).toBe('# mine\n');
    const foreign = await run(cwd, 'undo', 'u.http', '--yes');
    expect(foreign.error).toContain('u.http is not a file of `rulebook apply`');
    writeFileSync(join(cwd, 'u.http'), '# Endpoint: sandbox-cluster at http://127.0.0.1:1\n\nDELETE /logs\n');
    const other = await run(cwd, 'undo', 'u.http', '--yes');
    expect(other.error).toContain('the file undoes what was sent to http://127.0.0.1:1');
    expect((await changesAt('sandbox-cluster')).length).toBe(sent);
  });

  it('asks at a protected endpoint', async () => {
    await fill();
    const { baseUrl, credential } = endpointNamed('sandbox-cluster');
    const endpoints = { live: { service: 'search-cluster', baseUrl, protected: true } };
    const cwd = folderOf({ 'a.http': 'PUT /right\n', 'rulebook.json': JSON.stringify({ endpoints }) });
    const env = { ...sandbox.env, RULEBOOK_CREDENTIAL_LIVE: credential };
    const args = [
      'apply',
      'a.http',
      '--endpoint',
      'live',
      '--trust-endpoint',
      'live',
      '--yes',
      '--undo-file',
      'u.http',
    ];
    const refused = await commandLine(args, { cwd, env });
    expect(refused.error).toContain('the endpoint live is protected. Add --send-anyway');
    expect(refused.code).toBe(3);
    const done = await commandLine([...args, '--send-anyway'], { cwd, env });
    expect(done.code).toBe(0);
    expect((await send('sandbox-cluster', 'GET', '/right')).status).toBe(200);
  });

  it('keeps the id of what is created, by which it is removed', async () => {
    const hook = (events: string) =>
      `POST /repos/o/r/hooks\n\n{ "config": { "url": "https://example.com/b", "content_type": "json" }, "events": [${events}] }\n`;
    const cwd = folderOf({ 'a.http': hook('"push"'), 'b.http': hook('"issues"') });
    const hub = ['--endpoint', 'sandbox-hub', '--yes', '--undo-file'];
    const made = await run(cwd, 'apply', 'a.http', ...hub, 'u.http');
    expect(made.out).toContain('Rehearsal: a sandbox with 0 resources of the endpoint accepts 1 request.');
    expect(textOf(cwd, 'u.http')).toMatch(/^@created_1 = \d+$/m);
    const changed = await run(cwd, 'apply', 'b.http', ...hub, 'u2.http');
    expect(changed.out).toMatch(/PATCH \/repos\/o\/r\/hooks\/\d+: 200/);
    await run(cwd, 'undo', 'u2.http', '--yes');
    expect((await run(cwd, 'plan', 'a.http', '--endpoint', 'sandbox-hub')).code).toBe(0);
    // As after a response that has not arrived.
    writeFileSync(join(cwd, 'lost.http'), textOf(cwd, 'u.http').replace(/^@created.*\n/m, ''));
    const lost = await run(cwd, 'undo', 'lost.http', '--yes');
    expect(lost.out).toContain(
      '/repos/o/r/hooks/{{created_1}}: the variable `created_1` has no value\nNothing is sent.',
    );
    expect(lost.code).toBe(1);
    const removed = await run(cwd, 'undo', 'u.http', '--yes', '--accept-losses');
    expect(removed.out).toMatch(/DELETE \/repos\/o\/r\/hooks\/\d+: 204/);
    expect((await run(cwd, 'plan', 'a.http', '--endpoint', 'sandbox-hub')).out).toContain(': created (webhook;');
  });

  it('pulls, changes and restores what a description derives', async () => {
    const cwd = folderOf({
      'library.json': JSON.stringify(library),
      'rulebook.json': JSON.stringify({
        services: { library: { description: './library.json' } },
        endpoints: { books: { service: 'library', baseUrl: 'http://127.0.0.1:1' } },
      }),
      'a.http': 'POST /books\n\n{ "title": "Emma", "year": 1815 }\n',
      'b.http': 'POST /books\n\n{ "title": "Emma", "year": 1816 }\n',
    });
    const played = await startSandbox(['--free-ports', '--folder', cwd, '--service', 'library']);
    onTestFinished(async () => {
      await played.end();
    });
    const { baseUrl, credential } = played.ready.endpoints.at(-1)!;
    const env = { RULEBOOK_ENDPOINT_BOOKS: baseUrl, RULEBOOK_CREDENTIAL_BOOKS: credential };
    const books = (...args: readonly string[]) =>
      commandLine([...args, '--trust-endpoint', 'books'], { cwd, env: { ...played.env, ...env } });
    const yes = ['--yes', '--undo-file'];
    const made = await books('apply', 'a.http', '--endpoint', 'books', ...yes, 'u.http');
    expect(made.error).toBe('');
    expect(made.out).toContain('1 request was sent. Now nothing differs.');
    await books('pull', '--endpoint', 'books', '--into', 'have');
    expect(pulledIn(cwd, 'have')).toContain('"title": "Emma"');
    expect((await books('plan', 'have', '--endpoint', 'books')).code).toBe(0);
    const changed = await books('apply', 'b.http', '--endpoint', 'books', ...yes, 'u2.http');
    expect(changed.out).toContain('1 request was sent. Now nothing differs.');
    await books('undo', 'u2.http', ...yes, 'r2.http');
    expect((await books('plan', 'a.http', '--endpoint', 'books')).code).toBe(0);
    await books('undo', 'u.http', ...yes, 'r.http', '--accept-losses');
    expect((await books('plan', 'a.http', '--endpoint', 'books')).out).toContain(': created (book;');
  });
});

const corpus = process.env['RULEBOOK_CORPUS'] ?? '';
const isThere = existsSync(join(corpus, 'es_snapshot.jsonl'));

describe(`what is pulled of many${isThere ? '' : ' (skipped: RULEBOOK_CORPUS names no corpus)'}`, () => {
  it.skipIf(!isThere)('is what is there, is changed as declared, and is restored byte for byte', async () => {
    await send('sandbox-cluster', 'POST', '/_sandbox/reset');
    const { baseUrl, credential } = endpointNamed('sandbox-cluster');
    const place = { baseUrl, authorization: credential, repositories: '/tmp', corpus, isSandbox: true };
    const result = await pullAndApply({ ...place, version: '8.15', most: 70 });
    // A secret in an address is masked, so that it stays unknown.
    const isOther = ({ state }: { readonly state: string }) => state !== 'unknown';
    expect(result.notUnchanged.filter(isOther)).toEqual([]);
    expect(result.resources).toBeGreaterThanOrEqual(50);
    expect(result.notApplied.filter(isOther)).toEqual([]);
    expect(result.differing).toEqual([]);
  });
});
