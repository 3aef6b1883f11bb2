import { describe, expect, it } from 'vitest';
import { applyEdits } from '@rulebook/text/edit';
import { layOut } from './layout';

const laidOut = (text: string, form: 'lines' | 'line' = 'lines') => {
  const edits = layOut(text, form);
  return edits && applyEdits(text, edits);
};

describe('a query over several lines', () => {
  it.each([
    ['FROM logs | LIMIT 10', 'FROM logs\n| LIMIT 10'],
    ['FROM logs|LIMIT 10', 'FROM logs\n| LIMIT 10'],
    ['FROM logs |\n  LIMIT 10', 'FROM logs\n| LIMIT 10'],
    ['FROM logs\n   | EVAL a = 1,\n b   = 2 | LIMIT 1', 'FROM logs\n| EVAL a = 1,\n    b = 2\n| LIMIT 1'],
    ['FROM logs // all | of them\n| LIMIT 1', 'FROM logs // all | of them\n| LIMIT 1'],
    ['FROM logs\n\n  // few\n  | LIMIT 1', 'FROM logs\n// few\n| LIMIT 1'],
    ['FROM logs | // few\nLIMIT 1', 'FROM logs\n| // few\n    LIMIT 1'],
    ['FROM logs | WHERE a == "x  |  y" | LIMIT 1', 'FROM logs\n| WHERE a == "x  |  y"\n| LIMIT 1'],
    ['FROM a | FORK (WHERE b > 1 | LIMIT 1) (LIMIT 2)', 'FROM a\n| FORK (WHERE b > 1 | LIMIT 1) (LIMIT 2)'],
    ['ROW `a  b` = 1 | KEEP `a  b`', 'ROW `a  b` = 1\n| KEEP `a  b`'],
  ])('%j', (text, wanted) => {
    expect(laidOut(text)).toBe(wanted);
    expect(laidOut(wanted)).toBe(wanted);
  });

  it.each(['FROM logs | WHERE status = 5', 'FROM logs | WHERE a == "x', 'FROM logs || LIMIT 1', 'FROM'])(
    'is not made of one with a mistake: %j',
    (text) => {
      expect(laidOut(text)).toBeUndefined();
    },
  );
});

it.each([
  ['FROM logs\n| EVAL a = 1,\n    b = 2\n| LIMIT 1', 'FROM logs | EVAL a = 1, b = 2 | LIMIT 1'],
  ['FROM logs\n/* few */\n| LIMIT 1', 'FROM logs /* few */ | LIMIT 1'],
  ['FROM logs // all\n| LIMIT 1', undefined],
])('in one line: %j', (text, wanted) => {
  expect(laidOut(text, 'line')).toBe(wanted);
});
