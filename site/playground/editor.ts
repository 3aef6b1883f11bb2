import { acceptCompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { formatDocument, formatKeymap, LSPPlugin } from '@codemirror/lsp-client';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  tooltips,
} from '@codemirror/view';
import { completion } from './completion';
import { requestFile, type Connection } from './connection';
import { httpLanguage } from './http-language';
import { quickFixes } from './quick-fixes';

/** The editor of the request file. */
export interface Editor {
  readonly view: EditorView;
  readonly text: () => string;
  /** Puts another text into the editor. */
  readonly replace: (text: string) => void;
  readonly format: () => void;
  /** Returns whether what the server says about this version is about the text that is shown. */
  readonly isCurrent: (version: number | undefined) => boolean;
}

/** The server receives changes when nothing was typed for so long, in milliseconds. */
const pauseBeforeCheck = 150;

/** Makes the editor. */
export function createEditor(parent: HTMLElement, text: string, { client }: Connection, onChange: () => void): Editor {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const followChanges = EditorView.updateListener.of(({ docChanged }) => {
    if (!docChanged) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      client.sync();
    }, pauseBeforeCheck);
    onChange();
  });
  const view = new EditorView({
    parent,
    doc: text,
    extensions: [
      lineNumbers(),
      lintGutter(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSpecialChars(),
      history(),
      drawSelection(),
      bracketMatching(),
      closeBrackets(),
      highlightSelectionMatches(),
      search({ top: true }),
      indentUnit.of('  '),
      EditorState.tabSize.of(2),
      EditorView.lineWrapping,
      tooltips({ position: 'fixed' }),
      EditorView.contentAttributes.of({ 'aria-label': 'Request file', spellcheck: 'false', tabindex: '0' }),
      httpLanguage,
      completion,
      quickFixes,
      // Tab accepts a completion, and otherwise leaves the editor, as everywhere on the page.
      keymap.of([
        { key: 'Tab', run: acceptCompletion },
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...formatKeymap,
        ...lintKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      client.plugin(requestFile, 'http'),
      followChanges,
    ],
  });
  return {
    view,
    text: () => view.state.doc.toString(),
    replace: (next) => {
      if (next === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next }, selection: { anchor: 0 } });
    },
    format: () => {
      formatDocument(view);
    },
    isCurrent: (version) => {
      const file = client.workspace.getFile(requestFile);
      const isSynced = LSPPlugin.get(view)?.unsyncedChanges.empty ?? false;
      return isSynced && (version === undefined || version === file?.version);
    },
  };
}
