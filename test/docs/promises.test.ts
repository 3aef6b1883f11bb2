import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../cli/command-line';
import { explanations, promises } from './promises';
import { statementsOf } from './statements';

const statements = statementsOf(readFileSync(join(root, 'docs/security.md'), 'utf8'));
const beginnings = [...promises.map(({ says }) => says), ...explanations];

describe('each sentence of docs/security.md', () => {
  it('is a promise that tests hold, or an explanation', () => {
    const known = (statement: string) => beginnings.filter((beginning) => statement.startsWith(beginning));
    expect(statements.length).toBeGreaterThan(80);
    expect(statements.filter((statement) => known(statement).length !== 1)).toEqual([]);
  });

  it('is there once', () => {
    const count = (beginning: string) => statements.filter((statement) => statement.startsWith(beginning)).length;
    expect(beginnings.filter((beginning) => count(beginning) !== 1)).toEqual([]);
  });
});

describe('a promise', () => {
  it.each(promises)('is held by tests that are there: $says', ({ heldBy }) => {
    expect(heldBy).not.toEqual([]);
    expect(heldBy.filter((test) => !isThere(test))).toEqual([]);
  });
});

/** Returns whether a test exists: `cli/run/run.test.ts: title`, with the title as it is written in the source. */
function isThere(test: string): boolean {
  const [, path = '', title = ''] = /^(\S+): (.+)$/.exec(test) ?? [];
  const file = join(root, 'test', path);
  if (title === '' || !existsSync(file)) return false;
  const text = readFileSync(file, 'utf8');
  // A step of the script in the editor is a list that begins with its title.
  return [`'${title}'`, `"${title}"`, `\`${title}\``].some(
    (quoted) => text.includes(`(${quoted}`) || new RegExp(`[([]\\s*${escaped(quoted)},`).test(text),
  );
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
