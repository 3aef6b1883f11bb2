import { html } from '@codemirror/lang-html';
import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { xml } from '@codemirror/lang-xml';
import { yaml } from '@codemirror/lang-yaml';
import { defaultKeymap } from '@codemirror/commands';
import { codeFolding, foldGutter, foldKeymap, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { brokenLines, joinedLines } from './broken-lines';
import { coloursOfLines } from './line-colours';

/** A text, and how it is shown. */
interface TextOptions {
  readonly text: string;
  readonly language: string;
  readonly wraps: boolean;
  /** Marks the style sheets that the policy of the page allows. */
  readonly nonce: string;
  /** What it is, for screen readers. */
  readonly label: string;
  /** Its end is kept on the screen while it grows. */
  readonly isFollowed?: boolean;
}

const languages: Readonly<Record<string, () => Extension>> = { json, xml, html, javascript, yaml };

/** The colours are those of the theme of the editor, as far as pages know them. */
const colours = HighlightStyle.define([
  { tag: tags.propertyName, class: 'tok-property' },
  { tag: [tags.string, tags.attributeValue], class: 'tok-string' },
  { tag: tags.number, class: 'tok-number' },
  { tag: [tags.bool, tags.null, tags.keyword], class: 'tok-keyword' },
  { tag: [tags.tagName, tags.angleBracket], class: 'tok-tag' },
  { tag: tags.attributeName, class: 'tok-property' },
  { tag: tags.comment, class: 'tok-comment' },
]);

/** In UTF-16 code units: how much is added to a text at once, so that the page never waits long. */
const slice = 128 * 1024;

/** A text that is read: folded, searched, and laid out only where it is seen. */
export class TextView {
  readonly #view: EditorView;
  readonly #wrapping = new Compartment();
  readonly #grammar = new Compartment();
  readonly #language: string;
  readonly #isFollowed: boolean;
  /** Where the next piece of the text goes. */
  #end = 0;
  /** What waits to be added. */
  #waiting: { readonly text: string; readonly then: () => void } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parent: HTMLElement, { text, language, wraps, nonce, label, isFollowed = false }: TextOptions) {
    this.#isFollowed = isFollowed;
    this.#language = language;
    const grammar = languages[language];
    this.#view = new EditorView({
      parent,
      state: EditorState.create({
        doc: brokenLines(text.slice(0, slice)),
        extensions: [
          EditorView.cspNonce.of(nonce),
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true' }),
          lineNumbers(),
          codeFolding(),
          foldGutter(),
          drawSelection(),
          EditorView.clipboardOutputFilter.of(joinedLines),
          search({ top: true }),
          keymap.of([...searchKeymap, ...foldKeymap, ...defaultKeymap]),
          syntaxHighlighting(colours),
          this.#grammar.of(grammar ? grammar() : []),
          this.#wrapping.of(wraps ? EditorView.lineWrapping : []),
        ],
      }),
    });
    this.#end = this.#view.state.doc.length;
    if (text.length > slice) this.add(text.slice(slice), () => undefined);
    if (isFollowed) this.#showEnd();
  }

  wrap(wraps: boolean): void {
    this.#view.dispatch({ effects: this.#wrapping.reconfigure(wraps ? EditorView.lineWrapping : []) });
  }

  find(): void {
    openSearchPanel(this.#view);
  }

  /**
   * Begins a long text: what is added then is written over what is there, which stays where it is equal. The tree of such a text would need
   * much memory and time, so only what is seen is coloured.
   */
  beginLong(): void {
    clearTimeout(this.#timer);
    this.#end = 0;
    this.#view.dispatch({ effects: this.#grammar.reconfigure(coloursOfLines(this.#language)) });
  }

  /** Adds a text at the end, in slices with pauses, and calls back when it is there. */
  add(text: string, then: () => void): void {
    this.#waiting = { text, then };
    this.#timer = setTimeout(this.#addSlice, pause);
  }

  /** Ends the text where the last piece ended. */
  finish(): void {
    const { length } = this.#view.state.doc;
    if (length > this.#end) this.#view.dispatch({ changes: { from: this.#end, to: length } });
  }

  /** Shows another text; where it continues the former one, only the rest is added. */
  replace(received: string): void {
    const text = brokenLines(received);
    const { doc } = this.#view.state;
    const { scrollDOM } = this.#view;
    const isAtEnd = scrollDOM.scrollHeight - scrollDOM.scrollTop - scrollDOM.clientHeight < 40;
    const former = doc.toString();
    const from = text.startsWith(former) ? former.length : 0;
    this.#view.dispatch({ changes: { from, to: doc.length, insert: text.slice(from) } });
    if (this.#isFollowed && isAtEnd) this.#showEnd();
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#view.destroy();
  }

  readonly #addSlice = (): void => {
    if (this.#waiting === undefined) return;
    const { text, then } = this.#waiting;
    // Both signs of a line end stay together.
    const size = text[slice - 1] === '\r' ? slice + 1 : slice;
    this.#put(text.slice(0, size));
    const rest = text.slice(size);
    this.#waiting = rest === '' ? undefined : { text: rest, then };
    if (rest === '') then();
    else this.#timer = setTimeout(this.#addSlice, pause);
  };

  #put(text: string): void {
    const { state } = this.#view;
    // Where a line has become long, it ends where the piece begins.
    const column = this.#end - state.doc.lineAt(Math.min(this.#end, state.doc.length)).from;
    const added = state.toText(brokenLines(text, column));
    const end = this.#end + added.length;
    const there = state.doc.slice(this.#end, Math.min(end, state.doc.length));
    // What is there already stays as it is, with the place to which the user has scrolled.
    if (there.length > 0 && there.eq(added.slice(0, there.length))) {
      const more = added.slice(there.length);
      if (more.length > 0) this.#view.dispatch({ changes: { from: state.doc.length, insert: more } });
    } else this.#view.dispatch({ changes: { from: this.#end, to: state.doc.length, insert: added } });
    this.#end = end;
  }

  #showEnd(): void {
    this.#view.dispatch({ effects: EditorView.scrollIntoView(this.#view.state.doc.length) });
  }
}

/** In milliseconds: between two slices, so that the page does what the user wants. */
const pause = 5;
