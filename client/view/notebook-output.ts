// The renderer of responses in notebooks: draws what the extension puts into the output of a cell, and says what the user does.
import type { CellOutputModel } from '../src/notebook/cell-output-model';
import type { AnsweredModel, FailedModel, FromView, ToView, ViewModel } from '../src/response/view/view-model';
import commonStyles from '../media/response.css';
import viewStyles from '../media/response-view.css';
import ownStyles from './notebook-output.css';
import { toolbarOf } from './actions';
import { ArrivingView } from './arriving-view';
import { button, element, filled } from './elements';
import { EventList } from './events';
import { fieldTable, rowTable } from './tables';

/** What the editor hands to a renderer. */
interface RendererContext {
  readonly postMessage?: (message: FromView) => void;
  readonly onDidReceiveMessage?: (listen: (message: ToView) => void) => unknown;
}

interface OutputItem {
  readonly id: string;
  json(): CellOutputModel;
}

/** An output that is on the page. */
interface Shown {
  readonly draw: (model?: ViewModel) => void;
  /** Shows what has come of a response that arrives; returns false when that is not what is shown. */
  readonly update: (output: CellOutputModel, place: HTMLElement) => boolean;
  readonly uri: () => string | undefined;
  readonly dispose: () => void;
}

/** The editor calls it with the first output. */
export function activate({ postMessage, onDidReceiveMessage }: RendererContext) {
  const outputs = new Map<string, Shown>();
  const style = document.createElement('style');
  // Outputs of others are on the same page.
  style.textContent = `.rulebook-output {\n${commonStyles}\n${viewStyles}\n}\n${ownStyles}`;
  document.head.append(style);
  onDidReceiveMessage?.((message) => {
    if (message.kind !== 'show') return;
    for (const one of outputs.values()) if (one.uri() === message.model.uri) one.draw(message.model);
  });
  return {
    renderOutputItem: (item: OutputItem, place: HTMLElement) => {
      const output = item.json();
      const former = outputs.get(item.id);
      if (former?.update(output, place) === true) return;
      former?.dispose();
      const shown = showOutput(output, place, postMessage);
      outputs.set(item.id, shown);
      shown.draw();
    },
    disposeOutputItem: (id?: string) => {
      for (const [own, one] of outputs) {
        if (id !== undefined && own !== id) continue;
        one.dispose();
        outputs.delete(own);
      }
    },
  };
}

