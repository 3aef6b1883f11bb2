import { isBehind, type CheckOptions, type Engine } from '@rulebook/engine';
import { rehearsedOptions, type Release } from '@rulebook/engine/rehearsal';
import { count } from '@rulebook/text';
import type { RehearsedLine, UnreadLines } from './model';
import { logPlace, readLog } from './rehearse-log';
import { readSentRecording } from './rehearse-recording';
import { createSentRequests, type SentFile } from './sent-requests';

/** What is known of a log or a recording. */
interface RehearsedSent {
  readonly lines: readonly RehearsedLine[];
  readonly requests: number;
  readonly unread?: UnreadLines;
  readonly notes: readonly string[];
  readonly played: SentFile;
}

/** Returns whether a path is that of a recording, which may be compressed. */
export function isSentRecording(path: string): boolean {
  return /\.har(?:\.gz)?$/i.test(path);
}

/** Returns whether a path may be that of a log, which whoever names it takes for one. */
export function isLogName(path: string): boolean {
  return /\.(?:log|gz|jsonl|ndjson)$/i.test(path);
}

/** Checks the requests of a log or a recording for both releases; returns why it cannot be read, as half a sentence. */
export async function rehearseSent(
  path: string,
  options: CheckOptions,
  parts: {
    readonly engine: Engine;
    readonly release: Release;
    readonly from: Release | undefined;
    readonly present: Release | undefined;
  },
): Promise<RehearsedSent | string> {
  const { engine, release, from, present: nowReleased } = parts;
  const isHar = isSentRecording(path);
  const present = isHar ? options : withLogPlace(options, release);
  const sent = createSentRequests(engine, path, {
    now: rehearsedOptions(present, from === undefined ? [] : [from]),
    then: rehearsedOptions(present, [release]),
    ...{ release, present: nowReleased },
  });
  const { context } = options;
  const baseUrlOf = (url: string) => context.endpoints.find((one) => isBehind(url, one))?.baseUrl;
  const read = isHar ? await readSentRecording(path, sent, baseUrlOf) : await readLog(path, sent);
  if ('cause' in read) return read.cause;
  const log = 'understood' in read ? read : { notes: read, understood: undefined, unread: undefined };
  if (log.understood === 0) return log.notes[0] ?? noLog;
  const cut = sent.cut === 0 ? [] : [`${count(sent.cut, 'finding')} more are not listed`];
  return {
    ...{ lines: sent.lines, requests: sent.requests, played: sent.played, notes: [...log.notes, ...cut] },
    ...(log.unread && { unread: log.unread }),
  };
}

const noLog =
  'no line of it is one of a log that is known: slow logs and audit logs of search clusters are read, as JSON with an object a line, or as plain text';

/** Returns options in which the requests of a log go to an endpoint of their own, which is like the usual one of the service. */
function withLogPlace(options: CheckOptions, { service }: Release): CheckOptions {
  const { context } = options;
  const usual = context.endpoints.find(({ name }) => name === context.defaults[service.id]);
  const endpoint = { ...usual, ...logPlace, service: service.id };
  return { ...options, context: { ...context, endpoints: [...context.endpoints, endpoint] } };
}
