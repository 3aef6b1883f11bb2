import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse as parseJsonc } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

// What the host of the repository reads.

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly strategy?: { readonly matrix: { readonly os: readonly string[] } };
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
}

describe('the workflow that tests', () => {
  const { on, permissions, jobs } = parse(read('.github/workflows/test.yml')) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('runs for each change, and may only read', () => {
    expect(Object.keys(on)).toEqual(['push', 'pull_request']);
    expect(permissions).toEqual({ contents: 'read' });
  });

  it('tests everything on Linux, and what depends on the machine on Windows and macOS', () => {
    expect(jobs['linux']?.steps.map(({ run }) => run)).toContain('.ci/run');
    expect(jobs['machines']?.strategy?.matrix.os).toEqual(['windows-latest', 'macos-latest']);
  });

  it('runs the same commits of actions as the release, and commands that there are', () => {
    const release = read('.github/workflows/release.yml');
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: object };
    for (const { uses, run = '' } of steps) {
      if (uses !== undefined) expect(release).toContain(`uses: ${uses} `);
      execFileSync('bash', ['-n'], { input: run });
      for (const [, name = ''] of run.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty([name]);
      for (const [path] of run.matchAll(/\btest\/\w+/g)) expect(existsSync(join(root, path)), path).toBe(true);
    }
  });
});

describe('the forms of issues', () => {
  const folder = '.github/ISSUE_TEMPLATE';

  it.each(readdirSync(join(root, folder)).filter((name) => name !== 'config.yml'))('%s', (name) => {
    const { body, ...rest } = parse(read(`${folder}/${name}`)) as { readonly body: readonly Item[] };
    expect(Object.keys(rest)).toEqual(['name', 'description', 'labels']);
    for (const { type, id, attributes } of body) {
      expect(['markdown', 'textarea', 'input', 'dropdown']).toContain(type);
      if (type !== 'markdown') expect(id, attributes.label).toMatch(/^\w+$/);
    }
  });

  it('lead to the private advisories for a weakness', () => {
    expect(read(`${folder}/config.yml`)).toContain('OWNER/rulebook/security/advisories/new');
    expect(read('SECURITY.md')).toContain('**Report a vulnerability**');
  });
});

interface Item {
  readonly type: string;
  readonly id?: string;
  readonly attributes: { readonly label?: string };
}

it('the owners are of folders that there are', () => {
  const paths = read('.github/CODEOWNERS')
    .split('\n')
    .filter((line) => line.startsWith('/'))
    .map((line) => line.split(' ')[0] ?? '');
  expect(paths).not.toEqual([]);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('the container installs what `.ci/run` does', () => {
  const { onCreateCommand } = parseJsonc(read('.devcontainer/devcontainer.json')) as {
    readonly onCreateCommand: string;
  };
  const wanted = [...read('.ci/run').matchAll(/for tool in ([^;]+);|editors\+=\(([^)]+)\)/g)].flatMap(
    ([, tools = '', editors = '']) => `${tools} ${editors}`.trim().split(' '),
  );
  expect(wanted).toContain('chromium');
  expect(wanted.filter((name) => !` ${onCreateCommand} `.includes(` ${name} `))).toEqual([]);
});

it('renovate.json can be read', () => {
  expect(JSON.parse(read('renovate.json'))).toMatchObject({
    extends: ['config:recommended', 'helpers:pinGitHubActionDigests'],
  });
});
