import type * as vscode from 'vscode';
import type { FoundSecret } from '@rulebook/catalogue/masking';
import type { OpenChannel } from '@rulebook/sender/plan';
import { secretsIn } from '@rulebook/sender/response';
import type { BodyFiles, MachinePorts } from '../ports/ports';
import { bodyToSave } from './body-to-save';
import type { OpenFile } from './collect-body';
import { contentTypeOf } from './content-type';
import { exchangeOf, type AnsweredRequest } from './exchange-of';
import type { Exchange, KeptResponse, KeptResponses, SavedBody } from './kept-responses';
import { withPrinter } from './printed';
import { renderResponse } from './render-response';
import { uriOfResponse } from './response-uri';
import type { ResponseScroll } from './scroll-responses';
import { isShownAsText } from './shown-as-text';
import { titleOfTab } from './tab-title';
import type { EventsModel } from './view/view-model';
import type { NextStep, ShownResponses } from './view/shown-responses';

/** Milliseconds between two states of a response that arrives. */
const pause = 300;

/** What is known of a response that arrives next to its text. */
export interface ArrivingMore {
  readonly channel?: OpenChannel | undefined;
  /** The events of a stream. */
  readonly events?: (() => EventsModel) | undefined;
}

/** A response that is arriving. */
export interface ArrivingResponse {
  /** Shows what has arrived; called with each piece. */
  readonly update: (text: () => string, more: ArrivingMore) => void;
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

/** What showing an arriving response needs of the view. */
export interface ArrivingParts {
  /** Where long bodies go; absent where there are no files. */
  readonly files?: Pick<BodyFiles, 'create'> | undefined;
  readonly markup: MachinePorts['markup'];
  readonly answers: KeptResponses;
  readonly views: ShownResponses;
  readonly scroll: ResponseScroll;
  readonly changed: vscode.EventEmitter<vscode.Uri>;
  /** Receives each response that is shown. */
  readonly note: (exchange: Exchange, body: SavedBody | undefined) => void;
  /** Opens the document of a response. */
  readonly open: (uri: vscode.Uri) => Promise<vscode.TextDocument>;
  readonly show: (uri: vscode.Uri, answer: KeptResponse, isOpen: boolean) => Promise<void>;
  readonly uriForChecking: (exchange: Exchange, text: string, number: number) => Promise<vscode.Uri>;
}

/** Shows a response from the moment in which its request is sent. */
export function showArriving(
  { files, markup, answers, views, scroll, changed, note, open, show, uriForChecking }: ArrivingParts,
  number: number,
  label: string,
): ArrivingResponse {
  const isText = isShownAsText();
  const since = Date.now();
  /** Of a document that grows; in the view, each state is drawn by itself. */
  let live: vscode.Uri | undefined;
  const running = uriOfResponse(titleOfTab(label), number);
  if (!isText) views.showRunning(running.toString(), label, since);
  let waiting: (() => string) | undefined;
  let more: ArrivingMore = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    timer = undefined;
    if (waiting === undefined) return;
    const text = waiting();
    waiting = undefined;
    const { channel } = more;
    if (!isText) {
      const events = more.events?.();
      const about = { label, since, ...(channel && { channel }), ...(events && { events }) };
      const arrived = { text, secrets: [], isArriving: true as const, ...about };
      answers.set(running.toString(), arrived);
      void views.show(running.toString());
      timer = setTimeout(write, pause);
      return;
    }
    const isNew = live === undefined;
    live ??= running;
    answers.set(live.toString(), { text, secrets: [], isArriving: true, ...(channel && { channel }) });
    if (isNew) {
      scroll.begin(live, text);
      void open(live).then(scroll.showEnd);
    } else changed.fire(live);
    timer = setTimeout(write, pause);
  };
  const stop = () => {
    clearTimeout(timer);
    waiting = undefined;
  };
  return {
    ...(files && { createFile: files.create }),
    update: (text, given) => {
      waiting = text;
      more = given;
      timer ??= setTimeout(write, live === undefined ? 0 : pause);
    },
    finish: async (answered) => {
      stop();
      const exchange = await withPrinter(exchangeOf(answered), markup);
      const rendered = renderResponse(exchange, 'pretty');
      const uri = live ?? (await uriForChecking(exchange, rendered.text, number));
      if (!isText) answers.delete(running.toString());
      const secrets = secretsIn(answered.response, { isOnScreen: true });
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
      const uri = live ?? uriOfResponse(titleOfTab(finalLabel), number);
      scroll.fail(uri);
      await show(uri, { text, secrets: [] }, live !== undefined);
    },
  };
}
