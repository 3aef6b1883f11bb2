import { describe, expect, it } from 'vitest';
import { namesInQuery, writeName } from './names';

/** Renames the column at the first `‸`. */
function renamed(query: string, newName: string): string {
  const offset = query.indexOf('‸');
  const text = query.replace('‸', '');
  const name = namesInQuery(text).find(({ places }) =>
    places.some(({ span }) => span.start <= offset && offset <= span.end),
  );
  if (name === undefined) return 'nothing';
  const found = writeName(text, name, newName);
  if ('refused' in found) return found.refused;
  let after = text;
  for (const { span } of [...name.places].reverse())
    after = after.slice(0, span.start) + found.written + after.slice(span.end);
  return after;
}

describe('another name of a column', () => {
  it.each([
    ['ROW ‸a = 1 | EVAL b = a + 1 | KEEP a, b', 'ROW x = 1 | EVAL b = x + 1 | KEEP x, b'],
    ['FROM l | STATS n = COUNT(*) BY h | SORT ‸n', 'FROM l | STATS x = COUNT(*) BY h | SORT x'],
    ['FROM l | EVAL a = 1 | EVAL a = ‸a + 1 | KEEP a', 'FROM l | EVAL x = 1 | EVAL a = x + 1 | KEEP a'],
    ['FROM l | EVAL a = 1 | EVAL ‸a = a + 1 | KEEP a', 'FROM l | EVAL a = 1 | EVAL x = a + 1 | KEEP x'],
    ['FROM l | RENAME h AS ‸host | KEEP host', 'FROM l | RENAME h AS x | KEEP x'],
    ['FROM l | STATS n = COUNT(*) WHERE ‸b > 1 BY b = a | KEEP b', 'is a field of the index'],
    ['FROM l | STATS n = MAX(a) BY ‸b = a + 1 | KEEP b', 'FROM l | STATS n = MAX(a) BY x = a + 1 | KEEP x'],
    ['FROM l | GROK m "%{WORD:‸w} %{INT:i:int}" | KEEP w, i', 'FROM l | GROK m "%{WORD:x} %{INT:i:int}" | KEEP x, i'],
    ['FROM l | DISSECT m "%{a} %{‸b}" | KEEP b', 'FROM l | DISSECT m "%{a} %{x}" | KEEP x'],
    ['FROM l | INLINE STATS n = MAX(a) | WHERE a == ‸n', 'FROM l | INLINE STATS x = MAX(a) | WHERE a == x'],
    ['ROW a = 1, ‸b = a', 'ROW a = 1, x = a'],
  ])('%s', (query, wanted) => {
    const found = renamed(query, 'x');
    if (wanted.startsWith('FROM') || wanted.startsWith('ROW')) expect(found).toBe(wanted);
    else expect(found).toContain(wanted);
  });

  it.each([
    ['FROM l | SORT ‸status', 'x', 'is a field of the index'],
    ['ROW ‸a = 1, b = 2', 'b', 'has a column `b` already'],
    ['ROW ‸abc = 1 | KEEP ab*', 'x', 'A pattern of the query'],
    ['ROW ‸a = 1 | KEEP ab*, a', 'abc', 'A pattern of the query'],
    ['ROW ‸a = 1 | EVAL ABS(a) | KEEP `ABS(a)`', 'x', 'called as it is computed'],
    ['FROM l | EVAL ‸h = 1 | LOOKUP JOIN o ON h', 'x', 'in both indices'],
    ['ROW ‸a = 1 | WHERE a = 1', 'x', 'has a mistake'],
    ['FROM l | EVAL ‸a = 1 | FORK (WHERE a > 1) (LIMIT 1)', 'x', 'not followed'],
    ['ROW ‸a = 1', '', 'needs a name'],
  ])('is refused: %s to %j', (query, newName, reason) => {
    expect(renamed(query, newName)).toContain(reason);
  });

  it('is written between backquotes where it has to be', () => {
    expect(renamed('ROW ‸a = 1 | KEEP a', 'a b')).toBe('ROW `a b` = 1 | KEEP `a b`');
    expect(renamed('ROW `‸a b` = 1 | KEEP `a b`', 'by')).toBe('ROW `by` = 1 | KEEP `by`');
  });
});
