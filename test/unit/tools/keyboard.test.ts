import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keyboardParts } from '../../../tools/docs/keyboard.mjs';
import { manifestWords, resolvedManifest } from '../../../tools/lib/manifest.mjs';

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

it('lists a key that another keymap adds apart', () => {
  const { contributes } = manifest(undefined, '1_one');
  const [binding] = contributes.keybindings;
  const more = [
    { ...binding!, key: 'ctrl+alt+r', when: 'config.rulebook.keymap =~ /^(rest-client|httpyac)$/ && a' },
    { ...binding!, key: 'ctrl+alt+c', when: "config.rulebook.keymap == 'rest-client'" },
  ];
  const { parts } = keyboardParts({ contributes: { ...contributes, keybindings: more } });
  expect(parts.get('keyboard-commands')).toMatch(/\| Rulebook: One +\| {2,}\|/);
  expect(parts.get('keyboard-keymaps')).toMatch(
    /`rest-client` .*`httpyac`[^]*\| Rulebook: One \| `Ctrl\+Alt\+R`, macOS `Cmd\+O` \| `Ctrl\+Alt\+R`, macOS `Cmd\+O` \|/,
  );
});

it('has the keys of both extensions', () => {
  const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly contributes: {
      readonly keybindings: readonly { readonly command: string; readonly key: string; readonly when?: string }[];
    };
  };
  const keysOf = (keymap: string) =>
    contributes.keybindings
      .filter(({ when = '' }) => when.includes('config.rulebook.keymap') && when.includes(keymap))
      .map(({ key, command }) => `${key} ${command.replace('rulebook.', '')}`)
      .sort();
  const both = ['ctrl+alt+e selectEnvironment', 'ctrl+alt+l rerunLast', 'ctrl+alt+r send'];
  expect(keysOf('rest-client')).toEqual(['ctrl+alt+c copyAs', both[0], 'ctrl+alt+k cancelSend', both[1], both[2]]);
  expect(keysOf('httpyac')).toEqual([both[0], 'ctrl+alt+g copyAs', both[1], 'ctrl+alt+n newRequestFile', both[2]]);
});

it('finds none of these in the extension', () => {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  expect(keyboardParts(resolvedManifest(text, manifestWords(root))).problems).toEqual([]);
});
