import type { Operation } from '@rulebook/catalogue/operation';
import { span, type Span } from '@rulebook/text/span';
import type { LiteralMember, Segment } from './plan';
import { expressionOf } from '@rulebook/text/expressions';

// Unicode noncharacters, which do not occur in request files.
const [openCover, closeCover] = ['\uFDD0', '\uFDD1'];

/** Replaces the braces of literals by marks, so that they are not taken for variables, even after the text around them has changed. */
export function withCovers(text: string, { start, end }: Span, literals: readonly Span[]): string {
  let covered = '';
  let at = start;
  for (const literal of literals) {
    covered += `${text.slice(at, literal.start)}${openCover}${text.slice(literal.start + 2, literal.end - 2)}${closeCover}`;
    at = literal.end;
  }
  return covered + text.slice(at, end);
}

/** Returns the segments with the braces of literals restored. */
export function uncovered(segments: readonly Segment[]): readonly Segment[] {
  return segments.map((segment) =>
    typeof segment === 'string' ? segment.replaceAll(openCover, '{{').replaceAll(closeCover, '}}') : segment,
  );
}

/** Returns the members of an operation's body in which the service fills in the placeholders. */
export function literalMembersOf(operation: Operation | undefined): readonly LiteralMember[] {
  const shape = operation?.body?.shape;
  if (shape?.type !== 'object') return [];
  return shape.fields.flatMap(({ name, placeholders }) =>
    placeholders ? [{ member: name, names: placeholders }] : [],
  );
}

/** Replaces the braces of literals in the JSON text of a file, as `withCovers` does in a bound body. */
export function withMembersCovered(text: string, members: readonly LiteralMember[]): string {
  return members.reduce((covered, { member, names }) => {
    const strings = expressionOf(String.raw`"${member}"\s*:\s*"(?:[^"\\]|\\.)*"`, 'g');
    return covered.replaceAll(strings, (found) => {
      const spans = [...found.matchAll(/\{\{([^{}"]+)\}\}/g)]
        .filter(([, name = '']) => names.includes(name.trim()))
        .map(({ index, 0: placeholder }) => span(index, index + placeholder.length));
      return withCovers(found, span(0, found.length), spans);
    });
  }, text);
}