function showOutput({ words, shown }: CellOutputModel, place: HTMLElement, say?: (message: FromView) => void): Shown {
  const word = (name: string) => words[name] ?? name;
  const page = element('div', { class: 'rulebook-output' });
  place.replaceChildren(page);
  let at = shown.length - 1;
  let model = shown[at]?.model;
  let tab: string | undefined;
  let arriving: ArrivingView | undefined;
  const draw = (given?: ViewModel) => {
    model = given ?? model;
    if (model === undefined) return;
    arriving?.dispose();
    arriving = model.kind === 'running' ? new ArrivingView(model, words, say) : undefined;
    page.replaceChildren(...stripOf(), ...drawn(model));
  };
  const drawn = (given: ViewModel): readonly Node[] => {
    if (given.kind === 'answered') return answered(given);
    return given.kind === 'failed' ? notAnswered(given) : arriving === undefined ? [] : [arriving.element];
  };
  /** The requests that were sent for this one. */
  const stripOf = (): readonly Node[] => {
    if (shown.length < 2) return [];
    const items = shown.map(({ label, hasFailed, model: other }, index) => {
      const mark = other.kind === 'running' ? '…' : hasFailed ? '✗' : '✓';
      const choose = () => {
        at = index;
        draw(other);
      };
      return button(`${mark} ${label}`, choose, {
        class: `strip-item ${hasFailed ? 'failed' : 'passed'}`,
        ...(index === at && { 'aria-current': 'true' }),
      });
    });
    return [element('nav', { class: 'strip', 'aria-label': word('run') }, items)];
  };
  const actionsOf = ({ actions, uri }: AnsweredModel | FailedModel) =>
    say === undefined
      ? ''
      : toolbarOf(actions, { actions: word('actions'), further: word('further') }, (id) =>
          say({ kind: 'do', uri, id }),
        );
  const notAnswered = (given: FailedModel): readonly Node[] => [
    element('header', { class: 'head' }, [
      element('div', { class: 'line' }, [
        element('span', { class: 'badge failure', text: word('noResponse') }),
        element('span', { class: 'label', text: given.label }),
      ]),
      element('p', { class: 'reason', text: given.message }),
      ...(given.actions.length > 0 ? [actionsOf(given)] : []),
    ]),
  ];
  const answered = (given: AnsweredModel): readonly Node[] => [
    headOf(given, word, actionsOf(given)),
    ...(given.notes.length === 0
      ? []
      : [
          element(
            'ul',
            { class: 'notes' },
            given.notes.map((note) => element('li', { text: note })),
          ),
        ]),
    ...secretsOf(given, word, say),
    ...tabsOf(given),
  ];
  const tabsOf = (given: AnsweredModel): readonly Node[] => {
    const panel = element('div', { class: 'panel', role: 'tabpanel', tabindex: '0' });
    const tabs = [
      ...partsOfResponse(given, words, { text: coloured, copy: (copied) => say?.({ kind: 'copy', text: copied }) }),
    ];
    const heads = tabs.map(({ id, title }) => button(title, () => choose(id), { role: 'tab', class: 'tab' }));
    const choose = (id: string) => {
      const index = Math.max(
        0,
        tabs.findIndex((one) => one.id === id),
      );
      tab = tabs[index]?.id;
      panel.setAttribute('aria-label', tabs[index]?.title ?? '');
      panel.replaceChildren(tabs[index]?.content() ?? '');
      for (const [other, head] of heads.entries()) {
        head.setAttribute('aria-selected', String(other === index));
        head.tabIndex = other === index ? 0 : -1;
      }
    };
    const list = element('div', { class: 'tabs', role: 'tablist', 'aria-label': given.label }, heads);
    list.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      const next = (tabs.findIndex(({ id }) => id === tab) + step + tabs.length) % tabs.length;
      choose(tabs[next]?.id ?? '');
      heads[next]?.focus();
    });
    choose(tab ?? usualTab(given));
    return [list, panel];
  };
  return {
    draw,
    update: (output, now) => {
      const next = output.shown.at(-1)?.model;
      if (arriving === undefined || next?.kind !== 'running' || next.uri !== model?.uri) return false;
      model = next;
      arriving.update(next);
      if (page.parentElement !== now) now.replaceChildren(page);
      return true;
    },
    uri: () => model?.uri,
    dispose: () => {
      arriving?.dispose();
      page.remove();
    },
  };
}

function headOf(model: AnsweredModel, word: (name: string) => string, actions: Node | string): Node {
  const { status, statusText, method, url, place, isProtected, duration, size } = model;
  const kind = ['information', 'information', 'success', 'redirect', 'refusal', 'failure'][Math.floor(status / 100)];
  const name = `${status} ${statusText}`.trimEnd();
  const shownPlace = isProtected ? `${place ?? ''} · ${word('protected')}` : (place ?? '');
  return element('header', { class: 'head' }, [
    element('div', { class: 'line' }, [
      element('span', {
        class: `badge ${kind ?? 'failure'}`,
        'aria-label': `${word('status')}: ${name}`,
        role: 'img',
        text: name,
      }),
      ...(place === undefined
        ? []
        : [element('span', { class: isProtected ? 'place protected' : 'place', text: shownPlace })]),
      element('span', { class: 'measure', text: duration }),
      element('span', { class: 'measure', text: size }),
      actions,
    ]),
    element('div', { class: 'line request' }, [
      element('span', { class: 'method', text: method }),
      element('span', { class: 'url', text: url }),
    ]),
  ]);
}

function secretsOf(
  { secrets, cookies, isRevealed, uri }: AnsweredModel,
  word: (name: string) => string,
  say?: (message: FromView) => void,
): readonly Node[] {
  if (say === undefined || (secrets.length === 0 && cookies.length === 0)) return [];
  const masked = secrets.length === 1 ? word('secretOne') : filled(word('secretSeveral'), secrets.length);
  const said = isRevealed ? word('revealed') : secrets.length === 0 ? word('masked') : masked;
  const copies = secrets.slice(0, 3).map((name, index) =>
    button(filled(word('copySecret'), name), () => say({ kind: 'secret', uri, index, keeps: false }), {
      class: 'action',
    }),
  );
  const turn = () => say({ kind: 'reveal', uri, isRevealed: !isRevealed });
  const toggle = button(word(isRevealed ? 'hide' : 'reveal'), turn, { class: 'action' });
  return [element('div', { class: 'secrets' }, [element('span', { text: said }), toggle, ...copies])];
}

