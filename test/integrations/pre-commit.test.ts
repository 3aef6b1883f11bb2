import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyFileNames } from '../../packages/sender/src/configuration/associate-body';
import { cleanEnvironment, installPackage, root, temporaryFolder, writeFiles } from '../packages/installed';

// The hooks, on staged files of a repository, with the installed npm package.

interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly language: string;
  readonly files: string;
}

const hooks = parse(readFileSync(join(root, '.pre-commit-hooks.yaml'), 'utf8')) as readonly Hook[];
const good = 'GET /_security/api_key\n';
const bad = 'PUT /_security/api_key\n\n{ "name": 1 }\n';

let repository: string;
let environment: NodeJS.ProcessEnv;
beforeAll(async () => {
  const installed = await installPackage();
  environment = {
    ...cleanEnvironment(installed),
    PATH: [join(installed, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
    ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_NAME: 'Ada', GIT_COMMITTER_NAME: 'Ada' },
    ...{ GIT_AUTHOR_EMAIL: 'ada@example.com', GIT_COMMITTER_EMAIL: 'ada@example.com' },
  };
  repository = temporaryFolder('hooks');
});

const git = (...args: readonly string[]) =>
  execFileSync('git', [...args], { cwd: repository, encoding: 'utf8', env: environment });

beforeEach(() => {
  execFileSync('bash', ['-c', 'rm -rf ./* .git'], { cwd: repository });
  git('init', '--quiet');
});

/** What pre-commit does: the staged files whose paths match, behind the entry. */
function runHook(id: string) {
  const hook = hooks.find((one) => one.id === id);
  const staged = git('diff', '--cached', '--name-only', '-z')
    .split('\0')
    .filter((path) => path !== '');
  const files = staged.filter((path) => new RegExp(hook?.files ?? '').test(path));
  const [script = '', ...args] = (hook?.entry ?? '').split(' ');
  // Of `language: script`, the entry is a file of the repository with the hooks.
  const command = join(root, script);
  const { status, stdout } = spawnSync(command, [...args, ...files], {
    cwd: repository,
    encoding: 'utf8',
    env: environment,
  });
  return { files, code: status, out: stdout };
}

describe('the hooks for pre-commit', () => {
  it('run a script of the repository, which is executable', () => {
    expect(hooks.map(({ id, entry, language }) => [id, entry, language])).toEqual([
      ['rulebook-check', 'integrations/pre-commit/hook.mjs check', 'script'],
      ['rulebook-format', 'integrations/pre-commit/hook.mjs format', 'script'],
    ]);
    expect(statSync(join(root, 'integrations/pre-commit/hook.mjs')).mode & 0o111).not.toBe(0);
  });

  it('get the package of their own version where there is none', () => {
    writeFiles(repository, { 'bin/npx': '#!/bin/sh\necho "npx $*"\n' });
    chmodSync(join(repository, 'bin/npx'), 0o755);
    symlinkSync(process.execPath, join(repository, 'bin/node'));
    const env = { ...environment, PATH: [join(repository, 'bin'), '/usr/bin', '/bin'].join(delimiter) };
    const { stdout } = spawnSync(join(root, 'integrations/pre-commit/hook.mjs'), ['check', 'a.http'], {
      cwd: repository,
      encoding: 'utf8',
      env,
    });
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(stdout).toBe(`npx --yes --ignore-scripts rulebook-http@${version} check a.http\n`);
  });

  describe('on Windows', () => {
    // Is in for it: names end with .cmd, a shell is what COMSPEC names, and the program prints its arguments.
    const windows = `data:text/javascript,Object.defineProperty(process,'platform',{value:'win32'})`;
    const program = 'console.log(JSON.stringify(process.argv.slice(2)));\n';
    const hostile = ['a&calc&b.http', 'a b".http', '%PATH%^.http', '-x;$(id).http'];
    const run = (...path: readonly string[]) =>
      spawnSync(
        process.execPath,
        ['--import', windows, join(root, 'integrations/pre-commit/hook.mjs'), 'check', ...hostile],
        {
          cwd: repository,
          encoding: 'utf8',
          env: {
            ...environment,
            PATH: path.join(delimiter),
            COMSPEC: join(repository, 'shell'),
            comspec: join(repository, 'shell'),
          },
        },
      );
    beforeEach(() => {
      writeFiles(repository, { shell: '#!/bin/sh\necho SHELL "$@"\n' });
      chmodSync(join(repository, 'shell'), 0o755);
    });

    it.each([
      ['of a global installation', 'npm/rulebook.cmd', 'npm/node_modules/rulebook-http/dist/cli.js'],
      ['of a project', 'x/node_modules/.bin/rulebook.cmd', 'x/node_modules/rulebook-http/dist/cli.js'],
    ])('hand the names of files to the command line %s without a shell', (_, command, file) => {
      writeFiles(repository, { [command]: 'shell script', [file]: program });
      chmodSync(join(repository, command), 0o755);
      const { stdout } = run(join(repository, command, '..'));
      expect(JSON.parse(stdout)).toEqual(['check', ...hostile]);
    });

    it('say what to do where neither the command line nor npm is found', () => {
      writeFiles(repository, { 'npm/rulebook.cmd': 'shell script' });
      // Whether npm lies in addition to this Node depends on the machine; what is fetched is the same either way.
      const { stdout, stderr } = run(join(repository, 'npm'));
      expect(stdout).not.toContain('SHELL');
      expect(stderr).toMatch(/npm/);
    });
  });

  it('take all files that are known as bodies by their names', () => {
    const [check] = hooks;
    const files = new RegExp(check?.files ?? '');
    const names = bodyFileNames.flatMap(({ suffix }) => [`api/ci${suffix}`, `api/${suffix.slice(1)}`, suffix.slice(1)]);
    expect(names.filter((name) => !files.test(name))).toEqual([]);
    expect(new RegExp(check?.files ?? '').test('package.json')).toBe(false);
  });

  it('check the staged files', () => {
    writeFiles(repository, {
      'a b.http': bad,
      'c.http': good,
      'ci.api-key.json': '{ "name": "ci" }\n',
      'd.txt': bad,
      'e.http': bad,
    });
    git('add', 'a b.http', 'c.http', 'ci.api-key.json', 'd.txt');
    const { files, code, out } = runHook('rulebook-check');
    expect(files).toEqual(['a b.http', 'c.http', 'ci.api-key.json']);
    expect(out).toContain('a b.http:3:11 error `name` must be a string');
    expect(code).toBe(1);
  });

  it('format the staged files', () => {
    writeFiles(repository, { 'a.http': 'PUT /a\n\n{"b":1,\n"c":2}\n' });
    git('add', '--all');
    expect(runHook('rulebook-format').code).toBe(0);
    expect(readFileSync(join(repository, 'a.http'), 'utf8')).toBe('PUT /a\n\n{\n  "b": 1,\n  "c": 2\n}\n');
  });
});

describe('the hook of git', () => {
  const commit = () => {
    const { status, stdout, stderr } = spawnSync('git', ['commit', '--message', 'Change'], {
      cwd: repository,
      encoding: 'utf8',
      env: environment,
    });
    return { code: status, text: stdout + stderr };
  };
  beforeEach(() => {
    const hook = join(repository, '.git/hooks/pre-commit');
    cpSync(join(root, 'integrations/pre-commit/pre-commit'), hook);
    chmodSync(hook, 0o755);
  });

  it('lets a commit through that has no request file, or none with errors', () => {
    writeFiles(repository, { 'a.txt': '' });
    git('add', '--all');
    expect(commit().code).toBe(0);
    writeFiles(repository, { 'requests/a b.http': good });
    git('add', '--all');
    expect(commit()).toMatchObject({ code: 0 });
  });

  it('stops a commit with an error', () => {
    writeFiles(repository, { 'requests/a.http': bad });
    git('add', '--all');
    const { code, text } = commit();
    expect(text).toContain('requests/a.http:3:11 error `name` must be a string');
    expect(code).toBe(1);
  });

  it('checks what is staged, not what is in the working tree', () => {
    writeFiles(repository, { 'a.http': bad });
    git('add', '--all');
    writeFiles(repository, { 'a.http': good });
    expect(commit().code).toBe(1);
    git('add', '--all');
    writeFiles(repository, { 'a.http': bad });
    expect(commit().code).toBe(0);
  });

  it('knows the staged configuration and included files', () => {
    writeFiles(repository, {
      'rulebook.json': '{ "rules": { "wrong-type": "off" } }\n',
      'a.http': bad,
      'b.http': 'PUT /_security/api_key\n\n< ./missing.json\n',
    });
    git('add', 'rulebook.json', 'a.http');
    expect(commit()).toMatchObject({ code: 0 });
    writeFiles(repository, { 'missing.json': '{}' });
    git('add', 'b.http');
    // The file is here, but it would not be part of the commit.
    const { text } = commit();
    expect(text).toContain('missing-body-file');
  });
});
