// The parts of `npm test`, in the order in which they start.
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** @typedef {import('./parts.mjs').Part} Part */
/** @typedef {import('./parts.mjs').Run} Run */

/** @type {Part[]} */
export const parts = [
  { name: 'build', command: () => node('tools/build.mjs') },
  { name: 'types', command: () => tool('typescript-native/bin/tsc', '-b') },
  tests({
    name: 'unit',
    // Those next to the files that they hold, and what crosses packages.
    files: [
      '../packages',
      '../services',
      'unit',
      'rules',
      'sandbox',
      'dialects',
      'services',
      'descriptions',
      'grammar',
      'architecture',
      'pages',
      'queries',
    ],
    // Large inputs, many random ones, other programs and browsers: a third of the time, and seldom what a change breaks.
    slow: [
      'architecture/expressions.test.ts',
      'dialects',
      'pages',
      'services',
      'rules/truth.test.ts',
      'sandbox/frame/state-change.test.ts',
      'sandbox/frame/table.test.ts',
      'unit/client/large-response.test.ts',
      'unit/convert/conversions.test.ts',
      'unit/description/openapi/corpus.test.ts',
      'unit/description/openapi/corpus-features.test.ts',
      'unit/description/openapi/mutations.test.ts',
      'unit/features/automatic.test.ts',
      'unit/features/everywhere.test.ts',
      'unit/format/format-file.test.ts',
      'unit/platform/http/large-bodies.test.ts',
      'unit/platform/http/transport-body.test.ts',
      'unit/rules/bad-input.test.ts',
      'unit/rules/broken-bodies.test.ts',
      'unit/rules/large-body.test.ts',
      'unit/rules/mutated-examples.test.ts',
      'unit/sending/variables/materialise.test.ts',
      'unit/tools',
    ],
    after: ['build'],
  }),
  { name: 'lint', command: () => tool('oxlint/bin/oxlint', '--deny-warnings') },
  { name: 'format', command: () => tool('oxfmt/bin/oxfmt', '--check') },
  // Fetches the packages that they are compiled from.
  { name: 'descriptions', command: () => node('tools/descriptions.mjs', '--check'), isLong: true },
  { name: 'generated', command: () => node('tools/docs.mjs', '--check'), after: ['build'] },
  tests({
    name: 'protocol',
    files: ['lsp', 'clients'],
    // What sends really sends, and what indexes has large folders.
    slow: [
      'clients',
      'lsp/edits/bad-input.test.ts',
      'lsp/canary.test.ts',
      'lsp/edits/many-findings.test.ts',
      'lsp/names/names-index.test.ts',
      'lsp/sending/own-services.test.ts',
      'lsp/edits/random-edits.test.ts',
      'lsp/sending/send.test.ts',
      'lsp/sending/send-runs.test.ts',
    ],
    needsBundles: true,
  }),
  tests({
    name: 'cli',
    files: ['cli'],
    quick: [
      'cli/check/check.test.ts',
      'cli/check/explain.test.ts',
      'cli/check/format.test.ts',
      'cli/run/run-dependencies.test.ts',
    ],
    needsBundles: true,
  }),
  tests({
    name: 'docs',
    files: ['docs'],
    // All but `examples.test.ts`, which carries out each example of each page.
    quick: ['completeness', 'findable', 'links', 'names', 'page', 'paths', 'promises', 'troubleshooting'].map(
      (name) => `docs/${name}.test.ts`,
    ),
    needsBundles: true,
  }),
  tests({ name: 'packages', files: ['packages', 'release', 'integrations'], isLong: true, needsBundles: true }),
  tests({ name: 'oracle', files: ['oracle'], isLong: true, needsBundles: true }),
  tests({ name: 'scaling', files: ['scaling'], isLong: true }),
  { name: 'site', command: () => node('test/site/run.mjs'), isLong: true, after: ['types'] },
  editor({ name: 'editor-suite', file: 'test/editor/run-suite.mjs', isAlone: false }),
  editor({ name: 'editor-web', file: 'test/editor/web.mjs', isLong: true }),
  // It repeats the failed parts of a window, which must not end the others.
  editor({ name: 'editor-ui', file: 'test/editor/ui.mjs', isLong: true, repeatsItself: true, minutes: 40 }),
];

/**
 * Returns the arguments of vitest for some parts, whole or as far as each change needs them.
 * @param {readonly Pick<Part, 'files' | 'quick' | 'slow'>[]} chosen
 * @param {boolean} isWhole
 */
export function filtersOf(chosen, isWhole) {
  const names = chosen.flatMap(({ files = [], quick = files }) => (isWhole ? files : quick));
  const slow = isWhole ? [] : chosen.flatMap((part) => part.slow ?? []);
  // vitest looks for `packages/` anywhere in the path from the root, and so finds `test/packages/`, too.
  const alike = names.flatMap((name) => (name.startsWith('../') ? name.slice(3) : []));
  return [
    ...alike.filter((name) => !names.includes(name)).flatMap((name) => ['--exclude', `test/${name}/**`]),
    // By their whole paths: vitest takes each file whose path contains what is given.
    ...names.map((name) => join(root, 'test', name, name.endsWith('.ts') ? '' : '/')),
    ...slow.flatMap((name) => ['--exclude', `test/${name}${name.endsWith('.ts') ? '' : '/**'}`]),
  ];
}

/** @param {Omit<Part, 'command'>} part */
function tests(part) {
  const { needsBundles = false } = part;
  return {
    ...part,
    /** @param {Run} run */
    command: ({ isWhole, report, files = [] }) =>
      tool(
        'vitest/vitest.mjs',
        'run',
        ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
        ...(files.length > 0 ? files : filtersOf([part], isWhole)),
      ),
    after: needsBundles ? ['build', 'types'] : part.after,
  };
}

/**
 * Returns a part that works in a real editor. When the machine is busy, keys may be lost, so nothing else runs while keys are pressed.
 * @param {{ name: string, file: string, isLong?: boolean, isAlone?: boolean, repeatsItself?: boolean, minutes?: number }} part
 */
function editor({ file, ...part }) {
  return { isAlone: true, ...part, command: () => node(file), isEditor: true, after: ['build'] };
}

/** @param {string} file */
function node(file, ...args) {
  return [process.execPath, file, ...args];
}

/**
 * The command of a tool of ours, by its file: `npx` would cost half a second and could download something.
 * @param {string} file
 * @param {string[]} args
 */
export function tool(file, ...args) {
  return node(join('node_modules', file), ...args);
}
