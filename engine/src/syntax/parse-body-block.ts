import { linesOf } from './block-lines';
import type { Block, BodyAssociation, Directive, Hole, RequestSyntax, RequestTarget, Token } from './model';
import { parseJsonBody } from './parse-body';
import { parseSuppressions } from './parse-comment';
import { parseTarget } from './parse-target';

// What belongs to the request but does not stand in the file has no place there.
const none = { start: 0, end: 0 };

/** Returns a JSON file as the block of the request whose body it is. */
export function parseBodyBlock(
  text: string,
  association: BodyAssociation,
  holes: readonly Hole[],
  takesLines: (path: string) => boolean,
): Block {
  const request = requestOf(text, association);
  const body = parseJsonBody(text, { start: 0, end: text.length }, takesLines(request.target.path.text));
  return {
    text,
    directives: directivesOf(association),
    suppressions: parseSuppressions(text, linesOf(text)),
    variables: [],
    holes,
    comments: [],
    request: { ...request, body },
    expectations: [],
    unsupported: [],
    problems: [],
    association,
  };
}

/** Returns the block of an answer that stands alone, with the request that it answers. */
export function parseAnswerBlock(answer: Block, association: BodyAssociation): Block {
  const directives = [...directivesOf(association), ...answer.directives];
  return { ...answer, directives, request: requestOf(answer.text, association), association };
}

function requestOf(text: string, { method, target }: BodyAssociation): RequestSyntax {
  return {
    form: 'classic',
    method: { text: method, span: none },
    target: targetOf(target),
    headers: [],
    lineSpan: none,
    span: { start: 0, end: text.length },
  };
}

function targetOf(text: string): RequestTarget {
  const written = parseTarget(text, [{ start: 0, end: text.length }]);
  return {
    span: none,
    ...(written.origin ? { origin: unplaced(written.origin) } : {}),
    originHasHole: written.originHasHole,
    path: unplaced(written.path),
    segments: written.segments.map((segment) => ({ ...segment, span: none })),
    query: written.query.map(({ name, value, hasHole }) => ({
      name: unplaced(name),
      ...(value ? { value: unplaced(value) } : {}),
      hasHole,
      span: none,
    })),
  };
}

function directivesOf({ directives }: BodyAssociation): Directive[] {
  return Object.entries(directives ?? {}).map(([name, value]) => ({
    name: { text: name, span: none },
    value: { text: value, span: none },
    span: none,
  }));
}

function unplaced({ text }: Token): Token {
  return { text, span: none };
}