/** What is looked at first, until another tab is chosen. */
function usualTab({ events, preview }: AnsweredModel): string {
  if (events !== undefined) return 'events';
  return preview?.kind === 'image' ? 'preview' : 'body';
}

interface Part {
  readonly id: string;
  readonly title: string;
  readonly content: () => Node | string;
}

/** Returns the tabs of a response. */
function* partsOfResponse(
  model: AnsweredModel,
  words: CellOutputModel['words'],
  draw: { readonly text: (content: string, language: string) => Node; readonly copy: (text: string) => void },
): Generator<Part, undefined> {
  const word = (name: string) => words[name] ?? name;
  const counted = (name: string, count: number) => filled(word('counted'), word(name), count);
  const { body, events, preview, table, headers, cookies, tests, log } = model;
  if (events !== undefined) {
    const list = new EventList(words);
    list.show(events);
    yield { id: 'events', title: counted('events', events.total), content: () => list.element };
  }
  yield {
    id: 'body',
    title: word('body'),
    content: () => {
      if (body.kind === 'none') return element('p', { class: 'note', text: word('noBody') });
      if (body.kind === 'binary') return element('pre', { class: 'dump', tabindex: '0', text: body.text });
      const shown = draw.text(body.text, body.language);
      return body.cut === undefined
        ? shown
        : element('div', {}, [element('p', { class: 'note', text: body.cut }), shown]);
    },
  };
  if (preview?.kind === 'image')
    yield {
      id: 'preview',
      title: word('preview'),
      content: () =>
        element('div', { class: 'image' }, [element('img', { src: preview.address, alt: preview.alternative })]),
    };
  if (table) yield { id: 'table', title: word('table'), content: () => rowTable(table, words, draw.copy) };
  yield {
    id: 'headers',
    title: counted('headers', headers.length),
    content: () => fieldTable(headers, [word('name'), word('value')]),
  };
  if (cookies.length > 0)
    yield {
      id: 'cookies',
      title: counted('cookies', cookies.length),
      content: () =>
        fieldTable(
          cookies.map(({ name, value, attributes }) => [name, value, attributes.join('; ')]),
          [word('name'), word('value'), word('attributes')],
        ),
    };
  if (tests.length > 0 || log.length > 0) {
    const mark = tests.every(({ outcome }) => outcome === 'passed') ? '✓' : '✗';
    const title = tests.length === 0 ? word('log') : `${mark} ${counted('tests', tests.length)}`;
    yield { id: 'tests', title, content: () => testsOf(model, word) };
  }
  yield { id: 'details', title: word('details'), content: () => detailsOf(model) };
  return undefined;
}

/** Returns a text, JSON in colours. The notebook searches in it. */
function coloured(shown: string, language: string): Node {
  const place = element('pre', { class: 'text', tabindex: '0' });
  if (language !== 'json') {
    place.textContent = shown;
    return place;
  }
  const token = /("(?:[^"\\\n]|\\.)*")([ \t]*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  let end = 0;
  for (const found of shown.matchAll(token)) {
    const [whole, string, colon = ''] = found;
    const word = /^[tfn]/.test(whole) ? 'keyword' : 'number';
    const kind = string === undefined ? word : colon === '' ? 'string' : 'property';
    place.append(
      shown.slice(end, found.index),
      element('span', { class: `tok-${kind}`, text: string ?? whole }),
      colon,
    );
    end = found.index + whole.length;
  }
  place.append(shown.slice(end));
  return place;
}

function testsOf({ tests, log }: AnsweredModel, word: (name: string) => string): Node {
  const marks = { passed: '✓', failed: '✗', unevaluated: '!' } as const;
  const items = tests.map(({ outcome, name, message }) =>
    element('li', { class: outcome }, [
      element('span', { class: 'mark', role: 'img', 'aria-label': word(outcome), text: marks[outcome] }),
      ` ${name}`,
      ...(message === '' ? [] : [element('div', { class: 'note', text: message })]),
    ]),
  );
  return element('div', {}, [
    ...(items.length === 0 ? [] : [element('ul', { class: 'list tests' }, items)]),
    ...(log.length === 0 ? [] : [element('pre', { class: 'dump', tabindex: '0', text: log.join('\n') })]),
  ]);
}

/** The HTML is the extension's own: its texts are escaped there. */
function detailsOf({ details }: AnsweredModel): Node {
  const parsed = new DOMParser().parseFromString(details, 'text/html');
  return element('div', { class: 'details' }, [...parsed.body.childNodes]);
}
