import * as vscode from 'vscode';
import type { FoundSecret } from '@rulebook/catalogue/masking';
import type { OpenChannel } from '@rulebook/sender/plan';
import { secretsIn } from '@rulebook/sender/response';
import type { AnswerParams } from '../../../server/src/protocol';
import { responseScheme } from '../editing/our-schemes';
import { responseColumn } from '../pages/response-column';
import type { BodyFiles } from '../ports/ports';
import { bodyToSave } from './body-to-save';
import type { OpenFile } from './collect-body';
import { contentTypeOf } from './content-type';
import { KeptResponses, type ResponseForm, type Exchange, type KeptResponse, type SavedBody } from './kept-responses';
import { previewKindOf } from './preview-page';
import { isFormattable, renderResponse } from './render-response';
import { createProtectedLines } from './protected-line';
import type { ResponseFindings } from './response-findings';
import { createResponseScroll, type ResponseScroll } from './scroll-responses';
import { announcementOf, exchangeOf, type AnsweredRequest } from './exchange-of';
import { checkedEnding, showDocuments, type DocumentParts } from './response-documents';
import { namePart, titleOfTab } from './tab-title';
import {
  createShownResponses,
  type NextStep,
  type RunStep,
  type ShownResponses,
} from '../response-view/shown-responses';

/** In UTF-16 code units: longer texts are not passed to the language server. */
const longestChecked = 256 * 1024;
/** In milliseconds. */
const pause = { update: 300, close: 1000 };
/** The number of texts for comparison that are kept. */
const keptTexts = 20;

/** A response that is arriving. */
export interface ArrivingResponse {
  /** Shows what has arrived; called with each piece. */
  readonly update: (text: () => string, channel?: OpenChannel) => void;
  /** Shows the whole response; returns its secrets. */
  readonly finish: (answered: AnsweredRequest) => Promise<readonly FoundSecret[]>;
  /** Creates a file for a long body; absent where there are no files. */
  readonly createFile?: (extension: string) => Promise<OpenFile>;
  /** Shows why there is none, and offers what may help: in the view, or in a notification next to a document. */
  readonly fail: (failure: ShownFailure) => Promise<void>;
}

/** Why a request received no response. */
export interface ShownFailure {
  readonly label: string;
  /** The whole document that says so. */
  readonly text: string;
  /** A few sentences. */
  readonly message: string;
  readonly steps: readonly NextStep[];
}

/** A response in a tab. */
export interface ShownResponse {
  readonly uri: string;
  readonly answer: KeptResponse;
}

/** Shows responses next to the request. */
export interface ResponseView extends vscode.Disposable {
  /** Prepares a document for a response; it is opened with the first text. */
  readonly begin: (label: string) => ArrivingResponse;
  /** Shows a JSON text that is not the response to a request of the user. */
  readonly showJson: (label: string, text: string) => Promise<void>;
  /** Shows a response of the history. */
  readonly showKept: (exchange: Exchange) => Promise<void>;
  /** Shows why a request of the history received no response. */
  readonly showFailed: (label: string, text: string) => Promise<void>;
  /** Keeps a response of a run without showing it, and returns its URI. */
  readonly keep: (answered: AnsweredRequest) => Promise<string>;
  /** Shows a kept response as the last one of a run. */
  readonly showOfRun: (run: readonly RunStep[]) => Promise<void>;
  /** Shows a response as a document of the editor. */
  readonly showText: (uri: string) => Promise<void>;
  /** Shows another part of a response in its view; returns false when it is a document. */
  readonly showPart: (uri: string, part: string) => boolean;
  /** Returns the response in the active editor or that of a URI, otherwise the latest one that suits. */
  readonly find: (uri?: unknown, suits?: (answer: KeptResponse) => boolean) => ShownResponse | undefined;
  /** Returns all responses, the latest first. */
  readonly all: () => readonly ShownResponse[];
  /** Shows a response in another form, in the same document. */
  readonly showForm: (uri: string, form: ResponseForm) => void;
  /** Keeps a response and its tab beyond the limits. */
  readonly pin: (uri: string) => Promise<void>;
  /** Returns the URI of a read-only document with a text whose secrets are masked. */
  readonly addText: (title: string, text: string) => vscode.Uri;
}

