import { perObject } from '@rulebook/text/structures/memo';
import type { Span } from '@rulebook/text/span';
import type { Block } from '../model';
import { requestPieces } from './request-text';
import { createSourceMap, type SourceMap } from './source-map';

/** The request that a curl command sends, as a block, and where its parts are in the command. */
export interface CurlRequest extends Pick<SourceMap, 'toText'> {
  readonly block: Block;
  /** Returns where a part of the request is in the block of the command; the word `curl` for what is nowhere. */
  readonly toSource: (span: Span) => Span;
}

/** Returns the request of a block's curl command; undefined without one, and where a request file would say something else than the command. */
export function curlRequestOf(block: Block, parse: (text: string) => Block): CurlRequest | undefined {
  return block.otherRequest?.curl === undefined ? undefined : readings(block)(parse);
}

/** A command is asked for several times while it is in use. */
const readings = perObject((block: Block) => {
  let known: CurlRequest | undefined | 'unread' = 'unread';
  return (parse: (text: string) => Block) => (known === 'unread' ? (known = readRequest(block, parse)) : known);
});

function readRequest(block: Block, parse: (text: string) => Block): CurlRequest | undefined {
  const { otherRequest, text } = block;
  const curl = otherRequest?.curl;
  if (otherRequest === undefined || curl === undefined) return undefined;
  const { start } = otherRequest.span;
  // In a script, what is in front of a command on its line is none of the request.
  const before = block.isCommand ? [] : [{ text: text.slice(0, start), place: { start: 0, end: start } }];
  const map = createSourceMap(text, [...before, ...requestPieces(curl, start)]);
  const read = parse(map.text);
  if (!isSame(block, read, block.isCommand ? 0 : start)) return undefined;
  const word = { start, end: start + 'curl'.length };
  return { block: read, toText: map.toText, toSource: (span) => map.toSource(span) ?? word };
}

/** A body may contain lines that mean something in a request file. */
function isSame(
  { otherRequest, unsupported, asserts, directives, variables }: Block,
  read: Block,
  start: number,
): boolean {
  const { request, response, problems } = read;
  if (request === undefined || response || read.otherRequest || request.span.start !== start) return false;
  const body = otherRequest?.curl?.body;
  const sent = request.body ? read.text.slice(request.body.span.start, request.body.span.end) : '';
  return (
    read.unsupported.length === unsupported.length &&
    read.asserts.length === asserts.length &&
    read.directives.length === directives.length &&
    read.variables.length === variables.length &&
    problems.every(({ code, span }) => span.start < start || code === 'malformed-json') &&
    (body?.kind !== 'text' || body.text.trim() === sent.trim())
  );
}
