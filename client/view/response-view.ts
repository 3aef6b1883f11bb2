// The script of the view of responses: draws what the extension sends, and says what the user does.
import '@vscode-elements/elements/dist/vscode-tab-header/index.js';
import '@vscode-elements/elements/dist/vscode-tab-panel/index.js';
import '@vscode-elements/elements/dist/vscode-tabs/index.js';
import type {
  AnsweredModel,
  BodyModel,
  EventsModel,
  FromView,
  RunningModel,
  FailedModel,
  StripEntry,
  ToView,
  ViewModel,
} from '../src/response/view/view-model';
import { toolbarOf } from './actions';
import { BodyView } from './body-view';
import { button, element, filled } from './elements';
import { EventList } from './events';
import { fieldTable, rowTable } from './tables';
import { TextView } from './text-view';

declare function acquireVsCodeApi(): {
  postMessage(message: FromView): void;
  getState(): { tab?: string; wraps?: boolean } | undefined;
  setState(state: object): void;
};

const editor = acquireVsCodeApi();
const found = document.querySelector<HTMLElement>('#view');
if (found === null) throw new Error('The page has no view.');
const page = found;
const words = JSON.parse(page.dataset['words'] ?? '{}') as Readonly<Record<string, string>>;
const word = (name: string): string => words[name] ?? name;
const nonce = page.dataset['nonce'] ?? '';

let state = editor.getState() ?? {};
let shown: ViewModel | undefined;
/** The last response, which is shown in grey while the next one is awaited. */
let former: AnsweredModel | undefined;
let findings: { readonly uri: string; readonly lines: readonly string[] } | undefined;
/** The text of a stream. */
let text: TextView | undefined;
/** The body; it stays when the same response is drawn again. */
let body: BodyView | undefined;
let events: EventList | undefined;
let clock: ReturnType<typeof setInterval> | undefined;

const keep = (changes: object) => {
  state = { ...state, ...changes };
  editor.setState(state);
};
const say = (message: FromView) => editor.postMessage(message);

window.addEventListener('message', ({ data }: MessageEvent<ToView>) => {
  if (data.kind === 'findings') {
    findings = { uri: data.uri, lines: data.findings };
    if (shown?.kind === 'answered' && shown.uri === data.uri) draw(shown, []);
    return;
  }
  if (data.kind === 'piece') {
    if (shown?.uri === data.uri) body?.take(data, data.isFirst);
    return;
  }
  if (data.kind === 'part') {
    keep({ tab: data.part });
    if (shown?.kind === 'answered') draw(shown, []);
    return;
  }
  draw(data.model, data.strip);
});

let strip: readonly StripEntry[] = [];

function draw(model: ViewModel, entries: readonly StripEntry[]): void {
  if (entries.length > 0 || model.uri !== shown?.uri) strip = entries;
  if (model.kind === 'running' && shown?.kind === 'running' && shown.uri === model.uri && update(model)) return;
  const wasWhole = shown?.uri === model.uri && body?.isWhole === true;
  if (shown !== model) {
    body?.destroy();
    body = undefined;
  }
  shown = model;
  clearInterval(clock);
  text?.destroy();
  text = undefined;
  events = undefined;
  page.replaceChildren(element('h1', { class: 'unseen', text: model.label }), ...stripOf(), ...drawnModel(model));
  if (model.kind !== 'answered') return;
  former = model;
  keep({ time: model.time });
  // It is shown in another form, or with its secrets.
  if (wasWhole) body?.showAll();
}

function drawnModel(model: ViewModel): readonly Node[] {
  if (model.kind === 'answered') return answered(model);
  return model.kind === 'running' ? running(model) : failed(model);
}

/** The requests of the same run; the one that is shown is marked. */
function stripOf(): readonly Node[] {
  if (strip.length < 2) return [];
  const items = strip.map(({ uri, label, hasFailed }) => {
    const isShown = uri === shown?.uri;
    const one = element('button', {
      type: 'button',
      class: `strip-item ${hasFailed ? 'failed' : 'passed'}`,
      text: `${hasFailed ? '✗' : '✓'} ${label}`,
      ...(isShown && { 'aria-current': 'true' }),
    });
    one.addEventListener('click', () => say({ kind: 'choose', uri }));
    return one;
  });
  return [element('nav', { class: 'strip', 'aria-label': word('run') }, items)];
}