/** Returns whether responses are documents of the editor, and not a view. */
export function isShownAsText(): boolean {
  return vscode.workspace.getConfiguration('rulebook').get<string>('responseView') === 'text';
}

/** What the view gives to others. */
interface ResponseListeners extends Pick<DocumentParts, 'hasEarlier'> {
  /** Where the extension is. */
  readonly extension: vscode.Uri;
  readonly findings: Pick<ResponseFindings, 'countOf' | 'onChange' | 'messagesOf'>;
  /** Receives what a document will show, before it is opened. */
  readonly announce: (params: AnswerParams) => Promise<void>;
  /** Receives each response that is shown. */
  readonly answered: (exchange: Exchange, body: SavedBody | undefined) => void;
  /** Where long bodies go; absent where there are no files. */
  readonly files?: Pick<BodyFiles, 'create' | 'remove'> | undefined;
}

/** Returns the view of responses. */
export function createResponseView({
  extension,
  announce,
  answered: note,
  hasEarlier,
  findings,
  files,
}: ResponseListeners): ResponseView {
  const answers = new KeptResponses(({ body }) => {
    if (body?.file !== undefined) void files?.remove(body.file);
  });
  const texts = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const lensesChanged = new vscode.EventEmitter<void>();
  const foldsChanged = new vscode.EventEmitter<void>();
  const scroll = createResponseScroll(responseScheme, () => {
    lensesChanged.fire();
  });
  const protectedLines = createProtectedLines((uri) => answers.get(uri.toString()));
  let count = 0;
  const views = createShownResponses({
    ...{ extension, answers, hasEarlier },
    closed: (uris) => {
      for (const uri of uris) if (!isOnScreen(uri)) answers.delete(uri);
    },
  });

  const show = async (uri: vscode.Uri, answer: KeptResponse, isOpen: boolean) => {
    answers.set(uri.toString(), answer);
    showKinds(answers);
    if (isOpen) changed.fire(uri);
    else if (isShownAsText() || answer.exchange === undefined) await reveal(uri, 'http');
    else {
      await views.show(uri.toString());
      // The language server checks what is open; nobody sees the document.
      if (uri.path.endsWith(checkedEnding)) void openAs(uri, 'http');
    }
    protectedLines.update();
    lensesChanged.fire();
    foldsChanged.fire();
  };
  /** Returns the URI of a new document, after the server received what it will show, unless that is too long to be checked. */
  const uriForChecking = async (exchange: Exchange, text: string, title: string) => {
    if (text.length > longestChecked) return uriOf(title, '.txt');
    const uri = uriOf(title, checkedEnding);
    const about = announcementOf(exchange, uri);
    if (about !== undefined) await announce(about);
    return uri;
  };
  const find: ResponseView['find'] = (given, suits = () => true) => {
    const named =
      given instanceof vscode.Uri
        ? given.toString()
        : typeof given === 'string'
          ? given
          : (views.activeUri() ?? activeUri(responseScheme));
    const answer = named === undefined ? undefined : answers.get(named);
    if (named !== undefined && answer !== undefined && suits(answer)) return { uri: named, answer };
    const [uri, latest] = answers.entries().find(([, one]) => suits(one)) ?? [];
    return uri === undefined || latest === undefined ? undefined : { uri, answer: latest };
  };
  const subscriptions = [
    changed,
    lensesChanged,
    foldsChanged,
    scroll,
    protectedLines,
    views,
    findings.onChange((uri) => {
      lensesChanged.fire();
      views.tellFindings(uri, findings.messagesOf(uri));
    }),
    ...showDocuments({ answers, texts, scroll, findings, hasEarlier }, { changed, lensesChanged, foldsChanged }),
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      const closedUris = closed.flatMap(({ input }) =>
        input instanceof vscode.TabInputText && input.uri.scheme === responseScheme ? [input.uri.toString()] : [],
      );
      if (closedUris.length === 0) return;
      // A tab that is moved closes in one group and opens in another.
      setTimeout(() => {
        for (const uri of closedUris) if (!isOnScreen(uri)) answers.delete(uri);
      }, pause.close);
    }),
  ];
  return {
    begin: (label) => arriving({ files, answers, views, scroll, changed, note, show, uriForChecking }, ++count, label),
    find,
    all: () => answers.entries().map(([uri, answer]) => ({ uri, answer })),
    showJson: async (label, text) => {
      const uri = uriOf(`${namePart(label)} (${++count})`, '.json');
      answers.set(uri.toString(), { text, secrets: [] });
      await reveal(uri, 'json');
    },
    showFailed: async (label, text) => {
      await show(uriOf(vscode.l10n.t('Kept {0}', titleOfTab(++count, label)), '.txt'), { text, secrets: [] }, false);
    },
    keep: async (answered) => {
      const exchange = exchangeOf(answered);
      const rendered = renderResponse(exchange, 'pretty');
      const uri = await uriForChecking(exchange, rendered.text, titleOfTab(++count, exchange.label));
      const body = bodyToSave(answered.response, answered.body);
      answers.set(uri.toString(), {
        ...rendered,
        secrets: secretsIn(answered.response),
        exchange,
        ...(body && { body }),
      });
      return uri.toString();
    },
    showOfRun: async (run) => {
      const last = run.at(-1);
      if (last === undefined) return;
      if (isShownAsText()) await reveal(vscode.Uri.parse(last.uri), 'http');
      else await views.show(last.uri, run);
    },
    showText: async (uri) => {
      await reveal(vscode.Uri.parse(uri), 'http');
    },
    showPart: views.showPart,
    showKept: async (exchange) => {
      const rendered = renderResponse(exchange, 'pretty');
      const title = vscode.l10n.t('Kept {0}', titleOfTab(++count, exchange.label));
      const uri = await uriForChecking(exchange, rendered.text, title);
      await show(uri, { ...rendered, secrets: [], exchange }, false);
    },
    showForm: (uri, form) => {
      const exchange = answers.get(uri)?.exchange;
      if (exchange === undefined) return;
      answers.change(uri, renderResponse(exchange, form));
      showKinds(answers);
      if (!isShownAsText()) void views.show(uri);
      changed.fire(vscode.Uri.parse(uri));
      lensesChanged.fire();
    },
    pin: async (uri) => {
      answers.change(uri, { isPinned: true });
      showKinds(answers);
      views.pin(uri);
      if (!isShownAsText()) return;
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
      // Otherwise the next response would take the tab.
      await vscode.window.showTextDocument(document, { viewColumn: responseColumn(responseScheme), preview: false });
      await vscode.commands.executeCommand('workbench.action.pinEditor');
    },
    addText: (title, text) => {
      const uri = uriOf(`${namePart(title)} (${++count})`, '.txt');
      texts.set(uri.toString(), text);
      for (const oldest of [...texts.keys()].slice(0, -keptTexts)) texts.delete(oldest);
      return uri;
    },
    dispose: () => {
      for (const one of subscriptions) one.dispose();
    },
  };
}

