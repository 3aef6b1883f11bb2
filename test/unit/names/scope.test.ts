import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { occurrencesAcross, type LinkedFile } from '../../../packages/checker/src/names/scope';

const engine = createEngine();

function linked(texts: Readonly<Record<string, string>>): readonly LinkedFile[] {
  return Object.entries(texts).map(([uri, text]) => {
    const file = engine.openFile(text);
    const imports = [...text.matchAll(/^import (\S+)/gm)].map(([, name = '']) => name);
    return { uri, file, imports, occurrencesOf: (block) => engine.names(file, block) };
  });
}

/** Returns how often the variable occurs in each file that shares it with the first. */
function sharing(texts: Readonly<Record<string, string>>, name = 'x'): Readonly<Record<string, number>> {
  const files = linked(texts);
  const found = occurrencesAcross({ kind: 'variable', name }, files[0]!, files);
  return Object.fromEntries(found.map(({ file, occurrences }) => [file.uri, occurrences.length]));
}

const uses = 'GET /{{x}}\n';

describe('a name across files', () => {
  it('is shared by the file that defines it and those that import that file', () => {
    const files = { a: `import b\n${uses}`, b: '@x = 1\n', c: `import b\n###\n${uses}###\n${uses}`, d: uses };
    expect(sharing(files)).toEqual({ a: 1, b: 1, c: 2 });
    const { b, ...others } = files;
    expect(sharing({ b, ...others })).toEqual({ b: 1, a: 1, c: 2 });
  });

  it('goes through files that only pass it on', () => {
    expect(sharing({ a: `import b\n${uses}`, b: 'import c\n', c: 'import d\n', d: '@x = 1\n' })).toEqual({
      a: 1,
      d: 1,
    });
  });

  it('of a request is also that of its times, if it is sent several times', () => {
    const text = (directive: string, more = '') =>
      `# @name list\n${directive}\nGET /a\n\n###\nGET /{{list.id}}{{list0.id}}{{list12.response.body.$.id}}{{listing.id}}\n${more}`;
    const found = (written: string) => {
      const files = linked({ a: written });
      return occurrencesAcross({ kind: 'request', name: 'list' }, files[0]!, files).flatMap(({ occurrences }) =>
        occurrences.map(({ block, occurrence: { span } }) =>
          files[0]!.file.blocks.at(block)?.text.slice(span.start, span.end + 2),
        ),
      );
    };
    expect(found(text('# @loop for 3'))).toEqual(['list\n#', 'list.i', 'list0.', 'list12']);
    expect(found(text('# @note a'))).toEqual(['list\n#', 'list.i']);
    expect(found(text('# @loop for 3', '\n###\n# @name list0\nGET /b\n'))).toEqual(['list\n#', 'list.i', 'list12']);
  });

  it('differs in a file that defines it itself', () => {
    const files = {
      a: `import b\n${uses}`,
      b: '@x = 1\n',
      c: `import b\n@x = 2\n###\n${uses}`,
      d: `import c\n${uses}`,
    };
    expect(sharing(files)).toEqual({ a: 1, b: 1 });
    const { c, ...others } = files;
    expect(sharing({ c, ...others })).toEqual({ c: 2, d: 1 });
  });

  it('is shared by all files of which one has it from two of them', () => {
    const files = {
      a: `import b\n${uses}`,
      b: '@x = 1\n',
      c: '@x = 2\n',
      d: `import b\nimport c\n${uses}`,
      e: `import c\n${uses}`,
    };
    expect(sharing(files)).toEqual({ a: 1, b: 1, c: 1, d: 1, e: 1 });
  });

  it('that no file defines belongs to its own file', () => {
    expect(sharing({ a: `import b\n${uses}`, b: uses, c: `import a\n${uses}` })).toEqual({ a: 1 });
  });

  it('survives files that import each other in a circle, themselves, and files that are not there', () => {
    const files = { a: `import b\nimport a\nimport gone\n${uses}`, b: `import a\n${uses}`, c: `import b\n@x = 1\n` };
    expect(sharing(files)).toEqual({ a: 1 });
    expect(sharing({ ...files, b: `import a\nimport c\n${uses}` })).toEqual({ a: 1, b: 1, c: 1 });
  });

  it('survives a long chain', () => {
    const count = 5_000;
    const chain = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `f${index}`,
        index === count - 1 ? '@x = 1\n' : `import f${index + 1}\n`,
      ]),
    );
    expect(sharing({ a: `import f0\n${uses}`, ...chain })).toEqual({ a: 1, [`f${count - 1}`]: 1 });
  });
});
