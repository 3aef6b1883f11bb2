import { describe, expect, it } from 'vitest';
import { createEngine, type CheckContext, type Conversion } from '../../../packages/engine/src/index';
import { applyEdits } from '../../../packages/text/src/edit';
import { shop, toShop } from './shop';
import { catalogue } from '../../../packages/services/src/registry';

const engine = createEngine();
const documented: CheckContext = { endpoints: [], defaults: {} };

function fillings(text: string, offset: number, context = documented): readonly Conversion[] {
  const file = engine.openFile(text);
  return engine
    .conversions(file, 0, { start: offset, end: offset }, context, new Set())
    .filter(({ title }) => title.startsWith('Fill'));
}

/** Fills in the required members at the mark. */
function filled(marked: string): string | undefined {
  const text = marked.replace('<|>', '');
  const [found] = fillings(text, marked.indexOf('<|>'));
  return found && applyEdits(text, found.edits[0]?.edits ?? []);
}

function rulesFound(text: string): readonly string[] {
  const { blocks } = engine.check(engine.openFile(text), { context: documented, severities: {} });
  return [...blocks].flatMap(({ findings }) => findings.map(({ rule }) => rule));
}

describe('Fill required members', () => {
  it.each([
    ['an empty object', 'PUT /_snapshot/a\n\n{<|>}\n'],
    ['an object on several lines', 'PUT /_snapshot/a\n\n{<|>\n\t"verify": true\n}\n'],
    ['an object on one line', 'PUT /_snapshot/a\n\n{<|> "type": "fs" }\n'],
    ['an object in the form of the Console', 'PUT /_snapshot/a\n{<|>}\n'],
    ['no body', 'PUT <|>/_snapshot/a\nX-A: b\n'],
    ['lines that end with carriage returns', 'PUT /_snapshot/a\r\n\r\n{<|>\r\n  "type": "fs"\r\n}\r\n'],
    ['an object in an object', 'PUT /_snapshot/a\n\n{\n  "type": "fs",\n  "settings": {<|>}\n}\n'],
    ['comments', 'PUT /_snapshot/a\n\n{<|>\n  // one\n  "type": "fs" // two\n  // three\n}\n'],
  ])('fills %s', (_, marked) => {
    const text = filled(marked) ?? '';
    expect(text.replaceAll('\r', '<CR>').replaceAll('\t', '<TAB>')).toMatchSnapshot();
    expect(text.replaceAll('\r\n', '')).not.toMatch(marked.includes('\r') ? /[\r\n]/ : /\r/);
    expect(rulesFound(text)).not.toContain('required-field');
    expect(rulesFound(text)).not.toContain('malformed-json');
    for (const part of marked.replace('<|>', '').split(/[{}]*\r?\n| (?=\/\/)/)) expect(text).toContain(part.trimEnd());
  });

  it.each([
    ['a whole object', 'PUT /_snapshot/a\n\n{<|> "type": "fs", "settings": { "location": "x" } }\n'],
    ['a comma at the end, which is an error', 'PUT /_snapshot/a\n\n{<|>\n  "type": "fs", # two\n}\n'],
    ['a broken body', 'PUT /_snapshot/a\n\n{<|> "type" }\n'],
    ['a name with a variable', 'PUT /_snapshot/a\n\n{<|> "{{a}}": 1 }\n'],
    ['an unknown operation', 'PUT /a/b/c/d\n\n{<|>}\n'],
    ['a request with a script behind it', 'PUT <|>/_snapshot/a\n\n> {% x %}\n'],
    ['a body that is a file', 'PUT <|>/_snapshot/a\n\n< ./a.json\n'],
  ])('does not change %s', (_, marked) => {
    expect(filled(marked)).toBeUndefined();
  });

  it('leaves no required field out, for each operation', () => {
    let tried = 0;
    for (const { operations } of catalogue.services) {
      for (const { methods, path, body, isOutline } of operations) {
        if (!body || isOutline === true) continue;
        const head = `${methods[0] ?? ''} ${path.replace(/\{[^}]*\}/g, 'a')}\n\n`;
        for (const source of ['{}', '{ "unknown_member": [1] }', '{\n  // c\n  "unknown_member": 1 // d\n}']) {
          const text = `${head}${source}\n`;
          const [found] = fillings(text, head.length + 1).filter(({ title }) => title === 'Fill required members');
          if (!found) {
            expect(rulesFound(text), text).not.toContain('required-field');
            continue;
          }
          tried++;
          const edits = found.edits[0]?.edits ?? [];
          const after = applyEdits(text, edits);
          expect(rulesFound(after), after).not.toContain('required-field');
          expect(rulesFound(after), after).not.toContain('malformed-json');
          for (const part of source.match(/"unknown_member": (?:\[1\]|1)|\/\/ [cd]/g) ?? [])
            expect(after).toContain(part);
        }
      }
    }
    expect(tried).toBeGreaterThan(5);
  });

  it('fills an empty body from an example', () => {
    const example = '{\n  "customer": "c1",\n  "items": [\n    {\n      "sku": "a"\n    }\n  ],\n  "gift": true\n}\n';
    for (const [marked, expected] of [
      ['POST /orders\n\n{<|>}\n', `POST /orders\n\n${example}`],
      ['POST /or<|>ders\n', `POST /orders\n\n${example}`],
      ['POST /orders\n\n{<|>\n}\n', `POST /orders\n\n${example}`],
    ] as const) {
      const text = toShop(marked);
      const offset = text.indexOf('<|>');
      const source = text.replace('<|>', '');
      const found = fillings(source, offset, shop);
      expect(found.map(({ title }) => title)).toEqual(['Fill required members', 'Fill from example: A gift']);
      expect(applyEdits(source, found[1]?.edits[0]?.edits ?? [])).toBe(toShop(expected));
    }
    const written = toShop('POST /orders\n\n{ "customer": "a" }\n');
    expect(fillings(written, written.indexOf('{') + 1, shop).map(({ title }) => title)).toEqual([
      'Fill required members',
    ]);
  });
});
