import * as vscode from 'vscode';
import { secretsIn } from '@rulebook/sender/response';
import type { AnswerParams } from '../../../server/src/protocol';
import { responseScheme } from '../editing/our-schemes';
import { isChecked, uriOfResponse } from './response-uri';
import { isShownAsText } from './shown-as-text';
import { showArriving, type ArrivingParts, type ArrivingResponse } from './arriving-response';
import { responsePlace } from '../pages/response-column';
import type { BodyFiles, MachinePorts } from '../ports/ports';
import { bodyToSave } from './body-to-save';
import {
  KeptResponses,
  type ResponseForm,
  type EarlierResponse,
  type Exchange,
  type KeptResponse,
  type SavedBody,
} from './kept-responses';
import { previewKindOf } from './preview-page';
import { withPrinter } from './printed';
import { isFormattable, renderResponse } from './render-response';
import { createProtectedLines } from './protected-line';
import type { ResponseFindings } from './response-findings';
import { createResponseScroll } from './scroll-responses';
import { announcementOf, exchangeOf, type AnsweredRequest } from './exchange-of';
import { showDocuments, type DocumentParts } from './response-documents';
import { titleOfTab } from './tab-title';
import { createShownResponses, type RunStep, type ShownResponses } from './view/shown-responses';

/** In UTF-16 code units: longer texts are not passed to the language server. */
const longestChecked = 256 * 1024;
/** In milliseconds. */
const pause = 1000;
/** The number of texts for comparison that are kept. */
const keptTexts = 20;

/** A response in a tab. */
export interface ShownResponse {
  readonly uri: string;
  readonly answer: KeptResponse;
}

/** Shows responses next to the request. */
export interface ResponseView extends vscode.Disposable, Pick<ShownResponses, 'fillView'> {
  /** Prepares a document for a response; it is opened with the first text. */
  readonly begin: (label: string) => ArrivingResponse;
  /** Shows a JSON text that is not the response to a request of the user. */
  readonly showJson: (label: string, text: string) => Promise<void>;
  /** Shows a response of the history. */
  readonly showKept: (exchange: Exchange) => Promise<void>;
  /** Shows why a request of the history received no response. */
  readonly showFailed: (label: string, text: string) => Promise<void>;
  /** Keeps a response of a run without showing it, or while it is shown in a cell, and returns its URI. */
  readonly keep: (answered: AnsweredRequest, place?: 'cell') => Promise<string>;
  /** Shows a kept response as the last one of a run. */
  readonly showOfRun: (run: readonly RunStep[]) => Promise<void>;
  /** Shows a response as a document of the editor. */
  readonly showText: (uri: string) => Promise<unknown>;
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

/** What the view gives to others. */
interface ResponseListeners extends Pick<DocumentParts, 'hasEarlier'> {
  /** Where the extension is. */
  readonly extension: vscode.Uri;
  readonly findings: Pick<ResponseFindings, 'countOf' | 'onChange' | 'messagesOf'>;
  /** Returns the latest response that suits, as the history has it. */
  readonly findEarlier: (suits: (one: EarlierResponse) => boolean) => Promise<Exchange | undefined>;
  /** Receives what a document will show, before it is opened. */
  readonly announce: (params: AnswerParams) => Promise<void>;
  /** Receives each response that is shown. */
  readonly answered: (exchange: Exchange, body: SavedBody | undefined) => void;
  /** Loads what formats HTML and JavaScript. */
  readonly markup: MachinePorts['markup'];
  /** Where long bodies go; absent where there are no files. */
  readonly files?: Pick<BodyFiles, 'create' | 'remove' | 'read'> | undefined;
}

/** Returns the view of responses. */
export function createResponseView({
  extension,
  announce,
  answered: note,
  hasEarlier,
  findEarlier,
  findings,
  markup,
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
    ...{ extension, answers, hasEarlier, read: files?.read },
    restored: async (suits) => {
      const exchange = await findEarlier(suits);
      return exchange && keepEarlier(answers, await withPrinter(exchange, markup), ++count);
    },
    closed: (uris) => {
      forget(answers, uris);
    },
  });
  const open = (uri: vscode.Uri) => {
    showKinds(answers);
    return reveal(uri, 'http');
  };
  const show = async (uri: vscode.Uri, answer: KeptResponse, isOpen: boolean) => {
    answers.set(uri.toString(), answer);
    showKinds(answers);
    if (isOpen) changed.fire(uri);
    else if (isShownAsText() || answer.exchange === undefined) await reveal(uri, 'http');
    else {
      await views.show(uri.toString());
      // The language server checks what is open, and the document itself is not shown.
      if (isChecked(uri)) void openAs(uri, 'http');
    }
    protectedLines.update();
    lensesChanged.fire();
    foldsChanged.fire();
  };
  /** Returns the URI of a new document, after the server received what it will show, unless that is too long to be checked. */
  const uriForChecking = async (exchange: Exchange, text: string, number: number) => {
    const title = titleOfTab(titleOf(exchange), exchange.response.status);
    if (text.length > longestChecked) return uriOfResponse(title, number);
    const uri = uriOfResponse(title, number, { isChecked: true });
    const about = announcementOf(exchange, uri);
    if (about !== undefined) await announce(about);
    return uri;
  };
  const find = finderIn(answers, views.activeUri);
  const subscriptions = [
    changed,
    lensesChanged,
    foldsChanged,
    scroll,
    protectedLines,
    views,
    findings.onChange((uri) => {
      lensesChanged.fire();
      views.showFindings(uri, findings.messagesOf(uri));
    }),
    ...showDocuments({ answers, texts, scroll, findings, hasEarlier }, { changed, lensesChanged, foldsChanged }),
    forgetClosed(answers),
  ];
  return {
    begin: (label) =>
      showArriving(
        { files, markup, answers, views, scroll, changed, note, open, show, uriForChecking },
        ++count,
        label,
      ),
    find,
    all: () => answers.entries().map(([uri, answer]) => ({ uri, answer })),
    showOfRun: async (run) => {
      if (isShownAsText()) await revealLast(run);
      else await views.show(run.at(-1)?.uri ?? '', run);
    },
    showText: (uri) => reveal(vscode.Uri.parse(uri), 'http'),
    showPart: views.showPart,
    fillView: views.fillView,
    ...withoutSending({ answers, markup, show, uriForChecking, next: () => ++count }),
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
      if (isShownAsText()) await pinDocument(vscode.Uri.parse(uri));
    },
    addText: (title, text) => {
      const uri = uriOfResponse(title, ++count);
      texts.set(uri.toString(), text);
      for (const oldest of [...texts.keys()].slice(0, -keptTexts)) texts.delete(oldest);
      return uri;
    },
    dispose: () => {
      for (const one of subscriptions) one.dispose();
    },
  };
}

