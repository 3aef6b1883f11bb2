import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../cli/command-line';

const sources = globSync(['engine/src', 'platform', 'server/src', 'client/src', 'cli/src'], { cwd: root })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n');

/** Names of variables that the program reads: `environment('NAME')`, `process.env['NAME']`, `read('NAME')` of proxies, and built ones. */
const patterns = [
  /environment\('(\w+)'\)/g,
  /\benv(?:\.|\[')([A-Z]\w+)/g,
  /\bread\('([A-Z]+_PROXY)'\)/g,
  /`([A-Z_]+)\$\{suffixOf/g,
];

it('names every initialization option of the language server', () => {
  const protocol = readFileSync(join(root, 'server/src/protocol.ts'), 'utf8');
  const [, members = ''] = /interface InitializationOptions \{(.*?)\n\}/s.exec(protocol) ?? [];
  const names = [...members.matchAll(/readonly (\w+)\?/g)].map(([, name = '']) => name);
  const page = readFileSync(join(root, 'docs/contributing/clients.md'), 'utf8');
  expect(names).toContain('reportsJsonSyntax');
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it('names every environment variable that is read', () => {
  const page = readFileSync(join(root, 'docs/configuration.md'), 'utf8');
  const names = new Set(patterns.flatMap((pattern) => [...sources.matchAll(pattern)].map(([, name = '']) => name)));
  expect([...names]).toEqual(expect.arrayContaining(['XDG_RUNTIME_DIR', 'HTTPS_PROXY', 'RULEBOOK_CREDENTIAL_']));
  expect([...names].filter((name) => !page.includes(`\`${name}`))).toEqual([]);
});