function answered(model: AnsweredModel): readonly Node[] {
  return [headOf(model), ...notesOf(model), ...secretsOf(model), tabsOf(model)];
}

function headOf(model: AnsweredModel): Node {
  const { status, statusText, method, url, place, isProtected, duration, size } = model;
  const about = [
    ...(place === undefined
      ? []
      : [
          element('span', {
            class: isProtected ? 'place protected' : 'place',
            text: isProtected ? `${place} · ${word('protected')}` : place,
          }),
        ]),
    element('span', { class: 'measure', text: duration }),
    element('span', { class: 'measure', text: size }),
  ];
  return element('header', { class: 'head' }, [
    element('div', { class: 'line' }, [
      element('span', {
        class: `badge ${kindOfStatus(status)}`,
        role: 'status',
        'aria-label': `${word('status')}: ${status} ${statusText}`,
        text: `${status} ${statusText}`.trimEnd(),
      }),
      ...about,
      actionsOf(model),
    ]),
    element('div', { class: 'line request' }, [
      element('span', { class: 'method', text: method }),
      element('span', { class: 'url', text: url }),
    ]),
  ]);
}

function actionsOf({ actions, uri }: AnsweredModel | FailedModel): Node {
  return toolbarOf(actions, { actions: word('actions'), further: word('further') }, (id) => {
    say({ kind: 'do', uri, id });
  });
}

function notesOf({ notes }: AnsweredModel): readonly Node[] {
  return notes.length === 0
    ? []
    : [
        element(
          'ul',
          { class: 'notes' },
          notes.map((note) => element('li', { text: note })),
        ),
      ];
}

function secretsOf({ secrets, cookies, isRevealed, uri }: AnsweredModel): readonly Node[] {
  if (secrets.length === 0 && cookies.length === 0) return [];
  const said = isRevealed
    ? word('revealed')
    : secrets.length === 0
      ? word('masked')
      : secrets.length === 1
        ? word('secretOne')
        : filled(word('secretSeveral'), secrets.length);
  const few = secrets.slice(0, 3).flatMap((name, index) => [
    button(filled(word('copySecret'), name), () => say({ kind: 'secret', uri, index, keeps: false }), {
      class: 'action',
    }),
    button(word('keepSecret'), () => say({ kind: 'secret', uri, index, keeps: true }), {
      class: 'action',
      'aria-label': `${word('keepSecret')} ${name}`,
    }),
  ]);
  const toggle = button(
    word(isRevealed ? 'hide' : 'reveal'),
    () => say({ kind: 'reveal', uri, isRevealed: !isRevealed }),
    { class: 'action' },
  );
  return [element('div', { class: 'secrets' }, [element('span', { text: said }), toggle, ...few])];
}

interface Tab {
  readonly id: string;
  readonly title: string;
  readonly content: () => Node;
}

