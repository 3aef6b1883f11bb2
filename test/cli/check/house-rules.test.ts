import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

const ruleset = `rules:
  keys-expire:
    severity: error
    given: search-cluster.api-key.create#/body/expiration
    then: { function: defined }
`;
const request = 'POST /_security/api_key\n\n{ "name": "ci" }\n';
const rulebook = JSON.stringify({ rulesets: ['./rules/team.yaml'] });

describe('house rules', () => {
  it('are checked, and name their ruleset in every format', async () => {
    const cwd = folderOf({ 'rulebook.json': rulebook, 'rules/team.yaml': ruleset, 'a.http': request });
    const text = await commandLine(['check', 'a.http'], { cwd });
    expect(text.out).toContain('a.http:3:1 error `expiration` must be present.');
    expect(text.out).toContain('[house-rule — rules/team.yaml:2, keys-expire (house rule)]');
    expect(text.code).toBe(1);
    const json = await commandLine(['check', '--format', 'json', 'a.http'], { cwd });
    expect(json.out).toMatch(/"kind": ?"house"/);
    const sarif = await commandLine(['check', '--format', 'sarif', 'a.http'], { cwd });
    expect(sarif.out).toContain('keys-expire');
  });

  it('stop a request that breaks them', async () => {
    const cwd = folderOf({ 'rulebook.json': rulebook, 'rules/team.yaml': ruleset, 'a.http': request });
    const { code, error } = await commandLine(['run', 'a.http', '--sandbox'], { cwd });
    expect(error).toContain('error');
    expect(code).not.toBe(0);
    const anyway = await commandLine(['run', 'a.http', '--sandbox', '--send-anyway'], { cwd });
    expect(anyway.code).toBe(0);
  });

  it('are diagnosed in place, and a broken rule leaves the others alone', async () => {
    const broken = `${ruleset}  wrong:\n    given: '#/bdy'\n    then: { function: truthy }\n`;
    const cwd = folderOf({ 'rulebook.json': rulebook, 'rules/team.yaml': broken, 'a.http': request });
    const { out, error } = await commandLine(['check', 'a.http'], { cwd });
    expect(out).toContain('must be present');
    expect(error).toBe(
      'rulebook: ./rules/team.yaml, a ruleset, has 1 mistake; run `rulebook check rules/team.yaml` to see it\n',
    );
    for (const path of ['rules/team.yaml', 'rulebook.json', '.']) {
      const found = await commandLine(['check', path], { cwd });
      expect(found.out, path).toContain('rules/team.yaml:7:12 error A place begins with');
      expect(found.code, path).toBe(1);
    }
  });

  it('outside the folder of rulebook.json, or missing, are refused', async () => {
    const cwd = folderOf({
      'team.yaml': ruleset,
      'inner/rulebook.json': JSON.stringify({ rulesets: ['../team.yaml', 'none.yaml'] }),
      'inner/a.http': request,
    });
    const { error, out } = await commandLine(['check', 'inner/a.http'], { cwd });
    expect(error).toContain('must be a path in the folder of `rulebook.json`');
    expect(error).toContain('none.yaml, a ruleset, cannot be read: there is no such file');
    expect(out).not.toContain('house-rule');
    const configuration = await commandLine(['check', 'inner/rulebook.json'], { cwd });
    expect(configuration.out).toContain('The ruleset `none.yaml` cannot be read');
  });
});

describe('an overlay of a description', () => {
  const sample = (name: string) => readFileSync(join(import.meta.dirname, '../../descriptions', name), 'utf8');
  const folder = (overlay: string) =>
    folderOf({
      'api/shop.yaml': sample('shop.yaml'),
      'api/shop-models.yaml': sample('shop-models.yaml'),
      'fix/shop.overlay.yaml': overlay,
      'rulebook.json': JSON.stringify({
        services: { shop: { description: 'api/shop.yaml', overlays: ['fix/shop.overlay.yaml'] } },
        endpoints: { dev: { service: 'shop', baseUrl: 'http://127.0.0.1:9' } },
      }),
      'a.http': '# @endpoint dev\nGET /pets?kind=cow\n',
    });
  const action = (text: string) =>
    `overlay: 1.0.0\ninfo: { title: Corrections, version: '1' }\nactions:\n  - target: ${text}\n`;

  it('corrects it', async () => {
    const cwd = folder(action("$.paths['/pets'].get.parameters[?@.name == 'kind']\n    remove: true"));
    const { out } = await commandLine(['check', 'a.http'], { cwd });
    expect(out).toContain('`kind`');
    expect(out).toContain('unknown-query-parameter');
  });

  it('is diagnosed in its own file', async () => {
    const cwd = folder(action('$.nothing.at.all\n    remove: true'));
    const { out } = await commandLine(['check', 'rulebook.json'], { cwd });
    expect(out).toContain('fix/shop.overlay.yaml:4:5 warning The target matches nothing in the description.');
    const checked = await commandLine(['check', 'a.http'], { cwd });
    expect(checked.out).toContain('must be `cat`, `dog` or `bird`');
  });
});
