import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reportFormats } from '../../packages/sender/src/report/formats';
import { manifestWords, resolvedManifest } from '../../tools/lib/manifest.mjs';
import { knownFeatures } from '../lsp/requests';

const root = join(import.meta.dirname, '../..');

const sources = globSync(['packages', 'services', 'server/src', 'client/src', 'cli/src'], { cwd: root })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n');

/** The words of docs/editing.md that name what each file of `packages/language/src/convert/conversions-at.ts` offers. */
const refactorings: Readonly<Record<string, string>> = {
  'convert-body': 'move the body to a file',
  'convert-form': 'convert one into the other',
  'extract-variable': 'extract it into a variable of the file',
  'inline-variable': 'inline it',
  'kept-value': 'make its value a response reference',
  'sort-members': 'sort its members by name',
  'split-file': 'move each request into a file of its own',
};

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

it('has a heading for each view of the editor', () => {
  const { contributes } = resolvedManifest(readFileSync(join(root, 'package.json'), 'utf8'), manifestWords(root)) as {
    readonly contributes: { readonly views: Readonly<Record<string, readonly { readonly name: string }[]>> };
  };
  const views = Object.values(contributes.views).flat();
  expect(views.length).toBeGreaterThan(0);
  expect(missingIn('docs/views.md', views.map(({ name }) => `\n## ${name}\n`))).toEqual([]);
});

it('names each feature of the language server that other editors have', () => {
  const words = Object.values(knownFeatures).flatMap(({ page }) => page ?? []);
  expect(missingIn('docs/other-editors.md', words)).toEqual([]);
});

it('names each refactoring', () => {
  const list = readFileSync(join(root, 'packages/language/src/convert/conversions-at.ts'), 'utf8');
  const files = [...list.matchAll(/^import \{ \w+ \} from '\.\/([\w-]+)'/gm)].map(([, file = '']) => file);
  const unknown = files.filter((file) => !Object.hasOwn(refactorings, file));
  expect(unknown.map((file) => `\`refactorings\` in this test has no words of docs/editing.md for '${file}'.`)).toEqual([]);
  expect(missingIn('docs/editing.md', Object.values(refactorings))).toEqual([]);
});

it('names each format of the report', () => {
  expect(missingIn('docs/checking.md', reportFormats.map(({ name }) => `\`--format ${name}\``))).toEqual([]);
});

/** Returns what a page does not say, in sentences. */
function missingIn(path: string, words: readonly string[]): readonly string[] {
  const page = readFileSync(join(root, path), 'utf8');
  const isIn = (one: string) => page.includes(one) || page.replace(/\s+/g, ' ').includes(one);
  return words.filter((one) => !isIn(one)).map((one) => `${path} does not have the words ${JSON.stringify(one)}.`);
}
