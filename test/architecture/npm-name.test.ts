import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryFiles } from './files';

// On npm, `rulebook` is the package of another project, with a command of that name: who gets it runs a stranger's program.

const root = join(import.meta.dirname, '../..');
const { npmName } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly npmName: string };

/** Words by which a line gets or imports the package of the wrong name. */
const strangers: readonly RegExp[] = [
  /\bnpm (?:install|i|add|exec|view|link)\b[^\n`|;&]*[ '"]rulebook(?![-\w./])/,
  /\b(?:npx|bunx|pnpm dlx|yarn dlx|pnpm add|yarn add)(?: -{1,2}[\w-]+)* rulebook(?![-\w./])/,
  /(?<![\w/-])rulebook@(?:\d|latest|\$\{)/,
  /(?:from|import|require|resolve)[\s(]*['"`]rulebook(?:\/|['"`])/,
  /node_modules\/rulebook(?![-\w])/,
];
const findStrangers = (text: string): readonly string[] =>
  text.split('\n').filter((line) => strangers.some((pattern) => pattern.test(line)));

describe('the name of the npm package', () => {
  it.each([
    ['npm install --global rulebook', 1],
    ['npm install --save-dev vitest rulebook', 1],
    ['npx rulebook check .', 1],
    ['npx --yes rulebook@0.1.0 check', 1],
    ["import { startSandbox } from 'rulebook/testing';", 1],
    ["await import('rulebook/engine')", 1],
    ['node_modules/rulebook/dist/cli.js', 1],
    ['`rulebook@${version}`', 1],
    ['npm install --global rulebook-http', 0],
    ['npx rulebook-http check .', 0],
    ["import { createEngine } from '@rulebook/engine';", 0],
    ["import { startSandbox } from 'rulebook-http/testing';", 0],
    ['npm ci, npm run build, then npm link; rulebook check', 0],
  ])('is wrong in %j: %i', (line, found) => {
    expect(findStrangers(line)).toHaveLength(found);
  });

  it('is our own wherever it is written', () => {
    expect(npmName).not.toBe('rulebook');
    const files = repositoryFiles().filter(
      (file) => !/\.(?:png|br|lock|wasm|ico|gz)$|^test\/architecture\/npm-name/.test(file) && file !== 'CHANGELOG.md',
    );
    const found = files.flatMap((file) =>
      findStrangers(readFileSync(join(root, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });

  it('is on the pages that say how to get it', () => {
    for (const page of [
      'cli/README.md',
      'docs/command-line.md',
      'docs/testing.md',
      'docs/api.md',
      'docs/integrations.md',
    ])
      expect(readFileSync(join(root, page), 'utf8')).toContain(npmName);
  });
});
