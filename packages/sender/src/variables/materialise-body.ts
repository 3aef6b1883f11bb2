import { refused, type Refusal } from '../refusal';
import { isJson } from '@rulebook/text/is-json';
import type { ChannelStep } from '../plan/channel';
import { stepsOf } from '../plan/channel-steps';
import type { BodyFile, PreparedRequest } from '../plan/prepared-request';
import type { BodyPiece, LiteralMember, RequestPlan, Segment } from '../plan/plan';
import { encodeText } from './resolve-variables';
import { uncovered, withMembersCovered } from '../plan/literals';
import { parseGraphqlBody } from '@rulebook/request-file/syntax/bodies/parse-graphql';
import { plainTextOf, segmentsOf } from '../plan/segments';
import { bodyKindOf, createBodyPlaces, type BodyKind, type BodyPlaces, type Fill } from './places/place-values';
import { toStrictJson } from '../plan/strict-json';

/** The media type of a body that is JSON. */
export const jsonType = 'application/json';
const linesType = 'application/x-ndjson';

/** Returns the paths of the files that a plan's body includes, as written, each once. */
export function filesOf({ body }: RequestPlan): readonly string[] {
  if (body?.kind === 'file') return [body.path];
  if (body?.kind !== 'pieces') return [];
  return [...new Set(body.pieces.flatMap((piece) => (piece.kind === 'file' ? [piece.path] : [])))];
}

type Content = NonNullable<PreparedRequest['body']>;

/** A body that is filled in; `channel` are its messages, where it is a list of messages. */
export interface MaterialisedBody {
  readonly content: Content;
  readonly channel?: readonly ChannelStep[];
  /** What values would change of the structure that is written, as sentences without any value. */
  readonly changes?: readonly string[];
}

/** What a body is made of. */
export interface BodyInput {
  readonly plan: RequestPlan;
  /** The files that the body includes, by their paths as written. */
  readonly files?: ReadonlyMap<string, BodyFile> | undefined;
  /** The media type that the header fields name, with its values. */
  readonly type?: string | undefined;
}

/** Returns the messages of a WebSocket connection, and how records list them; or why they cannot be sent. */
export function materialisedChannel({ plan, files }: BodyInput, fill: Fill): MaterialisedBody | Refusal {
  const channel: ChannelStep[] = [];
  const content: (string | Uint8Array)[] = [];
  const changes: string[] = [];
  for (const { waits, pieces } of stepsOf(plan.body)) {
    const places = createBodyPlaces(kindOfPieces(pieces, undefined), fill);
    const read = contentOfPieces(pieces, files, places);
    if ('cause' in read) return read;
    changes.push(...places.changes());
    channel.push({ waits, ...(pieces.length > 0 && { message: joinedTexts(read.content) }) });
    const isFirst = content.length === 0;
    const separator = waits > 0 ? '=== wait-for-server\n'.repeat(waits) : isFirst ? '' : '===\n';
    content.push(isFirst ? separator : `\n${separator}`, ...read.content);
  }
  return { content: joinedTexts(content), channel, changes };
}

function joinedTexts(content: readonly (string | Uint8Array)[]): Content {
  return content.every((part) => typeof part === 'string') ? content.join('') : content;
}

/** Returns the content to send as the body, or why it cannot be sent. */
export function materialisedBody({ plan, files, type }: BodyInput, fill: Fill): MaterialisedBody | Refusal | undefined {
  const { body } = plan;
  if (body === undefined) return undefined;
  if (body.kind === 'text') {
    const plain = plainTextOf(body.segments);
    if (plain !== undefined) return { content: body.isForm === true ? encodedForm(plain) : plain };
    const places = createBodyPlaces(kindOfText(body, type), fill);
    const filled = places.fill(body.segments);
    return { content: body.isForm === true ? encodedForm(filled) : filled, changes: places.changes() };
  }
  if (body.kind === 'file') {
    const begin = body.fillsVariables ? (files?.get(body.path)?.text(body.encoding)?.slice(0, 1000) ?? '') : '';
    const places = createBodyPlaces(bodyKindOf(type, body.path, begin), fill);
    const content = fileContent(body, body.literals ?? [], files, places);
    return content === undefined || 'cause' in content ? content : { ...content, changes: places.changes() };
  }
  const places = createBodyPlaces(kindOfPieces(body.pieces, type), fill);
  const content = contentOfPieces(body.pieces, files, places);
  return 'cause' in content ? content : { ...content, changes: places.changes() };
}

function kindOfText(
  { form, isForm, segments }: Extract<RequestPlan['body'], { readonly kind: 'text' }>,
  type: string | undefined,
): BodyKind {
  if (form !== undefined) return { kind: form };
  return isForm === true ? { kind: 'form' } : bodyKindOf(type, '', beginOf(segments));
}

