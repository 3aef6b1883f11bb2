import { maskResponse } from './describe-response';
import { printJson } from './json-printer';
import type { ReceivedResponse } from '../plan/response';
import { describeMessages, remarksOnChannel } from './channel-text';
import { formatEvents, isEventStream } from './event-stream';
import { dumped, hexDump } from './hex-dump';
import { describeDuration, describeSize } from './measures';
import { visibleLine } from '@rulebook/text/visible';
import { remarksOnResponse, wayOfResponse } from './way-of-response';
import { printXml } from './xml-printer';

/** Formats a text by its media type in lower case; undefined where that is not possible. */
export type PrintText = (text: string, type: string) => string | undefined;

/** Where a response came from, without secrets. */
export interface ResponseOrigin {
  readonly url: string;
  /** The environment whose variables the request used. */
  readonly environment?: string;
  /** The environment or the endpoint is marked as protected. */
  readonly isProtected?: boolean;
}

/** How a response is shown. */
interface DocumentOptions {
  readonly secrets: readonly string[];
  /** Where it came from, for the first line. */
  readonly origin?: ResponseOrigin | undefined;
  /** Lines in front of the status line. */
  readonly notes?: readonly string[];
  /** `pretty` formats JSON and XML, `raw` shows the body as it came. */
  readonly form: 'pretty' | 'raw';
  /** Formats what is neither. */
  readonly print?: PrintText | undefined;
  /** It is shown in the editor and goes nowhere else. */
  readonly isOnScreen?: boolean;
  /** A binary body is shown elsewhere, so its bytes are left out. */
  readonly isShownElsewhere?: boolean;
  /** The number of characters of the body to show at most. */
  readonly longest: number;
}

/** A response as a document for an editor. */
interface ResponseDocument {
  readonly text: string;
  /** The zero-based lines of the status line and of the last header field, when there are fields. */
  readonly head?: { readonly first: number; readonly last: number };
  /** The body does not end where the document ends. */
  readonly isCut: boolean;
}

/** A response in parts, for a view that shows them apart. Secrets are masked. */
export interface ResponseParts {
  /** With secrets masked; the body is in `body`. */
  readonly masked: ReceivedResponse;
  /** The body as it is shown; empty when there is none. */
  readonly body: string;
  /** Which part of the whole body it is; 1 when nothing is missing. */
  readonly shown: number;
  /** How it was reached, and what is special about it: lines that begin with `# `. */
  readonly remarks: readonly string[];
}

/** Returns a response in parts. */
export function responseParts(response: ReceivedResponse, options: DocumentOptions): ResponseParts {
  const { masked, body, shown } = shownBody(response, options);
  const remarks = [
    ...incompletenessOf(masked),
    ...wayOfResponse(masked),
    ...remarksOnResponse(masked),
    ...(masked.channel ? remarksOnChannel(masked.channel) : []),
  ];
  return { masked, body, shown, remarks };
}

/** Returns a response as a document: a line with status, time, size and origin, how it was reached, head and body. Secrets are masked. */
export function responseDocument(response: ReceivedResponse, options: DocumentOptions): ResponseDocument {
  const { masked, body, shown, remarks } = responseParts(response, options);
  const isCut = shown < 1;
  const front = [
    `# ${[...summaryOf(masked, shown), ...(options.origin ? describeOrigin(options.origin) : [])].join(' · ')}`,
    ...remarks,
    ...(options.notes ?? []),
  ].join('\n');
  const fields = masked.headers.map(fieldLine);
  const parts = [[front, statusLine(masked), ...fields].join('\n'), ...(body === '' ? [] : [body])];
  const first = front.split('\n').length;
  return {
    text: `${parts.join('\n\n')}\n${isCut ? '\n# The rest of the body is not shown.\n' : ''}`,
    ...(fields.length > 0 && { head: { first, last: first + fields.length } }),
    isCut,
  };
}

/** Returns a response as text for a comparison with another one: without what differs in each response, such as the time. */
export function comparedResponse(response: ReceivedResponse, options: DocumentOptions): string {
  const { masked, body } = shownBody(response, options);
  const fields = masked.headers.map(([name, value]) => fieldLine([name, isVarying(name) ? '…' : value]));
  return `${[[statusLine(masked), ...fields].join('\n'), ...(body === '' ? [] : [body])].join('\n\n')}\n`;
}

