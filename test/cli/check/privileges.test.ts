import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, folderOf, root } from '../command-line';

const requests = [
  '### Register',
  'PUT /_snapshot/nightly',
  '',
  '{ "type": "fs", "settings": { "location": "nightly" } }',
  '',
  '### Log',
  'PUT /{{log}}/_doc/1',
  '',
  '{ "done": true }',
  '',
  '### Look',
  'GET /nothing/that/is/known',
  '',
].join('\n');
const files = {
  'a.http': `@log = backup-log\n${requests}`,
  'b.http': requests,
  'role.json': '{ "cluster": ["monitor"], "indices": [{ "names": ["backup-*"], "privileges": ["write"] }] }',
  'broken.json': '[',
  'hub.http':
    'POST /repos/o/r/issues\n\n{ "title": "a" }\n\n###\nPOST /repos/o/r/hooks\n\n{ "config": { "url": "https://x.example" } }\n',
};

const privileges = async (...args: readonly string[]) => commandLine(['privileges', ...args], { cwd: folderOf(files) });

describe('rulebook privileges', () => {
  it('lists the smallest rights with the requests that need them, and what is not known', async () => {
    const { code, out, error } = await privileges('a.http');
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toContain('cluster privilege manage\n  a.http:3 Register\n');
    expect(out).toContain('index privilege index on backup-log\n  a.http:8 Log\n');
    expect(out).toContain('index privilege auto_configure on backup-log (in some cases only)');
    expect(out).toMatch(/Not known \(1\):\n {2}a\.http:13 Look: /);
  });

  it('names the variables whose values are known at run time only', async () => {
    const { out } = await privileges('b.http');
    expect(out).toContain('index privilege index on {{log}}');
    expect(out).toContain('Note: Known at run time only: {{log}}.');
  });

  it('writes a role descriptor, and the request for a key with it', async () => {
    const descriptor = JSON.parse((await privileges('--format', 'descriptor', 'a.http')).out) as unknown;
    expect(descriptor).toEqual({
      cluster: ['manage'],
      indices: [{ names: ['backup-log'], privileges: ['auto_configure', 'index'] }],
    });
    const { out } = await privileges('--format', 'request', 'a.http');
    const [, body = ''] = out.split('\n\n');
    expect(out).toContain('POST /_security/api_key\n');
    expect(JSON.parse(body)).toEqual({ name: 'a', role_descriptors: { a: descriptor } });
  });

  it('writes a checklist and the permissions of a workflow', async () => {
    const { out } = await privileges('--format', 'permissions', 'hub.http');
    expect(out).toBe(
      'o/r\n- [ ] permission Issues: write\n- [ ] permission Webhooks: write\n\nA classic token instead: write:repo_hook\n\npermissions:\n  issues: write\n',
    );
  });

  it('prints JSON for programs', async () => {
    const { out } = await privileges('--format', 'json', 'a.http', 'hub.http');
    const parsed = JSON.parse(out) as readonly {
      endpoint: string;
      rights: readonly { name: string }[];
      unknown: unknown[];
    }[];
    expect(parsed.map(({ endpoint, rights }) => [endpoint, rights.map(({ name }) => name)])).toEqual(
      expect.arrayContaining([
        ['sandbox-cluster', ['manage', 'auto_configure', 'index']],
        ['sandbox-hub', ['issues', 'repository_hooks', 'write:repo_hook']],
      ]),
    );
  });

  it('proves that the rights suffice, and that each line is needed', async () => {
    const folder = join(root, 'examples');
    for (const name of ['api-keys', 'flattened', 'replication', 'snapshots', 'webhooks']) {
      const { code, out } = await commandLine(['privileges', '--prove', '--format', 'json', `${name}.http`], {
        cwd: folder,
      });
      const [proof] = JSON.parse(out) as readonly {
        requests: number;
        differing: readonly string[];
        lines: readonly { isNeeded: boolean; isConditional: boolean }[];
      }[];
      expect({ name, code, differing: proof?.differing }).toEqual({ name, code: 0, differing: [] });
      expect(proof?.requests).toBeGreaterThan(0);
      expect(
        proof?.lines.some(({ isNeeded }) => isNeeded),
        name,
      ).toBe(true);
    }
    expect(readFileSync(join(folder, 'snapshots.http'), 'utf8')).toContain('_snapshot');
  });

  it.each([
    [['missing.http'], 'missing.http: cannot be read'],
    [['--name', 'nothing', 'a.http'], 'a.http: '],
  ])('says why nothing is derived: %j', async (args, expected) => {
    const { code, error } = await privileges(...args);
    expect(code).toBe(2);
    expect(error).toContain(expected);
  });
});

