// Schemathesis and `rulebook test` on one server with planted faults: what each finds, in what time.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../lib/processes.mjs';
import { runFuzzer } from './run-fuzzer.mjs';

const root = join(import.meta.dirname, '../..');
const folderOfServer = 'test/cli/test-service';
const description = join(root, folderOfServer, 'library.json');
const cli = join(root, 'dist/cli.js');

/** Which failure of Schemathesis shows a fault; it has no check for the others. */
const shows = {
  'wrong type': /^response_schema_conformance \S+ \/shelves\/\{shelfId\}\/books/,
  'absent member': /^response_schema_conformance GET \/shelves\/\{shelfId\} /,
  'a delete that does not': /^use_after_free /,
  'a list that forgets': /^ensure_resource_availability GET \/shelves /,
  'a wrong status': /^status_code_conformance POST \/shelves 200/,
  'an extra required member': /^positive_data_acceptance POST \S+\/books 400/,
  'a lost update': /^ensure_resource_availability PUT /,
  'a wrong id': /^ensure_resource_availability GET \/shelves\/\{shelfId\} /,
  "another's item leaked": /^object_level_authorization /,
};
const showsCrash = /^not_a_server_error /;

/** Requests of each operation that are made by chance. */
const examples = 20;
/** Checks of Schemathesis that say nothing of this server: it takes methods that are not described, and has no credentials. */
const leftOut = 'unsupported_method,allow_header_conformance';

/** Bundles the server of the tests, and returns what starts it. */
async function loadLibrary() {
  const esbuild = await import('esbuild');
  const { outputFiles } = await esbuild.build({
    ...{ absWorkingDir: root, entryPoints: [`${folderOfServer}/library-server.ts`], bundle: true, write: false },
    ...{ format: 'esm', platform: 'node', logLevel: 'warning' },
  });
  const { startLibrary, faults } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  );
  return { startLibrary, faults };
}

/**
 * Starts the server with each fault, and lets both test it. Only what shows the fault counts, and is not found without it: Schemathesis also
 * finds where the server counts characters in another way than its description.
 * @param {{ python: string, folder: string, log: (line: string) => void }} options
 */
export async function playPlantedFaults({ python, folder, log }) {
  const { startLibrary, faults } = await loadLibrary();
  const usual = await tested(await startLibrary(), { python, folder });
  const planted = [];
  const seconds = { schemathesis: 0, rulebook: 0 };
  for (const fault of faults) {
    const result = await tested(await startLibrary(fault), { python, folder });
    const isNew = (tool, isAbout) => result[tool].found.some((one) => isAbout(one) && !usual[tool].found.includes(one));
    const expected = shows[fault] ?? showsCrash;
    const row = {
      fault,
      schemathesis: isNew('schemathesis', (one) => expected.test(one)) ? 'found' : 'not found',
      rulebook: isNew('rulebook', () => true) ? 'found' : 'not found',
    };
    seconds.schemathesis += result.schemathesis.seconds;
    seconds.rulebook += result.rulebook.seconds;
    log(
      `${fault}: Schemathesis ${row.schemathesis} in ${result.schemathesis.seconds} s, rulebook test ${row.rulebook} in ${result.rulebook.seconds} s`,
    );
    planted.push(row);
  }
  return { planted, seconds };
}

async function tested(server, { python, folder }) {
  try {
    const { counts, failures } = await runFuzzer({
      ...{ program: python, description, url: server.url, examples, folder },
      more: ['--exclude-checks', leftOut],
    });
    const found = failures.map(({ check, operation, status }) => `${check} ${operation} ${status}`);
    const own = await ownTests(server.url, folder);
    return { schemathesis: { found, seconds: counts.seconds }, rulebook: own };
  } finally {
    server.close();
  }
}

async function ownTests(url, folder) {
  const output = join(mkdtempSync(join(folder, 'findings-')), 'findings');
  const start = performance.now();
  const args = [cli, 'test', description, '--endpoint', url, '--output', output, '--format', 'json'];
  const { code, output: text } = await run(process.execPath, args, { timeout: 120_000 });
  const seconds = Math.round((performance.now() - start) / 100) / 10;
  if (code > 1) throw new Error(`rulebook test ended with code ${code}.\n${text}`);
  const found = JSON.parse(text).findings.map(({ operation, assert }) => `${operation} ${assert}`);
  return { found, seconds };
}
