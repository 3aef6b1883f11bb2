import { JsonTokens, jsonToken } from '@rulebook/json/json-tokens';
import type { Block, Body, HeaderField, JsonBody, RequestSyntax, Token } from '../syntax/model';
import type { Span } from '@rulebook/text/span';

/**
 * Returns whether two blocks send the same, define the same and say the same to other tools. Of JSON bodies the tokens are compared, of every
 * other body each character.
 */
export function meansTheSame(one: Block, other: Block): boolean {
  return meaningNextToJson(one) === meaningNextToJson(other) && hasSameJson(one, other);
}

function meaningNextToJson(block: Block): string {
  const { text, title, directives, suppressions, variables, request, response, asserts, unsupported, comments } = block;
  const line = ({ start, end }: Span) => text.slice(start, end).trim();
  const { body } = request ?? {};
  const ofBody = body ? [body.span.start, body.span.end] : [0, 0];
  const isOutside = ({ start, end }: Span) => end <= (ofBody[0] ?? 0) || start >= (ofBody[1] ?? 0);
  return JSON.stringify([
    title?.text,
    directives.map(({ name, value }) => [name.text, value?.text]),
    suppressions.map(({ rules, target }) => [textsOf(rules), isOutside(target) ? line(target) : '']),
    variables.map(({ name, value }) => [name.text, value.text]),
    request && requestOf(text, request),
    response && text.slice(response.span.start, response.span.end),
    asserts.map(({ assert }) => assert.text),
    unsupported.map(({ kind, span }) => [kind, text.slice(span.start, span.end).trimEnd()]),
    comments.map(line),
    block.problems.map(({ code }) => code),
  ]);
}

function requestOf(text: string, { form, method, target, httpVersion, headers, body }: RequestSyntax) {
  const { origin, segments, query, path } = target;
  return [
    form,
    method?.text,
    origin?.text,
    path.text.replace(/\s*\n\s*/g, '\n'),
    textsOf(segments),
    query.map(({ name, value }) => [name.text, value?.text]),
    httpVersion?.text,
    headers.map(fieldOf),
    body && meaningOfBody(text, body),
  ];
}

function fieldOf({ name, value }: HeaderField) {
  return [name.text, value.text];
}

function textsOf(tokens: readonly Token[]): readonly string[] {
  return tokens.map(({ text }) => text);
}

function meaningOfBody(text: string, body: Body) {
  return isOneJson(body) ? ['json', body.problems.length] : [body.kind, text.slice(body.span.start, body.span.end)];
}

function isOneJson(body: Body | undefined): body is JsonBody {
  return body?.kind === 'json' && body.isLines !== true && body.values.length === 1;
}

/** A large body has very many tokens, so none of them is kept. */
function hasSameJson(one: Block, other: Block): boolean {
  const [body, otherBody] = [one.request?.body, other.request?.body];
  if (!isOneJson(body) || !isOneJson(otherBody)) return true;
  const tokens = new JsonTokens(one.text, body.span.start, body.span.end);
  const others = new JsonTokens(other.text, otherBody.span.start, otherBody.span.end);
  for (;;) {
    const kind = tokens.next();
    if (kind !== others.next()) return false;
    if (kind === jsonToken.end) return true;
    const own = one.text.slice(tokens.start, tokens.end);
    const its = other.text.slice(others.start, others.end);
    if (own !== its && own.trimEnd() !== its.trimEnd()) return false;
  }
}
