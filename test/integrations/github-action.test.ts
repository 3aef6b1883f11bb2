import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { beforeAll, describe, expect, it } from 'vitest';
import { cleanEnvironment, root, stagedPackage, temporaryFolder, writeFiles } from '../packages/installed';

// The steps of the action, run as a runner runs them.

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}
interface Step {
  readonly id?: string;
  readonly shell: string;
  readonly env: Readonly<Record<string, string>>;
  readonly run: string;
}

const source = join(root, 'integrations/github-action');
const action = parse(readFileSync(join(source, 'action.yml'), 'utf8')) as Action;
const folder = temporaryFolder('action');
// As a runner has it: the repository at some place, and the folder of the action in it.
const actionPath = join(folder, 'repository/integrations/github-action');
const temp = join(folder, 'temp');
const work = join(folder, 'work');

let file: string;
beforeAll(async () => {
  ({ file } = await stagedPackage());
  cpSync(source, actionPath, { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'repository/package.json'));
  mkdirSync(temp);
  writeFiles(work, {
    'requests/bad.http': 'PUT /_security/api_key\n\n{ "name": 1, "a|b`<img>": {} }\n',
    'requests/good.http': 'GET /_security/api_key\n',
    'other/--fail-on.http': 'GET /_security/api_key\n',
  });
});

/** What a step of a job does and writes. */
function runAction(given: Readonly<Record<string, string>>, only?: string) {
  const inputs = Object.fromEntries(Object.entries(action.inputs).map(([name, { default: value }]) => [name, value]));
  const filled = (text: string) =>
    text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_whole, name: string) => {
      expect(inputs).toHaveProperty([name]);
      return { ...inputs, ...given }[name] ?? '';
    });
  const output = join(folder, 'output');
  const summary = join(folder, 'summary.md');
  for (const path of [output, summary]) writeFileSync(path, '');
  let log = '';
  for (const step of action.runs.steps) {
    expect(step.shell).toBe('bash');
    if (only !== undefined && step.id !== only) continue;
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', step.run],
      {
        cwd: work,
        encoding: 'utf8',
        env: {
          ...cleanEnvironment(folder),
          ...{ GITHUB_ACTION_PATH: actionPath, RUNNER_TEMP: temp, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary },
          ...{ npm_config_offline: 'true', PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) },
          ...Object.fromEntries(Object.entries(step.env).map(([name, value]) => [name, filled(value)])),
        },
      },
    );
    log += stdout + stderr;
    if (status !== 0) return { code: status, log, ...written() };
  }
  return { code: 0, log, ...written() };

  function written() {
    return { outputs: readFileSync(output, 'utf8'), summary: readFileSync(summary, 'utf8') };
  }
}

describe('the action', () => {
  it('is composite, and each input and output is described and connected', () => {
    expect(action.runs.using).toBe('composite');
    const used = JSON.stringify(action.runs.steps);
    const readme = readFileSync(join(source, 'README.md'), 'utf8');
    for (const [name, { description }] of Object.entries(action.inputs)) {
      expect(used).toContain(`\${{ inputs.${name} }}`);
      expect(description).not.toBe('');
      expect(readme).toContain(`\`${name}\``);
    }
    const check = readFileSync(join(source, 'check.mjs'), 'utf8');
    for (const [name, { value }] of Object.entries(action.outputs)) {
      expect(value).toBe(`\${{ steps.check.outputs.${name} }}`);
      expect(check).toContain(`output('${name}'`);
    }
  });

  it('puts no input into a command, where a name could become one', () => {
    expect(action.runs.steps.filter(({ run }) => run.includes('${{'))).toEqual([]);
  });

  it('installs the package, annotates the findings, and ends with the code of the check', () => {
    const { code, log, outputs, summary } = runAction({ paths: 'requests', version: file });
    expect(log).toContain('::error file=requests/bad.http,line=3,');
    expect(code).toBe(1);
    expect(outputs).toMatch(/^errors=1$/m);
    expect(summary).toContain('1 error and ');
    expect(summary).toContain('requests/bad.http:3');
    // What the file says is neither a cell nor HTML.
    expect(summary).not.toMatch(/<img>|a\|b/);
  });

  it('writes a SARIF file, and reads each path as a path', () => {
    const { code, outputs } = runAction(
      { paths: '\n  requests/good.http\nother/--fail-on.http\n', 'sarif-file': 'reports/a.sarif' },
      'check',
    );
    expect(code).toBe(0);
    expect(outputs).toContain('errors=0\nwarnings=0\nsarif-file=reports/a.sarif\n');
    expect(JSON.parse(readFileSync(join(work, 'reports/a.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' });
  });

  it('fails for a path that there is not', () => {
    const { code, log } = runAction({ paths: 'missing.http' }, 'check');
    expect(log).toContain('missing.http: no such file');
    expect(code).toBe(2);
  });

  it('refuses a version that npm could read as something else', () => {
    const { code, log } = runAction({ version: 'https://example.com/a' });
    expect(log).toContain('::error::The input version');
    expect(code).toBe(2);
    expect(existsSync(join(temp, 'rulebook/node_modules/a'))).toBe(false);
  });
});
