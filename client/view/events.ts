import type { EventsModel } from '../src/response/view/view-model';
import { element } from './elements';

/** The events of a stream, one in a line, which grow. */
export class EventList {
  readonly element: HTMLElement;
  readonly #lines = element('tbody');
  readonly #said = element('p', { class: 'said' });
  readonly #scroll: HTMLElement;
  readonly #words: Readonly<Record<string, string>>;
  #drawn = 0;

  constructor(words: Readonly<Record<string, string>>) {
    this.#words = words;
    const word = (name: string) => words[name] ?? name;
    const heads = ['time', 'event', 'data'].map((name) => element('th', { scope: 'col', text: word(name) }));
    this.#scroll = element('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': word('events') }, [
      element('table', { class: 'events' }, [element('thead', {}, [element('tr', {}, heads)]), this.#lines]),
    ]);
    this.element = element('div', { class: 'stream' }, [this.#said, this.#scroll]);
  }

  /** Draws what is new. */
  show({ events, total, said }: EventsModel): void {
    const isAtEnd = this.#scroll.scrollHeight - this.#scroll.scrollTop - this.#scroll.clientHeight < 40;
    const added = Math.min(events.length, total - this.#drawn);
    const rows = events
      .slice(events.length - added)
      .map(({ time = '', name, data }) =>
        element('tr', {}, [
          element('td', { class: 'measure', text: time }),
          element('td', { class: 'measure', text: name }),
          element('td', { class: 'data', text: data }),
        ]),
      );
    this.#lines.append(...rows);
    while (this.#lines.childElementCount > 1000) this.#lines.firstElementChild?.remove();
    this.#drawn = total;
    this.#said.hidden = said === undefined;
    if (said !== undefined)
      this.#said.replaceChildren(
        element('strong', { text: this.#words['said'] ?? '' }),
        element('span', { text: said }),
      );
    if (isAtEnd) this.#scroll.scrollTop = this.#scroll.scrollHeight;
  }
}
