import type { EventsModel, FromView, RunningModel, ViewWords } from '../src/response/view/view-model';
import { button, element, filled } from './elements';
import { EventList } from './events';

/** A response below a cell while it arrives: how long it takes, and the end of what came. */
export class ArrivingView {
  readonly element: HTMLElement;
  readonly #words: ViewWords;
  readonly #progress = element('span', { class: 'badge information' });
  readonly #content = element('div', { class: 'panel', tabindex: '0', role: 'region' });
  readonly #clock: ReturnType<typeof setInterval>;
  #events: EventList | undefined;
  #text: HTMLElement | undefined;
  #model: RunningModel;

  constructor(model: RunningModel, words: ViewWords, say?: (message: FromView) => void) {
    this.#words = words;
    this.#model = model;
    this.#content.setAttribute('aria-label', this.#word('body'));
    // The steps of an output are numbered: the first one cancels, the second one closes a connection.
    const step = (name: string, index: number, isFirst: boolean) =>
      button(this.#word(name), () => say?.({ kind: 'do', uri: model.uri, id: `step-${index}` }), {
        class: isFirst ? 'action first' : 'action second',
      });
    this.element = element('div', {}, [
      element('header', { class: 'head' }, [
        element('div', { class: 'line' }, [
          this.#progress,
          element('span', { class: 'label', text: model.label }),
          ...(say === undefined ? [] : [step('cancel', 0, true)]),
          ...(say === undefined || model.isOpen !== true ? [] : [step('close', 1, false)]),
        ]),
      ]),
      this.#content,
      ...(say === undefined || model.isOpen !== true ? [] : [this.#messageLine(say)]),
    ]);
    this.update(model);
    this.#clock = setInterval(() => this.#count(), 100);
  }

  /** Shows what has come since. */
  update(model: RunningModel): void {
    this.#model = model;
    this.#count();
    if (model.events === undefined) this.#showText(model.text ?? '');
    else this.#showEvents(model.events);
  }

  dispose(): void {
    clearInterval(this.#clock);
  }

  #showEvents(events: EventsModel): void {
    if (this.#events === undefined) {
      this.#events = new EventList(this.#words);
      this.#content.replaceChildren(this.#events.element);
    }
    this.#follow(() => this.#events?.show(events));
  }

  #showText(text: string): void {
    if (this.#text === undefined) {
      this.#text = element('pre', { class: 'text' });
      this.#content.replaceChildren(this.#text);
    }
    this.#follow(() => {
      if (this.#text !== undefined) this.#text.textContent = text;
    });
  }

  /** Stays at the end, unless the user has scrolled away from it. */
  #follow(draw: () => void): void {
    const { scrollHeight, scrollTop, clientHeight } = this.#content;
    const isAtEnd = scrollHeight - scrollTop - clientHeight < 40;
    draw();
    if (isAtEnd) this.#content.scrollTop = this.#content.scrollHeight;
  }

  #count(): void {
    const { since, text = '' } = this.#model;
    const seconds = Math.max(0, (Date.now() - since) / 1000).toFixed(1);
    this.#progress.textContent = filled(this.#word('arriving'), seconds, text.length);
  }

  #messageLine(say: (message: FromView) => void): Node {
    const input = element('input', {
      type: 'text',
      class: 'message',
      'aria-label': this.#word('message'),
      placeholder: this.#word('message'),
    }) as HTMLInputElement;
    const send = () => {
      if (input.value === '') return;
      say({ kind: 'send', uri: this.#model.uri, text: input.value });
      input.value = '';
    };
    input.addEventListener('keydown', (event) => {
      // The notebook has keys of its own.
      event.stopPropagation();
      if (event.key === 'Enter') send();
    });
    return element('div', { class: 'send' }, [input, button(this.#word('send'), send, { class: 'action first' })]);
  }

  #word(name: string): string {
    return this.#words[name] ?? name;
  }
}
