import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { preProcessFile } from 'typescript';
import { circlesIn, importedFile } from './circles';
import { productFiles, repositoryFiles } from './files';
import { isHomeless, libraryOf, refuseImport, refuseTestImport } from './imports';
import { exportedFile, orderOf, packageNamed, packageWith, readPackages, type Package } from './packages';

const root = join(import.meta.dirname, '../..');
const files = repositoryFiles();
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const sources = productFiles(['packages', 'services', 'server', 'client', 'cli', 'site']);
const packages = readPackages(root);
const importsOfFile = (file: string): readonly string[] =>
  preProcessFile(read(file), true, true).importedFiles.map(({ fileName }) => fileName);
const imported = new Map(sources.map((file) => [file, importsOfFile(file)]));

const refused: readonly (readonly [file: string, imported: string])[] = [
  ['site/playground/editor.ts', '../../server/src/server'],
  ['packages/sender/src/configuration/configuration.ts', 'jsonc-parser'],
  ['client/src/response/table-rows.ts', 'jsonc-parser'],
  ['packages/json/src/json-tree.ts', '@rulebook/request-file/syntax/placeholders'],
  ['packages/json/src/json-tree.ts', '../../request-file/src/syntax/placeholders'],
  ['site/playground/editor.ts', 'vscode-languageserver/browser'],
  ['site/worker/server-worker.ts', '@rulebook/node/files/files'],
  ['packages/checker/src/rules/number-range.ts', 'vscode'],
  ['packages/checker/src/rules/number-range.ts', 'node:fs'],
  ['packages/checker/src/rules/number-range.ts', 'vscode-languageserver-types'],
  ['packages/checker/src/rules/number-range.ts', 'vscode-languageclient/node'],
  ['packages/node/src/files/files.ts', 'fs'],
  ['packages/node/src/files/files.ts', 'fs/promises'],
  ['packages/node/src/files/files.ts', 'vscode'],
  ['server/src/server.ts', 'vscode-languageclient'],
  ['client/src/extension.ts', 'node:fs'],
  ['client/src/extension.ts', 'vscode-jsonrpc'],
  ['cli/src/check/check.ts', 'vscode-languageserver'],
  ['cli/src/check/check.ts', 'vscode'],
  ['site/playground/editor.ts', 'node:fs'],
  ['site/playground/editor.ts', 'vscode'],
  ['packages/engine/src/index.ts', 'undici'],
  ['packages/engine/src/index.ts', '@rulebook/node/http/transport'],
  ['packages/text/src/span.ts', '@rulebook/request-file/syntax/model'],
  ['packages/request-file/src/syntax/model.ts', '../format/format-file'],
  ['packages/checker/src/binding/bind-block.ts', '@rulebook/catalogue/provenance'],
  ['packages/checker/src/binding/bind-block.ts', '@rulebook/search-cluster/facts/api-keys'],
  ['packages/checker/src/binding/bind-block.ts', '@rulebook/description/described-service'],
  ['packages/sender/src/send/send-plan.ts', '@rulebook/code-hosting/identity'],
  ['services/code-hosting/rules/removed-secret.ts', '../facts/hooks'],
  ['services/code-hosting/rules/removed-secret.ts', '@rulebook/language/hover/hover'],
  ['services/code-hosting/rules/removed-secret.ts', '../../search-cluster/facts/mappings/mapping-types'],
  ['packages/checker/src/binding/bind-block.ts', '../rules/rule.js'],
  ['packages/checker/src/rules/rule.ts', '@rulebook/checker/binding/model'],
  ['packages/checker/src/rules/rule.ts', '@rulebook/graphql'],
  ['packages/checker/src/rules/rule.ts', '@rulebook/queries'],
  ['packages/language/src/hover/hover.ts', '@rulebook/sender/plan/plan'],
  ['packages/sender/src/plan/plan.ts', '../explain/explanation'],
  ['packages/sender/src/plan/plan.ts', '../variables/materialise'],
  ['packages/sender/src/configuration/configuration.ts', '../plan/plan'],
  ['packages/node/src/http/transport.ts', '../sending/sender'],
  ['client/src/response/table-rows.ts', '../sending/send-request'],
  ['server/src/names/name-at.ts', '../session/session'],
  ['server/src/server.ts', 'node:fs'],
  ['server/src/server.ts', 'vscode'],
  ['server/src/server.ts', '@rulebook/checker/rules/rule'],
  ['server/src/server.ts', '../../packages/engine/src/index'],
  ['server/src/server.ts', '@rulebook/node/files/files'],
  ['client/src/extension.ts', '../../server/src/server'],
  ['client/src/extension.ts', 'vscode-languageserver-types'],
  ['client/src/extension.ts', '@rulebook/sender/plan/plan'],
  ['client/src/extension.ts', '../../cli/src/main'],
  ['packages/node/src/http/transport.ts', '../../../../client/src/sending/send-request'],
  ['packages/platform/src/browser/transport.ts', 'node:http'],
  ['cli/src/check/check.ts', '../../../client/src/sending/send-request'],
  ['cli/src/check/check.ts', '@rulebook/engine/api/engine'],
  ['cli/src/run/run.ts', '@rulebook/node/shipped-descriptions'],
];