/** What showing an arriving response needs of the view. */
interface ArrivingParts extends Pick<ResponseListeners, 'files'> {
  readonly answers: KeptResponses;
  readonly views: ShownResponses;
  readonly scroll: ResponseScroll;
  readonly changed: vscode.EventEmitter<vscode.Uri>;
  readonly note: ResponseListeners['answered'];
  readonly show: (uri: vscode.Uri, answer: KeptResponse, isOpen: boolean) => Promise<void>;
  readonly uriForChecking: (exchange: Exchange, text: string, title: string) => Promise<vscode.Uri>;
}

function arriving(
  { files, answers, views, scroll, changed, note, show, uriForChecking }: ArrivingParts,
  number: number,
  label: string,
): ArrivingResponse {
  const isText = isShownAsText();
  const since = Date.now();
  /** Of a document that grows; in the view, each state is drawn by itself. */
  let live: vscode.Uri | undefined;
  const running = uriOf(titleOfTab(number, label), '.txt');
  if (!isText) views.showRunning(running.toString(), label, since);
  let waiting: (() => string) | undefined;
  let channel: OpenChannel | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    timer = undefined;
    if (waiting === undefined) return;
    const text = waiting();
    waiting = undefined;
    if (!isText) {
      const arrived = { text, secrets: [], isArriving: true as const, label, since, ...(channel && { channel }) };
      answers.set(running.toString(), arrived);
      void views.show(running.toString());
      timer = setTimeout(write, pause.update);
      return;
    }
    const isNew = live === undefined;
    live ??= running;
    answers.set(live.toString(), { text, secrets: [], isArriving: true, ...(channel && { channel }) });
    if (isNew) {
      showKinds(answers);
      scroll.begin(live, text);
      void reveal(live, 'http').then(scroll.showEnd);
    } else changed.fire(live);
    timer = setTimeout(write, pause.update);
  };
  const stop = () => {
    clearTimeout(timer);
    waiting = undefined;
  };
  return {
    ...(files && { createFile: files.create }),
    update: (text, open) => {
      waiting = text;
      channel = open;
      timer ??= setTimeout(write, live === undefined ? 0 : pause.update);
    },
    finish: async (answered) => {
      stop();
      const exchange = exchangeOf(answered);
      const rendered = renderResponse(exchange, 'pretty');
      const uri = live ?? (await uriForChecking(exchange, rendered.text, titleOfTab(number, exchange.label)));
      if (!isText) answers.delete(running.toString());
      const secrets = secretsIn(answered.response);
      const body = bodyToSave(answered.response, answered.body);
      if (live !== undefined) scroll.complete(live, contentTypeOf(answered.response.headers) === 'text/event-stream');
      await show(uri, { ...rendered, secrets, exchange, ...(body && { body }) }, live !== undefined);
      note(exchange, body);
      return secrets;
    },
    fail: async ({ label: finalLabel, text, message, steps }) => {
      stop();
      if (!isText) {
        answers.delete(running.toString());
        views.showFailed(running.toString(), finalLabel, message, steps);
        return;
      }
      const uri = live ?? uriOf(titleOfTab(number, finalLabel), '.txt');
      scroll.fail(uri);
      await show(uri, { text, secrets: [] }, live !== undefined);
    },
  };
}