describe('rulebook check with given rights', () => {
  const check = (...args: readonly string[]) => commandLine(['check', ...args], { cwd: folderOf(files) });

  it('reports the requests that they do not allow', async () => {
    const { code, out } = await check('--rights', 'role.json', 'a.http');
    expect(code).toBe(1);
    const found = out.split('\n').filter((line) => line.includes('missing-right'));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('The given rights do not allow this. The caller needs the cluster privilege `manage`.');
  });

  it.each(['broken.json', 'missing.json', 'a.http'])('names a file that holds none: %s', async (file) => {
    const { code, error } = await check('--rights', file, 'a.http');
    expect(code).toBe(2);
    expect(error).toContain(`${file}: `);
  });

  it('takes them from an endpoint of rulebook.json', async () => {
    const folder = folderOf({
      ...files,
      'rulebook.json': JSON.stringify({
        endpoints: { prod: { service: 'search-cluster', baseUrl: 'https://es.example.org', rights: 'role.json' } },
        defaults: { 'search-cluster': 'prod' },
      }),
    });
    const { code, out } = await commandLine(['check', 'a.http'], { cwd: folder });
    expect(code).toBe(1);
    expect(out).toContain('missing-right');
  });
});

describe('rulebook check of a key whose files are named', () => {
  const key = (files: string) =>
    `# @rights-of ${files}\nPOST /_security/api_key\n\n{ "name": "k", "expiration": "1d", "role_descriptors": { "r": { "cluster": ["manage"] } } }\n`;
  const folder = () =>
    folderOf({
      'health.http': 'GET /_cluster/health\n',
      'keys.http': key('health.http'),
      'gone.http': key('nowhere.http'),
    });

  it('says what is more than they need, and does not fail for it', async () => {
    const { code, out } = await commandLine(['check', 'keys.http'], { cwd: folder() });
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringContaining(
        '`manage` is more than `health.http` needs: `monitor` is enough. [unneeded-right]',
      ) as string,
    });
  });

  it('says which of them cannot be read', async () => {
    const { out } = await commandLine(['check', 'gone.http'], { cwd: folder() });
    expect(out).toContain('The file `nowhere.http` cannot be read: there is no such file. [unneeded-right]');
  });

  it('compares the rights of an endpoint with the files that `rulebook.json` names', async () => {
    const of = (rightsOf: string) => ({
      service: 'search-cluster',
      baseUrl: 'http://127.0.0.1:9',
      rights: 'ci.json',
      rightsOf,
    });
    const cwd = folderOf({
      'health.http': 'GET /_cluster/health\n',
      'ci.json': '{ "cluster": ["all"] }\n',
      'rulebook.json': JSON.stringify({ endpoints: { ci: of('health.http') } }),
    });
    const { code, out } = await commandLine(['check', '.'], { cwd });
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^ci\.json:1:15 information `all` is more than `health\.http` needs: `monitor` is enough\./,
      ) as string,
    });
    expect((await commandLine(['check', '--fix-unsafe', 'ci.json'], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, 'ci.json'), 'utf8')).toBe('{ "cluster": ["monitor"] }\n');
    writeFileSync(join(cwd, 'rulebook.json'), JSON.stringify({ endpoints: { ci: of('gone.http') } }));
    const missing = await commandLine(['check', 'ci.json'], { cwd });
    expect(missing.out).toContain(
      'warning The file `gone.http` cannot be read: there is no such file. [unneeded-right]',
    );
  });

  it('does not take what an earlier run has found when such a file has changed', async () => {
    const cwd = folder();
    const args = ['check', '--cache-location', join(cwd, 'found.json'), 'keys.http'];
    expect((await commandLine(args, { cwd })).out).toContain('unneeded-right');
    writeFileSync(join(cwd, 'health.http'), 'PUT /_cluster/settings\n\n{}\n');
    expect((await commandLine(args, { cwd })).out).not.toContain('unneeded-right');
  });
});

it('does not say that no rights are needed where it knows nothing of them', async () => {
  const cwd = folderOf({ 'a.http': 'GET https://shop.example/orders\n' });
  const { code, out } = await commandLine(['privileges', 'a.http'], { cwd });
  expect(code).toBe(0);
  expect(out).toContain('Which rights are needed is not known.');
  expect(out).not.toContain('No rights');
});
