import { LSPPlugin } from '@codemirror/lsp-client';
import { StateEffect, StateField } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { keymap, showTooltip } from '@codemirror/view';
import type { Tooltip, EditorView } from '@codemirror/view';
import type { CodeAction, Command } from 'vscode-languageserver-protocol';
import { element } from './elements';
import { applyLspEdits, editsOf } from './text-edits';

const setMenu = StateEffect.define<Tooltip | null>();
const menuField = StateField.define<Tooltip | null>({
  create: () => null,
  update: (menu, transaction) => {
    for (const effect of transaction.effects) if (effect.is(setMenu)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : menu;
  },
  provide: (field) => showTooltip.from(field),
});

/** Quick fixes and refactorings at the cursor, by Ctrl+. (⌘.). */
export const quickFixes: Extension = [
  menuField,
  keymap.of([
    { key: 'Mod-.', preventDefault: true, run: (view) => (openQuickFixes(view), true) },
    { key: 'Escape', run: closeMenu },
  ]),
];

/** Opens the menu of what can be changed at the cursor. */
export function openQuickFixes(view: EditorView): void {
  void showMenu(view);
}

async function showMenu(view: EditorView): Promise<void> {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return;
  plugin.client.sync();
  const { doc, selection } = view.state;
  const { from, to } = selection.main;
  const params = {
    textDocument: { uri: plugin.uri },
    range: { start: plugin.toPosition(from), end: plugin.toPosition(to) },
    context: { diagnostics: [] },
  };
  const found = await plugin.client.request<typeof params, readonly (CodeAction | Command)[] | null>(
    'textDocument/codeAction',
    params,
  );
  if (view.state.doc !== doc) return;
  const choices = (found ?? []).flatMap((action) => {
    const edits = 'command' in action && typeof action.command === 'string' ? undefined : editsOf(action as CodeAction);
    return edits === undefined ? [] : [{ title: action.title, run: () => applyLspEdits(view, edits, doc) }];
  });
  const dom = menuOf(view, choices);
  view.dispatch({ effects: setMenu.of({ pos: from, create: () => ({ dom, mount: () => focusFirst(dom) }) }) });
}

function menuOf(
  view: EditorView,
  choices: readonly { readonly title: string; readonly run: () => void }[],
): HTMLElement {
  const items = choices.map(({ title, run }) =>
    element(
      'button',
      {
        type: 'button',
        role: 'menuitem',
        tabindex: '-1',
        onclick: () => {
          closeMenu(view);
          run();
          view.focus();
        },
      },
      title,
    ),
  );
  const menu = element('div', { class: 'pg-menu', role: 'menu', 'aria-label': 'Quick fixes' }, ...items);
  if (items.length === 0) menu.append(element('p', { tabindex: '-1' }, 'There is no quick fix here.'));
  menu.addEventListener('keydown', (event) => {
    const at = items.findIndex((item) => item === document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (next !== undefined) items[(next + items.length) % items.length]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') {
      closeMenu(view);
      view.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return menu;
}

function focusFirst(menu: HTMLElement): void {
  menu.querySelector<HTMLElement>('button, p')?.focus();
}

function closeMenu(view: EditorView): boolean {
  if (view.state.field(menuField) === null) return false;
  view.dispatch({ effects: setMenu.of(null) });
  return true;
}

/** Applies all quick fixes that keep the meaning of the requests. */
export async function fixAll(view: EditorView): Promise<boolean> {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return false;
  plugin.client.sync();
  const { doc } = view.state;
  const params = {
    textDocument: { uri: plugin.uri },
    range: { start: plugin.toPosition(0), end: plugin.toPosition(doc.length) },
    context: { diagnostics: [], only: ['source.fixAll'] },
  };
  const found = await plugin.client.request<typeof params, readonly CodeAction[] | null>(
    'textDocument/codeAction',
    params,
  );
  const edits = (found ?? []).flatMap((action) => editsOf(action) ?? []);
  return edits.length > 0 && applyLspEdits(view, edits, doc);
}
