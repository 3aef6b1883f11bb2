import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

/** Names each part and description of the program when it is loaded. */
const hooks = `export async function load(url, context, next) {
  if (url.includes('/parts/')) process._rawDebug('LOADED ' + url);
  return next(url, context);
}`;
const preload = `const fs = require('node:fs');
const said = new Set();
for (const reader of ['readFileSync', 'openSync']) {
  const read = fs[reader];
  fs[reader] = (path, ...others) => {
    const [, name] = /\\/(?:parts|descriptions)\\/([\\w.-]+\\.(?:c?js|br))$/.exec(String(path)) ?? [];
    if (name && !said.has(name)) process._rawDebug('READ ' + name);
    said.add(name);
    return read(path, ...others);
  };
}
require('node:module').register('data:text/javascript,' + ${JSON.stringify(encodeURIComponent(hooks))}, 'file:///');`;

const description = {
  openapi: '3.1.0',
  info: { title: 'pets', version: '1', description: '**Pets**' },
  paths: { '/pets': { get: { description: 'Lists [pets](https://pets.example).', responses: {} } } },
};

const files = {
  'hooks.cjs': preload,
  'rulebook.json':
    '{"services":{"pets":{"description":"pets.json"}},"endpoints":{"pets":{"service":"pets","baseUrl":"http://pets.example"}}}',
  'pets.json': JSON.stringify(description),
  'a.http': '# @endpoint pets\nGET /pts\n',
};

it.each([
  [['check', '.'], false],
  [['describe', 'pets'], true],
] as const)('%j loads what writes Markdown: %j', async (args, isLoaded) => {
  const cwd = folderOf(files);
  const { error } = await commandLine(args, { cwd, env: { NODE_OPTIONS: `--require ${join(cwd, 'hooks.cjs')}` } });
  expect(error).toContain('LOADED');
  expect(error.includes('markdown-writer')).toBe(isLoaded);
  // A folder without links is looked through without what finds the files of globs.
  expect(error).not.toContain('match-files');
});

it('loads no description for files that an earlier run has checked, and no script but those of a check', async () => {
  const cwd = folderOf({ 'hooks.cjs': preload, 'a.http': 'POST /_security/api_key\n\n{ "nam": "a" }\n' });
  const env = { NODE_OPTIONS: `--require ${join(cwd, 'hooks.cjs')}` };
  const args = ['check', '--cache-location', join(cwd, 'found', 'findings.json'), 'a.http'];
  const [first, second] = [await commandLine(args, { cwd, env }), await commandLine(args, { cwd, env })];
  expect(second.out).toBe(first.out);
  const readBy = ({ error }: typeof first) => [...error.matchAll(/^READ (.*\.(?:js|br))$/gm)].map(([, name]) => name);
  expect(readBy(first)).toEqual(['check.js', 'elasticsearch.json.br']);
  expect(readBy(second)).toEqual(['check.js']);
});

it.each([
  ['check', ['check', 'a.http'], ['child_process', 'crypto', 'http', 'http2', 'perf_hooks', 'tls']],
  ['run', ['run', 'a.http'], ['child_process', 'http2', 'https']],
] as const)(
  'loads for %s no module of Node that it does not need, and nothing that reads Markdown',
  async (_, args, unused) => {
    const cwd = folderOf({
      'hooks.cjs': `${preload}
process.on('exit', () => process.moduleLoadList.forEach((name) => process._rawDebug('NODE ' + name)));`,
      'rulebook.json':
        '{"endpoints":{"here":{"service":"search-cluster","baseUrl":"http://127.0.0.1:1"}},"defaults":{"search-cluster":"here"}}',
      'a.http': 'POST /_security/api_key\n\n{ "name": "a" }\n',
    });
    // What was compiled is kept under a random name at the end.
    const env = { NODE_OPTIONS: `--require ${join(cwd, 'hooks.cjs')}`, NODE_DISABLE_COMPILE_CACHE: '1' };
    const { error } = await commandLine(args, { cwd, env });
    expect(error).toContain('READ check.js');
    expect(error).not.toContain('markdown-writer');
    const modules = [...error.matchAll(/^NODE NativeModule (.*)$/gm)].map(([, name]) => name);
    expect(modules).toContain('zlib');
    expect(unused.filter((name) => modules.includes(name))).toEqual([]);
  },
);

it('opens no output to write a report to a pipe, and says what is wrong on standard error', async () => {
  const cwd = folderOf({
    'hooks.cjs': `for (const name of ['stdout', 'stderr']) {
  const { get } = Object.getOwnPropertyDescriptor(process, name);
  const opened = () => { process._rawDebug('OPENED ' + name); return get.call(process); };
  Object.defineProperty(process, name, { get: opened, configurable: true });
}`,
    'a.http': 'POST /_security/api_key\n\n{ "nam": "a" }\n',
  });
  const env = { NODE_OPTIONS: `--require ${join(cwd, 'hooks.cjs')}` };
  const found = await commandLine(['check', 'a.http'], { cwd, env });
  expect(found.out).toContain('unknown-field');
  expect(found.error).toBe('');
  const missing = await commandLine(['check', 'b.http'], { cwd, env });
  expect(missing.error).toMatch(/^OPENED stderr\nrulebook: /);
});

it('takes the names of the library of the protocol once', () => {
  const code = readFileSync(join(import.meta.dirname, '../../../dist/parts/serve.js'), 'utf8');
  expect(code).toContain('vscode-languageserver');
  expect(code).not.toMatch(/__toESM\(require_api/);
});

it('takes of undici what connections are made of: its index has fetch, which loads the copy in Node as well', () => {
  const code = readFileSync(join(import.meta.dirname, '../../../dist/parts/run.js'), 'utf8');
  expect(code).toContain('node_modules/undici/lib/dispatcher/client.js');
  expect(code).not.toMatch(/^\s*["']node_modules\/undici\/(?:index|lib\/(?:web\/fetch\/index|cache|mock))/m);
});