const allowed: readonly (readonly [file: string, imported: string])[] = [
  ['packages/language/src/hover/hover.ts', '@rulebook/checker/binding/model'],
  ['packages/checker/src/binding/bind-block.ts', '@rulebook/catalogue/facts'],
  ['packages/sender/src/plan/plan.ts', '@rulebook/checker/rules/rule'],
  ['packages/sender/src/send/send-plan.ts', '../plan/plan'],
  ['packages/sender/src/explain/explanation.ts', '../plan/plan'],
  ['packages/services/src/rules.ts', '@rulebook/code-hosting/rules/removed-secret'],
  ['services/code-hosting/rules/removed-secret.ts', '@rulebook/checker/rules/rule'],
  ['services/search-cluster/rules/open-range.ts', '../facts/mappings/mapping-types'],
  ['packages/json/src/json-edits.ts', 'jsonc-parser'],
  ['client/src/sending/send-request.ts', '../response/table-rows'],
  ['server/src/session/session.ts', '../names/name-at'],
  ['server/src/node-main.ts', '@rulebook/node/files/files'],
  ['server/src/server.ts', '@rulebook/engine'],
  ['client/src/sending/send-request.ts', '../../../server/src/protocol'],
  ['cli/src/lsp.ts', '../../server/src/server'],
  ['cli/src/command-engine.ts', '@rulebook/node/shipped-descriptions'],
  ['packages/node/src/http/transport.ts', 'undici'],
  ['site/worker/server-worker.ts', '../../server/src/server'],
  ['site/worker/server-worker.ts', 'vscode-languageserver/browser'],
];

describe('the import table', () => {
  it.each(refused)('refuses %s importing %s', (file, specifier) => {
    expect(refuseImport(file, specifier, packages)).toBeTypeOf('string');
  });

  it.each(allowed)('lets %s import %s', (file, specifier) => {
    expect(refuseImport(file, specifier, packages)).toBeUndefined();
  });

  it('holds for every source file', () => {
    const crossings = [...imported].flatMap(([file, specifiers]) =>
      specifiers.flatMap((specifier) => {
        const reason = refuseImport(file, specifier, packages);
        return reason === undefined ? [] : [`${file} imports ${specifier}: ${reason}`];
      }),
    );
    expect(sources.length).toBeGreaterThan(0);
    expect(crossings).toEqual([]);
  });
});

describe('a test next to the file that it holds', () => {
  const tests = files.filter((file) => /^(?:packages|services)\/.*\.test\.ts$/.test(file));

  it.each([
    ['packages/text/src/url.test.ts', './url', undefined],
    ['packages/text/src/url.test.ts', 'vitest', undefined],
    ['packages/sender/src/plan/plan.test.ts', '@rulebook/text/span', undefined],
    ['packages/text/src/url.test.ts', '../../json/src/json-tree', 'other packages are imported by their names'],
    ['packages/text/src/url.test.ts', '../../../test/sample', 'other packages are imported by their names'],
    ['packages/text/src/url.test.ts', '@rulebook/json/json-tree', 'packages/text does not need @rulebook/json'],
  ])('%s importing %s: %s', (file, specifier, reason) => {
    expect(refuseTestImport(file, specifier, packages)).toBe(reason);
  });

  it('needs its package alone, and what that needs', () => {
    const crossings = tests.flatMap((file) =>
      importsOfFile(file).flatMap((specifier) => {
        const reason = refuseTestImport(file, specifier, packages);
        return reason === undefined ? [] : [`${file} imports ${specifier}: ${reason}`];
      }),
    );
    expect(tests.length).toBeGreaterThan(0);
    expect(crossings).toEqual([]);
  });
});

describe('the rooms of editor and language server', () => {
  it('hold every file that starts nothing', () => {
    expect(isHomeless('client/src/new.ts')).toBe(true);
    expect(isHomeless('client/src/new/file.ts')).toBe(true);
    expect(isHomeless('client/src/extension.ts')).toBe(false);
    expect(sources.filter(isHomeless)).toEqual([]);
  });
});

