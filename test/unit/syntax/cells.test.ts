import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';
import { joinCells, splitCells, type CellForm } from '../../../packages/request-file/src/cells/index';

const root = join(import.meta.dirname, '../../..');
const corpus = process.env['RULEBOOK_CORPUS'];
const patterns = ['**/*.http', '**/*.rest', '**/*.md'];

function filesIn(folder: string): readonly string[] {
  const ignore = ['**/node_modules/**', 'dist/**'];
  return globSync(patterns, { cwd: folder, absolute: true, ignore });
}

const formOf = (path: string): CellForm => (path.endsWith('.md') ? 'markdown' : 'requests');

/** Returns the files that are not the same after they were split and joined, or that have a cell which is not where it is said to be. */
function wrongIn(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => {
    const text = readFileSync(path, 'utf8');
    const cells = splitCells(text, formOf(path));
    const { text: again, places } = joinCells(cells, formOf(path));
    const lines = text.split(/\r\n?|\n/);
    const isMoved = cells.some(({ kind, text: own }, index) => {
      const { line = 0, lines: count = 0, columns = [] } = places[index] ?? {};
      const found = lines.slice(line, line + count).map((one, at) => one.slice(columns[at] ?? 0));
      return kind === 'requests' && found.join('\n') !== own;
    });
    return again !== text || isMoved;
  });
}

describe('the cells of files', () => {
  it('give each request file and each page of this repository again', () => {
    const paths = filesIn(root);
    expect(paths.length).toBeGreaterThan(500);
    expect(wrongIn(paths)).toEqual([]);
  });

  it.skipIf(corpus === undefined)('give each file of the corpus again', () => {
    expect(wrongIn(filesIn(join(corpus ?? '', 'files')))).toEqual([]);
  });
});
