import { expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { sequenceNamesIn, sequencesOf } from '../../../packages/request-file/src/syntax/sequences';

const engine = createEngine();

function read(line: string) {
  const text = `${line}\nGET http://localhost/\n`;
  const found = sequencesOf(engine.parse(engine.openFile(text), 0));
  // Rename and hover need exactly the names.
  for (const { name, members } of found)
    for (const { text: word, span } of [name, ...members]) expect(text.slice(span.start, span.end)).toBe(word);
  expect(sequenceNamesIn(text)).toEqual(found.map(({ name }) => name.text));
  return found.map(({ name, members }) => [name.text, ...members.map((one) => one.text)]);
}

it.each([
  ['# @sequence deploy: login, create', [['deploy', 'login', 'create']]],
  ['// @sequence deploy : log in ,create,', [['deploy', 'log in', 'create']]],
  ['# @sequence = deploy: login', [['deploy', 'login']]],
  ['# @sequence deploy', []],
  ['# @sequence deploy:', []],
  ['# @sequence', []],
])('%s', (line, expected) => {
  expect(read(line)).toEqual(expected);
});
