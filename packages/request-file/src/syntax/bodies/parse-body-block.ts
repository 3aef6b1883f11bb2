import { noOtherParts } from '../other-tools/other-parts';
import type { FormerJson } from '@rulebook/json/former-json';
import type {
  Block,
  BodyAssociation,
  Directive,
  GraphqlBody,
  JsonBody,
  Placeholder,
  RequestSyntax,
  RequestTarget,
  Token,
} from '../model';
import { parseJsonBody } from './parse-body';
import { parseSuppressions } from '../parse-comment';
import { parseTarget } from '../parse-target';

// The span of what belongs to the request but is not written in the file.
const none = { start: 0, end: 0 };

/** Returns a JSON file as the block of the request whose body it is. */
export function parseBodyBlock(
  text: string,
  association: BodyAssociation,
  placeholders: readonly Placeholder[],
  takesLines: (path: string) => boolean = () => false,
  former: FormerJson | undefined,
): Block {
  const request = requestOf(text, association);
  const body = readFile(text, takesLines(request.target.path.text), association, former);
  return {
    text,
    directives: directivesOf(association),
    suppressions: parseSuppressions(text),
    variables: [],
    placeholders,
    comments: [],
    request: { ...request, body },
    ...noOtherParts,
    asserts: [],
    unsupported: [],
    problems: [],
    association,
  };
}

/** Returns the block of a response that is alone, with the request that it responds to. */
export function parseResponseBlock(answer: Block, association: BodyAssociation): Block {
  const directives = [...directivesOf(association), ...answer.directives];
  return { ...answer, directives, request: requestOf(answer.text, association), association };
}

function readFile(
  text: string,
  isLines: boolean,
  { mayBeLines = false, isGraphql }: BodyAssociation,
  former: FormerJson | undefined,
): JsonBody | GraphqlBody {
  const span = { start: 0, end: text.length };
  if (isGraphql) return { kind: 'graphql', span, query: span };
  const body = parseJsonBody(text, span, isLines, former);
  if (isLines || !mayBeLines || body.problems.length === 0) return body;
  const lines = parseJsonBody(text, span, true, former);
  return lines.problems.length === 0 ? lines : body;
}

function requestOf(text: string, { method, target }: BodyAssociation): RequestSyntax {
  return {
    form: 'classic',
    method: { text: method, span: none },
    target: associatedTarget(target),
    headers: [],
    lineSpan: none,
    span: { start: 0, end: text.length },
  };
}

function associatedTarget(text: string): RequestTarget {
  const written = parseTarget(text, [{ start: 0, end: text.length }]);
  return {
    span: none,
    ...(written.origin ? { origin: unplaced(written.origin) } : {}),
    originHasPlaceholder: written.originHasPlaceholder,
    path: unplaced(written.path),
    segments: written.segments.map((segment) => ({ ...segment, span: none })),
    query: written.query.map(({ name, value, hasPlaceholder }) => ({
      name: unplaced(name),
      ...(value ? { value: unplaced(value) } : {}),
      hasPlaceholder,
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
