import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { productFiles } from './files';

const root = join(import.meta.dirname, '../..');
const folders = ['packages', 'services', 'client', 'server', 'cli'];
/** Names that many files had for functions of their own: each says of what, such as `textOfSegments`. */
const bare = ['bodyOf', 'keyOf', 'linesOf', 'listed', 'nameOf', 'namesIn', 'partsOf', 'placeOf', 'textOf', 'wordsOf'];
/** What is the same everywhere, and where it is. */
const shared = new Map([['isRecord', 'packages/json/src/is-record.ts']]);

/** Returns the names of the functions at the top of a file. */
function functionsOf(path: string, code: string): readonly string[] {
  const { statements } = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
  return statements.flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement)) return statement.name?.text ?? [];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)) ? name.getText() : [],
    );
  });
}

it('functions at the top of a file are found', () => {
  const code =
    'export function textOf() {}\nasync function other() { function inner() {} }\nconst third = () => 1;\nconst list = [1];';
  expect(functionsOf('some.ts', code)).toEqual(['textOf', 'other', 'third']);
});

it('names of functions say of what, and what is the same everywhere is declared once', () => {
  const files = productFiles(folders);
  const wanted = new RegExp(`\\b(?:${[...bare, ...shared.keys()].join('|')})\\b`);
  const problems = files.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8');
    if (!wanted.test(code)) return [];
    return functionsOf(file, code).flatMap((name) => {
      if (bare.includes(name)) return [`${file}: ${name} does not say of what`];
      const home = shared.get(name);
      return home === undefined || home === file ? [] : [`${file}: ${name} is in ${home}`];
    });
  });
  expect(files.length).toBeGreaterThan(1000);
  expect(problems).toEqual([]);
});
