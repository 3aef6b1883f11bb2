import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { installersOf } from '../../../tools/lib/installers.mjs';
import { addressesOf } from '../../../tools/lib/publishing.mjs';

const manifest = {
  ...{ version: '1.2.3', license: 'MIT', publisher: 'example' },
  description: 'Checks, completes and sends HTTP requests: to "any" service. With more.',
  repository: { type: 'git', url: 'git+https://github.com/example/rulebook.git' },
};
const sum = 'a1'.repeat(32);
const all = ['linux-x64', 'darwin-arm64', 'win32-x64.exe'].map((end) => [`rulebook-1.2.3-${end}`, sum] as const);
const files = installersOf({ manifest, checksums: Object.fromEntries([...all, ['rulebook-1.2.3.vsix', sum]]) });
const fileOf = (name: string): string => files[name] ?? '';
const base = 'https://github.com/example/rulebook/releases/download/v1.2.3';

/** What the published schemas ask of each manifest of winget: required members, patterns and lengths. */
const text = (rest: object = {}) => ({ type: 'string', ...rest });
const common = {
  PackageIdentifier: text({ pattern: '^[^.\\s]{1,32}(\\.[^.\\s]{1,32}){1,7}$' }),
  PackageVersion: text({ pattern: '^[^\\\\/:*?"<>|]+$' }),
  ManifestVersion: text({ pattern: '^1\\.\\d+\\.0$' }),
};
const schemaOf = (type: string, members: Readonly<Record<string, object>>) => ({
  type: 'object',
  additionalProperties: false,
  required: [...Object.keys(common), ...Object.keys(members), 'ManifestType'].filter((name) => name !== 'Moniker'),
  properties: { ...common, ...members, ManifestType: { const: type } },
});
const schemas = {
  '': schemaOf('version', { DefaultLocale: text() }),
  '.installer': schemaOf('installer', {
    InstallerType: { enum: ['portable'] },
    Commands: { type: 'array', items: text({ maxLength: 40 }) },
    Installers: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['Architecture', 'InstallerUrl', 'InstallerSha256'],
        properties: {
          Architecture: { enum: ['x86', 'x64', 'arm', 'arm64', 'neutral'] },
          InstallerUrl: text({ pattern: '^https?://.+$' }),
          InstallerSha256: text({ pattern: '^[A-Fa-f0-9]{64}$' }),
        },
      },
    },
  }),
  '.locale.en-US': schemaOf('defaultLocale', {
    ...{ PackageLocale: text(), Publisher: text({ minLength: 2 }), PackageName: text({ minLength: 2 }) },
    ...{ PackageUrl: text({ pattern: '^https?://.+$' }), License: text({ minLength: 3 }) },
    ...{ ShortDescription: text({ minLength: 3, maxLength: 256 }), Moniker: text({ maxLength: 40 }) },
  }),
};

describe('what package managers read', () => {
  it('is a file for each of them', () => {
    expect(Object.keys(files).sort()).toEqual(
      ['homebrew/rulebook.rb', 'scoop/rulebook.json']
        .concat(Object.keys(schemas).map((end) => `winget/example.Rulebook${end}.yaml`))
        .sort(),
    );
  });

  it('names the executables of a release by address and checksum', () => {
    const formula = fileOf('homebrew/rulebook.rb');
    for (const end of ['linux-x64', 'darwin-arm64'])
      expect(formula).toContain(`      url "${base}/rulebook-1.2.3-${end}"\n      sha256 "${sum}"\n`);
    expect(formula).not.toContain('win32');
    expect(formula).toMatch(/on_macos do\n {4}on_arm do/);
    expect(formula).toMatch(/on_linux do\n {4}on_intel do/);
    expect(JSON.parse(fileOf('scoop/rulebook.json'))).toMatchObject({
      architecture: { '64bit': { url: `${base}/rulebook-1.2.3-win32-x64.exe#/rulebook.exe`, hash: sum } },
      autoupdate: {
        architecture: {
          '64bit': { url: expect.stringContaining('v$version/rulebook-$version-win32-x64.exe#/') as string },
        },
      },
    });
  });

  it.each(Object.entries(schemas))('has the members that winget asks for in %j', (end, schema) => {
    const validate = new Ajv({ strict: false }).compile(schema);
    const read = parse(fileOf(`winget/example.Rulebook${end}.yaml`)) as object;
    expect(validate(read), JSON.stringify(validate.errors)).toBe(true);
    // The check can fail.
    expect(validate({ ...read, PackageIdentifier: 'Rulebook' })).toBe(false);
  });

  it('is a formula in which blocks and ends are pairs, and Ruby reads it where it is installed', (context) => {
    const formula = fileOf('homebrew/rulebook.rb');
    const begins = formula.match(/^\s*(?:class|def)\b|\bdo$/gm) ?? [];
    expect(formula.match(/^\s*end$/gm)).toHaveLength(begins.length);
    expect(/desc "([^"]*)"/.exec(formula)?.[1]).toBe('Checks, completes and sends HTTP requests');
    const folder = mkdtempSync(join(tmpdir(), 'rulebook-formula-'));
    try {
      writeFileSync(join(folder, 'rulebook.rb'), formula);
      execFileSync('ruby', ['-c', join(folder, 'rulebook.rb')], { stdio: 'ignore' });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') context.skip('Ruby is not installed');
      throw error;
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('leaves out the managers of systems without an executable, and executables of other versions', () => {
    expect(Object.keys(installersOf({ manifest, checksums: { 'rulebook-1.2.3-linux-x64': sum } }))).toEqual([
      'homebrew/rulebook.rb',
    ]);
    expect(installersOf({ manifest, checksums: { 'rulebook-1.2.2-linux-x64': sum } })).toEqual({});
  });

  it('is refused without the address of a repository', () => {
    expect(() => installersOf({ manifest: { ...manifest, repository: undefined }, checksums: {} })).toThrow(
      'package.json has no `repository`',
    );
  });
});

describe('the addresses of a manifest', () => {
  it('follow from its repository, and what it says itself stays', () => {
    const web = 'https://github.com/example/rulebook';
    expect(addressesOf(manifest)).toEqual({
      ...{ bugs: { url: `${web}/issues` }, homepage: `${web}#readme`, qna: `${web}/discussions` },
    });
    expect(addressesOf({ ...manifest, homepage: 'https://example.com' })).toMatchObject({
      homepage: 'https://example.com',
    });
    expect(addressesOf({})).toEqual({});
  });
});
