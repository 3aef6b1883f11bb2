import { isRecord } from '@rulebook/json/is-record';
import { perObject } from '@rulebook/text/structures/memo';
import { decodeBase64, encodeBytes } from '@rulebook/text/base64';
import type { WireRequest, WireResponse } from '../model';
import { headerValue } from '../wire';
import { coversType, plainType } from './media-types';

/** What was uploaded, exactly as it was sent: a text, or bytes that are none. */
export type Content = { readonly type: string } & ({ readonly text: string } | { readonly base64: string });

/** Returns what a request uploads: a body that is neither JSON nor a form, or the first file of a multipart form. */
export function uploadedContent(request: WireRequest): Content | undefined {
  const type = headerValue(request, 'content-type')?.trim() ?? '';
  if (request.body === '' || type === '' || !/^[\x20-\x7e]+$/.test(type)) return undefined;
  if (/^multipart\/form-data\b/i.test(type)) return firstFile(request, type);
  const isStructured = /[/+]json\b|ndjson|jsonl|^application\/x-www-form-urlencoded\b|^multipart\//i.test(type);
  return isStructured ? undefined : contentOf(type, request);
}

function contentOf(type: string, { body, bytes }: Pick<WireRequest, 'body' | 'bytes'>): Content {
  return bytes === undefined ? { type, text: body } : { type, base64: encodeBytes(bytes) };
}

function firstFile(request: WireRequest, formType: string): Content | undefined {
  const [, boundary = ''] = /boundary="?([^";]+)"?/i.exec(formType) ?? [];
  if (boundary === '') return undefined;
  const { bytes, body } = request;
  // One character for each byte, so that places in the text are places in the bytes.
  const text = bytes === undefined ? body : charactersOf(bytes);
  const delimiter = `--${boundary}`;
  for (let start = text.indexOf(delimiter); start >= 0;) {
    const head = start + delimiter.length;
    const next = text.indexOf(`\r\n${delimiter}`, head);
    const blank = text.indexOf('\r\n\r\n', head);
    if (next < 0 || blank < 0) return undefined;
    const fields = text.slice(head, blank);
    if (blank < next && /\bfilename\*?=/i.test(fields)) {
      const type = fields.split('\r\n').find((line) => /^content-type:/i.test(line));
      const named = type?.slice('content-type:'.length).trim() ?? '';
      const written = /^[\x20-\x7e]+$/.test(named) ? named : 'application/octet-stream';
      const from = blank + 4;
      return contentOf(written, {
        body: text.slice(from, next),
        ...(bytes !== undefined && { bytes: bytes.subarray(from, next) }),
      });
    }
    start = next + 2;
  }
  return undefined;
}

/** Returns a text with one character for each byte. */
export function charactersOf(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join('');
}

/** Returns a response with what was uploaded. Its type is that of the upload where the description has it, otherwise the described one. */
export function contentResponse(
  response: WireResponse,
  content: Content,
  described: string,
  all: readonly string[],
): WireResponse {
  const isDescribed = all.some((one) => coversType(plainType(one), plainType(content.type)));
  const type = isDescribed || described.includes('*') ? content.type : described;
  const headers = [
    ['Content-Type', type] as const,
    ...response.headers.filter(([name]) => name.toLowerCase() !== 'content-type'),
  ];
  const { status } = response;
  if ('text' in content) return { status, headers, body: content.text };
  return { status, headers, body: '', bytes: bytesOf(content) };
}

/** It is often downloaded more than once. */
const bytesOf = perObject(({ base64 }: Content & { readonly base64: string }): Uint8Array =>
  Uint8Array.from(decodeBase64(base64) ?? []),
);

/** Checks the form of an exported content. */
export function problemOfContent(value: unknown, at: string): string | undefined {
  const isContent =
    isRecord(value) &&
    typeof value.type === 'string' &&
    /^[\x20-\x7e]+$/.test(value.type) &&
    [value.text, value.base64].filter((one) => typeof one === 'string').length === 1;
  return isContent ? undefined : `${at} must be an object with \`type\`, and \`text\` or \`base64\``;
}
