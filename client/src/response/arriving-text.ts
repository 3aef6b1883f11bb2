import * as vscode from 'vscode';
import { createArrivals, eventModels } from './stream-events';
import { redact } from '@rulebook/catalogue/masking';
import type { OpenChannel, ResponseHead, ResponseObserver } from '@rulebook/sender/plan';
import { describeHead, describeMessage, formatEvents, isEventStream } from '@rulebook/sender/response';
import { collectBody, type CollectedBody } from './collect-body';
import type { ArrivingResponse } from './arriving-response';

/** In milliseconds: a response that is complete by then is shown once, formatted. */
const patience = 700;
/** In UTF-16 code units: of a long stream, only the end is shown. */
const shownEnd = 100_000;

/** Where a response is shown while it arrives. */
export interface ArrivingPlace extends Pick<ArrivingResponse, 'update'> {
  /** In UTF-16 code units: of a longer text, the end is shown. */
  readonly longest?: number;
}

/** A response that is followed while it arrives. */
export interface FollowedResponse {
  readonly observer: ResponseObserver;
  /** Called when the response is complete. */
  readonly stop: () => void;
  /** Returns the body as received. */
  readonly body: () => CollectedBody;
}

function arrivingNote(length: number): string {
  return length === 1
    ? vscode.l10n.t('# Still arriving: 1 character so far')
    : vscode.l10n.t('# Still arriving: {0} characters so far', length);
}

/** Follows a response and shows it while it arrives, if that takes a while. */
export function followResponse(
  arriving: ArrivingPlace & Pick<ArrivingResponse, 'createFile'>,
  secrets: readonly string[],
): FollowedResponse {
  const { longest = shownEnd } = arriving;
  let head: ResponseHead | undefined;
  let end = '';
  let length = 0;
  let isSlow = false;
  let channel: OpenChannel | undefined;
  const collector = collectBody(arriving.createFile);
  const arrivals = createArrivals();
  // A line that has not ended may be the first half of a secret.
  const masked = () => {
    const from = length > end.length ? end.indexOf('\n') + 1 : 0;
    return redact(end.slice(from, end.lastIndexOf('\n') + 1), secrets);
  };
  const text = (): string => {
    if (head === undefined) return '';
    const left = length > end.length ? vscode.l10n.t('# The beginning is shown when the response is complete.\n') : '';
    const shown = isEventStream(head.headers) ? formatEvents(masked()) : masked();
    return `${describeHead(head, { secrets })}\n${left}${shown}\n${arrivingNote(length)}\n`;
  };
  const update = () => {
    if (!isSlow || head === undefined) return;
    const events = isEventStream(head.headers) ? () => eventModels(masked(), arrivals.times) : undefined;
    arriving.update(text, { channel, events });
  };
  const add = (piece: string) => {
    length += piece.length;
    if (head !== undefined && isEventStream(head.headers)) arrivals.add(piece);
    end = (end + piece).slice(-longest);
    update();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    observer: {
      onHead: (given) => {
        head = given;
        collector.begin(given.headers);
        timer = setTimeout(() => {
          isSlow = true;
          if (length > 0 || channel !== undefined) update();
        }, patience);
      },
      onBytes: collector.add,
      onText: add,
      onChannel: (open) => {
        channel = open;
      },
      onMessage: (message) => {
        add(`${describeMessage(message)}\n`);
      },
    },
    stop: () => {
      clearTimeout(timer);
      isSlow = false;
      collector.end();
    },
    body: () => ({ ...collector.body(), ...(arrivals.times.length > 0 && { arrivals: arrivals.times }) }),
  };
}
