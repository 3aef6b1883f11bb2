import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { productFiles } from './files';
import { packageWith, readPackages } from './packages';

const root = join(import.meta.dirname, '../..');
const rooms = ['packages', 'services', 'server/src', 'client/src', 'cli/src', 'site'];
const files = productFiles(rooms);

const maxLines = { file: 400, function: 120, package: 25_000 };

/** What is longer, and why; the list may only become shorter. */
const longer: Readonly<Record<string, string>> = {
  'services/search-cluster/facts/search/search-query.ts': 'facts alone',
  'services/search-cluster/facts/security/role-descriptor.ts': 'facts alone',
  'server/src/protocol.ts': 'types alone',
};

/** Returns a file or its functions that are too long. */
function tooLongIn(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = text.split('\n').length - 1 > maxLines.file ? [file] : [];
  const lineOf = (offset: number): number => source.getLineAndCharacterOfPosition(offset).line;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && lineOf(node.end) - lineOf(node.getStart(source)) >= maxLines.function)
      found.push(`${file} ${node.name?.getText(source) ?? `in line ${lineOf(node.getStart(source)) + 1}`}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('the product', () => {
  it('has no file of more than 400 lines, and no function of more than 120, but those of the list', () => {
    expect(files.length).toBeGreaterThan(0);
    // What is no longer too long leaves the list.
    expect(files.flatMap(tooLongIn).sort()).toEqual(Object.keys(longer).sort());
  });

  it('has no package that does not fit in a head: above 25,000 lines without tests, it is two', () => {
    const packages = readPackages(root);
    const lines = new Map(packages.map(({ folder }) => [folder, 0]));
    for (const file of files) {
      const folder = packageWith(packages, file)?.folder;
      const count = readFileSync(join(root, file), 'utf8').split('\n').length - 1;
      if (folder !== undefined) lines.set(folder, (lines.get(folder) ?? 0) + count);
    }
    expect(Math.min(...lines.values())).toBeGreaterThan(0);
    expect([...lines].filter(([, count]) => count > maxLines.package)).toEqual([]);
  });
});
