import { isDeclaredShown } from '@rulebook/catalogue/masking';
import {
  maskNamedSecrets,
  mask,
  type FoundSecret,
  type MaskOptions,
} from '@rulebook/catalogue/masking/mask-named-secrets';
import { createMasker, maskerOf } from '@rulebook/catalogue/masking/masker';
import { isSecretMember } from '@rulebook/catalogue/masking/secret-names';
import type { ChannelRecord } from '../plan/channel';
import { describeMessages, remarksOnChannel } from './channel-text';
import { printJson } from './json-printer';
import type { ReceivedResponse, ResponseHead } from '../plan/response';
import { secretsOfResponse } from '../plan/request-secrets';
import { describeDuration, describeSize } from './measures';
import { remarksOnResponse, wayOfResponse } from './way-of-response';

/** Returns a response as text for people: status line, header fields, formatted body, time and size. Secrets are masked. */
export function describeResponse(
  response: ReceivedResponse,
  { secrets }: { readonly secrets: readonly string[] },
): string {
  if (!isPlain(response)) {
    const masked = maskResponse(response, secrets);
    return `${beginningOf(masked)}\n\n${endLines(masked)}`;
  }
  if (last === undefined || !isSame(last, response, secrets))
    last = { response, secrets, beginning: beginningOf(maskResponse(response, secrets)) };
  return `${last.beginning}\n\n${endLines(response)}`;
}

/** A response without its last lines, which say how long it took. */
interface Beginning {
  readonly response: ReceivedResponse;
  readonly secrets: readonly string[];
  readonly beginning: string;
}

/** What was described last: requests after each other often get the same response. */
let last: Beginning | undefined;

/** Of so many characters, a body is remembered. */
const longestRemembered = 10_000;

/** Returns whether a response is nothing but a head and a body, so that nothing else has to be masked. */
function isPlain(response: ReceivedResponse): boolean {
  const { body, channel, trailers, miscoded, redirects, interruption, retries, isUnverified } = response;
  const others = channel ?? trailers ?? miscoded ?? redirects ?? interruption ?? retries ?? isUnverified;
  return others === undefined && body.length <= longestRemembered;
}

function isSame({ response, secrets: known }: Beginning, other: ReceivedResponse, secrets: readonly string[]): boolean {
  return (
    known === secrets &&
    response.headers === other.headers &&
    response.body === other.body &&
    response.status === other.status &&
    response.statusText === other.statusText &&
    response.httpVersion === other.httpVersion &&
    response.binary === other.binary
  );
}

function beginningOf(masked: ReceivedResponse): string {
  const body = masked.channel ? describeMessages(masked.channel) : (printJson(masked.body) ?? masked.body);
  const way = wayOfResponse(masked);
  const parts = [
    ...(way.length > 0 ? [way.join('\n')] : []),
    headLines(masked),
    ...(body.trim() === '' ? [] : [body.trimEnd()]),
  ];
  return parts.join('\n\n');
}

/** Returns the first part of `describeResponse`, for a response whose body is still arriving. */
export function describeHead(head: ResponseHead, options: { readonly secrets: readonly string[] }): string {
  const nothing = { httpVersion: '1.1', body: '', isTruncated: false, size: 0, duration: 0 };
  return `${headLines(maskResponse({ ...nothing, ...head }, options.secrets))}\n`;
}

/** Returns the last part of `describeResponse`, for a response whose body was shown while it arrived. */
export function describeEnd(response: ReceivedResponse, options: { readonly secrets: readonly string[] }): string {
  return endLines(maskResponse({ ...response, body: '' }, options.secrets));
}

/** Returns status, time and size of a response in one line, with its secrets masked. */
export function summariseResponse(
  response: ReceivedResponse,
  options: { readonly secrets: readonly string[] },
): string {
  const { status, statusText, duration, size } = maskResponse({ ...response, body: '' }, options.secrets);
  return `${`${status} ${statusText}`.trimEnd()} (${describeDuration(duration)}, ${describeSize(size)})`;
}

function headLines({ httpVersion, status, statusText, headers }: ReceivedResponse): string {
  return [
    `HTTP/${httpVersion} ${status} ${statusText}`.trimEnd(),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ].join('\n');
}

function endLines(masked: ReceivedResponse): string {
  const end = masked.interruption === undefined ? '' : `# The response is incomplete: ${masked.interruption.message}\n`;
  return `${end}${closingLine(masked)}\n`;
}

/** Returns a response without its bytes, with the given secrets and those that it contains masked in every part. */
export function maskResponse(
  response: ReceivedResponse,
  secrets: readonly string[],
  options: MaskOptions = {},
): ReceivedResponse {
  const rest = response.bytes === undefined ? response : withoutBytes(response);
  // A secret in the body may occur in header fields and URLs, too.
  const own = secretsOfResponse(response, options);
  const isUsual = own.length === 0 && options.isOnScreen !== true;
  const { text } = isUsual ? maskerOf(secrets) : createMasker([...secrets, ...own], options);
  const isMasked = (name: string) => isSecretMember(name) && !(options.isOnScreen === true && isDeclaredShown(name));
  const maskedField = ([name, value]: readonly [string, string]) =>
    [text(name), isMasked(name) ? mask : text(value)] as const;
  return {
    ...rest,
    statusText: text(response.statusText),
    headers: response.headers.map(maskedField),
    body: text(response.body),
    ...(response.channel && { channel: maskChannel(response.channel, text) }),
    ...(response.trailers && { trailers: response.trailers.map(maskedField) }),
    ...(response.miscoded !== undefined && { miscoded: text(response.miscoded) }),
    ...(response.redirects && { redirects: response.redirects.map(text) }),
    ...(response.interruption && {
      interruption: { ...response.interruption, message: text(response.interruption.message) },
    }),
  };
}

/** No message that is text holds it. */
const betweenMessages = '\n\u0000\n';

function maskChannel({ messages, close, ...rest }: ChannelRecord, text: (text: string) => string): ChannelRecord {
  // One text is masked much faster than very many short ones.
  const masked = text(messages.map((message) => message.text).join(betweenMessages)).split(betweenMessages);
  const isWhole = masked.length === messages.length;
  return {
    ...rest,
    messages: messages.map((message, index) => ({
      ...message,
      text: isWhole ? (masked[index] ?? '') : text(message.text),
    })),
    ...(close && { close: { ...close, reason: text(close.reason) } }),
  };
}

function withoutBytes({ bytes: _bytes, ...response }: ReceivedResponse): ReceivedResponse {
  return response;
}

/** Returns the secrets in a response's body, such as a new API key, which the service shows only once. */
export function secretsIn(response: ReceivedResponse, options: MaskOptions = {}): readonly FoundSecret[] {
  return maskNamedSecrets(response.body, options).found.filter(({ name }) => !/authori[sz]ation|cookie/i.test(name));
}

function closingLine(response: ReceivedResponse): string {
  const { duration, size, isTruncated, binary, interruption, channel } = response;
  const cut =
    isTruncated && interruption === undefined && binary === undefined && !channel
      ? ', the rest of the body is not shown'
      : '';
  const hidden = binary === undefined ? [] : [`# The body is not shown: ${binary}, ${describeSize(size)}.`];
  const measures = `# ${describeDuration(duration)}, ${describeSize(size)}${cut}`;
  const ofChannel = response.channel === undefined ? [] : remarksOnChannel(response.channel);
  return [...hidden, ...ofChannel, measures, ...remarksOnResponse(response)].join('\n');
}
