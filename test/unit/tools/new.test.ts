import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as EngineModule from '../../../packages/engine/src/index';
import type * as ConfigurationModule from '../../../packages/sender/src/configuration/index';

// `npm run new` in a copy of the sources, whose packages lead to the copy.

const root = resolve(import.meta.dirname, '../../..');
const copy = mkdtempSync(join(tmpdir(), 'rulebook-new-'));
const read = (path: string): string => readFileSync(join(copy, path), 'utf8');

beforeAll(() => {
  const folders = [
    'packages',
    'services',
    'cli',
    'server',
    'tools',
    'test/rules',
    'package.json',
    'tsconfig.base.json',
  ];
  for (const folder of folders)
    cpSync(join(root, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !path.endsWith('node_modules'),
    });
  const installed = join(copy, 'node_modules');
  mkdirSync(join(installed, '@rulebook'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@rulebook' && name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(installed, name));
  for (const folder of ['packages', 'services'])
    for (const name of readdirSync(join(copy, folder)))
      symlinkSync(join(copy, folder, name), join(installed, '@rulebook', name), 'dir');
});

afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

function create(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/new.mjs', ...args], {
    cwd: copy,
    encoding: 'utf8',
  });
  return { code: status, out: stdout, error: stderr };
}

async function load<Module>(path: string): Promise<Module> {
  const outfile = join(copy, 'out', path.replace(/\.ts$/, '.mjs'));
  mkdirSync(dirname(outfile), { recursive: true });
  await esbuild.build({
    absWorkingDir: copy,
    entryPoints: [path],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
    banner: {
      js: "import { createRequire as createRequireOfNode } from 'node:module';const require = createRequireOfNode(import.meta.url);",
    },
  });
  return (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as Module;
}

describe('npm run new', () => {
  it.each([
    [[], 'Usage: npm run new rule NAME'],
    [['page', 'a'], 'Usage'],
    [['rule'], 'Usage'],
    [['rule', 'Port'], 'Port is not an id of a rule'],
    [['rule', 'unsent-fragment'], 'There is a rule unsent-fragment already.'],
    [['field', 'config', 'a'], 'is not a place such as'],
    [['field', 'weather/a.b', 'a'], 'There is no folder services/weather/facts.'],
    [['field', 'code-hosting/hook-config.none', 'a'], 'It has: organizationConfig, configFields, createConfig'],
    [['field', 'code-hosting/hook-config.configFields', 'url'], 'has a field `url` already'],
    [['construct', 'run'], 'There is a construct run already.'],
    [['option', 'fly', 'high'], 'There is no command fly. There are: apply, check'],
    [['option', 'explain', 'line'], '`explain` has the option --line already.'],
  ])('refuses %j', (args, reason) => {
    const { code, error } = create(...args);
    expect(error).toContain(reason);
    expect(code).toBe(1);
  });

  it('writes a rule, its examples and the lists of rules', () => {
    const { code, out, error } = create('rule', 'needless-port', '--no-generate');
    expect(error).toBe('');
    expect(code).toBe(0);
    expect(out).toContain('Written:\n  packages/checker/src/rules/needless-port.ts');
    expect(out).toContain('npx vitest run test/rules test/architecture');
    expect(read('packages/checker/src/rules/rule-ids.ts')).toContain("'needless-port'");
    expect(read('test/rules/needless-port/examples.http')).toContain('#= not reported');
  });

  it('writes a field', () => {
    const { out, error } = create('field', 'code-hosting/hook-config.createConfig', 'retries');
    expect(error).toBe('');
    expect(out).toContain('npx vitest run test/rules test/unit/catalogue test/sandbox/host');
    expect(read('services/code-hosting/facts/hook-config.ts')).toContain("name: 'retries',");
    // A list that is a function.
    expect(create('field', 'search-cluster/security/role-descriptor.indexPermissionFields', 'owner_team').error).toBe(
      '',
    );
    expect(read('services/search-cluster/facts/security/role-descriptor.ts')).toContain("name: 'owner_team',");
  });

  it('writes a construct', () => {
    const { out, error } = create('construct', 'include');
    expect(error).toBe('');
    expect(out).toContain('-t unsupported-feature');
    expect(read('test/rules/unsupported-feature/invalid.http')).toContain('\ninclude ./other\n');
    expect(create('construct', 'include').error).toContain('already');
  });

  it('writes an option with a test that fails until it does something', () => {
    const { out, error } = create('option', 'explain', 'as-table');
    expect(error).toBe('');
    expect(out).toContain('npx vitest run test/cli/new-options/explain-as-table.test.ts');
    expect(read('cli/src/commands/add-explain.ts')).toContain(".option('--as-table', ");
    expect(read('cli/src/explain.ts')).toContain('  readonly asTable?: boolean;\n');
    expect(existsSync(join(copy, 'test/cli/new-options/explain-as-table.test.ts'))).toBe(true);
  });

  it('writes what does what it says', async () => {
    const { createEngine } = await load<typeof EngineModule>('packages/engine/src/index.ts');
    const { defaultConfiguration } = await load<typeof ConfigurationModule>(
      'packages/sender/src/configuration/index.ts',
    );
    const engine = createEngine();
    const { endpoints, defaults } = defaultConfiguration;
    const options = { context: { endpoints, defaults }, severities: {} };
    const rulesOf = (text: string) =>
      engine.check(engine.openFile(text), options).findings.flatMap((all) => all.map(({ rule }) => rule));
    expect(rulesOf('GET http://localhost/needless-port\n')).toContain('needless-port');
    expect(rulesOf('GET http://localhost/other\n')).not.toContain('needless-port');
    expect(rulesOf('include ./other\nGET http://localhost/\n')).toContain('unsupported-feature');
    const body = (member: string) =>
      `POST /repos/octocat/hello-world/hooks\nContent-Type: application/json\n\n{ "name": "web", "config": { "url": "https://example.com", "${member}": "1" } }\n`;
    expect(rulesOf(body('retriez'))).not.toEqual([]);
    expect(rulesOf(body('retries')).filter((rule) => rule === 'unknown-field')).toEqual([]);
  });

  it('writes what compiles', () => {
    const { config } = ts.readConfigFile(join(copy, 'tsconfig.base.json'), ts.sys.readFile) as {
      readonly config: object;
    };
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, copy);
    const changed = [
      'packages/checker/src/rules/needless-port.ts',
      'packages/request-file/src/syntax/constructs.ts',
      'packages/request-file/src/syntax/model.ts',
      'services/code-hosting/facts/hook-config.ts',
      'services/search-cluster/facts/security/role-descriptor.ts',
      'cli/src/commands/add-explain.ts',
    ].map((path) => join(copy, path));
    const program = ts.createProgram(changed, {
      ...options,
      ...{ composite: false, noEmit: true, rootDir: copy, types: ['node'], lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'] },
    });
    const problems = changed.flatMap((path) => {
      const source = program.getSourceFile(path);
      expect(source, path).toBeDefined();
      return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    });
    expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([]);
  }, 120_000);
});
