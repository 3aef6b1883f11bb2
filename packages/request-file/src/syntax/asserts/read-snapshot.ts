import type { Token } from '../model';
import { behindBlanks, endOfPath, malformed, restFrom, wordAt, type Cursor } from './assert-words';
import type { AssertSubject, MalformedAssert } from './parsed-assert';
import { pathProblem } from './paths';
/** Reads what a snapshot leaves out: `ignoring $.took, $.items[*].id`. */
export function readSnapshot(cursor: Cursor): AssertSubject | MalformedAssert {
  const word = wordAt(cursor);
  if (word.text === '') return { kind: 'snapshot', ignored: [] };
  if (word.text !== 'ignoring')
    return malformed('Behind `snapshot`, only `ignoring` and JSONPaths are expected.', word.span, 'ignoring');
  cursor.at = word.span.end;
  const ignored: Token[] = [];
  for (let behind: Token = word; ;) {
    const start = behindBlanks(cursor.text, cursor.at);
    const written = cursor.text.slice(start, endOfPath(cursor.text, start, ',')).trimEnd();
    const token = { text: written, span: { start, end: start + written.length } };
    if (!written.startsWith('$'))
      return malformed(
        'Expected a JSONPath, which begins with `$`, for example `$.took` or `$.items[*].id`.',
        written === '' ? behind.span : token.span,
      );
    const problem = written.includes('{{')
      ? 'The path of what a snapshot leaves out cannot have variables.'
      : pathProblem(written);
    if (problem !== undefined) return malformed(problem, token.span);
    ignored.push(token);
    cursor.at = behindBlanks(cursor.text, token.span.end);
    if (cursor.text[cursor.at] === ',') {
      behind = { text: ',', span: { start: cursor.at, end: cursor.at + 1 } };
      cursor.at++;
      continue;
    }
    const rest = restFrom(cursor, cursor.at);
    if (rest.start < rest.end) return malformed('Write a comma between two JSONPaths.', rest);
    return { kind: 'snapshot', ignored };
  }
}
