import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { expect } from 'vitest';
import { cleanEnvironment, root } from '../packages/installed';

/** A composite action, as its file says. */
export interface Action {
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

/** Reads an action of the repository; its name is the path from the folder of actions, empty for the one that checks. */
export function readAction(name: string): Action {
  return parse(readFileSync(join(root, 'integrations/github-action', name, 'action.yml'), 'utf8')) as Action;
}

/** What a step has written and ended with. */
export interface Ran {
  readonly code: number;
  readonly log: string;
  readonly outputs: string;
  readonly summary: string;
  readonly variables: string;
}

/** Returns what runs the steps of the actions as a runner does: the repository is at some place, and the job in the folder `work`. */
export function createRunner(folder: string) {
  const actions = join(folder, 'repository/integrations/github-action');
  const temp = join(folder, 'temp');
  const work = join(folder, 'work');
  cpSync(join(root, 'integrations/github-action'), actions, { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'repository/package.json'));
  for (const path of [temp, work]) mkdirSync(path, { recursive: true });
  return {
    work,
    temp,
    run: (name: string, given: Readonly<Record<string, string>>, only?: string): Ran => {
      const action = readAction(name);
      const inputs = Object.fromEntries(Object.entries(action.inputs).map(([key, { default: value }]) => [key, value]));
      const filled = (text: string) =>
        text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_whole, key: string) => {
          expect(inputs).toHaveProperty([key]);
          return { ...inputs, ...given }[key] ?? '';
        });
      const written = {
        outputs: join(folder, 'output'),
        summary: join(folder, 'summary.md'),
        variables: join(folder, 'env'),
      };
      for (const path of Object.values(written)) writeFileSync(path, '');
      let log = '';
      let code = 0;
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
              ...{ GITHUB_ACTION_PATH: join(actions, name), RUNNER_TEMP: temp, GITHUB_OUTPUT: written.outputs },
              ...{ GITHUB_STEP_SUMMARY: written.summary, GITHUB_ENV: written.variables, npm_config_offline: 'true' },
              PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
              ...Object.fromEntries(Object.entries(step.env).map(([key, value]) => [key, filled(value)])),
            },
          },
        );
        log += stdout + stderr;
        code = status ?? 1;
        if (code !== 0) break;
      }
      const read = (path: string) => readFileSync(path, 'utf8');
      return {
        code,
        log,
        outputs: read(written.outputs),
        summary: read(written.summary),
        variables: read(written.variables),
      };
    },
  };
}
