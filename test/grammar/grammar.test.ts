import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as Oniguruma from 'vscode-oniguruma';
import type * as Textmate from 'vscode-textmate';

const require = createRequire(import.meta.url);
const { INITIAL, parseRawGrammar, Registry } = require('vscode-textmate') as typeof Textmate;
const { loadWASM, OnigScanner, OnigString } = require('vscode-oniguruma') as typeof Oniguruma;

const root = join(import.meta.dirname, '../..');
let grammar: Textmate.IGrammar;
let markdown: Textmate.IGrammar;

const files: Readonly<Record<string, string>> = {
  'source.http.rulebook': 'syntaxes/http.tmLanguage.json',
  'markdown.http.rulebook': 'syntaxes/markdown-http.tmLanguage.json',
};
/** The grammars of other languages are the editor's: of these, only what the test needs. */
const others: Readonly<Record<string, readonly object[]>> = {
  'text.html.markdown': [
    {
      begin: '(^|\\G)([ ]{0,3})([*+-]|[0-9]+[.])([ \\t])',
      while: '((^|\\G)([ ]{2,4}|\\t))|(^[ \\t]*$)',
      name: 'markup.list',
      patterns: [{ include: '$self' }],
    },
  ],
  'source.js': [
    { begin: '`', end: '`', name: 'string.template.js' },
    { begin: '\\{', end: '\\}', name: 'meta.block.js', patterns: [{ include: '$self' }] },
    { match: '\\b(?:const|if)\\b', name: 'storage.type.js' },
  ],
};

beforeAll(async () => {
  await loadWASM(new Uint8Array(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'))).buffer);
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new OnigScanner(patterns),
      createOnigString: (text) => new OnigString(text),
    }),
    loadGrammar: (scope) => {
      const path = files[scope];
      const source =
        path === undefined
          ? JSON.stringify({ scopeName: scope, patterns: others[scope] ?? [{ match: '^$' }] })
          : readFileSync(join(root, path), 'utf8');
      return Promise.resolve(parseRawGrammar(source, 'grammar.json'));
    },
    getInjections: (scope) => (scope === 'text.html.markdown' ? ['markdown.http.rulebook'] : []),
  });
  const loaded = await registry.loadGrammar('source.http.rulebook');
  const ofMarkdown = await registry.loadGrammar('text.html.markdown');
  if (loaded === null || ofMarkdown === null) throw new Error('The grammars could not be loaded.');
  grammar = loaded;
  markdown = ofMarkdown;
});

/** Returns the lines of a text, and below each of them its tokens with their scopes. */
function tokensOf(text: string, of: Textmate.IGrammar): string {
  let stack = INITIAL;
  const found: string[] = [];
  for (const line of text.split('\n')) {
    const { tokens, ruleStack } = of.tokenizeLine(line, stack);
    stack = ruleStack;
    found.push(`>${line}`);
    for (const { startIndex, endIndex, scopes } of tokens) {
      const names = scopes.slice(1).map((scope) => scope.replace(/\.http$/, ''));
      if (line.slice(startIndex, endIndex).trim() !== '')
        found.push(` ${' '.repeat(startIndex)}${'^'.repeat(endIndex - startIndex)} ${names.join(' ') || '-'}`);
    }
  }
  return `${found.join('\n')}\n`;
}

/** Returns each word of the text with its innermost scope, blanks left out. */
function words(text: string): string[] {
  let stack = INITIAL;
  const found: string[] = [];
  for (const line of text.split('\n')) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    for (const { startIndex, endIndex, scopes } of tokens) {
      const word = line.slice(startIndex, endIndex).trim();
      if (word !== '') found.push(`${word} ${(scopes.at(-1) ?? '').replace(/\.http$/, '')}`);
    }
  }
  return found;
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