/** Returns the body as it is shown, and which part of the whole it is; 1 when nothing is missing. */
function shownBody(
  response: ReceivedResponse,
  { form, print, longest, secrets, isShownElsewhere, isOnScreen = false }: DocumentOptions,
) {
  const isLong = response.body.length > longest;
  const isPart = isLong || (response.isTruncated && response.interruption === undefined);
  const masked = maskResponse(isLong ? { ...response, body: response.body.slice(0, longest) } : response, secrets, {
    isOnScreen,
  });
  if (response.binary !== undefined) {
    const bytes = isShownElsewhere === true ? undefined : response.bytes;
    return { masked, body: binaryBody({ ...response, bytes }, response.binary, secrets), shown: 1 };
  }
  const isBroken = isPart || response.interruption !== undefined;
  const printed = form === 'raw' ? masked.body : formatted(masked, isBroken, print);
  const body = printed.length > longest ? upToLine(printed, longest) : printed;
  const taken = isLong ? longest / response.body.length : 1;
  const received = isPart && response.isTruncated ? response.body.length / Math.max(1, response.size) : 1;
  const shown = isPart || body !== printed ? (body.length / Math.max(1, printed.length)) * taken * received : 1;
  return {
    masked,
    body: body.trim() === '' ? '' : body.trimEnd(),
    shown: isPart || body !== printed ? Math.min(0.99, shown) : 1,
  };
}

function formatted(
  { headers, body, channel }: ReceivedResponse,
  isPart: boolean,
  print: PrintText = () => undefined,
): string {
  if (channel !== undefined) return describeMessages(channel);
  if (isEventStream(headers)) return formatEvents(body);
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1].toLowerCase() ?? '';
  const xml = /[/+]xml\b/.test(type) ? printXml(body, isPart) : undefined;
  return xml ?? printJson(body, isPart) ?? print(body, type) ?? body;
}

function binaryBody(
  { bytes, size }: { readonly bytes: Uint8Array | undefined; readonly size: number },
  binary: string,
  secrets: readonly string[],
): string {
  if (bytes === undefined || bytes.length === 0) return `# The body is not shown: ${binary}, ${describeSize(size)}.`;
  const part = size > dumped ? `, of which the first ${describeSize(dumped)} are shown` : '';
  return `# The body is binary: ${binary}, ${describeSize(size)}${part}.\n${hexDump(bytes, secrets)}`;
}

function summaryOf({ status, statusText, duration, size }: ReceivedResponse, shown: number): readonly string[] {
  const part = shown < 1 ? `, first ${Math.max(1, Math.floor(shown * 100))} % shown` : '';
  return [`${status} ${statusText}`.trimEnd(), describeDuration(duration), `${describeSize(size)}${part}`];
}

/** Returns where a response came from, as parts of a line. */
export function describeOrigin({ environment, isProtected, url }: ResponseOrigin): readonly string[] {
  const guard = isProtected === true ? ['protected'] : [];
  const place = [...(environment === undefined ? [] : [environment]), ...guard].join(', ');
  return [...(place === '' ? [] : [place]), url].map(visibleLine);
}

function incompletenessOf({ interruption }: ReceivedResponse): readonly string[] {
  return interruption === undefined ? [] : [`# The response is incomplete: ${interruption.message}`];
}

function statusLine({ httpVersion, status, statusText }: ReceivedResponse): string {
  return `HTTP/${httpVersion} ${status} ${statusText}`.trimEnd();
}

function fieldLine([name, value]: readonly [string, string]): string {
  return `${name}: ${value}`;
}

/** Returns the beginning of a text, up to the end of a line if there is one not far away. */
function upToLine(text: string, longest: number): string {
  const end = text.lastIndexOf('\n', longest);
  return text.slice(0, end > longest / 2 ? end : longest);
}

/** Header fields whose values differ in each response: times, identifiers and counters. */
function isVarying(name: string): boolean {
  return /^(date|age|expires|last-modified|server-timing|x-runtime|via|cf-ray|set-cookie)$|request-id|trace|ratelimit/i.test(
    name,
  );
}
