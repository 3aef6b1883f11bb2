import type { Block, Body, HeaderField, RequestSyntax } from '@rulebook/request-file/syntax/model';
import type { JsonNode } from '@rulebook/json/json-node';
import { boundaryOf } from '@rulebook/request-file/syntax/bodies/multipart';
import { partsOfMultipart } from '@rulebook/request-file/syntax/bodies/multipart-parts';
import { nestedSpans } from '@rulebook/request-file/syntax/bodies/nested-spans';
import { trimmed } from '@rulebook/request-file/syntax/parse-target';
import { touches, type Span } from '@rulebook/text/span';

/** Returns the spans around an offset, from the innermost to the whole block; each lies in the next one. */
export function selectionAt(block: Block, offset: number): readonly Span[] {
  const { text, request, response } = block;
  const whole = { start: 0, end: text.length };
  const found: Span[] = [lineAt(text, offset), trimmed(text, whole), whole];
  const add = (...spans: readonly (Span | undefined)[]) => {
    for (const span of spans) if (span && span.end > span.start && touches(span, offset)) found.push(span);
  };
  for (const { span } of block.placeholders) add(trimmed(text, { start: span.start + 2, end: span.end - 2 }), span);
  for (const { name, value, span } of block.variables) add(name.span, value.span, trimmed(text, span));
  for (const { name, value, span } of block.directives) add(name.span, value?.span, trimmed(text, span));
  for (const { assert, span } of block.asserts) add(assert.span, trimmed(text, span));
  for (const { span, code } of block.scripts) add(code && trimmed(text, code), span);
  for (const comment of block.comments) add(trimmed(text, comment));
  add(block.title?.span, block.otherRequest?.span);
  if (request) add(...spansOfRequest(text, request, offset));
  if (response) add(response.span, ...response.headers.flatMap(spansOfField), ...spansOfBody(text, response, offset));
  return nested(found);
}

function spansOfRequest(text: string, request: RequestSyntax, offset: number): readonly (Span | undefined)[] {
  const { target, headers, lineSpan, method, span } = request;
  const last = headers.at(-1);
  return [
    method?.span,
    ...target.segments.map((segment) => segment.span),
    target.origin?.span,
    target.path.span,
    ...target.query.flatMap((parameter) => [parameter.name.span, parameter.value?.span, parameter.span]),
    target.span,
    lineSpan,
    ...headers.flatMap(spansOfField),
    { start: lineSpan.start, end: last?.span.end ?? lineSpan.end },
    span,
    ...spansOfBody(text, request, offset),
  ];
}

function spansOfField({ name, value, span }: HeaderField): readonly Span[] {
  return [name.span, value.span, span];
}

function spansOfBody(
  text: string,
  owner: { readonly body?: Body; readonly headers: readonly HeaderField[] },
  offset: number,
): readonly (Span | undefined)[] {
  const { body } = owner;
  if (body === undefined || !touches(body.span, offset)) return [];
  switch (body.kind) {
    case 'json':
      return [body.span, ...body.values.flatMap((value) => spansInJson(text, value, offset))];
    case 'graphql':
      return [body.span, body.query, body.variables, ...nestedSpans(text, body.query).flatMap(withInside(text))];
    case 'file':
      return [body.path.span, body.span];
    case 'text': {
      const mediaType = owner.headers.find(({ name }) => /^content-type$/i.test(name.text))?.value.text ?? '';
      const boundary = boundaryOf(mediaType);
      const parts = boundary === undefined ? [] : partsOfMultipart(text, body.span, boundary);
      const part = parts.find((one) => touches(one, offset)) ?? body.span;
      return [body.span, part, paragraphAt(text, part, offset)];
    }
  }
}

/** Returns the nodes around the offset, and what is inside of their brackets and quotes. */
function spansInJson(text: string, root: JsonNode, offset: number): readonly Span[] {
  const found: Span[] = [];
  let node: JsonNode | undefined = root;
  while (node) {
    const span: Span = { start: node.offset, end: node.offset + node.length };
    if (!touches(span, offset)) break;
    found.push(span);
    if (node.type === 'object' || node.type === 'array' || node.type === 'string')
      found.push(...withInside(text)(span));
    // Where two children touch, the one that begins here is meant.
    const around: readonly JsonNode[] = (node.children ?? []).filter((child) =>
      touches({ start: child.offset, end: child.offset + child.length }, offset),
    );
    node = around.at(-1);
  }
  return found;
}

/** Returns a function that returns a span and what is in it without its first and last character. */
function withInside(text: string): (span: Span) => readonly Span[] {
  return (span) => {
    if (text.startsWith('{{', span.start)) return [span];
    return [span, trimmed(text, { start: span.start + 1, end: Math.max(span.start + 1, span.end - 1) })];
  };
}

function lineAt(text: string, offset: number): Span {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const lineFeed = text.indexOf('\n', offset);
  return trimmed(text, { start, end: lineFeed < 0 ? text.length : lineFeed });
}

function paragraphAt(text: string, body: Span, offset: number): Span {
  const before = [...text.slice(body.start, offset).matchAll(/\n[ \t]*\r?(?=\n)/g)].at(-1)?.index ?? 0;
  const behind = /\n[ \t]*\r?\n/.exec(text.slice(offset, body.end));
  return trimmed(text, {
    start: body.start + before,
    end: behind ? offset + behind.index : body.end,
  });
}

/** Orders spans from the smallest to the largest, and leaves out those that do not hold the one before. */
function nested(spans: readonly Span[]): readonly Span[] {
  const found: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.end - a.start - (b.end - b.start))) {
    const last = found.at(-1);
    const isLarger = !last || (span.start <= last.start && last.end <= span.end);
    const isSame = last?.start === span.start && last.end === span.end;
    if (isLarger && !isSame && span.end > span.start) found.push(span);
  }
  return found;
}
