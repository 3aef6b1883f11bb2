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

/** A text that is read: folded, searched, and laid out only where it is seen. */
export class TextView {
  readonly #view: EditorView;
  readonly #wrapping = new Compartment();
  readonly #isFollowed: boolean;

  constructor(parent: HTMLElement, { text, language, wraps, nonce, label, isFollowed = false }: TextOptions) {
    this.#isFollowed = isFollowed;
    const grammar = languages[language];
    this.#view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorView.cspNonce.of(nonce),
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true' }),
          lineNumbers(),
          codeFolding(),
          foldGutter(),
          drawSelection(),
          search({ top: true }),
          keymap.of([...searchKeymap, ...foldKeymap, ...defaultKeymap]),
          syntaxHighlighting(colours),
          ...(grammar ? [grammar()] : []),
          this.#wrapping.of(wraps ? EditorView.lineWrapping : []),
        ],
      }),
    });
    if (isFollowed) this.#showEnd();
  }

  wrap(wraps: boolean): void {
    this.#view.dispatch({ effects: this.#wrapping.reconfigure(wraps ? EditorView.lineWrapping : []) });
  }

  find(): void {
    openSearchPanel(this.#view);
  }

  /** Shows another text; where it continues the former one, only the rest is added. */
  replace(text: string): void {
    const { doc } = this.#view.state;
    const { scrollDOM } = this.#view;
    const isAtEnd = scrollDOM.scrollHeight - scrollDOM.scrollTop - scrollDOM.clientHeight < 40;
    const former = doc.toString();
    const from = text.startsWith(former) ? former.length : 0;
    this.#view.dispatch({ changes: { from, to: doc.length, insert: text.slice(from) } });
    if (this.#isFollowed && isAtEnd) this.#showEnd();
  }

  destroy(): void {
    this.#view.destroy();
  }

  #showEnd(): void {
    this.#view.dispatch({ effects: EditorView.scrollIntoView(this.#view.state.doc.length) });
  }
}