/** Returns what shows and keeps responses that are not awaited here. */
function withoutSending({
  answers,
  markup,
  show,
  uriForChecking,
  next,
}: Pick<ArrivingParts, 'answers' | 'markup' | 'show' | 'uriForChecking'> & { readonly next: () => number }): Pick<
  ResponseView,
  'keep' | 'showJson' | 'showFailed' | 'showKept'
> {
  return {
    keep: async (answered, place) => {
      const { kept, uri } = await keptOf(answered, next(), { markup, uriForChecking });
      answers.set(uri.toString(), { ...kept, ...(place === 'cell' && { isInCell: true }) });
      return uri.toString();
    },
    showJson: async (label, text) => {
      const uri = uriOfResponse(label, next(), { ending: '.json' });
      answers.set(uri.toString(), { text, secrets: [] });
      await reveal(uri, 'json');
    },
    showFailed: async (label, text) => {
      await show(uriOfResponse(titleOfTab(keptLabel(label)), next()), { text, secrets: [] }, false);
    },
    showKept: async (given) => {
      const exchange = await withPrinter(given, markup);
      const rendered = renderResponse(exchange, 'pretty');
      const uri = await uriForChecking(exchange, rendered.text, next());
      await show(uri, { ...rendered, secrets: [], exchange }, false);
    },
  };
}