function tabsOf(model: AnsweredModel): Node {
  const counted = (name: string, count: number) => filled(word('counted'), word(name), count);
  const streamed = model.events;
  const differences = findings?.uri === model.uri ? findings.lines : [];
  const failures = model.tests.filter(({ outcome }) => outcome !== 'passed').length;
  const tabs: Tab[] = [
    ...(streamed === undefined
      ? []
      : [{ id: 'events', title: counted('events', streamed.total), content: () => eventsOf(streamed) }]),
    { id: 'body', title: word('body'), content: () => drawnBody(model) },
    ...(model.preview ? [{ id: 'preview', title: word('preview'), content: () => previewOf(model) }] : []),
    ...(model.table
      ? [
          {
            id: 'table',
            title: word('table'),
            content: () => rowTable(model.table, words, (copied) => say({ kind: 'copy', text: copied })),
          },
        ]
      : []),
    {
      id: 'headers',
      title: counted('headers', model.headers.length),
      content: () => fieldTable(model.headers, [word('name'), word('value')]),
    },
    ...(model.cookies.length === 0
      ? []
      : [
          {
            id: 'cookies',
            title: counted('cookies', model.cookies.length),
            content: () =>
              fieldTable(
                model.cookies.map(({ name, value, attributes }) => [name, value, attributes.join('; ')]),
                [word('name'), word('value'), word('attributes')],
              ),
          },
        ]),
    ...(model.tests.length === 0 && model.log.length === 0
      ? []
      : [
          {
            id: 'tests',
            title:
              model.tests.length === 0
                ? word('log')
                : `${failures === 0 ? '✓' : '✗'} ${counted('tests', model.tests.length)}`,
            content: () => testsOf(model),
          },
        ]),
    ...(differences.length === 0
      ? []
      : [
          {
            id: 'findings',
            title: counted('findings', differences.length),
            content: () =>
              element(
                'ul',
                { class: 'list' },
                differences.map((line) => element('li', { text: line })),
              ),
          },
        ]),
    { id: 'details', title: word('details'), content: () => detailsOf(model) },
  ];
  const chosen = Math.max(
    0,
    tabs.findIndex(({ id }) => id === (state.tab ?? usualTab(model))),
  );
  const panels = tabs.map(() => document.createElement('vscode-tab-panel'));
  const made = document.createElement('vscode-tabs');
  made.setAttribute('selected-index', String(chosen));
  for (const [index, { title, id }] of tabs.entries()) {
    const header = document.createElement('vscode-tab-header');
    header.slot = 'header';
    header.textContent = title;
    header.dataset['tab'] = id;
    made.append(header);
    const panel = panels[index];
    if (panel) made.append(panel);
  }
  const fill = (index: number) => {
    const panel = panels[index];
    if (panel !== undefined && panel.childElementCount === 0) panel.append(tabs[index]?.content() ?? '');
  };
  fill(chosen);
  made.addEventListener('vsc-tabs-select', (event) => {
    const { selectedIndex } = (event as CustomEvent<{ selectedIndex: number }>).detail;
    fill(selectedIndex);
    keep({ tab: tabs[selectedIndex]?.id });
  });
  return made;
}

/** What is looked at first, until another tab is chosen. */
function usualTab({ events: streamed, preview }: AnsweredModel): string {
  if (streamed !== undefined) return 'events';
  return preview?.kind === 'image' ? 'preview' : 'body';
}

function drawnBody(model: AnsweredModel): Node {
  if (model.body.kind === 'none') return element('p', { class: 'note', text: word('noBody') });
  if (model.body.kind === 'binary') return element('pre', { class: 'dump', tabindex: '0', text: model.body.text });
  body ??= bodyViewOf(model.body, model.uri);
  return body.element;
}

function bodyViewOf(model: Extract<BodyModel, { readonly kind: 'text' }>, uri: string): BodyView {
  return new BodyView(model, {
    word,
    nonce,
    wraps: state.wraps !== false,
    onWrap: (wraps) => keep({ wraps }),
    ask: (isFirst) => say({ kind: 'piece', uri, isFirst }),
  });
}

/** The beginning of the response before. */
function formerBody({ body: model, uri }: AnsweredModel): Node | string {
  if (model.kind !== 'text') return '';
  const { text: whole, language, kind } = model;
  body = bodyViewOf({ kind, language, text: whole.slice(0, 100_000) }, uri);
  return body.element;
}

function previewOf({ preview }: AnsweredModel): Node {
  if (preview?.kind === 'image')
    return element('div', { class: 'image' }, [element('img', { src: preview.address, alt: preview.alternative })]);
  const frame = element('iframe', { sandbox: '', title: word('preview') }) as HTMLIFrameElement;
  frame.srcdoc = preview?.content ?? '';
  return element('div', { class: 'frame' }, [element('p', { class: 'note', text: word('frame') }), frame]);
}

function testsOf({ tests, log }: AnsweredModel): Node {
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
    ...(log.length === 0
      ? []
      : [element('h2', { text: word('log') }), element('pre', { class: 'dump', tabindex: '0', text: log.join('\n') })]),
  ]);
}

/** The HTML is the extension's own: its texts are escaped there. */
function detailsOf({ details }: AnsweredModel): Node {
  const parsed = new DOMParser().parseFromString(details, 'text/html');
  return element('div', { class: 'details' }, [...parsed.body.childNodes]);
}

