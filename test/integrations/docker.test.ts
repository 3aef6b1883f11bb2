import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { delimiter, dirname, join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanEnvironment, root, temporaryFolder, writeFiles } from '../packages/installed';

// There is no Docker engine here. So the steps of the Dockerfile are carried out in folders: one is the file system of each stage.

interface Instruction {
  readonly name: string;
  readonly rest: string;
}
interface Stage {
  readonly image: string;
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
}

const stages = stagesOf(readFileSync(join(root, 'Dockerfile'), 'utf8'));
const allowed = readFileSync(join(root, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

function stagesOf(text: string): readonly Stage[] {
  const found: { image: string; name: string | undefined; instructions: Instruction[] }[] = [];
  for (const line of text.split('\n')) {
    const [, name = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (name === '') continue;
    const [, image = '', as] = /^(\S+)(?: AS (\w+))?$/.exec(rest) ?? [];
    if (name === 'FROM') found.push({ image, name: as, instructions: [] });
    else found.at(-1)?.instructions.push({ name, rest });
  }
  return found;
}

const folder = temporaryFolder('docker');
const folderOf = (stage: Stage) => join(folder, stage.name ?? 'image');

/** Carries out a stage below a folder; commands see it by absolute paths that are rewritten. */
function carryOut(stage: Stage): {
  readonly workdir: string;
  readonly path: string;
  readonly user: string | undefined;
} {
  const base = folderOf(stage);
  let workdir = '/';
  let user: string | undefined;
  let path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  for (const { name, rest } of stage.instructions) {
    if (name === 'WORKDIR') {
      workdir = rest;
      mkdirSync(join(base, workdir), { recursive: true });
    } else if (name === 'COPY') copy(stage, rest, workdir);
    else if (name === 'ENV') path = rest.replace(/^PATH=/, base).replace(':$PATH', `${delimiter}${path}`);
    else if (name === 'USER') user = rest;
    else if (name === 'RUN') {
      const command = rest.replace(/ \/opt\//g, ` ${base}/opt/`);
      const env = { ...cleanEnvironment(folder), PATH: path };
      const { status, stdout, stderr } = spawnSync('sh', ['-ec', command], {
        cwd: join(base, workdir),
        encoding: 'utf8',
        env,
      });
      if (status !== 0) throw new Error(`RUN ${rest}\n${stdout}${stderr}`);
    }
  }
  return { workdir: join(base, workdir), path, user };
}

function copy(stage: Stage, rest: string, workdir: string): void {
  const words = rest.split(' ');
  const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
  const target = words.pop() ?? '';
  const at = posix.resolve(workdir, target);
  for (const source of words) {
    const earlier = from === undefined ? undefined : stages.find((one) => one.name === from);
    if (earlier)
      cpSync(join(folderOf(earlier), source), join(folderOf(stage), at), { recursive: true, verbatimSymlinks: true });
    else if (source === '.')
      for (const name of context()) cpSync(join(root, name), join(folderOf(stage), at, name), { recursive: true });
    else {
      expect(context()).toContain(source.split('/')[0]);
      cpSync(join(root, source), join(folderOf(stage), target.endsWith('/') ? join(at, source) : at), {
        recursive: true,
      });
    }
  }
}

/** What .dockerignore lets into the build. */
function context(): readonly string[] {
  expect(allowed[0]).toBe('*');
  return allowed.slice(1).map((line) => line.replace(/^!/, ''));
}

let image: ReturnType<typeof carryOut>;
beforeAll(() => {
  const [build, last] = stages;
  // The dependencies, as `npm ci` would install them: links to those of the checkout.
  const modules = join(folderOf(build!), 'src/node_modules');
  mkdirSync(modules, { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (!['.rulebook-lock-hash', '@rulebook'].includes(name))
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  // The packages are those of the image.
  mkdirSync(join(modules, '@rulebook'));
  for (const name of readdirSync(join(root, 'node_modules/@rulebook')))
    symlinkSync(readlinkSync(join(root, 'node_modules/@rulebook', name)), join(modules, '@rulebook', name));
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  writeFiles(modules, { '.rulebook-lock-hash': lock });
  carryOut(build!);
  image = carryOut(last!);
});

const rulebook = (args: readonly string[], cwd: string) =>
  spawnSync('rulebook', [...args], { cwd, encoding: 'utf8', env: { ...cleanEnvironment(folder), PATH: image.path } });

describe('the Dockerfile', () => {
  it('starts from images of one version', () => {
    expect(stages.map(({ image: name }) => name)).toEqual(
      stages.map(() => expect.stringMatching(/^node:\d+\.\d+\.\d+-slim$/)),
    );
  });

  it('needs what is in the context, and the context names what there is', () => {
    expect(context().filter((name) => !existsSync(join(root, name)))).toEqual([]);
    expect(context().filter((name) => /^(test|\.git|dist|node_modules)$/.test(name))).toEqual([]);
  });

  it('runs as a user without rights', () => {
    expect(image.user).toBe('node');
  });

  it('has the command line as its entry point', () => {
    const [, last] = stages;
    const entry = last?.instructions.find(({ name }) => name === 'ENTRYPOINT')?.rest ?? '';
    expect(JSON.parse(entry)).toEqual(['rulebook']);
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(rulebook(['--version'], image.workdir).stdout.trim()).toBe(version);
  });

  it('checks the files of a folder that is mounted', () => {
    const work = mkdtempSync(join(folder, 'work-'));
    afterAll(() => {
      rmSync(work, { recursive: true });
    });
    writeFiles(work, { 'a.http': 'PUT /_security/api_key\n\n{ "name": 1 }\n' });
    const { status, stdout } = rulebook(['check', '.'], work);
    expect(stdout).toContain('`name` must be a string');
    expect(status).toBe(1);
  });

  it('plays the services for other machines only when that is asked for', () => {
    const { status, stderr } = rulebook(['sandbox', '--host', '0.0.0.0', '--free-ports'], image.workdir);
    expect(stderr).toContain('--allow-remote');
    expect(status).toBe(2);
  });
});
