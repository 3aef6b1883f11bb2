import { describe, expect, it } from 'vitest';
import { countOfReadCommands, readQuery } from './read-query';

const pieces = [
  ...['FROM logs', '| WHERE a == 1', '| EVAL b = CONCAT("x", c), d = 2', '| STATS n = COUNT(*) BY h', '| SORT n DESC'],
  ...[
    '| LIMIT 5',
    '|',
    '||',
    '"',
    '"""',
    '/*',
    '*/',
    '// c\n',
    '\n',
    ' ',
    '(',
    ')',
    '`',
    'FORK (WHERE a > 1 | LIMIT 1) (LIMIT 2)',
    ';',
    'SET x = 1;',
  ],
  ...[
    '| GROK m "%{WORD:w}"',
    '| KEEP a*, b',
    '| COMPLETION x WITH { "a": "b" }',
    '=',
    '1',
    'a.b',
    '| LIMITT 3',
    '| LOOKUP JOIN o ON h',
  ],
];

/** Numbers that follow from a first one. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** Reads a text as if nothing had been read before: nothing is in common with the text in between. */
function readAnew(text: string): unknown {
  readQuery('\u0000');
  readQuery('');
  return structuredClone(readQuery(text));
}

describe('a query that is edited', () => {
  it.each(Array.from({ length: 40 }, (_, seed) => seed))('is read as one that is read anew: %i', (seed) => {
    const next = numbers(seed + 1);
    let text = Array.from({ length: 8 }, () => pieces[next(pieces.length)]).join(' ');
    for (let edit = 0; edit < 40; edit++) {
      const start = next(text.length + 1);
      const end = Math.min(text.length, start + (next(2) === 0 ? 0 : next(6)));
      const former = text;
      text = text.slice(0, start) + (next(3) === 0 ? '' : (pieces[next(pieces.length)] ?? '')) + text.slice(end);
      const wanted = readAnew(text);
      readAnew(former);
      const found = readQuery(text);
      expect({ text, former, query: found }).toEqual({ text, former, query: wanted });
    }
  });

  it('is read only around the edit', () => {
    const text = `FROM logs ${'| EVAL a = b + 1 '.repeat(500)}`;
    readQuery(text);
    for (const at of [20, Math.floor(text.length / 2), text.length]) {
      const before = countOfReadCommands();
      readQuery(`${text.slice(0, at)} ${text.slice(at)}`);
      readQuery(text);
      expect(countOfReadCommands() - before).toBeLessThan(10);
    }
  });
});
