import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { preProcessFile } from 'typescript';
import { circlesIn, importedFile } from './circles';
import { refuseImport } from './imports';

const root = join(import.meta.dirname, '../..');
const listed = (...args: string[]): string[] =>
  execFileSync('git', ['ls-files', '-z', ...args], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)));
// Files that are not committed yet count too: a border is crossed when it is crossed.
const files = [...new Set([...listed(), ...listed('--others', '--exclude-standard')])];
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const sources = files.filter((file) => /^(engine|server|client|platform|cli|site)\/.*\.ts$/.test(file));

const refused: readonly (readonly [file: string, imported: string])[] = [
  ['site/playground/editor.ts', '../../server/src/server'],
  ['engine/src/configuration/configuration.ts', 'jsonc-parser'],
  ['client/src/response/table-rows.ts', 'jsonc-parser'],
  ['engine/src/json/json-tree.ts', '../syntax/placeholders'],
  ['site/playground/editor.ts', 'vscode-languageserver/browser'],
  ['site/worker/server-worker.ts', '../../platform/node/files/files'],
  ['engine/src/rules/number-range.ts', 'vscode'],
  ['engine/src/rules/number-range.ts', 'node:fs'],
  ['engine/src/index.ts', 'undici'],
  ['engine/src/index.ts', '../../platform/node/http/transport'],
  ['engine/src/text/span.ts', '../syntax/model'],
  ['engine/src/syntax/model.ts', '../binding/model'],
  ['engine/src/syntax/model.ts', '../catalogue/facts'],
  ['engine/src/binding/bind-block.ts', '../services/search-cluster/catalogue/api-keys'],
  ['engine/src/binding/bind-block.ts', '../description/described-service'],
  ['engine/src/services/code-hosting/rules/removed-secret.ts', '../catalogue/hooks'],
  ['engine/src/services/code-hosting/rules/removed-secret.ts', '../../../features/hover'],
  ['engine/src/description/compiled.ts', '../binding/model'],
  ['engine/src/binding/bind-block.ts', '../rules/rule.js'],
  ['engine/src/rules/rule.ts', '../features/hover'],
  ['engine/src/rules/rule.ts', '../index'],
  ['engine/src/features/hover/hover.ts', '../../sending/plan/plan'],
  ['engine/src/sending/plan/plan.ts', '../../sandbox/model'],
  ['engine/src/sending/plan/plan.ts', '../../explain/explanation'],
  ['engine/src/sending/plan/plan.ts', '../variables/materialise'],
  ['engine/src/configuration/configuration.ts', '../sending/plan/plan'],
  ['platform/node/http/transport.ts', '../sending/sender'],
  ['engine/src/exchange-formats/har.ts', '../explain/explanation'],
  ['engine/src/catalogue/facts.ts', '../binding/model'],
  ['server/src/server.ts', 'node:fs'],
  ['server/src/server.ts', 'vscode'],
  ['server/src/server.ts', '../../engine/src/rules/rule'],
  ['server/src/server.ts', '../../platform/node/files/files'],
  ['client/src/extension.ts', '../../server/src/server'],
  ['client/src/extension.ts', 'vscode-languageserver-types'],
  ['client/src/extension.ts', '../../engine/src/sending/plan/plan'],
  ['client/src/extension.ts', '../../cli/src/main'],
  ['platform/node/http/transport.ts', '../../../client/src/sending/send-request'],
  ['platform/browser/transport.ts', 'node:http'],
  ['cli/src/check/check.ts', '../../../engine/src/report/text-report'],
  ['cli/src/sandbox/sandbox.ts', '../../../engine/src/sandbox/sandbox'],
  ['engine/src/index.ts', './sandbox/sandbox'],
  ['engine/src/index.ts', './report/index'],
  ['engine/src/sandbox/sandbox.ts', './index'],
  ['engine/src/index.ts', './api/engine/index'],
  ['engine/src/features/hover/hover.ts', '../../api/model'],
  ['engine/src/api/engine/create-engine.ts', '../../report/index'],
  ['cli/src/check/check.ts', '../../../engine/src/api/engine/index'],
  ['cli/src/check/check.ts', '../../../client/src/sending/send-request'],
  ['cli/src/run/run.ts', '../../../platform/node/shipped-descriptions'],
  ['engine/src/services/search-cluster/rules/open-range.ts', '../catalogue/service'],
  ['engine/src/rules/misspelt.ts', '../services/search-cluster/catalogue/mappings/mapping-types'],
  ['engine/src/services/code-hosting/rules/removed-secret.ts', '../../search-cluster/catalogue/mappings/mapping-types'],
];

const allowed: readonly (readonly [file: string, imported: string])[] = [
  ['engine/src/features/hover/hover.ts', '../../binding/model'],
  ['engine/src/binding/bind-block.ts', '../catalogue/facts'],
  ['engine/src/sending/plan/plan.ts', '../../rules/rule'],
  ['engine/src/sending/send/send-plan.ts', '../plan/plan'],
  ['engine/src/explain/explanation.ts', '../sending/plan/plan'],
  ['engine/src/rules/rules.ts', '../services/code-hosting/rules/removed-secret'],
  ['engine/src/services/code-hosting/rules/removed-secret.ts', '../../../rules/rule'],
  ['engine/src/services/search-cluster/rules/open-range.ts', '../catalogue/mappings/mapping-types'],
  ['engine/src/json/json-edits.ts', 'jsonc-parser'],
  ['engine/src/index.ts', './services/search-cluster/catalogue/index'],
  ['server/src/node-main.ts', '../../platform/node/files/files'],
  ['server/src/server.ts', '../../engine/src/index.js'],
  ['client/src/sending/send-request.ts', '../../../server/src/protocol'],
  ['cli/src/lsp.ts', '../../server/src/server'],
  ['cli/src/command-engine.ts', '../../platform/node/shipped-descriptions'],
  ['platform/node/http/transport.ts', 'undici'],
  ['cli/src/check/check.ts', '../../../engine/src/report/index'],
  ['platform/node/sandbox/sandbox-listener.ts', '../../../engine/src/sandbox/index'],
  ['engine/src/sandbox/index.ts', './sandbox'],
  ['site/worker/server-worker.ts', '../../server/src/server'],
  ['site/worker/server-worker.ts', 'vscode-languageserver/browser'],
  ['site/playground/descriptions.ts', '../../engine/src/description/index'],
  ['engine/src/api/engine/create-engine.ts', '../../report/model'],
  ['engine/src/api/sandbox/create-sandbox.ts', '../sandbox/sandbox'],
];

describe('the import table', () => {
  it.each(refused)('refuses %s importing %s', (file, imported) => {
    expect(refuseImport(file, imported)).toBeTypeOf('string');
  });

  it.each(allowed)('lets %s import %s', (file, imported) => {
    expect(refuseImport(file, imported)).toBeUndefined();
  });

  it('holds for every source file', () => {
    const crossings = sources.flatMap((file) =>
      preProcessFile(read(file), true, true).importedFiles.flatMap(({ fileName }) => {
        const reason = refuseImport(file, fileName);
        return reason === undefined ? [] : [`${file} imports ${fileName}: ${reason}`];
      }),
    );
    expect(sources.length).toBeGreaterThan(0);
    expect(crossings).toEqual([]);
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
      sources.map((file) => [
        file,
        preProcessFile(read(file), true, true).importedFiles.flatMap(
          ({ fileName }) => importedFile(file, fileName, known) ?? [],
        ),
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
