import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { librariesStay } from '../../tools/lib/libraries-stay.mjs';

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
    plugins: [librariesStay],
  });
  const found = new Set([entry]);
  // A set also goes through what is added meanwhile.
  for (const file of found) {
    const imported = metafile.inputs[file]?.imports ?? [];
    for (const { path, kind, external } of imported) if (kind === 'import-statement' && !external) found.add(path);
  }
  return [...found];
}

const shown = ['packages/language/src', 'packages/engine/src/create-engine'];
const converted = ['packages/language/src/convert', 'packages/exchange/src', 'packages/sender/src/explain'];
const sent = ['plan', 'variables', 'response/describe', 'asserts', 'send'].map((room) => `packages/sender/src/${room}`);
const played = ['packages/sandbox/src', 'packages/node/src/sandbox', 'packages/node/src/http'];
const compiled = ['packages/description/src/openapi', 'packages/rulesets/src/read'];
/** The engine of scripts is in a thread of its own, which the first script starts. */
const scripted = ['packages/node/src/script-box', 'packages/node/src/scripts/script-worker'];
/** What reads GraphQL is loaded by the first document, and what reads queries by the first query. */
const documents = ['packages/graphql', 'node_modules/graphql', 'packages/queries'];
const unused = [...shown, ...converted, ...sent, ...played, ...compiled, ...scripted, ...documents];

const ofDocuments = ['search-cluster', 'code-hosting'].map((name) => `services/${name}/facts`);
const inFolders = ['packages/node/src/files/match-files', 'cli/src/configuration/describe-folder'];

it.each([
  [
    'cli/src/main.ts',
    [
      ...unused,
      'packages/services/src',
      'services',
      'packages/request-file/src/syntax',
      'cli/src/program',
      'cli/src/commands',
    ],
  ],
  [
    'cli/src/run-program.ts',
    [...unused, 'packages/services/src', 'services', 'packages/request-file/src/syntax', 'cli/src/commands'],
  ],
  [
    'cli/src/commands/add-check.ts',
    [...unused, 'packages/services/src', 'services', 'packages/request-file/src/syntax'],
  ],
  ['cli/src/check/check.ts', [...unused, ...inFolders, 'cli/src/check/check-fixing', 'cli/src/check/check-cache']],
  [
    'cli/src/check/check-texts.ts',
    [...unused, ...inFolders, 'cli/src/check/check-fixing', 'cli/src/check/check-cache'],
  ],
  [
    'cli/src/format.ts',
    [...unused, ...inFolders, ...ofDocuments, 'packages/checker/src/rules', 'packages/description/src'],
  ],
  ['cli/src/run/run.ts', [...scripted, ...documents, 'packages/node/src/scripts']],
  ['server/src/node-main.ts', [...scripted, ...documents]],
  ['client/src/node-main.ts', [...scripted, ...documents]],
])('%s loads nothing that it does not use', async (entry, rooms) => {
  const loaded = await loadedWith(entry);
  expect(loaded.length).toBeGreaterThan(5);
  expect(loaded.filter((file) => rooms.some((room) => file.startsWith(room)))).toEqual([]);
});
