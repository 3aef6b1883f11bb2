import { maskRequest } from '../plan/mask-request';
import type { ResponseTiming } from '../plan/response';
import { maskResponse } from '../response/describe-response';
import { printJson } from '../response/json-printer';
import { describeSize } from '../response/measures';
import { asSentence } from '@rulebook/text/sentence';
import type { DescribedOutcome, Outcome } from './outcome';

/** What is kept of a head and of a body for a page, in UTF-16 code units: a run may have very many of them. */
const longest = { head: 8_192, body: 16_384 };

/** What a page shows of a request when it is opened; its texts hold no secret. */
export interface ReportedDetails {
  /** When it was sent, in milliseconds since the run began. */
  readonly start?: number;
  /** Where the time of its last exchange went. */
  readonly timing?: ResponseTiming;
  /** What else is said of its response: the rights that a refused request lacked, redirects, files, differences. */
  readonly notes: readonly string[];
  readonly request?: ReportedMessage;
  readonly response?: ReportedMessage;
}

/** A request or a response: its head and the beginning of its body, JSON with one member a line. */
export interface ReportedMessage {
  readonly head: string;
  readonly body: string;
  /** Why not all of the body is there; a sentence. */
  readonly note?: string;
}

/** Returns what a page shows of an outcome, with its secrets masked; `start` is in milliseconds since the run began. */
export function reportedDetails(
  { sent }: Outcome,
  { notes }: Pick<DescribedOutcome, 'notes'>,
  start?: number,
): ReportedDetails {
  if (sent.kind === 'unsent') return { notes };
  const { method, url, headers, body = '', hasBytes } = maskRequest(sent.request, sent.secrets);
  const request = {
    head: headOf(`${method} ${url}`, headers),
    ...bodyOfMessage(body, hasBytes ? 'The body is not shown: it contains bytes.' : undefined),
  };
  if (sent.kind === 'failed') return { notes, request };
  const masked = maskResponse(sent.response, sent.secrets);
  const { httpVersion, status, statusText, binary, size, interruption, isTruncated, timing } = masked;
  const hidden = binary === undefined ? undefined : `The body is not shown: ${binary}, ${describeSize(size)}.`;
  const cause = interruption ? asSentence(interruption.message) : undefined;
  const cut = isTruncated ? `The body has ${describeSize(size)}; the rest is not shown.` : undefined;
  return {
    notes,
    ...(start !== undefined && { start: Math.max(0, start) }),
    ...(timing && { timing }),
    request,
    response: {
      head: headOf(`HTTP/${httpVersion} ${status} ${statusText}`.trimEnd(), masked.headers),
      ...bodyOfMessage(masked.body, hidden ?? cause ?? cut, size),
    },
  };
}

function headOf(line: string, headers: readonly (readonly [name: string, value: string])[]): string {
  return [line, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n').slice(0, longest.head);
}

function bodyOfMessage(body: string, note: string | undefined, size?: number): Pick<ReportedMessage, 'body' | 'note'> {
  const isCut = body.length > longest.body;
  const beginning = body.slice(0, longest.body);
  const printed = (printJson(beginning, isCut) ?? beginning).trimEnd();
  const isLong = isCut || printed.length > longest.body;
  const all = size === undefined ? '' : ` of ${describeSize(size)}`;
  const said = note ?? (isLong ? `Only the beginning${all} is shown.` : undefined);
  return { body: printed.slice(0, longest.body), ...(said !== undefined && { note: said }) };
}
