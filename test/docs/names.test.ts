import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifestWords, resolvedManifest } from '../../tools/lib/manifest.mjs';
import { root } from '../cli/command-line';
import { markdownFiles } from './page';

// Commands, settings and options that the pages name must exist.

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly title: string; readonly category?: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, unknown>> };
  };
}

const { contributes } = resolvedManifest(readFileSync(join(root, 'package.json'), 'utf8'), manifestWords(root)) as Manifest;
const commands = contributes.commands.map(({ title, category }) => `${category ?? 'Rulebook'}: ${title.replace(/…$/, '')}`);
const settings = Object.keys(contributes.configuration.properties);
const commandLine = readdirSync(join(root, 'cli/src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(root, 'cli/src', name), 'utf8'))
  .join('\n');

const pages = markdownFiles()
  .filter((path) => (path === 'README.md' || path.startsWith('docs/')) && !path.startsWith('docs/rules/'))
  .map((path) => [path, readFileSync(join(root, path), 'utf8').replace(/\s+/g, ' ')] as const);

describe.each(pages)('%s', (_path, text) => {
  it('names commands that there are', () => {
    const named = [...text.matchAll(/"(Rulebook: [^"]+)"/g)].map(([, name = '']) => name.replace(/[.…]$/, ''));
    expect(named.filter((name) => !commands.includes(name))).toEqual([]);
  });

  it('names settings that there are', () => {
    const named = [...text.matchAll(/settings? `(rulebook\.[A-Za-z.]+)`/g)].map(([, name = '']) => name);
    expect(named.filter((name) => name !== 'rulebook.json' && !settings.includes(name))).toEqual([]);
  });

  it('names options that there are', () => {
    const named = [...text.matchAll(/`rulebook [a-z]+ (--[a-z][a-z-]+)/g)].map(([, name = '']) => name);
    const unknown = named.filter((name) => !commandLine.includes(`${name} `) && !commandLine.includes(`${name}'`));
    expect([...new Set(unknown)]).toEqual([]);
  });
});
