import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryFiles } from './files';
import { findCounts, findWords, readWordList, withoutQuotes } from './words';

/** Folders and files that are being revised. Whoever revises one removes its line; the list is empty in the end. */
const pending: readonly string[] = [];

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const list = readWordList(read('docs/contributing/style.md'));
const files = repositoryFiles()
  .filter((file) => /\.(?:ts|mjs|md)$|^(?:package(?:\.nls)?|l10n\/.*|schemas\/.*|syntaxes\/.*)\.json$/.test(file))
  .filter((file) => file !== 'docs/contributing/style.md' && !pending.some((start) => file.startsWith(start)));

describe('the word list', () => {
  const wordsIn = (text: string): readonly string[] => findWords(text, list).map(({ phrase }) => phrase);

  it('is read from the page', () => {
    expect(list.length).toBeGreaterThan(10);
    expect(list.find(({ phrases }) => phrases.includes('gone'))).toEqual({
      phrases: ['gone'],
      replacement: 'removed, closed, no longer there',
      allowed: ['410 Gone'],
    });
  });

  it.each([
    ['The user is told.', ['told']],
    ['const wasTold = true;', ['told']],
    ['const TOLD_TWICE = 2;', ['told']],
    ['function holeEnd(HTMLTour: string)', ['hole', 'tour']],
    ['It is no folder.', ['is no …']],
    ['// It is no\n// folder.', ['is no …']],
    ['There is no folder, and it is no longer empty.', []],
    ['{ 410: "Gone" } and 410 Gone', []],
    ['The file is gone.', ['gone']],
    ['`site_admin` and the rule `noted-value`', []],
    ['the whole, mendable, wholesome, toldest', []],
    ['What it is. No more.', []],
    ['the documentation site in site/build, and its site', ['site']],
  ])('finds in %j: %j', (text, found) => {
    expect(wordsIn(text)).toEqual(found);
  });

  it('gives the line of a word', () => {
    expect(findWords('one\ntwo\nis\nno way', list)).toMatchObject([{ line: 3, phrase: 'is no …' }]);
  });

  it.each([
    ['`${n} errors`', 1],
    ['`${files.length} more requests`', 1],
    ["`${count(n, 'error')} in ${count(m, 'file')}`", 0],
    ['`at most ${longest} characters`', 0],
    ['`${name} takes ${value}`', 0],
  ])('counts in %j the unfinished plurals: %j', (text, found) => {
    expect(findCounts(text)).toHaveLength(found);
  });

  it('leaves out what a test quotes', () => {
    const text =
      "// told\nit('tells', () => {\n  expect(gone).toBe('a hole');\n  expect(`${tour} vague`).toMatch(/mend/);\n});";
    expect(wordsIn(withoutQuotes('case.ts', text))).toEqual(['told', 'tells', 'gone', 'tour']);
  });
});

/** Here a word of the list has its other meaning: that of the documentation site. */
const ofDocumentation = /^(?:site\/|test\/site\/|scripts\/site\.mjs$)/;

describe('every file', () => {
  it('uses the words of docs/contributing/style.md', () => {
    const found = files.flatMap((file) => {
      const text =
        (file.startsWith('test/') && /\.(?:ts|mjs)$/.test(file)) || file.endsWith('.test.ts')
          ? withoutQuotes(file, read(file))
          : read(file);
      const words = ofDocumentation.test(file) ? list.filter(({ phrases }) => !phrases.includes('site')) : list;
      return findWords(text, words).map(
        ({ line, phrase, replacement }) => `${file}:${line}: "${phrase}", write: ${replacement}`,
      );
    });
    expect(found).toEqual([]);
  });

  // Benchmarks print large numbers only.
  it('writes its counts with a noun in the right number', () => {
    const found = files
      .filter((file) => /\.(?:ts|mjs)$/.test(file) && !/^test\/|^scripts\/(?:lib\/)?bench/.test(file))
      .flatMap((file) =>
        findCounts(read(file)).map((line) => `${file}:${line}: a number before a plural; write it by \`count\``),
      );
    expect(found).toEqual([]);
  });
});