function uriOf(title: string, ending: string): vscode.Uri {
  return vscode.Uri.from({ scheme: responseScheme, path: `/${title}${ending}` });
}

async function openAs(uri: vscode.Uri, language: 'http' | 'json'): Promise<vscode.TextDocument> {
  const opened = await vscode.workspace.openTextDocument(uri);
  return opened.languageId === language ? opened : vscode.languages.setTextDocumentLanguage(opened, language);
}

async function reveal(uri: vscode.Uri, language: 'http' | 'json'): Promise<vscode.TextDocument> {
  const document = await openAs(uri, language);
  const viewColumn = responseColumn(responseScheme);
  await vscode.window.showTextDocument(document, { viewColumn, preserveFocus: true, preview: true });
  return document;
}

/** Publishes which responses have which actions, for the menus. */
function showKinds(answers: KeptResponses): void {
  const urisOf = (has: (answer: KeptResponse) => boolean) =>
    answers.entries().flatMap(([uri, answer]) => (has(answer) ? [uri] : []));
  const kinds = {
    'rulebook.answers': urisOf(({ exchange }) => exchange !== undefined),
    'rulebook.answersToFormat': urisOf(({ form }) => form === 'raw'),
    'rulebook.answersFormatted': urisOf(
      ({ form, exchange }) => form === 'pretty' && exchange !== undefined && isFormattable(exchange),
    ),
    'rulebook.answersToPreview': urisOf(
      ({ exchange }) => exchange !== undefined && previewKindOf(exchange) !== undefined,
    ),
    'rulebook.answersWithNext': urisOf(({ exchange }) => exchange?.pages.next !== undefined),
    'rulebook.answersWithPrevious': urisOf(({ exchange }) => exchange?.pages.previous !== undefined),
    'rulebook.answersArriving': urisOf(({ isArriving }) => isArriving === true),
    'rulebook.answersToPin': urisOf(({ exchange, isPinned }) => exchange !== undefined && isPinned !== true),
  };
  for (const [key, uris] of Object.entries(kinds)) void vscode.commands.executeCommand('setContext', key, uris);
}

function activeUri(scheme: string): string | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri?.scheme === scheme ? uri.toString() : undefined;
}

function isOnScreen(uri: string): boolean {
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri),
  );
}
