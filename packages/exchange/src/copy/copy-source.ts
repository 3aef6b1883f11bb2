import type { OfficialClient } from '@rulebook/catalogue/identity';
import type { PreparedRequest } from '@rulebook/sender/plan/prepared-request';
import type { CopiedConnection } from './copied-connection';
import type { PlannedCall } from './planned-call';
import { createSecretSplitter, joinPieces, type CopiedVariable, type Piece } from './pieces';

/** What a request is copied from. */
export interface CopyInput {
  readonly request: PreparedRequest;
  /** The secrets of the request, as `prepareRequest` returns them. */
  readonly secrets: readonly string[];
  /** Write the secrets into the text. By default, environment variables stand for them. */
  readonly showsSecrets?: boolean;
  /** Environment variables that already hold a secret, by its value. */
  readonly namedSecrets?: ReadonlyMap<string, string>;
  /** Returns the URL in the form in which it is sent, without a fragment; undefined when it cannot be sent. */
  readonly hrefOf: (url: string) => string | undefined;
  /** The path of the file that is the whole body, as the reader of the copied text has to write it. */
  readonly bodyFile?: string;
  /** The certificate of the server is not verified. */
  readonly isInsecure?: boolean;
  /** How the endpoint is reached; absent where nothing is configured. */
  readonly connection?: CopiedConnection;
  /** Redirects are followed, as by default. */
  readonly followsRedirects?: boolean;
  /** What the request calls, for the client of the service. */
  readonly call?: ServiceCall;
}

/** The operation that a request calls, as far as clients need it. */
export interface ServiceCall {
  readonly client: OfficialClient;
  /** The URL in front of the path of the operation. */
  readonly baseUrl: string;
  /** `/repos/{owner}/{repo}/hooks`; absent when no operation is known. */
  readonly template?: string;
  /** The method of the client for the operation; absent when none is known. */
  readonly named?: PlannedCall;
}

/** A request that is ready to be written in any language: its secrets are cut out, and its header fields are complete. */
export interface CopySource {
  readonly method: string;
  readonly url: readonly Piece[];
  readonly headers: readonly { readonly name: string; readonly value: readonly Piece[] }[];
  /** User and password, for the answer to a digest challenge: `user:password`. */
  readonly digest?: readonly Piece[];
  /** Absent: no body. */
  readonly body?: { readonly file: string } | { readonly pieces: readonly Piece[] };
  /** At least the number of bytes of the body. */
  readonly size: number;
  readonly isInsecure: boolean;
  readonly followsRedirects: boolean;
  readonly connection?: CopiedConnection;
  readonly call?: ServiceCall;
}

/** A source, or why the request cannot be written as one that can be sent. */
type CopySourceResult =
  | { readonly source: CopySource; readonly variables: readonly CopiedVariable[] }
  | { readonly problem: string };

/** Returns a request in the form in which it leaves. */
export function copySourceOf(input: CopyInput): CopySourceResult {
  const { request, bodyFile, call } = input;
  const url = input.hrefOf(request.url);
  if (url === undefined) return { problem: 'the request has no complete URL; choose an endpoint' };
  const { headers, digest } = request;
  const pair = digest && `${digest.user}:${digest.password}`;
  for (const [name, value] of headers) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return { problem: 'a header field has a name that cannot be sent' };
    // A line end would begin another header field.
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
      return { problem: `the header field ${name} has a character that cannot be sent` };
  }
  const cutter = createSecretSplitter(input.showsSecrets ? [] : input.secrets, input.namedSecrets);
  const shows = input.showsSecrets === true;
  const source: CopySource = {
    method: request.method,
    url: shows ? [url] : cutter.url(url),
    headers: headers.map(([name, value]) => ({ name, value: shows ? [value] : cutter.header(name, value) })),
    ...(pair !== undefined && { digest: shows ? [pair] : cutter.text(pair) }),
    ...bodyOfRequest(request, bodyFile, shows ? (text) => [text] : cutter.text),
    size: sizeOf(request.body),
    isInsecure: input.isInsecure === true,
    followsRedirects: input.followsRedirects !== false && /^(GET|HEAD)$/.test(request.method),
    ...(input.connection && { connection: input.connection }),
    ...(call && { call }),
  };
  return { source, variables: cutter.variables() };
}

/** The methods of which undici 7.30 says that the body is empty. */
const expectsBody = /^(PUT|POST|PATCH|QUERY|PROPFIND|PROPPATCH)$/;

function bodyOfRequest(
  { method, body }: PreparedRequest,
  file: string | undefined,
  cut: (text: string) => readonly Piece[],
): Pick<CopySource, 'body'> {
  if (file !== undefined) return { body: { file } };
  const parts = typeof body === 'string' ? [body] : (body ?? []);
  const pieces = parts
    .filter(({ length }) => length > 0)
    .flatMap((part) => (typeof part === 'string' ? cut(wellFormed(part)) : cutBytes(part, cut)));
  if (pieces.length === 0) return expectsBody.test(method) ? { body: { pieces: [] } } : {};
  return { body: { pieces: joinPieces(pieces) } };
}

/** Cuts the secrets out of bytes. UTF-8 becomes text, which is shorter and can be read. */
function cutBytes(bytes: Uint8Array, cut: (text: string) => readonly Piece[]): readonly Piece[] {
  const text = latin1(bytes);
  const decoded = utf8(text);
  if (decoded !== undefined && !/(?![\t\n\r])\p{Cc}/u.test(decoded)) return cut(decoded);
  const pieces = cut(text);
  return pieces.length === 1 && typeof pieces[0] === 'string'
    ? [bytes]
    : pieces.map((piece) => (typeof piece === 'string' ? bytesOfLatin1(piece) : piece));
}

function latin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join('');
}

/** Returns the text of UTF-8, whose bytes are given as signs; undefined for other bytes. */
function utf8(bytes: string): string | undefined {
  try {
    return decodeURIComponent(bytes.replace(/[%\x80-\xff]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`));
  } catch {
    return undefined;
  }
}

function bytesOfLatin1(text: string): Uint8Array {
  return Uint8Array.from(text, (unit) => unit.charCodeAt(0));
}

/** Replaces lone surrogates as sending does. */
function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd');
}

function sizeOf(body: PreparedRequest['body']): number {
  if (typeof body === 'string') return body.length * 3;
  return (body ?? []).reduce((sum, part) => sum + (typeof part === 'string' ? part.length * 3 : part.length), 0);
}
