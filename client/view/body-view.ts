import type { PieceModel } from '../src/response/view/view-model';
import { button, element, filled } from './elements';
import { TextView } from './text-view';

/** What a body needs of the view. */
interface BodyParts {
  readonly word: (name: string) => string;
  readonly nonce: string;
  readonly wraps: boolean;
  readonly onWrap: (wraps: boolean) => void;
  /** Asks for the first piece of the whole body, or for the next one. */
  readonly ask: (isFirst: boolean) => void;
}

/** A body that is text. */
interface ShownText {
  readonly text: string;
  readonly language: string;
  readonly cut?: string;
  readonly whole?: string;
}

/** The text of a body with its tools. */
export class BodyView {
  readonly element: HTMLElement;
  readonly #text: TextView;
  readonly #note = element('span', { class: 'note', role: 'status' });
  readonly #ask: (isFirst: boolean) => void;
  #isWhole = false;

  constructor({ text, language, cut = '', whole }: ShownText, { word, nonce, wraps, onWrap, ask }: BodyParts) {
    const place = element('div', { class: 'text' });
    this.#ask = ask;
    this.#note.textContent = cut;
    this.#text = new TextView(place, { text, language, wraps, nonce, label: word('body') });
    const wrap = element('input', { type: 'checkbox', id: 'wrap' }) as HTMLInputElement;
    wrap.checked = wraps;
    wrap.addEventListener('change', () => {
      onWrap(wrap.checked);
      this.#text.wrap(wrap.checked);
    });
    const all = button(
      filled(word('showAll'), whole ?? ''),
      () => {
        all.remove();
        this.showAll();
      },
      { class: 'action', id: 'all' },
    );
    const tools = element('div', { class: 'tools' }, [
      this.#note,
      ...(whole === undefined ? [] : [all]),
      button(word('find'), () => this.#text.find(), { class: 'action' }),
      element('label', {}, [wrap, ` ${word('wrap')}`]),
    ]);
    this.element = element('div', { class: 'body' }, [tools, place]);
  }

  /** The user wants to see all of it. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  showAll(): void {
    this.#isWhole = true;
    this.element.querySelector('#all')?.remove();
    this.#ask(true);
  }

  /** Adds a piece of the whole body, and asks for the next one. */
  take({ text, isLast, said }: PieceModel, isFirst: boolean): void {
    if (!this.#isWhole) return;
    if (isFirst) this.#text.beginLong();
    this.#text.add(text, () => {
      this.#note.textContent = said;
      if (isLast) this.#text.finish();
      else this.#ask(false);
    });
  }

  destroy(): void {
    this.#text.destroy();
  }
}