describe('the manifests', () => {
  const importsOf = ({ folder }: Package): readonly string[] =>
    [...imported].flatMap(([file, specifiers]) => (file.startsWith(`${folder}/`) ? specifiers : []));

  it('have an order: no package needs one that needs it', () => {
    expect(orderOf(packages)).toHaveLength(packages.length);
    const circle = [
      { ...packages[0]!, name: 'a', needs: ['b'] },
      { ...packages[0]!, name: 'b', needs: ['a'] },
    ];
    expect(() => orderOf(circle)).toThrow('a, b');
  });

  it.each(packages.map((one) => [one.folder, one] as const))('%s names what it imports, and nothing else', (_, one) => {
    const used = importsOf(one).filter((specifier) => !specifier.startsWith('.') && !specifier.startsWith('node:'));
    const names = new Set(used.map(libraryOf));
    expect([...one.needs, ...one.libraries.keys()].filter((name) => !names.has(name.replace('@types/', '')))).toEqual(
      [],
    );
  });

  it.each(packages.map((one) => [one.folder, one] as const))(
    '%s exports what others import, and nothing else',
    (_, one) => {
      const used = new Set(
        [...imported].flatMap(([file, specifiers]) =>
          specifiers.flatMap((specifier) =>
            packageWith(packages, file) !== one && packageNamed(packages, specifier) === one
              ? (exportedFile(one, specifier)?.by ?? [])
              : [],
          ),
        ),
      );
      // What the library is made of, which is bundled by its path.
      const unused = [...one.exports].filter(
        ([by, file]) => !used.has(by) && !file.startsWith('packages/engine/src/api/'),
      );
      expect(unused).toEqual([]);
    },
  );

  it.each(packages.map((one) => [one.folder, one] as const))('%s is compiled behind what it names', (folder, one) => {
    const { references } = JSON.parse(read(`${folder}/tsconfig.json`)) as {
      readonly references: readonly { readonly path: string }[];
    };
    const named = references.map(
      ({ path }) => packages.find((other) => path === `../../${other.folder}`)?.name ?? path,
    );
    expect([...named].sort()).toEqual([...one.needs].sort());
  });

  it('name the versions of libraries that are installed', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as {
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    const others = packages.flatMap(({ folder, libraries }) =>
      [...libraries].flatMap(([name, version]) =>
        devDependencies[name] === version ? [] : [`${folder}: ${name} ${version}, not ${devDependencies[name] ?? ''}`],
      ),
    );
    expect(others).toEqual([]);
  });
});

describe('circles of imports', () => {
  it('are found, also through other files', () => {
    const graph = new Map([
      ['a', ['b', 'd']],
      ['b', ['c']],
      ['c', ['a', 'd']],
      ['d', ['e']],
      ['e', []],
    ]);
    expect(circlesIn(graph)).toEqual([['a', 'b', 'c']]);
    expect(circlesIn(new Map([['a', ['a']]]))).toEqual([['a']]);
  });

  it('are nowhere, whether types or values are imported', () => {
    const known = new Set(sources);
    const graph = new Map(
      [...imported].map(([file, specifiers]) => [
        file,
        specifiers.flatMap((specifier) => {
          const named = packageNamed(packages, specifier);
          return (named ? exportedFile(named, specifier)?.file : importedFile(file, specifier, known)) ?? [];
        }),
      ]),
    );
    expect([...graph.values()].flat().length).toBeGreaterThan(sources.length);
    const advice = 'Put what both files need into a file of its own.';
    expect(circlesIn(graph), advice).toEqual([]);
  });
});

describe('every file', () => {
  it('is free of machine paths and registry addresses', () => {
    // Put together here, so that this file does not contain what it looks for.
    const unwanted = new RegExp(
      ['/wo' + 'rk/', '/fa' + 'rm/', '/tmp/' + 'bash_jobs', 'registry\\.' + 'npmjs', 'deb\\.' + 'debian\\.org'].join(
        '|',
      ),
    );
    const found = files.flatMap((file) => {
      if (/\.(png|vsix|gif|ico|woff2?|br)$/.test(file)) return [];
      const lines = read(file).split('\n');
      const index = lines.findIndex((line) => unwanted.test(line));
      return index < 0 ? [] : [`${file}:${index + 1}: ${lines[index]?.slice(0, 120)}`];
    });
    expect(found).toEqual([]);
  });
});
