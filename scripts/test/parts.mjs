// The parts of `npm test`; each is behind those that it needs. `seconds` is about how long a whole part takes on two busy cores.
import { join } from 'node:path';

/** @typedef {import('./parts.mjs').Part} Part */
/** @typedef {import('./parts.mjs').Run} Run */

/** @type {Part[]} */
export const parts = [
  { name: 'build', seconds: 20, command: () => node('scripts/build.mjs') },
  { name: 'types', seconds: 45, command: () => tool('typescript-native/bin/tsc', '-b') },
  tests({
    name: 'unit',
    seconds: 500,
    files: ['unit', 'rules', 'sandbox', 'dialects', 'services', 'descriptions', 'grammar', 'architecture', 'pages'],
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
      'unit/scripts',
    ],
    after: ['build'],
  }),
  { name: 'lint', seconds: 45, command: () => tool('oxlint/bin/oxlint', '--deny-warnings') },
  { name: 'format', seconds: 5, command: () => tool('oxfmt/bin/oxfmt', '--check') },
  // Fetches the packages that they are compiled from.
  { name: 'descriptions', seconds: 60, command: () => node('scripts/descriptions.mjs', '--check'), isLong: true },
  { name: 'generated', seconds: 20, command: () => node('scripts/docs.mjs', '--check'), after: ['build'] },
  tests({
    name: 'protocol',
    seconds: 330,
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
    seconds: 330,
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
    seconds: 180,
    files: ['docs'],
    // All but `examples.test.ts`, which carries out each example of each page.
    quick: ['completeness', 'findable', 'links', 'names', 'page', 'paths', 'promises', 'troubleshooting'].map(
      (name) => `docs/${name}.test.ts`,
    ),
    needsBundles: true,
  }),
  tests({
    name: 'packages',
    seconds: 200,
    files: ['packages', 'release', 'integrations'],
    isLong: true,
    needsBundles: true,
  }),
  tests({ name: 'oracle', seconds: 60, files: ['oracle'], isLong: true, needsBundles: true }),
  tests({ name: 'scaling', seconds: 100, files: ['scaling'], isLong: true }),
  { name: 'site', seconds: 230, command: () => node('test/site/run.mjs'), isLong: true, after: ['types'] },
  editor({ name: 'editor-suite', seconds: 60, file: 'test/editor/run-suite.mjs' }),
  editor({ name: 'editor-web', seconds: 100, file: 'test/editor/web.mjs', isLong: true }),
  // A window that repeats a part on a busy machine must not end the others.
  editor({ name: 'editor-ui', seconds: 900, file: 'test/editor/ui.mjs', isLong: true, minutes: 40 }),
];

/**
 * Returns the arguments of vitest for some parts, whole or as far as each change needs them.
 * @param {readonly Pick<Part, 'files' | 'quick' | 'slow'>[]} chosen
 * @param {boolean} isWhole
 */
export function filtersOf(chosen, isWhole) {
  const names = chosen.flatMap(({ files = [], quick = files }) => (isWhole ? files : quick));
  const slow = isWhole ? [] : chosen.flatMap((part) => part.slow ?? []);
  return [
    ...names.map((name) => `test/${name}${name.endsWith('.ts') ? '' : '/'}`),
    ...slow.flatMap((name) => ['--exclude', `test/${name}${name.endsWith('.ts') ? '' : '/**'}`]),
  ];
}

/** @param {Omit<Part, 'command'>} part */
function tests(part) {
  const { needsBundles = false } = part;
  return {
    ...part,
    /** @param {Run} run */
    command: ({ isWhole, report }) =>
      tool(
        'vitest/vitest.mjs',
        'run',
        ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
        ...filtersOf([part], isWhole),
      ),
    after: needsBundles ? ['build', 'types'] : part.after,
  };
}

/**
 * Returns a part that works in a real editor. It waits more than it computes, so other parts run next to it, but no other editor.
 * @param {{ name: string, seconds: number, file: string, isLong?: boolean, minutes?: number }} part
 */
function editor({ file, ...part }) {
  return { ...part, command: () => node(file), isEditor: true, after: ['build'] };
}

/**
 * Returns the parts in the order in which they are best started: first what ends last, with what waits for it.
 * @param {readonly Part[]} chosen
 */
export function longestFirst(chosen) {
  /** @type {(part: Part) => number} */
  const left = ({ name, seconds }) =>
    seconds + Math.max(0, ...chosen.filter(({ after = [] }) => after.includes(name)).map(left));
  return [...chosen].sort((a, b) => left(b) - left(a));
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
