import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

const hooks = `const { Module } = require('node:module');
const load = Module._load;
Module._load = (name, ...others) => {
  if (/parts[\\\\/]\\w+\\.cjs$/.test(name)) process._rawDebug('LOADED ' + name);
  return load(name, ...others);
};`;

const query = 'POST /_query\n\n{ "query": "FRMO logs | WHERE host = 5 | LIMITT 10" }\n';

it('reports what is wrong in queries', async () => {
  const { out, code } = await commandLine(['check', '.'], { cwd: folderOf({ 'a.http': query, 'b.es': query }) });
  expect(code).toBe(0);
  for (const file of ['a.http', 'b.es']) {
    expect(out).toContain(`${file}:3:13 warning ES|QL has no command \`FRMO\`; did you mean \`FROM\`?`);
    expect(out).toMatch(new RegExp(`${file}:3:36 warning .*\\[malformed-query`));
    expect(out).toContain(`${file}:3:42 warning ES|QL has no command \`LIMITT\`; did you mean \`LIMIT\`?`);
  }
});

it.each([
  ['POST /_query\n\n{ "query": "FROM logs" }\n', true],
  ['POST /logs/_search\n\n{ "size": 5 }\n', false],
])('loads what reads queries with the first one: %j', async (text, isLoaded) => {
  const cwd = folderOf({ 'a.http': text, 'hooks.cjs': hooks });
  const { error } = await commandLine(['check', '.'], {
    cwd,
    env: { NODE_OPTIONS: `--require ${join(cwd, 'hooks.cjs')}` },
  });
  expect(error.includes('queries.cjs')).toBe(isLoaded);
});
