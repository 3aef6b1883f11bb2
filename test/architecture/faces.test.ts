import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { productFiles } from './files';
import { exportedFile, packageNamed, readPackages } from './packages';

const root = join(import.meta.dirname, '../..');
const listed = productFiles(['packages', 'services', 'client', 'server', 'cli', 'site']);
const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);

const packages = readPackages(root);

function fileOf(importing: string, specifier: string): string {
  const named = packageNamed(packages, specifier);
  if (named === undefined) return `${posix.join(posix.dirname(importing), specifier)}.ts`;
  return exportedFile(named, specifier)?.file ?? '';
}

/** What an entry point of the engine exports: its name, and the file that declares it. */
function exportsOf(file: string): readonly { readonly name: string; readonly from: string }[] {
  return parse(file).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || !statement.moduleSpecifier || !statement.exportClause) return [];
    if (!ts.isNamedExports(statement.exportClause) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const from = fileOf(file, statement.moduleSpecifier.text);
    return statement.exportClause.elements.map(({ name, propertyName }) => ({
      name: (propertyName ?? name).text,
      from,
    }));
  });
}

function hasComment(file: string, name: string): boolean {
  const source = parse(file);
  const declaring = source.statements.filter((statement) => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.some((declaration) => declaration.name.getText(source) === name);
    return 'name' in statement && (statement as ts.DeclarationStatement).name?.getText(source) === name;
  });
  return declaring.some((statement) => ts.getJSDocCommentsAndTags(statement).length > 0);
}

/** More names than a maintainer has in view are two entry points. */
const maxNames = 45;
const faces = listed.filter((file) => /^packages\/(?!node|platform)[^/]+\/src\/(?:.*\/)?index\.ts$/.test(file));

describe('the entry points of the engine', () => {
  it.each(faces)('%s exports a few names, each with a comment', (face) => {
    const names = exportsOf(face);
    expect(names.length).toBeGreaterThan(0);
    expect(names.length).toBeLessThanOrEqual(maxNames);
    expect(names.filter(({ name, from }) => !hasComment(from, name))).toEqual([]);
  });

  it('export no name twice', () => {
    const names = faces.filter((face) => face !== 'packages/engine/src/api/engine/index.ts').flatMap(exportsOf);
    const keys = names.map(({ name, from }) => `${name} of ${from}`);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });
});
