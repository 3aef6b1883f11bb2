import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { beforeAll, describe, expect, it } from 'vitest';
import { cleanEnvironment, root, runProgram, temporaryFolder } from '../packages/installed';

// Releases of a copy of the checkout: its files as they are, in a repository of its own.

const folder = temporaryFolder('release');
const copy = join(folder, 'checkout');
const environment = {
  ...cleanEnvironment(folder),
  ...{ GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com', GIT_CONFIG_GLOBAL: '/dev/null' },
  ...{ GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.com', GIT_CONFIG_NOSYSTEM: '1', TMPDIR: folder },
};
const git = (...args: readonly string[]): string =>
  execFileSync('git', [...args], { cwd: copy, encoding: 'utf8', env: environment }).trim();
const release = (...args: readonly string[]) =>
  runProgram(process.execPath, ['tools/release.mjs', ...args], { cwd: copy, env: environment });
const commit = (message: string) => git('commit', '--quiet', '--all', '--message', message);
const textIn = (name: string) => readFileSync(join(copy, name), 'utf8');

const removeChanges = () => {
  for (const name of readdirSync(join(copy, 'changes'))) if (name !== 'README.md') rmSync(join(copy, 'changes', name));
};

/** What a failed or a dry run must not change. */
const state = () =>
  [git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag'), git('worktree', 'list')].join('\n');

beforeAll(() => {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  // Neither tests nor pictures become part of a release.
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\0')
    .filter((path) => path !== '' && !path.startsWith('test/') && existsSync(join(root, path)));
  for (const path of new Set(files)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(join(copy, '.git/info/exclude'), 'node_modules\n');
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');
  git('add', '--all');
  commit('Begin');
});

describe('a release is refused', () => {
  it.each([
    [['1'], '1 is not a version such as 0.2.0'],
    [[], 'Usage: npm run release'],
    [['0.0.1', '--skip-tests'], 'is older than'],
    [['9.9.9', '--date', '2026-13-01'], 'is not a day'],
    [['9.9.9', '--branch', 'next'], 'The branch is main'],
    [['9.9.9', '--publish', '--dry-run'], 'publishes nothing'],
    [['9.9.9', '--publish', '--skip-tests'], 'package.json has no `repository`'],
  ])('for %j', async (args, reason) => {
    const before = state();
    const { code, error } = await release(...args);
    expect(error).toContain(reason);
    expect(code).toBe(1);
    expect(state()).toBe(before);
  });

  it('with changes that are not committed', async () => {
    writeFileSync(join(copy, 'new.txt'), '');
    const { code, error } = await release('9.9.9', '--skip-tests');
    expect(error).toContain('not committed:\n?? new.txt');
    expect(code).toBe(1);
    rmSync(join(copy, 'new.txt'));
  });

  it.each([
    ['without anything to release', undefined, 'there is nothing to release'],
    ['with a change of no kind', 'Better: It is.\n', 'changes/one.md must be a page with one line'],
    ['with a change of two lines', 'Fixed: One.\nTwo.\n', 'changes/one.md must be a page with one line'],
  ])('%s', async (_, change, reason) => {
    writeFileSync(join(copy, 'CHANGELOG.md'), '# Changelog\n');
    removeChanges();
    if (change !== undefined) writeFileSync(join(copy, 'changes/one.md'), change);
    git('add', '--all');
    commit('Change nothing that is known');
    const before = state();
    const { code, error } = await release('9.9.9', '--skip-tests');
    expect(error).toContain(reason);
    expect(code).toBe(1);
    expect(state()).toBe(before);
    git('reset', '--quiet', '--hard', 'HEAD~1');
  });

  it('twice', async () => {
    git('tag', 'v9.9.9');
    const { error } = await release('9.9.9', '--skip-tests');
    expect(error).toContain('There is a tag v9.9.9 already.');
    git('tag', '--delete', 'v9.9.9');
  });

  it('with an address that stands for another one, when it is to be published', async () => {
    const manifest = textIn('package.json');
    const url = 'git+https://example.com/OWNER/rulebook.git';
    writeFileSync(
      join(copy, 'package.json'),
      manifest.replace('{', `{\n  "repository": { "type": "git", "url": "${url}" },`),
    );
    commit('Name the repository');
    const { error } = await release('9.9.9', '--publish', '--skip-tests');
    expect(error).toContain('is not the https address of a repository');
    git('reset', '--quiet', '--hard', 'HEAD~1');
  });
});

/** Puts a script in the place of the one that makes the artifacts, which takes long. */
const standIn = (script: string) => {
  writeFileSync(join(copy, 'tools/artifacts.mjs'), script);
  commit('Are in for the artifacts');
};

it('a step that fails leaves the checkout as it was', async () => {
  standIn("import { mkdirSync } from 'node:fs';\nmkdirSync(process.argv[2]);\nprocess.exit(3);\n");
  const before = state();
  const { code, error } = await release('9.9.9', '--skip-tests');
  expect(error).toContain('Artifacts failed; nothing was changed.');
  expect(code).toBe(1);
  expect(state()).toBe(before);
  expect(existsSync(join(copy, 'dist/release-9.9.9'))).toBe(false);
  git('reset', '--quiet', '--hard', 'HEAD~1');
});

const names = [
  'SHA256SUMS',
  'THIRD-PARTY-NOTICES.txt',
  'rulebook.1',
  ...['rulebook-9.9.9.cdx.json', 'rulebook-http-9.9.9.tgz', 'rulebook-9.9.9.vsix'],
  // Made with newer versions of Node only.
  ...(Number(process.versions.node.split('.')[0]) < 24 ? [] : [`rulebook-9.9.9-${process.platform}-${process.arch}`]),
].sort();

describe('a dry run', () => {
  const made = join(folder, 'dry');
  let before: string;
  beforeAll(async () => {
    before = state();
    const { code, out, error } = await release('9.9.9', '--dry-run', '--skip-tests', '--out', made);
    expect(error).toBe('');
    expect(out).toContain('Nothing was changed.');
    expect(code).toBe(0);
  });

  it('changes nothing', () => {
    expect(state()).toBe(before);
    expect(existsSync(join(copy, 'dist'))).toBe(false);
  });

  it('has all artifacts with their checksums', () => {
    expect(readdirSync(made).sort()).toEqual(names);
    const sums = readFileSync(join(made, 'SHA256SUMS'), 'utf8').trim().split('\n');
    expect(sums.map((line) => line.split('  ')[1])).toEqual(names.slice(1));
    for (const line of sums) {
      const [sum, name = ''] = line.split('  ');
      expect(
        createHash('sha256')
          .update(readFileSync(join(made, name)))
          .digest('hex'),
      ).toBe(sum);
    }
  });

  it('has a bill of materials that keeps the rules of CycloneDX 1.6', async () => {
    // The library's validator needs ajv, ajv-formats, and ajv-formats-draft2019, which it leaves to us to install.
    const text = readFileSync(join(made, 'rulebook-9.9.9.cdx.json'), 'utf8');
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    expect(await validator.validate(text)).toBeNull();
    // The validator can fail.
    expect(await validator.validate(text.replace('"library"', '"book"'))).not.toBeNull();
  });

  it('names in its bill what the notices name, with licences and purls, and the hashes of the artifacts', () => {
    const bill = JSON.parse(readFileSync(join(made, 'rulebook-9.9.9.cdx.json'), 'utf8')) as Bill;
    const libraries = bill.components.filter(({ type }) => type === 'library');
    const notices = readFileSync(join(made, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    const named = [...notices.matchAll(/^-{80}\n\n(\S+) (\S+) \(/gm)].map(([, name, version]) => `${name}@${version}`);
    expect(libraries.map((one) => one['bom-ref']).sort()).toEqual(named.sort());
    expect(libraries.filter(({ licenses, purl }) => !licenses?.length || !purl?.startsWith('pkg:npm/'))).toEqual([]);
    const tarball = bill.components.find(({ name }) => name === 'rulebook-http-9.9.9.tgz');
    const hash = createHash('sha256')
      .update(readFileSync(join(made, 'rulebook-http-9.9.9.tgz')))
      .digest('hex');
    expect(tarball?.hashes).toContainEqual({ alg: 'SHA-256', content: hash });
    // The language client is in the extension only.
    const partsOf = (end: string) => bill.dependencies.find(({ ref }) => ref.endsWith(end))?.dependsOn?.join() ?? '';
    expect(partsOf('.vsix')).toContain('vscode-languageclient@');
    expect(partsOf('.tgz')).toContain('undici@');
    expect(partsOf('.tgz')).not.toContain('vscode-languageclient@');
  });
});

describe('a release', () => {
  let head: string;
  beforeAll(async () => {
    standIn(
      "import { mkdirSync, writeFileSync } from 'node:fs';\nmkdirSync(process.argv[2]);\nwriteFileSync(`${process.argv[2]}/made`, process.argv.join());\n",
    );
    removeChanges();
    writeFileSync(join(copy, 'changes/a.md'), 'Fixed: A sentence about `$&`.\n');
    writeFileSync(join(copy, 'changes/b.md'), 'Added: Another one.');
    git('add', '--all');
    commit('Change two things');
    head = git('rev-parse', 'HEAD');
    const { code, error } = await release('9.9.9', '--skip-tests', '--date', '2031-02-03');
    expect(error).toBe('');
    expect(code).toBe(0);
  });

  it('is one commit and a tag on it', () => {
    expect(git('rev-parse', 'HEAD~1')).toBe(head);
    expect(git('rev-parse', 'v9.9.9^{commit}')).toBe(git('rev-parse', 'HEAD'));
    expect(git('status', '--porcelain')).toBe('');
    expect(git('show', '--format=%s', '--name-only', 'HEAD').split('\n')).toEqual(
      expect.arrayContaining(['Release 9.9.9', 'CHANGELOG.md', 'package-lock.json', 'package.json']),
    );
    expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  });

  it('keeps the artifacts, of the given day', () => {
    expect(readdirSync(join(copy, 'dist/release-9.9.9'))).toEqual(['made']);
    expect(textIn('dist/release-9.9.9/made')).toContain('--date,2031-02-03');
  });

  it('has its version and its day in manifest, lock file and changelog', () => {
    expect(JSON.parse(textIn('package.json'))).toMatchObject({ version: '9.9.9' });
    expect(JSON.parse(textIn('package-lock.json'))).toMatchObject({
      version: '9.9.9',
      packages: { '': { version: '9.9.9' } },
    });
    expect(textIn('CHANGELOG.md')).toContain('\n## 9.9.9 (2031-02-03)\n');
    expect(textIn('CHANGELOG.md')).not.toContain('(unreleased)');
  });

  it('has its changes in the changelog, by their kinds, and no longer as files', () => {
    const text = textIn('CHANGELOG.md');
    expect(text).toContain('\n\n### Added\n\n- Another one.\n\n### Fixed\n\n- A sentence about `$&`.\n');
    expect(text).not.toMatch(/\n{3}/);
    expect(text.split('\n## ')[1]).toContain('### Fixed');
    expect(readdirSync(join(copy, 'changes'))).toEqual(['README.md']);
  });

  it('begins a section above the last one, when none is written', async () => {
    writeFileSync(join(copy, 'changes/c.md'), 'Security: The next one.\n');
    git('add', '--all');
    commit('Change a thing');
    const { error } = await release('9.9.10', '--skip-tests', '--date', '2031-02-04');
    expect(error).toBe('');
    const text = textIn('CHANGELOG.md');
    expect(text).toContain(
      '# Changelog\n\n## 9.9.10 (2031-02-04)\n\n### Security\n\n- The next one.\n\n## 9.9.9 (2031-02-03)\n',
    );
    git('tag', '--delete', 'v9.9.10');
    git('reset', '--quiet', '--hard', 'HEAD~2');
  });

  it('writes the address of the repository wherever it is read, when the manifest has one', async () => {
    const repository = '"repository": { "type": "git", "url": "git+https://github.com/example/requests.git" },';
    writeFileSync(join(copy, 'package.json'), textIn('package.json').replace('{', `{\n  ${repository}`));
    writeFileSync(join(copy, 'changes/c.md'), 'Security: The next one.\n');
    git('add', '--all');
    commit('Name the repository');
    const { error } = await release('9.9.10', '--skip-tests');
    expect(error).toBe('');
    expect(JSON.parse(textIn('package.json'))).toMatchObject({
      bugs: { url: 'https://github.com/example/requests/issues' },
      homepage: 'https://github.com/example/requests#readme',
      qna: 'https://github.com/example/requests/discussions',
    });
    expect(textIn('docs/integrations.md')).toContain('uses: example/requests/integrations/github-action@v9.9.10');
    expect(textIn('docs/integrations.md')).toContain('npx --yes rulebook-http@9.9.10');
    expect(textIn('docs/integrations.md')).not.toContain('OWNER');
    expect(textIn('.github/ISSUE_TEMPLATE/config.yml')).toContain('github.com/example/requests/security');
    git('tag', '--delete', 'v9.9.10');
    git('reset', '--quiet', '--hard', 'HEAD~2');
  });

  it('is the version that the pages show', () => {
    expect(textIn('docs/integrations.md')).toContain('OWNER/rulebook/integrations/github-action@v9.9.9');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    for (const page of [
      'integrations/github-action/README.md',
      'integrations/pre-commit/README.md',
      'docs/integrations.md',
    ])
      expect(textIn(page)).not.toContain(version);
  });
});

interface Bill {
  readonly components: readonly {
    readonly type: string;
    readonly name: string;
    readonly 'bom-ref': string;
    readonly purl?: string;
    readonly licenses?: readonly object[];
    readonly hashes?: readonly object[];
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}
