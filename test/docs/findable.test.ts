import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../cli/command-line';
import { markdownFiles } from './page';

/** What a user with a task searches the documentation for; a heading has these words. */
const tasks = [
  ["client's own header", 'send with the header fields of a client'],
  ['ignore one finding', 'silence one finding'],
  ['check only in CI', 'check in CI, and not in the editor'],
  ['environment file of another tool', "use another tool's environment file"],
  ['keep a key out of the file', 'keep a credential out of the request file'],
  ['replay a webhook', 'deliver a webhook again'],
  ['move the clock', 'make something expire'],
] as const;

const headings = markdownFiles()
  .filter((path) => path.startsWith('docs/') && !path.startsWith('docs/rules/'))
  .flatMap((path) => readFileSync(join(root, path), 'utf8').split('\n'))
  .filter((line) => /^#{1,4} /.test(line))
  .map((line) => line.toLowerCase());

it.each(tasks)('“%s” is a heading, to %s', (words) => {
  expect(headings.filter((heading) => heading.includes(words.toLowerCase()))).not.toEqual([]);
});
