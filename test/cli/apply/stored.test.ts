import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf, startSandbox } from '../command-line';

/** A request file of what a cluster stores by names, in an order in which a server takes it. */
function fileOf({ age = '30d', privilege = 'read', value = 1 } = {}): string {
  const requests: readonly (readonly [line: string, body: object])[] = [
    ['PUT /_snapshot/r', { type: 's3', settings: { bucket: 'b' } }],
    ['PUT /_security/role/reader', { indices: [{ names: ['logs-*'], privileges: [privilege] }] }],
    ['PUT /_security/role_mapping/all', { roles: ['reader'], enabled: true, rules: { field: { username: '*' } } }],
    ['PUT /_security/user/ann', { password: 'long-enough', roles: ['reader'] }],
    ['PUT /_ingest/pipeline/clean', { processors: [{ set: { field: 'a', value } }] }],
    ['PUT /_component_template/base', { template: { settings: { 'index.refresh_interval': '5s' } } }],
    [
      'PUT /_index_template/logs',
      { index_patterns: ['logs-*'], composed_of: ['base'], template: { settings: { number_of_shards: 1 } } },
    ],
    ['PUT /_template/old', { index_patterns: ['old-*'], aliases: { all: {} } }],
    ['PUT /_ilm/policy/short', { policy: { phases: { delete: { min_age: age, actions: { delete: {} } } } } }],
    ['PUT /_scripts/twice', { script: { lang: 'painless', source: `doc['a'].value * ${value}` } }],
    [
      'PUT /_slm/policy/nightly',
      { schedule: '0 30 1 * * ?', name: 'n', repository: 'r', retention: { expire_after: age } },
    ],
  ];
  return requests
    .map(([line, body]) => `${line}\nContent-Type: application/json\n\n${JSON.stringify(body)}\n`)
    .join('\n###\n\n');
}

it('plans, applies, pulls and undoes roles, users, templates, pipelines, scripts and policies', async () => {
  const sandbox = await startSandbox(['--free-ports', '--service', 'search-cluster']);
  onTestFinished(async () => {
    await sandbox.end();
  });
  const cwd = folderOf({
    'rulebook.json': '{}',
    'all.http': fileOf(),
    'last.http': `PUT /_slm/policy/last\nContent-Type: application/json\n\n${JSON.stringify({
      ...{ schedule: '0 0 1 L * ?', name: 'n', repository: 'r' },
    })}\n`,
    'later.http': fileOf({ age: '31d', privilege: 'write', value: 2 }),
  });
  const run = (...args: readonly string[]) => commandLine(args, { cwd, env: sandbox.env });
  const at = ['--endpoint', 'sandbox-cluster'];
  const plan = async (file: string) => {
    const { code, out } = await run('plan', file, ...at, '--format', 'json');
    const { resources } = JSON.parse(out) as { readonly resources: readonly { resource: string; state: string }[] };
    return {
      code,
      others: resources.filter(({ state }) => state !== 'unchanged').map((one) => `${one.state} ${one.resource}`),
    };
  };
  const first = await plan('all.http');
  expect(first.code).toBe(1);
  expect(first.others.filter((one) => one.startsWith('created '))).toHaveLength(11);

  const applied = await run('apply', 'all.http', ...at, '--yes', '--undo-file', 'undo.http');
  expect(applied.out).toContain('Rehearsal: a sandbox with 0 resources of the endpoint accepts 11 requests.');
  expect(applied.code).toBe(0);
  // A password is never compared.
  const done = { code: 0, others: ['unknown /_security/user/ann'] };
  expect(await plan('all.http')).toEqual(done);

  expect((await run('pull', ...at, '--into', 'pulled')).code).toBe(0);
  expect(readFileSync(join(cwd, 'pulled/lifecycle-policies.http'), 'utf8')).toContain('"delete": {}');
  expect(await plan('pulled')).toEqual({ code: 0, others: [] });

  const changed = await run('apply', 'later.http', ...at, '--yes', '--undo-file', 'back.http', '--accept-losses');
  expect(changed.out).toContain('a sandbox with 11 resources of the endpoint accepts');
  expect(changed.code).toBe(0);
  expect((await plan('all.http')).others).toContain('changed /_ilm/policy/short');
  const back = await run('undo', 'back.http', '--yes');
  expect(back.code).toBe(0);
  expect(await plan('all.http')).toEqual(done);

  // What the sandbox does not play refuses nothing.
  const last = await run('apply', 'last.http', ...at, '--dry-run');
  expect(last.out).toContain('Not played there: /_slm/policy/last.');
  expect(last.code).toBe(0);

  const removed = await run('undo', 'undo.http', '--yes', '--accept-losses');
  expect(removed.code).toBe(0);
  expect((await plan('all.http')).others.filter((one) => one.startsWith('created '))).toHaveLength(11);
}, 120_000);

it('undoes a data stream and a follower index', async () => {
  const sandbox = await startSandbox(['--free-ports', '--service', 'search-cluster']);
  onTestFinished(async () => {
    await sandbox.end();
  });
  const json = 'Content-Type: application/json\n\n';
  const cwd = folderOf({
    'rulebook.json': '{}',
    'leader.http': `# @endpoint sandbox-leader\nPUT /orders\n`,
    'copy.http': `PUT /copy/_ccr/follow\n${json}{ "remote_cluster": "leader", "leader_index": "orders" }\n`,
    'alias.http': `PUT /_index_template/logs\n${json}{ "index_patterns": ["logs-*"] }\n\n###\nPUT /none/_alias/follow\n`,
    'stream.http': `PUT /_index_template/logs\n${json}{ "index_patterns": ["logs-*"], "data_stream": {} }\n\n###\nPUT /_data_stream/logs-a\n`,
  });
  const run = (...args: readonly string[]) => commandLine(args, { cwd, env: sandbox.env });
  const at = ['--endpoint', 'sandbox-cluster', '--yes'];
  expect((await run('run', 'leader.http')).code).toBe(0);
  const copied = await run('apply', 'copy.http', ...at, '--undo-file', 'uncopy.http');
  expect(copied.code).toBe(0);
  // A rehearsal has no leader.
  expect(copied.out).toContain('Not played there: /copy/_ccr/follow.');
  expect((await run('apply', 'stream.http', ...at, '--undo-file', 'unstream.http')).code).toBe(0);
  const refused = await run('apply', 'alias.http', '--endpoint', 'sandbox-cluster', '--dry-run');
  expect(refused.out).toContain('refused: PUT /none/_alias/follow: 404');
  for (const [file, request] of [
    ['uncopy.http', 'DELETE /copy: 200'],
    ['unstream.http', 'DELETE /_data_stream/logs-a: 200\nDELETE /_index_template/logs: 200'],
  ] as const) {
    expect((await run('undo', file, '--yes')).code).toBe(3);
    expect((await run('undo', file, '--yes', '--accept-losses')).out).toContain(request);
  }
  expect((await run('plan', 'copy.http', '--endpoint', 'sandbox-cluster')).out).toContain('created');
});
