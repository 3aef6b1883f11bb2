import { randomNumbers } from './statistics.mjs';

const pasted = [
  '### Pasted',
  'POST /_security/api_key',
  'Content-Type: application/json',
  '',
  '{',
  '  "name": "pasted",',
  '  "expiration": "1d",',
  '  "role_descriptors": {}',
  '}',
  '',
  '',
].join('\n');

/**
 * Returns edits by kind, each at another place around the middle of the text and followed by its undoing.
 * @param {string} text
 * @param {number} count
 */
export function editKinds(text, count) {
  const lines = text.split('\n');
  const next = randomNumbers(7);
  /** Returns the number of a line that fits, at a random place. */
  const find = (pattern) => {
    const from = Math.floor(lines.length / 3) + next(Math.floor(lines.length / 3));
    const at = lines.findIndex((line, index) => index >= from && pattern.test(line));
    return at < 0 ? lines.findIndex((line) => pattern.test(line)) : at;
  };
  const insert = (pattern, column, inserted) =>
    repeat(count, () => {
      const line = find(pattern);
      const at = column(lines[line] ?? '');
      return [edit(line, at, line, at, inserted), undoOf(line, at, inserted)];
    });
  const remove = (pattern, column, length) =>
    repeat(count, () => {
      const line = find(pattern);
      const at = column(lines[line] ?? '');
      const removed = (lines[line] ?? '').slice(at, at + length);
      return [edit(line, at, line, at + length, ''), edit(line, at, line, at, removed)];
    });
  return {
    'in a name': insert(/^\s+"\w+":/, (line) => line.indexOf('"') + 3, 'x'),
    'in a value': insert(/: "\w/, (line) => line.indexOf(': "') + 4, 'y'),
    newline: insert(/^\s+"\w+":/, () => 0, '\n'),
    paste: insert(/^###/, () => 0, pasted),
    'join blocks': remove(/^###/, () => 0, 3),
    quote: remove(/^\s+"\w+":/, (line) => line.indexOf('":'), 1),
    bracket: insert(/^\s+"\w+":/, (line) => line.indexOf('"'), '{'),
    path: insert(/^(POST|PUT|PATCH|GET) /, (line) => line.length, 'z'),
  };
}

function repeat(count, make) {
  return Array.from({ length: count }, make).flat();
}

function edit(startLine, startCharacter, endLine, endCharacter, newText) {
  const start = { line: startLine, character: startCharacter };
  return { range: { start, end: { line: endLine, character: endCharacter } }, newText };
}

function undoOf(line, character, inserted) {
  const rows = inserted.split('\n');
  const last = rows.length - 1;
  return edit(line, character, line + last, (last === 0 ? character : 0) + (rows[last] ?? '').length, '');
}
