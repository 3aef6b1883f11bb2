import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { productFiles } from './files';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly menus: { readonly commandPalette: readonly { readonly command: string; readonly when: string }[] };
  };
}

const root = join(import.meta.dirname, '../..');
const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const clientSources = productFiles(['client/src']).map((path) => readFileSync(join(root, path), 'utf8'));
const conditions = new Map(contributes.menus.commandPalette.map(({ command, when }) => [command, when]));
const always = contributes.commands.filter(({ command }) => !conditions.has(command));

/** Returns whether a condition holds where a request file is open, and nothing was sent, started or chosen. */
function holdsAtFirst(when: string): boolean {
  return when.split(' || ').some((either) =>
    either.split(' && ').every((term) => {
      if (term.startsWith('!')) return true;
      return term.startsWith('editorLangId =~ ') && /\bhttp\b/.test(term);
    }),
  );
}

describe('the command palette', () => {
  it('offers everywhere only what always can be done', () => {
    expect(always.length).toBeLessThanOrEqual(22);
  });

  it('offers some thirty commands in a request file before anything is sent', () => {
    const offered = [...always, ...[...conditions.values()].filter((when) => holdsAtFirst(when))];
    expect(offered.length).toBeLessThanOrEqual(35);
  });

  it('has conditions of which the extension says whether they hold', () => {
    const keys = [...conditions.values()].flatMap((when) =>
      [...when.matchAll(/\brulebook\.(\w+)/g)].map(([, key = '']) => key),
    );
    const unset = [...new Set(keys)].filter((key) => {
      const set = key.replace(/^hasAnswers/, 'answers');
      return !clientSources.some((text) => text.includes(`'rulebook.${set}'`));
    });
    expect(unset).toEqual([]);
  });
});
