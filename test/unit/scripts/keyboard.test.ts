import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keyboardParts } from '../../../scripts/docs/keyboard.mjs';
import { manifestWords, resolvedManifest } from '../../../scripts/lib/manifest.mjs';

const root = join(import.meta.dirname, '../../..');

function manifest(when: string | undefined, group: string) {
  const command = 'rulebook.one';
  return {
    contributes: {
      commands: [{ command, title: 'One', category: 'Rulebook' }],
      keybindings: [{ command, key: 'ctrl+alt+o', mac: 'cmd+o' }],
      views: { rulebook: [{ id: 'rulebook.sandbox', name: 'Sandbox' }] },
      menus: {
        commandPalette: when === undefined ? [] : [{ command, when }],
        'view/item/context':
          group === '' ? [] : [{ command, when: 'view == rulebook.sandbox && viewItem == one', group }],
        ...{ 'view/title': [], 'rulebook.request': [], 'rulebook.response': [], 'editor/context': [] },
        ...{ 'explorer/context': [], 'file/newFile': [] },
      },
    },
  };
}

it('lists a command with its keys and places', () => {
  const { parts, problems } = keyboardParts(manifest(undefined, '1_one'));
  expect(problems).toEqual([]);
  expect(parts.get('keyboard-commands')).toContain(
    '| Rulebook: One | `Ctrl+Alt+O`, macOS `Cmd+O` | context menu in the view **Sandbox** |',
  );
});

it('finds a command that the keyboard does not reach, and a button without an entry of the menu', () => {
  expect(keyboardParts(manifest('false', '')).problems).toEqual([
    'rulebook.one is not reached by the keyboard: neither palette nor menu',
  ]);
  expect(keyboardParts(manifest('false', 'inline@1')).problems).toEqual([
    'rulebook.one is not reached by the keyboard: neither palette nor menu',
    'rulebook.one is a button at an item, and not in its context menu',
  ]);
});

it('finds none of these in the extension', () => {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  expect(keyboardParts(resolvedManifest(text, manifestWords(root))).problems).toEqual([]);
});
