import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as Textmate from 'vscode-textmate';
import { coloured, loadGrammars } from './textmate';

let grammar: Textmate.IGrammar;
let markdown: Textmate.IGrammar;

beforeAll(async () => {
  ({ http: grammar, markdown } = await loadGrammars());
});

/** Returns the lines of a text, and below each of them its tokens with their scopes. */
function tokensOf(text: string, of: Textmate.IGrammar): string {
  const lines = text.split('\n');
  const found = coloured(text, of).flatMap((parts, index) => [
    `>${lines[index]}`,
    ...parts.map(
      ({ start, end, scopes }) => ` ${' '.repeat(start)}${'^'.repeat(end - start)} ${scopes.join(' ') || '-'}`,
    ),
  ]);
  return `${found.join('\n')}\n`;
}

/** Returns each word of the text with its innermost scope, blanks left out. */
function words(text: string): string[] {
  return coloured(text, grammar)
    .flat()
    .map((part) => `${part.text.trim()} ${part.scopes.at(-1) ?? 'source.http.rulebook'}`);
}

describe('grammar', () => {
  it.each([
    ['<!doctype html>', 'html'],
    ['<html lang="en">', 'html'],
    ['<?xml version="1.0"?>', 'xml'],
    ['<note id="1">', 'xml'],
  ])('embeds the body %s as %s, up to the next request', (line, language) => {
    expect(words(`HTTP/1.1 200 OK\n\n${line}\na: b\n### Next`).slice(-4)).toEqual([
      `${line} meta.embedded.block.${language}`,
      `a: b meta.embedded.block.${language}`,
      '### punctuation.definition.heading',
      'Next entity.name.section',
    ]);
  });

  it('takes a line with a file for a file', () => {
    expect(words('POST /a\n\n< ./body.xml').slice(-2)).toEqual([
      '< keyword.control.include',
      './body.xml string.unquoted.path',
    ]);
  });

  it.each<[string, readonly string[]]>([
    ['### Create a key', ['### punctuation.definition.heading', 'Create a key entity.name.section']],
    ['# @name create', ['name keyword.other.directive', 'create string.unquoted.directive']],
    ['# rulebook-ignore some-rule', ['rulebook-ignore keyword.other.directive', 'some-rule string.unquoted.directive']],
    ['# just words', ['just words comment.line']],
    ['// just words', ['just words comment.line']],
    [
      '@host = http://{{h}}',
      ['host variable.other.definition', 'http:// string.unquoted', 'h variable.other.readwrite'],
    ],
    ['?? status == 201', ['status variable.language', '201 constant.numeric']],
    ['?? status 2xx', ['2xx constant.numeric']],
    [
      '?? $.items[?@.a == "b c"].id not includes "x{{v}}"',
      [
        '$.items[?@.a == "b c"].id variable.other.jsonpath',
        'not keyword.operator.word',
        'includes keyword.operator.word',
        'x string.quoted.double',
        'v variable.other.readwrite',
      ],
    ],
    ['?? $.on == true', ['true constant.language']],
    ['HTTP/1.1 404 Not Found', ['404 constant.numeric.status', 'Not Found string.unquoted.reason']],
    [
      'PUT /a/{{id}}?b=c HTTP/1.1',
      [
        'PUT keyword.control.method',
        'id variable.other.readwrite',
        'b variable.parameter.query',
        'HTTP/1.1 keyword.other.version',
      ],
    ],
    ['get {{host}}/x', ['get keyword.control.method', 'host variable.other.readwrite', '/x string.unquoted.target']],
    ['  &c=d', ['c variable.parameter.query', 'd string.unquoted.value']],
    ['Content-Type: a/b', ['Content-Type entity.name.tag.header', 'a/b string.unquoted.header']],
    ['< ./body.json', ['< keyword.control.include', './body.json string.unquoted.path']],
  ])('%s', (line, expected) => {
    const found = words(line);
    for (const word of expected) expect(found).toContain(word);
  });

  it('colours a JSON body with variables and comments, and leaves it behind its end', () => {
    const found = words(
      'PUT /x\n{ // why\n  "a": [1, true, "{{v}}\\n"], # too\n  "b": {{w}}, "q": """x\n"y" """\n}\nGET /y\nAccept: z\n',
    );
    for (const word of [
      '// why comment.line.json',
      'a support.type.property-name.json',
      '1 constant.numeric.json',
      'true constant.language.json',
      'v variable.other.readwrite',
      '\\n constant.character.escape.json',
      '# too comment.line.json',
      'w variable.other.readwrite',
      '"y" string.quoted.triple.json',
      'GET keyword.control.method',
      'Accept entity.name.tag.header',
    ]) {
      expect(found).toContain(word);
    }
  });

  it.each([
    ['> {%', '> keyword.control.script'],
    ['>> out.json', 'out.json string.unquoted.path'],
    ['>>! out.json', '>>! keyword.control.redirect'],
    ['<> former.json', '<> keyword.control.redirect'],
    ['?? body id == 5', '== keyword.operator.comparison'],
  ])('leaves a JSON body for %s', (line, word) => {
    expect(words(`PUT /x\n\n{\n  "a": 1\n}\n${line}\n`)).toContain(word);
    expect(words(`PUT /x\n\n{\n  "a": [\n${line}\n`)).toContain(word);
  });

  it.each([
    ['GRAPHQL http://h/x', 'GRAPHQL keyword.control.method'],
    ['curl -X POST /x', 'curl keyword.control.command'],
    ['import ./a.http', 'import keyword.control.import'],
    ['run #login', 'run keyword.control.import'],
    ['/* a comment', 'a comment comment.block'],
    ['{{+', '{{ punctuation.section.embedded.begin'],
    ['< {%', '{% punctuation.section.embedded.begin'],
  ])('colours %s', (line, word) => {
    expect(words(line)).toContain(word);
  });

  it('ends an unfinished body at the next separator', () => {
    expect(words('PUT /x\n\n{ "a": """ open\n### Next\nGET /y')).toContain('GET keyword.control.method');
    expect(words('PUT /x\n\n{ "a": [ /* open\n### Next\nGET /y')).toContain('GET keyword.control.method');
  });

  const folder = join(import.meta.dirname, 'files');
  const names = readdirSync(folder).filter((name) => !name.endsWith('.tokens'));
  it.each(names)('colours %s as recorded', (name) => {
    const path = join(folder, `${name}.tokens`);
    const found = tokensOf(readFileSync(join(folder, name), 'utf8'), name.endsWith('.md') ? markdown : grammar);
    if (process.env['UPDATE'] === '1') writeFileSync(path, found);
    expect(found).toBe(readFileSync(path, 'utf8'));
  });

  it('survives noise', () => {
    for (const noise of ['{{{{', '"', '\u0000\uFFFF', '[[[[[[', '###', '@', '@=', '??', 'GET', 'x'.repeat(5000)]) {
      expect(() => words(`${noise}\n${noise}`)).not.toThrow();
    }
  });
});