function running(model: RunningModel): readonly Node[] {
  const line = element('div', { class: 'line' }, [
    element('span', { class: 'badge information', role: 'status', id: 'progress', text: progressOf(model) }),
    element('span', { class: 'label', text: model.label }),
    button(word('cancel'), () => say({ kind: 'do', uri: model.uri, id: 'rulebook.cancelSend' }), {
      class: 'action first',
    }),
    ...(model.isOpen
      ? [
          button(word('close'), () => say({ kind: 'do', uri: model.uri, id: 'rulebook.closeConnection' }), {
            class: 'action',
          }),
        ]
      : []),
  ]);
  clock = setInterval(() => {
    const place = document.querySelector('#progress');
    if (place !== null && shown?.kind === 'running') place.textContent = progressOf(shown);
  }, 100);
  const before =
    former === undefined || model.text !== undefined
      ? []
      : [
          element('section', { class: 'former', 'aria-label': word('former') }, [
            element('p', { class: 'note', text: `${word('former')}: ${former.status} ${former.label}` }),
            formerBody(former),
          ]),
        ];
  const arrived =
    model.text === undefined ? [] : [model.events === undefined ? streamOf(model) : eventsOf(model.events)];
  return [element('header', { class: 'head' }, [line]), ...before, ...arrived, ...messageOf(model)];
}

function eventsOf(model: EventsModel): Node {
  const list = new EventList(words);
  list.show(model);
  events = list;
  return list.element;
}

function streamOf({ text: arrived = '' }: RunningModel): Node {
  const place = element('div', { class: 'text', id: 'stream' });
  text = new TextView(place, {
    text: arrived,
    language: 'plain',
    wraps: true,
    nonce,
    label: word('body'),
    isFollowed: true,
  });
  return place;
}

/** Over an open connection, messages are written into a line below. */
function messageOf({ uri, isOpen }: RunningModel): readonly Node[] {
  if (isOpen !== true) return [];
  const input = element('input', {
    type: 'text',
    class: 'message',
    'aria-label': word('message'),
    placeholder: word('message'),
  }) as HTMLInputElement;
  const past: string[] = [];
  let at = 0;
  const send = () => {
    if (input.value === '') return;
    say({ kind: 'send', uri, text: input.value });
    past.push(input.value);
    at = past.length;
    input.value = '';
  };
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') send();
    else if (event.key === 'ArrowUp' && at > 0) input.value = past[--at] ?? '';
    else if (event.key === 'ArrowDown' && at < past.length) input.value = past[++at] ?? '';
  });
  return [element('div', { class: 'send' }, [input, button(word('send'), send, { class: 'action first' })])];
}

/** Adds to what is shown of a response that arrives, without drawing the rest again; returns false when that is not possible. */
function update(model: RunningModel): boolean {
  if (model.events !== undefined && events !== undefined) {
    shown = model;
    events.show(model.events);
    return true;
  }
  if (model.text === undefined || text === undefined || document.querySelector('#stream') === null) return false;
  shown = model;
  text.replace(model.text);
  return true;
}

function progressOf({ since, text: arrived }: RunningModel): string {
  const seconds = Math.max(0, (Date.now() - since) / 1000).toFixed(1);
  return arrived === undefined ? filled(word('sending'), seconds) : filled(word('arriving'), seconds, arrived.length);
}

function failed(model: FailedModel): readonly Node[] {
  return [
    element('header', { class: 'head' }, [
      element('div', { class: 'line' }, [
        element('span', { class: 'badge failure', role: 'status', text: word('noResponse') }),
        element('span', { class: 'label', text: model.label }),
      ]),
      element('p', { class: 'reason', text: model.message }),
      actionsOf(model),
    ]),
  ];
}

function kindOfStatus(status: number): string {
  if (status >= 500) return 'failure';
  if (status >= 400) return 'refusal';
  if (status >= 300) return 'redirect';
  return status >= 200 ? 'success' : 'information';
}

page.append(element('p', { class: 'note', text: word('empty') }));
say({ kind: 'ready' });
