import tseslint from 'typescript-eslint';

const only = (folder, ...patterns) => ({ group: patterns, message: `Only ${folder} may import this.` });
const nodeOnly = only('platform/node, cli, */node-main.ts, scripts and test', 'node:*');
const vscodeOnly = only('client/', 'vscode', 'vscode-languageclient', 'vscode-languageclient/*');
const serverOnly = only('server/', 'vscode-languageserver', 'vscode-languageserver/*', 'vscode-languageserver-*');
const restrict = (...patterns) => ['error', { patterns }];

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', '**/*.d.ts'] },
  ...tseslint.configs.strict,
  {
    files: ['**/*.ts'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-invalid-void-type': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
        { selector: 'TSEnumDeclaration', message: 'Use a union of strings.' },
      ],
      eqeqeq: 'error',
    },
  },
  {
    files: ['engine/**/*.ts'],
    rules: {
      'no-restricted-imports': restrict(nodeOnly, vscodeOnly, serverOnly),
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'The clock is passed in.' },
        { object: 'Math', property: 'random', message: 'Random numbers are passed in.' },
      ],
    },
  },
  {
    files: ['platform/node/**/*.ts', 'cli/**/*.ts'],
    rules: { 'no-restricted-imports': restrict(vscodeOnly, serverOnly) },
  },
  {
    files: ['platform/browser/**/*.ts'],
    rules: { 'no-restricted-imports': restrict(nodeOnly, vscodeOnly, serverOnly) },
  },
  {
    files: ['server/src/**/*.ts'],
    ignores: ['server/src/node-main.ts'],
    rules: { 'no-restricted-imports': restrict(nodeOnly, vscodeOnly) },
  },
  {
    files: ['client/src/**/*.ts'],
    ignores: ['client/src/node-main.ts'],
    rules: { 'no-restricted-imports': restrict(nodeOnly, serverOnly) },
  },
  { files: ['test/**/*.ts'], rules: { '@typescript-eslint/no-non-null-assertion': 'off' } },
);
