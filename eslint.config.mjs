import js from '@eslint/js';
import tseslint from 'typescript-eslint';

// Flat config replaces a rule's options instead of merging them, so each folder's list is put together here.

const syntaxBans = {
  noEnum: { selector: 'TSEnumDeclaration', message: 'Use a union of string literals instead of an enum.' },
  noDefaultExport: { selector: 'ExportDefaultDeclaration', message: 'Use a named export.' },
  noReExportAll: { selector: 'ExportAllDeclaration', message: 'Only the entry points of the engine re-export.' },
  noReExport: { selector: 'ExportNamedDeclaration[source]', message: 'Only the entry points of the engine re-export.' },
  noNow: {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'The clock is passed in.',
  },
  noCurrentDate: {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'The clock is passed in.',
  },
  noDateCall: { selector: "CallExpression[callee.name='Date']", message: 'The clock is passed in.' },
  noRandom: {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: 'Random numbers are passed in.',
  },
  noMadeExpression: {
    selector: ":matches(NewExpression, CallExpression)[callee.name='RegExp']:not([arguments.0.type='Literal'])",
    message:
      'Foreign text is compared by `patternOf` of packages/text/src/patterns.ts, which no text slows down; a source of ours is for `expressionOf`.',
  },
  noTextAsExpression: {
    selector:
      "CallExpression[callee.property.name=/^(match|matchAll|search)$/]:matches([arguments.0.type='TemplateLiteral'], [arguments.0.type='Literal']:not([arguments.0.regex]))",
    message: 'The text becomes a regular expression; write `includes`, or a literal.',
  },
};

const { noEnum, noDefaultExport, noReExportAll, noReExport, noNow, noCurrentDate, noDateCall, noRandom } = syntaxBans;
const { noMadeExpression, noTextAsExpression } = syntaxBans;
const inTools = [noEnum, noDefaultExport];
const everywhere = [...inTools, noMadeExpression, noTextAsExpression];
const noReExports = [noReExportAll, noReExport];
const pure = [noNow, noCurrentDate, noDateCall, noRandom];

const imports = {
  vscode: { regex: '^vscode$', message: '`vscode` only in client/.' },
  languageClient: { regex: '^vscode-languageclient(/|$)', message: '`vscode-languageclient` only in client/.' },
  languageServer: { regex: '^vscode-languageserver', message: '`vscode-languageserver*` only in server/.' },
  node: {
    regex: '^node:',
    message: '`node:*` only in packages/platform/src/node, cli, */node-main.ts, scripts and test.',
  },
  bareNode: {
    regex:
      '^(assert|buffer|child_process|crypto|dns|events|fs|http|http2|https|module|net|os|path|perf_hooks|process|readline|stream|tls|tty|url|util|v8|vm|worker_threads|zlib)(/|$)',
    message: 'Write `node:` before the name of a built-in module.',
  },
};

/** Returns the two rules that hold a folder's borders: refused imports and refused syntax. */
function borders(refusedImports, refusedSyntax) {
  return {
    'no-restricted-imports': ['error', { patterns: [imports.bareNode, ...refusedImports] }],
    'no-restricted-syntax': ['error', ...refusedSyntax],
  };
}

const nodeGlobals = ['process', 'Buffer', 'require', '__dirname', '__filename', 'setImmediate'].map((name) => ({
  name,
  message: 'Only node-main.ts may know that this is Node.',
}));

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      '**/node_modules/**',
      'coverage/**',
      'test/**/fixtures/**',
      '**/.vscode-test*/**',
      'site/.{pages,cache,generated}/**',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strict, tseslint.configs.stylistic],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-constant-condition': ['error', { checkLoops: false }],
      'object-shorthand': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['engine/**/*.ts'],
    rules: borders(
      [imports.vscode, imports.languageClient, imports.languageServer, imports.node],
      [...everywhere, ...noReExports, ...pure],
    ),
  },
  {
    files: ['packages/engine/src/{index,**/index}.ts'],
    rules: borders(
      [imports.vscode, imports.languageClient, imports.languageServer, imports.node],
      [...everywhere, ...pure],
    ),
  },
  {
    // The door for expressions that others wrote, and what compiles ours.
    files: ['packages/text/src/{patterns,linear-expression,expressions}.ts'],
    rules: borders(
      [imports.vscode, imports.languageClient, imports.languageServer, imports.node],
      [...inTools, ...noReExports, ...pure],
    ),
  },
  {
    files: ['server/**/*.ts'],
    rules: {
      ...borders([imports.vscode, imports.languageClient, imports.node], [...everywhere, ...noReExports]),
      'no-restricted-globals': ['error', ...nodeGlobals],
    },
  },
  {
    files: ['client/**/*.ts'],
    rules: {
      ...borders([imports.languageServer, imports.node], [...everywhere, ...noReExports]),
      'no-restricted-globals': ['error', ...nodeGlobals],
    },
  },
  {
    files: ['packages/platform/src/**/*.ts'],
    rules: borders(
      [imports.vscode, imports.languageClient, imports.languageServer, imports.node],
      [...everywhere, ...noReExports],
    ),
  },
  {
    files: ['packages/node/src/**/*.ts', 'cli/**/*.ts'],
    rules: borders([imports.vscode, imports.languageClient, imports.languageServer], [...everywhere, ...noReExports]),
  },
  {
    files: ['server/src/node-main.ts'],
    rules: {
      ...borders([imports.vscode, imports.languageClient], [...everywhere, ...noReExports]),
      'no-restricted-globals': 'off',
    },
  },
  {
    files: ['client/src/node-main.ts'],
    rules: {
      ...borders([imports.languageServer], [...everywhere, ...noReExports]),
      'no-restricted-globals': 'off',
    },
  },
  {
    files: ['site/**/*.ts'],
    rules: {
      ...borders([imports.vscode, imports.languageClient, imports.node], [...everywhere, ...noReExports]),
      'no-restricted-globals': ['error', ...nodeGlobals],
    },
  },
  {
    files: ['test/**/*.ts', 'scripts/**/*.mjs', 'test/**/*.mjs', 'site/build/**/*.mjs'],
    rules: { 'no-restricted-syntax': ['error', ...inTools, ...noReExports] },
  },
  {
    files: ['test/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    // tsc checks the names in these files (checkJs), and knows which are there.
    files: ['**/*.mjs', '**/*.ts'],
    rules: { 'no-undef': 'off' },
  },
  {
    // VitePress and vitest take them by their default export.
    files: [
      '*.config.mjs',
      'site/.vitepress/config.mjs',
      'site/.vitepress/theme/index.ts',
      'scripts/mutate/test-runner.mjs',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
