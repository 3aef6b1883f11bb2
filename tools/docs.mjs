// Writes what is generated of the documentation; each subject is a file in tools/docs.
//   --check   write nothing; fail when something is missing, outdated or left over
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'jsonc-parser';
import { format } from 'oxfmt';
import { agentFiles } from './docs/agents.mjs';
import { commandLineParts } from './docs/command-line.mjs';
import { configurationParts } from './docs/configuration.mjs';
import { documentsPage } from './docs/documents.mjs';
import { featureParts } from './docs/features.mjs';
import { grammarFile } from './docs/grammar.mjs';
import { keyboardParts } from './docs/keyboard.mjs';
import { languageParts } from './docs/language.mjs';
import { filledPages } from './docs/parts.mjs';
import { registry } from './docs/registry.mjs';
import { ruleIndex } from './docs/rule-index.mjs';
import { rulePages } from './docs/rule-pages.mjs';
import { schemaFile } from './docs/schema.mjs';
import { lineEndingsSource, serviceLists } from './docs/services.mjs';
import { packageFile } from './docs/settings.mjs';
import { wordBundle } from './docs/words.mjs';
import { loadEngine } from './lib/load-engine.mjs';

const root = join(import.meta.dirname, '..');

/** Folders in which every page is generated. */
const generatedFolders = ['docs/rules'];

/** How `npm run format` lays out files. */
const {
  ignorePatterns: _ignored,
  $schema: _schema,
  ...layout
} = parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8'));

const files = new Map();
const isCheck = process.argv.includes('--check');
// The engine is made with the registries of the rules and services, so these are written before the engine is loaded.
const { productNames, serviceNames } = await loadEngine('packages/services/src/names');
for (const [path, text] of [...registry(root), ...serviceLists(root, serviceNames, productNames)])
  files.set(path, await formatted(path, text));
if (!isCheck) writeFiles();

const { createEngine } = await loadEngine();
const { configurationSchema, configurationShape, defaultConfiguration, settingSchemas } = await loadEngine(
  'packages/sender/src/configuration/index',
);
const { lineEndingsOf } = await loadEngine('packages/catalogue/src/line-paths');
const { bodyFileNames } = await loadEngine('packages/sender/src/configuration/associate-body');
const { rules, catalogue } = createEngine();
const documents = documentsPage({ catalogue });
const { files: manifest, shown: shownManifest } = packageFile({ root, settingSchemas, bodyFileNames });
const words = wordBundle(root);
const whole = new Map([
  ...ruleIndex({ rules, root }),
  ...rulePages({ rules, catalogue, root }),
  ...documents.pages,
  ...schemaFile({ rules, configurationSchema }),
  ...manifest,
  ...words.files,
  ...(await grammarFile(root)),
  ['packages/services/src/line-endings.ts', lineEndingsSource(lineEndingsOf(catalogue.services))],
]);
const commandLine = await commandLineParts(root);
/** The generated parts of hand-written pages, by name. */
const language = await languageParts({ createEngine, defaultConfiguration });
const keyboard = keyboardParts(shownManifest);
const parts = new Map([
  ...keyboard.parts,
  ...configurationParts({ configurationShape, manifest: shownManifest }),
  ...language.parts,
  ...(await featureParts()).parts,
  ...commandLine,
]);
const filled = filledPages(root, parts, whole);

for (const [path, text] of [...whole, ...filled.pages]) files.set(path, await formatted(path, text));
const [commands = '', exitCodes = ''] = ['commands', 'exit-codes'].map((name) => commandLine.get(name));
for (const [path, text] of agentFiles({ root, commands, exitCodes }))
  files.set(path, path.endsWith('.txt') ? text : await formatted(path, text));
const problems = [
  ...documents.problems,
  ...language.problems,
  ...words.problems,
  ...keyboard.problems,
  ...filled.problems,
];

if (isCheck) check();
else write();
for (const line of filled.added) console.log(line);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

async function formatted(path, text) {
  const { code, errors } = await format(path, text, layout);
  if (errors.length > 0) throw new Error(`${path} cannot be laid out: ${errors[0]?.message}`);
  return code;
}

function write() {
  for (const path of leftOver()) rmSync(join(root, path));
  writeFiles();
  console.log(`${files.size} generated files`);
}

function writeFiles() {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    if (!isCurrent(path, text)) writeFileSync(join(root, path), text);
  }
}

function check() {
  const stale = [...files].filter(([path, text]) => !isCurrent(path, text)).map(([path]) => `outdated: ${path}`);
  const extra = leftOver().map((path) => `left over: ${path}`);
  if (stale.length + extra.length > 0) problems.push(...stale, ...extra, 'Run `npm run docs` and commit the result.');
  else if (problems.length === 0) console.log(`${files.size} generated files are up to date`);
}

function isCurrent(path, text) {
  return existsSync(join(root, path)) && readFileSync(join(root, path), 'utf8') === text;
}

function leftOver() {
  return generatedFolders
    .flatMap((folder) =>
      existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => `${folder}/${name}`) : [],
    )
    .filter((path) => path.endsWith('.md') && !files.has(path));
}
