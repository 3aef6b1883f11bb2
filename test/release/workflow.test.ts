import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { root } from '../packages/installed';

const { scripts, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly version: string;
};

const workflow = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')) as {
  readonly on: { readonly push: { readonly tags: readonly string[] } };
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<'publish' | 'executables' | 'installers', { readonly permissions: object; readonly steps: readonly Step[] }>
  >;
};

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
}

const { steps, permissions } = workflow.jobs.publish;
const allSteps = Object.values(workflow.jobs).flatMap((job) => job.steps);
const commandOf = (name: string) => steps.find((step) => step.name === name)?.run ?? '';

describe('the workflow that publishes', () => {
  it('runs for tags of versions, and may do what it needs', () => {
    expect(workflow.on.push.tags).toEqual(['v*']);
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(permissions).toEqual({ contents: 'write', 'id-token': 'write' });
  });

  it('has commands that bash reads, and scripts that there are', () => {
    for (const { run } of allSteps) {
      if (run === undefined) continue;
      execFileSync('bash', ['-n'], { input: run });
      for (const [, name = ''] of run.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty([name]);
    }
  });

  it('publishes only after the tests, and only what says where it comes from', () => {
    const names = steps.map(({ name }) => name);
    expect(names.indexOf('Test')).toBeLessThan(names.indexOf('Publish the npm package'));
    expect(commandOf('Make the artifacts')).toContain('--for-publishing');
    expect(commandOf('Publish the npm package')).toContain('--provenance');
  });

  it('runs actions by their commit, since a tag can be moved', () => {
    const actions = allSteps.flatMap(({ uses = [] }) => uses);
    expect(actions).not.toEqual([]);
    for (const action of actions) expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40}$/);
  });

  it('adds an executable for each of the other systems with its checksum, when the rest is published', () => {
    const { permissions: own, ...job } = workflow.jobs.executables;
    expect(own).toEqual({ contents: 'write' });
    expect(job).toMatchObject({ needs: 'publish', strategy: { matrix: { os: ['macos-latest', 'windows-latest'] } } });
  });

  it('publishes the extension at both places, and says which secret is missing', () => {
    for (const [name, secret, program] of [
      ['Publish the extension at the Marketplace', 'VSCE_PAT', 'vsce publish --packagePath release/rulebook-*.vsix'],
      ['Publish the extension at Open VSX', 'OVSX_PAT', 'ovsx@1.4.0 publish release/rulebook-*.vsix'],
    ] as const) {
      expect(commandOf(name)).toContain(program);
      const env = { ...process.env, [secret]: '' };
      const said = execFileSync('bash', ['-e', '-c', commandOf(name)], { encoding: 'utf8', env });
      expect(said).toContain(`::notice::Not published at `);
      expect(said).toContain(secret);
    }
  });

  it('writes what package managers read when there are the executables of all systems', () => {
    const { permissions: own, ...job } = workflow.jobs.installers;
    expect(own).toEqual({ contents: 'write' });
    expect(job).toMatchObject({ needs: 'executables' });
    expect(job.steps.map(({ run }) => run)).toContain('npm run artifacts -- release --installers');
  });

  it('asks for advisories against what is bundled before anything is published', () => {
    const names = steps.map(({ name }) => name);
    expect(commandOf('Audit what is bundled')).toContain('.cdx.json');
    expect(names.indexOf('Audit what is bundled')).toBeLessThan(names.indexOf('Publish the npm package'));
  });

  it('compares the tag with the version', () => {
    const check = (tag: string) => {
      const env = { ...process.env, GITHUB_REF_NAME: tag };
      execFileSync('bash', ['-e', '-c', commandOf('The tag is the version')], { cwd: root, env, stdio: 'ignore' });
    };
    expect(() => {
      check(`v${version}`);
    }).not.toThrow();
    expect(() => {
      check('v0.0.0');
    }).toThrow();
  });
});
