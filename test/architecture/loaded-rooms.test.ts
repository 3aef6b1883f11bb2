import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Returns the files of the project that are loaded with a module, without those that it imports when it needs them. */
async function loadedWith(entry: string): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'unwritten',
    format: 'esm',
    platform: 'node',
    packages: 'external',
  });
  const found = new Set([entry]);
  // A set also goes through what is added meanwhile.
  for (const file of found) {
    const imported = metafile.inputs[file]?.imports ?? [];
    for (const { path, kind, external } of imported) if (kind === 'import-statement' && !external) found.add(path);
  }
  return [...found];
}

const shown = ['engine/src/features', 'engine/src/engine/create-engine'];
const converted = ['engine/src/convert', 'engine/src/exchange-formats', 'engine/src/explain'];
const sent = ['plan', 'variables', 'response/describe', 'asserts', 'send'].map((room) => `engine/src/sending/${room}`);
const played = ['engine/src/sandbox', 'platform/node/sandbox', 'platform/node/http'];
const compiled = ['engine/src/description/openapi', 'engine/src/rules/house/read'];
/** The engine of scripts is in a thread of its own, which the first script starts. */
const scripted = ['platform/script-box', 'platform/node/scripts/script-worker'];
/** What reads GraphQL is loaded by the first document. */
const documents = ['engine/src/graphql', 'node_modules/graphql'];
const unused = [...shown, ...converted, ...sent, ...played, ...compiled, ...scripted, ...documents];

const ofDocuments = ['search-cluster', 'code-hosting'].map((name) => `engine/src/services/${name}/catalogue`);
const inFolders = ['platform/node/files/match-files', 'cli/src/configuration/describe-folder'];

it.each([
  ['cli/src/main.ts', [...unused, 'engine/src/services', 'engine/src/syntax', 'cli/src/program', 'cli/src/commands']],
  ['cli/src/run-program.ts', [...unused, 'engine/src/services', 'engine/src/syntax', 'cli/src/commands']],
  ['cli/src/commands/add-check.ts', [...unused, 'engine/src/services', 'engine/src/syntax']],
  ['cli/src/check/check.ts', [...unused, ...inFolders, 'cli/src/check/check-fixing', 'cli/src/check/check-cache']],
  [
    'cli/src/check/check-texts.ts',
    [...unused, ...inFolders, 'cli/src/check/check-fixing', 'cli/src/check/check-cache'],
  ],
  ['cli/src/format.ts', [...unused, ...inFolders, ...ofDocuments, 'engine/src/rules', 'engine/src/description']],
  ['cli/src/run/run.ts', [...scripted, ...documents, 'platform/node/scripts']],
  ['server/src/node-main.ts', [...scripted, ...documents]],
  ['client/src/node-main.ts', [...scripted, ...documents]],
])('%s loads nothing that it does not use', async (entry, rooms) => {
  const loaded = await loadedWith(entry);
  expect(loaded.length).toBeGreaterThan(5);
  expect(loaded.filter((file) => rooms.some((room) => file.startsWith(room)))).toEqual([]);
});