/** Returns a response as it is kept, and the URI of its document. */
async function keptOf(
  answered: AnsweredRequest,
  number: number,
  { markup, uriForChecking }: Pick<ArrivingParts, 'markup' | 'uriForChecking'>,
): Promise<{ readonly kept: KeptResponse; readonly uri: vscode.Uri }> {
  const exchange = await withPrinter(exchangeOf(answered), markup);
  const rendered = renderResponse(exchange, 'pretty');
  const uri = await uriForChecking(exchange, rendered.text, number);
  const body = bodyToSave(answered.response, answered.body);
  return {
    uri,
    kept: { ...rendered, secrets: secretsIn(answered.response, { isOnScreen: true }), exchange, ...(body && { body }) },
  };
}

async function openAs(uri: vscode.Uri, language: 'http' | 'json'): Promise<vscode.TextDocument> {
  const opened = await vscode.workspace.openTextDocument(uri);
  return opened.languageId === language ? opened : vscode.languages.setTextDocumentLanguage(opened, language);
}

/** Keeps the tab of a document. */
async function pinDocument(uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  // Otherwise the next response would take the tab.
  await vscode.window.showTextDocument(document, {
    ...responsePlace(responseScheme),
    preserveFocus: false,
    preview: false,
  });
  await vscode.commands.executeCommand('workbench.action.pinEditor');
}

/** Returns what finds a response: the one that is named, otherwise the active or the latest one. */
function finderIn(answers: KeptResponses, activeView: () => string | undefined): ResponseView['find'] {
  return (given, suits = () => true) => {
    const named =
      given instanceof vscode.Uri
        ? given.toString()
        : typeof given === 'string'
          ? given
          : (activeView() ?? activeUri(responseScheme));
    const answer = named === undefined ? undefined : answers.get(named);
    if (named !== undefined && answer !== undefined && suits(answer)) return { uri: named, answer };
    const [uri, latest] = answers.entries().find(([, one]) => suits(one)) ?? [];
    return uri === undefined || latest === undefined ? undefined : { uri, answer: latest };
  };
}

/** Returns what a response is called, which may be of the history. */
function titleOf({ label, kept }: Exchange): string {
  return kept === undefined ? label : keptLabel(label);
}

function keptLabel(label: string): string {
  return vscode.l10n.t('Kept {0}', label);
}

/** Keeps a response of the history, and returns its URI. */
function keepEarlier(answers: KeptResponses, exchange: Exchange, number: number): string {
  const uri = uriOfResponse(titleOfTab(titleOf(exchange), exchange.response.status), number).toString();
  answers.set(uri, { ...renderResponse(exchange, 'pretty'), secrets: [], exchange });
  return uri;
}

function forget(answers: KeptResponses, uris: readonly string[]): void {
  for (const uri of uris) if (!isOnScreen(uri) && answers.get(uri)?.isInCell !== true) answers.delete(uri);
  showKinds(answers);
}

/** Forgets the responses whose documents have closed. */
function forgetClosed(answers: KeptResponses): vscode.Disposable {
  return vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    const closedUris = closed.flatMap(({ input }) =>
      input instanceof vscode.TabInputText && input.uri.scheme === responseScheme ? [input.uri.toString()] : [],
    );
    if (closedUris.length === 0) return;
    // A tab that is moved closes in one group and opens in another.
    setTimeout(() => {
      forget(answers, closedUris);
    }, pause);
  });
}

async function revealLast(run: readonly RunStep[]): Promise<void> {
  const last = run.at(-1);
  if (last !== undefined) await reveal(vscode.Uri.parse(last.uri), 'http');
}

async function reveal(uri: vscode.Uri, language: 'http' | 'json'): Promise<vscode.TextDocument> {
  const document = await openAs(uri, language);
  await vscode.window.showTextDocument(document, { ...responsePlace(responseScheme), preview: true });
  return document;
}

/** Publishes which responses have which actions, for the menus, and whether there are any, for the palette. */
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
    'rulebook.answersConnected': urisOf(({ channel }) => channel !== undefined),
    'rulebook.answersWithSecrets': urisOf(({ secrets }) => secrets.length > 0),
    'rulebook.answersCut': urisOf(({ isCut }) => isCut === true),
    'rulebook.answersToPin': urisOf(({ exchange, isPinned }) => exchange !== undefined && isPinned !== true),
  };
  for (const [key, uris] of Object.entries(kinds)) {
    void vscode.commands.executeCommand('setContext', key, uris);
    void vscode.commands.executeCommand('setContext', key.replace('.answers', '.hasAnswers'), uris.length > 0);
  }
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
