import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import * as esbuild from 'esbuild';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { cleanEnvironment, installPackage, writeFiles } from './installed';

// `rulebook-http/engine` and `rulebook-http/sandbox` as other programs use it: from the installed package.

let folder: string;
beforeAll(async () => {
  folder = await installPackage();
});

const program = `import { createEngine } from 'rulebook-http/engine';
import { compileDescription, createSandbox } from 'rulebook-http/sandbox';
const engine = createEngine();
const findings = engine.check('PUT /_security/api_key\\n\\n{ "name": "ci", "metdata": {} }');
const finding = findings.find(({ severity }) => severity === 'warning');
const sandbox = createSandbox({ now: () => 0, randomText: (length) => 'a'.repeat(length) });
const [server] = sandbox.servers;
const { status } = sandbox.send(server.name, { method: 'GET', target: '/', headers: [['Authorization', server.credential]] });
const text = 'openapi: 3.1.0\\ninfo: { title: Shop, version: "1" }\\npaths: { /items: { get: { responses: { "204": { description: None. } } } } }';
const services = [{ name: 'shop', compiled: compileDescription(text) }];
const shop = createSandbox({ now: () => 0, randomText: (length) => 'a'.repeat(length), services });
const described = shop.send('shop', { method: 'GET', target: '/items', headers: [] }).status;
`;

describe('rulebook-http/engine', () => {
  it('is imported in JavaScript', () => {
    writeFiles(folder, {
      'a.mjs': `${program}console.log(finding.rule, finding.range.start.line, status, described);\n`,
    });
    const out = execFileSync(process.execPath, ['a.mjs'], {
      cwd: folder,
      encoding: 'utf8',
      env: cleanEnvironment(folder),
    });
    expect(out).toBe('unknown-field 2 200 204\n');
  });

  it('is bundled for a browser, and needs nothing but JavaScript there', async () => {
    const { outputFiles } = await esbuild.build({
      stdin: {
        contents: `${program}globalThis.result = [finding.rule, status, described].join();`,
        resolveDir: folder,
      },
      bundle: true,
      write: false,
      platform: 'browser',
      format: 'iife',
    });
    const world: { result?: string } = {};
    runInNewContext(outputFiles[0]?.text ?? '', world);
    expect(world.result).toBe('unknown-field,200,204');
  });

  it.each([
    ['node16', ts.ModuleKind.Node16, ts.ModuleResolutionKind.Node16],
    ['bundler', ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
  ] as const)('has types for strict programs that resolve modules as %s', (_name, module, moduleResolution) => {
    writeFiles(folder, {
      'consumer.mts': `import { createEngine, type Comparison, type Completion, type Engine, type Finding } from 'rulebook-http/engine';
const engine: Engine = createEngine({ onRuleFailure: (rule: string) => { throw new Error(rule); } });
export const findings: readonly Finding[] = engine.check('GET /', { path: 'a.http' });
export const offers: readonly Completion[] = engine.complete('', { line: 0, character: 0 });
const read = () => Promise.resolve({ status: 404, body: '' });
export const compared: Promise<Comparison> = engine.compareResources([{ method: 'PUT', path: '/a' }], read, { service: 'search-cluster' });
// @ts-expect-error A reader returns a response.
void engine.compareResources([], () => Promise.resolve(1), { service: 'search-cluster' });
// @ts-expect-error A position has two members.
engine.hover('', { line: 0 });
// @ts-expect-error The result is read-only.
findings.push();
`,
    });
    const compiled = ts.createProgram([join(folder, 'consumer.mts')], {
      module,
      moduleResolution,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
    });
    const found = ts
      .getPreEmitDiagnostics(compiled)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(found).toEqual([]);
  });

  it('documents every member of its types', () => {
    const path = join(folder, 'node_modules/rulebook-http/dist/engine.d.mts');
    const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true);
    const missing: string[] = [];
    for (const statement of source.statements) {
      if (!ts.isInterfaceDeclaration(statement) && !ts.isFunctionDeclaration(statement)) continue;
      const isSpoken = ts.getJSDocCommentsAndTags(statement).length > 0;
      if (!isSpoken) missing.push(statement.name?.text ?? '');
      if (!ts.isFunctionDeclaration(statement) && statement.name.text !== 'Position') {
        for (const member of statement.members) {
          if (!ts.isMethodSignature(member)) continue;
          if (ts.getJSDocCommentsAndTags(member).length === 0)
            missing.push(`${statement.name.text}.${member.name.getText()}`);
        }
      }
    }
    expect(missing).toEqual([]);
  });
});