function kindOfPieces(pieces: readonly BodyPiece[], type: string | undefined): BodyKind {
  const first = pieces[0];
  return bodyKindOf(type, '', first?.kind === 'text' ? beginOf(first.segments) : '');
}

function beginOf([first]: readonly Segment[]): string {
  return typeof first === 'string' ? first : '';
}

function contentOfPieces(
  pieces: readonly BodyPiece[],
  files: BodyInput['files'],
  places: BodyPlaces,
): { readonly content: readonly (string | Uint8Array)[] } | Refusal {
  const content: (string | Uint8Array)[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'text') {
      content.push(places.fill(piece.segments));
      continue;
    }
    const read = pieceContent(piece, files, places);
    if (read === undefined) continue;
    if ('cause' in read) return read;
    content.push(...(typeof read.content === 'string' ? [read.content] : read.content));
  }
  return { content };
}

/** Percent-encodes what a form cannot hold: blanks, controls, characters outside of ASCII and of URLs, and a percent sign that begins no escape. What is encoded already stays. */
function encodedForm(text: string): string {
  return text
    .replace(/[^\x21\x23-\x3b\x3d\x3f-\x5b\x5d-\x5f\x61-\x7a\x7e]+/g, encodeText)
    .replace(/%(?![\da-f]{2})/gi, '%25');
}

type FilePiece = Extract<BodyPiece, { readonly kind: 'file' }>;

/** Returns the content of a file that is a part of a body. */
function pieceContent(piece: FilePiece, files: BodyInput['files'], places: BodyPlaces) {
  const file = files?.get(piece.path);
  if (file !== undefined && piece.isGraphql) return graphqlContent(piece, file, places);
  if (file !== undefined && !piece.fillsVariables) return { content: [file.bytes] };
  return fileContent(piece, [], files, places);
}

/** Returns a GraphQL document as the rest of a JSON string, and the name of its operation behind it. */
function graphqlContent(
  { path, fillsVariables, encoding }: FilePiece,
  file: NonNullable<ReturnType<NonNullable<BodyInput['files']>['get']>>,
  places: BodyPlaces,
): { readonly content: readonly string[] } | Refusal {
  const text = file.text(encoding);
  if (text === undefined) return unknownEncoding(path, encoding);
  const document = fillsVariables ? places.fillDocument(segmentsOf(text)) : text;
  const { operation } = parseGraphqlBody(document, { start: 0, end: document.length });
  const name = operation === undefined ? '' : `,"operationName":${JSON.stringify(operation.text)}`;
  const content = `${JSON.stringify(document).slice(1, -1)}"${name}`;
  places.pass(content);
  return { content: [content] };
}

function unknownEncoding(path: string, encoding: string | undefined): Refusal {
  return refused(
    `the encoding ${encoding ?? 'UTF-8'} of the file ${path} is not known; use for example latin1 or utf8`,
  );
}

/** Returns the bytes of a file as they are, or its text where something in it is replaced. */
function fileContent(
  { path, fillsVariables, encoding }: FilePiece | Extract<RequestPlan['body'], { readonly kind: 'file' }>,
  literals: readonly LiteralMember[],
  files: BodyInput['files'],
  places: BodyPlaces,
): { readonly content: Content } | Refusal | undefined {
  const file = files?.get(path);
  if (file === undefined) return undefined;
  if (!fillsVariables && !isJsonFile(path)) return { content: [file.bytes] };
  const text = file.text(encoding);
  if (text === undefined) return unknownEncoding(path, encoding);
  // A JSON file may begin with a comment that says which request it belongs to.
  const strict = isJsonFile(path) ? toStrictJson(text) : text;
  if (fillsVariables) return { content: places.fill(uncovered(segmentsOf(withMembersCovered(strict, literals)))) };
  return { content: strict === text ? [file.bytes] : strict };
}

/** Returns the media type of a body that says it itself. */
export function mediaType({ body, opensChannel }: RequestPlan, content: Content): string | undefined {
  if (opensChannel) return undefined;
  if (body?.kind === 'file') {
    if (/\.ndjson$/i.test(body.path)) return linesType;
    return isJsonFile(body.path) ? jsonType : undefined;
  }
  if (body === undefined || body.form === undefined) return undefined;
  // A variable at the beginning reads as JSON until its value is known.
  const isText = body.kind === 'text' && typeof body.segments[0] === 'object' && typeof content === 'string';
  if (isText && !/^\s*[[{]/.test(content) && !isJson(content)) return undefined;
  return body.form === 'lines' ? linesType : jsonType;
}

function isJsonFile(path: string): boolean {
  return /\.jsonc?$/i.test(path);
}
