import { describe, expect, it } from 'vitest';
import { beginJournal, continueJournal, readJournal, splitStateText } from './journal';

const whole = '{"schema":1}';
const changes = ['{"in":{"a":{"set":1}}}', '{"in":{"a":{"set":2}}}', '{"in":{"b":{"set":"\u00e9 \ud83d\ude00"}}}'];
let journal = beginJournal(whole);
const lines = changes.map((change) => {
  const { line, behind } = journal.next(change);
  journal = behind;
  return line;
});

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
    ['as they were written', (text: string) => text],
    ['with blank lines at the end', (text: string) => `${text}\n\n`],
    ['with other line ends', (text: string) => text.replaceAll('\n', '\r\n')],
    ['with another line end at the end', (text: string) => text.replace(/\n$/, '\r\n')],
    ['with half a line at the end', (text: string) => `${text}{"line":4,"sum":"0`],
    ['with a block of zeros at the end', (text: string) => text + '\0'.repeat(40)],
  ])('are found %s', (_, changed) => {
    const found = splitStateText(changed(`${whole}\n${lines.join('\n')}\n`));
    expect(readJournal(found.whole, found.lines)).toEqual(changes);
  });

  it.each([0, 1, 3])('go on behind %d of them, and behind half a one', (count) => {
    const text = [whole, ...lines.slice(0, count)].join('\n') + (count > 0 ? '\n' : '');
    for (const half of ['', `${count > 0 ? '' : '\n'}{"line":9,"su`]) {
      const continued = continueJournal(text + half)!;
      expect((text + half).slice(0, continued.parts.length)).toBe(text);
      const all = [...lines.slice(0, count), continued.journal.next(changes[0]!).line];
      expect(readJournal(whole, all)).toEqual([...changes.slice(0, count), changes[0]]);
    }
    expect(continueJournal(`${whole}\n${changes[0]!}\n`)).toBeUndefined();
  });

  it.each([
    ['the first line is missing', whole, lines.slice(1), 0],
    ['a line is missing', whole, [lines[0]!, lines[2]!], 1],
    ['lines are exchanged', whole, [lines[1]!, lines[0]!], 0],
    ['a line is twice', whole, [lines[0]!, lines[0]!], 1],
    ['a number was changed', whole, [lines[0]!.replace('1}', '7}')], 0],
    ['the whole state differs', '{"schema":1,"a":0}', lines, 0],
    ['a line has no number', whole, [lines[0]!, changes[1]!], 1],
  ])('are refused where %s', (_, before, found, wrong) => {
    expect(readJournal(before, found)).toEqual({ wrong });
  });
});
