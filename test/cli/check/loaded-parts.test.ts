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
const { readFileSync } = fs;
fs.readFileSync = (path, ...others) => {
  const [, name] = /\\/(?:parts|descriptions)\\/([\\w.-]+\\.(?:js|br))$/.exec(String(path)) ?? [];
  if (name) process._rawDebug('READ ' + name);
  return readFileSync(path, ...others);
};
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
});

it('loads no description for files that an earlier run has checked, and no script but those of a check', async () => {
  const cwd = folderOf({ 'hooks.cjs': preload, 'a.http': 'POST /_security/api_key\n\n{ "nam": "a" }\n' });
  const env = { NODE_OPTIONS: `--require ${join(cwd, 'hooks.cjs')}` };
  const args = ['check', '--cache-location', join(cwd, 'found', 'findings.json'), 'a.http'];
  const [first, second] = [await commandLine(args, { cwd, env }), await commandLine(args, { cwd, env })];
  expect(second.out).toBe(first.out);
  const readBy = ({ error }: typeof first) => [...error.matchAll(/^READ (.*)$/gm)].map(([, name]) => name);
  expect(readBy(first)).toEqual(['check.js', 'elasticsearch.json.br']);
  expect(readBy(second)).toEqual(['check.js']);
});

it('takes of undici what connections are made of: its index has fetch, which loads the copy in Node as well', () => {
  const code = readFileSync(join(import.meta.dirname, '../../../dist/parts/run.js'), 'utf8');
  expect(code).toContain('node_modules/undici/lib/dispatcher/client.js');
  expect(code).not.toMatch(/^\s*["']node_modules\/undici\/(?:index|lib\/(?:web\/fetch\/index|cache|mock))/m);
});
