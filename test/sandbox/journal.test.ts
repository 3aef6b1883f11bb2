import { describe, expect, it } from 'vitest';
import { beginJournal, readJournal } from '../../engine/src/sandbox/control/journal';

const whole = '{"schema":1}';
const changes = ['{"in":{"a":{"set":1}}}', '{"in":{"a":{"set":2}}}', '{"in":{"b":{"set":"\u00e9 \ud83d\ude00"}}}'];
const journal = beginJournal(whole);
const lines = changes.map((change) => journal.next(change));

describe('the lines of a state file', () => {
  it('are read as they were written, and are JSON', () => {
    expect(readJournal(whole, lines)).toEqual(changes);
    expect(lines.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual([1, 2, 3]);
  });

  it('of earlier versions have no numbers', () => {
    expect(readJournal(whole, changes)).toEqual(changes);
    expect(readJournal(whole, [])).toEqual([]);
  });

  it.each([
    ['the first line is missing', whole, lines.slice(1), 0],
    ['a line is missing', whole, [lines[0]!, lines[2]!], 1],
    ['lines are exchanged', whole, [lines[1]!, lines[0]!], 0],
    ['a line stands twice', whole, [lines[0]!, lines[0]!], 1],
    ['a number was changed', whole, [lines[0]!.replace('1}', '7}')], 0],
    ['the whole state is another one', '{"schema":1,"a":0}', lines, 0],
    ['a line has no number', whole, [lines[0]!, changes[1]!], 1],
  ])('are refused where %s', (_, before, found, wrong) => {
    expect(readJournal(before, found)).toEqual({ wrong });
  });
});
