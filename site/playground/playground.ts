import type { PublishDiagnosticsParams } from 'vscode-languageserver-protocol';
import { createEditor, type Editor } from './editor';
import { connect, requestFile, type Connection } from './connection';
import { createDescriptionPanel } from './description-panel';
import { element } from './elements';
import { examples, findExample, firstExample, type Example } from './examples';
import { filesFor } from './files';
import { fragmentOf, readFragment, type Shared } from './link';
import { listProblems, showDiagnostics } from './problems';
import { fixAll, openQuickFixes } from './quick-fixes';

/** A running playground. */
export interface Playground {
  readonly close: () => void;
}

/** The address follows the text when nothing was typed for so long, in milliseconds. */
const pauseBeforeLink = 500;

/** Starts the playground in an element of the page; `base` is the address below which the site is. */
export async function startPlayground(place: HTMLElement, base: string): Promise<Playground> {
  const shown = createParts();
  const { status, note, summary, list, editorPlace } = shown;
  const chooser = chooserOf((example) => {
    open(example);
    say(`“${example.title}” is open.`);
  });

  let shared: Shared = firstExample;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  const say = (message: string): void => {
    status.textContent = message;
  };
  const warn = (message: string): void => {
    note.hidden = message === '';
    note.textContent = message;
  };
  const receive = ({ uri, version, diagnostics }: PublishDiagnosticsParams): void => {
    if (uri !== requestFile) {
      panel.showProblems(uri, diagnostics);
      return;
    }
    if (!editor.isCurrent(version)) return;
    showDiagnostics(editor.view, diagnostics);
    summary.textContent = listProblems(list, editor.view, diagnostics);
    // Says which text the list is about.
    place.dataset.checked = chooser.value;
  };

  const current = (): Shared => ({ ...shared, text: editor.text() });
  const choose = (): Example | undefined => {
    const now = current();
    const example = examples.find((one) => isSame(one, now));
    chooser.value = example?.id ?? '';
    return example;
  };
  const writeLink = async (): Promise<boolean> => {
    const example = choose();
    const fragment = example ? `example=${example.id}` : await fragmentOf(current());
    if (isClosed) return false;
    history.replaceState(history.state, '', `${location.pathname}${location.search}${fragment ? `#${fragment}` : ''}`);
    return fragment !== undefined;
  };
  const writeLinkLater = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void writeLink(), pauseBeforeLink);
  };
  const open = (next: Shared): void => {
    const isOther = next.description !== shared.description || next.configuration !== shared.configuration;
    shared = next;
    warn('');
    panel.show(next.description);
    editor.replace(next.text);
    choose();
    if (isOther) void connection.setFiles(filesFor(next));
    writeLinkLater();
  };
  const openFragment = async (): Promise<void> => {
    const fragment = await readFragment(location.hash);
    if (fragment.kind === 'shared') open(fragment);
    else if (fragment.kind === 'bad') warn(`${fragment.message} An example is shown instead.`);
    else if (fragment.kind === 'example') {
      const example = findExample(fragment.id);
      if (example) open(example);
      else warn('There is no such example any more. Choose another one.');
    }
  };
  const copyLink = async (): Promise<void> => {
    clearTimeout(timer);
    if (!(await writeLink())) {
      say('The text is too long for a link. Share it as a file.');
      return;
    }
    say(await copyAddress());
  };

  const panel = createDescriptionPanel((description) => {
    const { configuration: _, ...rest } = current();
    const { description: __, ...withoutDescription } = rest;
    shared = description ? { ...withoutDescription, description } : withoutDescription;
    void connection.setFiles(filesFor(shared));
    say(description ? 'The description is read.' : 'The description is removed.');
    writeLinkLater();
  });
  const buttons = [
    panel.button,
    act('Quick fix', 'Quick fixes at the cursor (Ctrl+. or ⌘.)', () => {
      openQuickFixes(editor.view);
    }),
    act('Fix all', 'Apply all quick fixes that keep the meaning', async () => {
      say((await fixAll(editor.view)) ? 'All safe quick fixes are applied.' : 'There is nothing to fix safely.');
    }),
    act('Format', 'Format the file (Shift+Alt+F)', () => {
      editor.format();
      say('');
    }),
    act('Copy link', 'Copy a link that carries the text', copyLink),
  ];
  place.replaceChildren(...layOut({ ...shown, chooser, buttons, panel: panel.dom }));

  const connection: Connection = connect(base, filesFor(shared), { onDiagnostics: receive, onMessage: warn });
  const editor: Editor = createEditor(editorPlace, shared.text, connection, writeLinkLater);
  const onHash = (): void => void openFragment();
  window.addEventListener('hashchange', onHash);
  choose();
  await openFragment();
  place.dataset.ready = 'true';
  return {
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      window.removeEventListener('hashchange', onHash);
      editor.view.destroy();
      connection.close();
    },
  };
}

/** The elements of the page. */
type Parts = Readonly<Record<'status' | 'note' | 'panel' | 'editorPlace' | 'summary' | 'list', HTMLElement>> & {
  readonly chooser: HTMLSelectElement;
  readonly buttons: readonly HTMLElement[];
};

function createParts() {
  return {
    status: element('span', { class: 'pg-status', role: 'status' }),
    note: element('p', { class: 'pg-note', role: 'alert', hidden: true }),
    summary: element('span', { class: 'pg-summary', role: 'status' }, 'Starting …'),
    list: element('ul', { class: 'pg-list' }),
    editorPlace: element('div', { class: 'pg-editor' }),
  };
}

function layOut({ chooser, buttons, status, note, panel, editorPlace, summary, list }: Parts): readonly HTMLElement[] {
  return [
    element(
      'div',
      { class: 'pg-bar', role: 'group', 'aria-label': 'Playground' },
      chooserLabel(chooser),
      ...buttons,
      status,
    ),
    note,
    panel,
    editorPlace,
    element(
      'section',
      { class: 'pg-problems', 'aria-label': 'Problems' },
      element('p', { class: 'pg-title' }, element('strong', {}, 'Problems'), summary),
      list,
    ),
  ];
}

function act(title: string, hint: string, run: () => unknown): HTMLElement {
  return element('button', { type: 'button', title: hint, onclick: () => void run() }, title);
}

/** Copies the address, and returns what is said of it. */
async function copyAddress(): Promise<string> {
  try {
    await navigator.clipboard.writeText(location.href);
    return 'The link is copied. It holds the text; nothing was sent.';
  } catch {
    return 'Copy the link from the address bar: this browser does not let the page copy it.';
  }
}

function chooserOf(onChoose: (example: Example) => void): HTMLSelectElement {
  const groups = [...new Set(examples.map(({ group }) => group))].map((group) => {
    const options = examples.filter((one) => one.group === group);
    return element(
      'optgroup',
      { label: group },
      ...options.map(({ id, title }) => element('option', { value: id }, title)),
    );
  });
  const own = element('option', { value: '' }, 'Your own text');
  const chooser = element('select', { id: 'pg-example' }, own, ...groups);
  chooser.addEventListener('change', () => {
    const example = findExample(chooser.value);
    if (example) onChoose(example);
  });
  return chooser;
}

function chooserLabel(chooser: HTMLSelectElement): HTMLElement {
  return element('label', { class: 'pg-chooser', for: chooser.id }, 'Example', chooser);
}

function isSame(one: Shared, other: Shared): boolean {
  const isText = one.text === other.text && one.configuration === other.configuration;
  return isText && one.description?.text === other.description?.text;
}
