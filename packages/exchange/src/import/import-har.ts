import { decodeBase64Text } from '@rulebook/text/base64';
import {
  withoutReferences,
  type ImportedBody,
  type ImportedFile,
  type ImportedRequest,
} from '@rulebook/request-file/syntax/curl/imported';
import { observedAsserts } from '../recording/observed-asserts';
import { itemsNamed, memberNamed, textNamed } from './json-value';

/** Says that such fields are left out. */
export const browserFieldsNote = 'header fields that only browsers send are left out';

/** Returns whether a header field says something about a browser. */
export function isBrowserField(name: string): boolean {
  return /^(?:sec-.*|priority|upgrade-insecure-requests|dnt)$/i.test(name);
}

/** Reads the requests of a recording in the format HAR, with asserts about the responses in it unless these are not wanted. */
export function importHar(recording: unknown, hasAsserts = true): ImportedFile {
  const entries = itemsNamed(memberNamed(recording, 'log'), 'entries');
  const notes: string[] = [];
  const requests = entries.flatMap((entry, index): readonly ImportedRequest[] => {
    const request = memberNamed(entry, 'request');
    const method = textNamed(request, 'method');
    const url = textNamed(request, 'url');
    if (method === undefined || url === undefined || !/^https?:\/\//i.test(url)) {
      notes.push(`entry ${index + 1} is left out: it is not an HTTP request`);
      return [];
    }
    const read = readRequest(request, method, url);
    const asserts = hasAsserts ? assertsOf(memberNamed(entry, 'response'), read) : [];
    return [{ ...read, ...(asserts.length > 0 && { asserts }) }];
  });
  return { source: 'the recording', variables: [], requests, notes, keepsSecrets: false };
}

/** Returns what was seen of the response and will be seen again. */
function assertsOf(response: unknown, { body }: ImportedRequest): readonly string[] {
  const status = memberNamed(response, 'status');
  const content = memberNamed(response, 'content');
  const text = textNamed(content, 'encoding') === undefined ? textNamed(content, 'text') : undefined;
  const headers = itemsNamed(response, 'headers').map(pairOf);
  const type = textNamed(content, 'mimeType') ?? '';
  return observedAsserts({
    ...(body?.kind === 'text' && { body: body.text }),
    response: {
      status: typeof status === 'number' ? status : 0,
      headers: type === '' ? headers : [['content-type', type], ...headers],
      ...(text !== undefined && { body: text }),
    },
  });
}

function readRequest(request: unknown, method: string, url: string): ImportedRequest {
  const notes: string[] = [];
  const all = itemsNamed(request, 'headers').flatMap((field): readonly (readonly [string, string])[] => {
    const name = textNamed(field, 'name') ?? '';
    // HTTP/2 has fields for the parts of the request line.
    return name === '' || name.startsWith(':') ? [] : [[name, withoutReferences(textNamed(field, 'value') ?? '')]];
  });
  const kept = all.filter(([name]) => !isBrowserField(name));
  if (kept.length < all.length) notes.push(browserFieldsNote);
  const body = bodyOfEntry(request, notes);
  const headers = [...kept, ...furtherFields(request, kept, body)];
  const address = withQuery(withoutReferences(url).split('#')[0] ?? '', itemsNamed(request, 'queryString'));
  const [, path = '/'] = /^[a-z]+:\/\/[^/?#]*([^?]*)/i.exec(address) ?? [];
  const isIncomplete = body === undefined && notes.some((note) => note.includes('body'));
  return {
    title: `${method} ${path || '/'}`,
    method,
    url: address,
    headers,
    ...(body && { body }),
    notes,
    ...(isIncomplete && { isIncomplete }),
  };
}

/** Returns the fields that a recording states outside of its header fields: the cookies, and the media type of the body. */
function furtherFields(
  request: unknown,
  headers: readonly (readonly [string, string])[],
  body: ImportedBody | undefined,
): readonly (readonly [string, string])[] {
  const lacks = (name: string) => !headers.some(([key]) => key.toLowerCase() === name);
  const cookies = itemsNamed(request, 'cookies').map((one) => pairOf(one).join('='));
  const type = textNamed(memberNamed(request, 'postData'), 'mimeType') ?? '';
  return [
    ...(cookies.length > 0 && lacks('cookie') ? [['Cookie', cookies.join('; ')] as const] : []),
    ...(body !== undefined && body.kind !== 'form' && type !== '' && lacks('content-type')
      ? [['Content-Type', type] as const]
      : []),
  ];
}

/** A recording lists the parameters of the query; most have them in the URL, too. */
function withQuery(url: string, parameters: readonly unknown[]): string {
  if (url.includes('?') || parameters.length === 0) return url;
  const pairs = parameters.map((one) =>
    pairOf(one)
      .map((text) => encodeURIComponent(text))
      .join('='),
  );
  return `${url}?${pairs.join('&')}`;
}

function pairOf(one: unknown): readonly [name: string, value: string] {
  const [name, value] = ['name', 'value'].map((key) =>
    withoutReferences(textNamed(one, key) ?? '').replace(/\p{Cs}/gu, '\ufffd'),
  );
  return [name ?? '', value ?? ''];
}

function bodyOfEntry(request: unknown, notes: string[]): ImportedBody | undefined {
  const data = memberNamed(request, 'postData');
  const text = textNamed(data, 'text') ?? '';
  if (text !== '') {
    if (textNamed(data, 'encoding') !== 'base64') return { kind: 'text', text: withoutReferences(text) };
    const decoded = decodeBase64Text(text);
    if (decoded !== undefined) return { kind: 'text', text: withoutReferences(decoded) };
    notes.push(
      'the body is left out, because it is binary; save it to a file, and write `< ./FILE` below the header fields',
    );
    return undefined;
  }
  const parameters = itemsNamed(data, 'params');
  if (parameters.length > 0) {
    const pairs = parameters.map((one) =>
      [textNamed(one, 'name') ?? '', textNamed(one, 'value') ?? ''].map(encode).join('='),
    );
    if (/^multipart/i.test(textNamed(data, 'mimeType') ?? '')) {
      return {
        kind: 'form',
        parts: parameters.map((one) => ({
          name: textNamed(one, 'name') ?? '',
          ...(textNamed(one, 'contentType') !== undefined && { type: textNamed(one, 'contentType') ?? '' }),
          ...(textNamed(one, 'fileName') !== undefined && { filename: textNamed(one, 'fileName') ?? '' }),
          content: { text: withoutReferences(textNamed(one, 'value') ?? '') },
        })),
      };
    }
    return { kind: 'text', text: pairs.join('&') };
  }
  const size = memberNamed(request, 'bodySize');
  if (typeof size === 'number' && size > 0) notes.push('the recording does not hold the body');
  return undefined;
}

function encode(text: string): string {
  return encodeURIComponent(withoutReferences(text).replace(/\p{Cs}/gu, '\ufffd')).replace(/%20/g, '+');
}
