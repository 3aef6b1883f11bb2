import type { Entry, Har, Header, PostData, QueryString } from 'har-format';
import { createMasker } from '@rulebook/catalogue/masking/masker';
import { maskResponse } from '@rulebook/sender/response/describe-response';
import { maskRequest, type MaskedRequest } from '@rulebook/sender/plan/mask-request';
import type { ChannelMessage } from '@rulebook/sender/plan/channel';
import type { PreparedRequest } from '@rulebook/sender/plan/prepared-request';
import type { ReceivedResponse } from '@rulebook/sender/plan/response';

/** A request with its response. */
export interface RecordedExchange {
  readonly request: PreparedRequest;
  readonly response: ReceivedResponse;
  /** The secrets of both. */
  readonly secrets: readonly string[];
  /** When the response was complete, in milliseconds since 1970. */
  readonly ended: number;
}

/** Returns exchanges as a recording in the format HAR 1.2, with their secrets masked. */
export function harOf(exchanges: readonly RecordedExchange[], version: string): string {
  const creator = { name: 'Rulebook', version };
  const recording: Har = { log: { version: '1.2', creator, entries: exchanges.map(entryOf) } };
  return `${JSON.stringify(recording, null, 2)}\n`;
}

function entryOf({ request, response, secrets, ended }: RecordedExchange): Entry {
  const { text } = createMasker(secrets);
  const sent = maskRequest(request, secrets);
  const shown = maskResponse(response, secrets);
  const { timing } = response;
  const bodySize = response.binary === undefined ? response.body.length : response.size;
  return {
    // As browsers record a connection, which their developer tools show again.
    ...(shown.channel && {
      _resourceType: 'websocket',
      _webSocketMessages: shown.channel.messages.map(recordedMessage),
    }),
    startedDateTime: new Date(ended - response.duration).toISOString(),
    time: response.duration,
    request: {
      method: sent.method,
      url: sent.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: fieldsOf(sent.headers),
      queryString: queryOf(sent.url),
      ...postDataOf(sent),
      headersSize: -1,
      bodySize: -1,
    },
    response: {
      status: response.status,
      statusText: shown.statusText,
      httpVersion: `HTTP/${response.httpVersion}`,
      cookies: [],
      headers: fieldsOf(shown.headers),
      content: {
        size: response.size,
        mimeType: valueOf(response.headers, 'content-type'),
        ...(bodySize > 0 && response.binary === undefined && { text: shown.body }),
        ...(response.binary !== undefined && { comment: `The body is left out: ${response.binary}.` }),
      },
      redirectURL: text(valueOf(response.headers, 'location')),
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: {
      dns: timing?.dns ?? -1,
      connect: timing?.connect ?? -1,
      ssl: timing?.tls ?? -1,
      send: 0,
      wait: timing?.firstByte ?? response.duration,
      receive: timing?.download ?? 0,
    },
  };
}

function recordedMessage({
  direction,
  time,
  text,
  isBinary,
}: ChannelMessage): NonNullable<Entry['_webSocketMessages']>[number] {
  return { type: direction === 'sent' ? 'send' : 'receive', time: time / 1000, opcode: isBinary ? 2 : 1, data: text };
}

function fieldsOf(headers: PreparedRequest['headers']): Header[] {
  return headers.map(([name, value]) => ({ name, value }));
}

function queryOf(url: string): QueryString[] {
  const at = url.indexOf('?');
  if (at < 0) return [];
  return url
    .slice(at + 1)
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals < 0 ? { name: pair, value: '' } : { name: pair.slice(0, equals), value: pair.slice(equals + 1) };
    });
}

function postDataOf({ body, hasBytes, headers }: MaskedRequest): { readonly postData?: PostData } {
  const mimeType = valueOf(headers, 'content-type');
  if (hasBytes)
    return { postData: { mimeType, text: '', comment: 'The body is left out, because it contains bytes.' } };
  return body === undefined ? {} : { postData: { mimeType, text: body } };
}

function valueOf(headers: PreparedRequest['headers'], wanted: string): string {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}
