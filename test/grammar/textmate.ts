import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Oniguruma from 'vscode-oniguruma';
import type * as Textmate from 'vscode-textmate';

const require = createRequire(import.meta.url);
const { INITIAL, parseRawGrammar, Registry } = require('vscode-textmate') as typeof Textmate;
const { loadWASM, OnigScanner, OnigString } = require('vscode-oniguruma') as typeof Oniguruma;

export const root = join(import.meta.dirname, '../..');

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

/** Returns the grammars of request files and of Markdown with requests, as editors put them together. */
export async function loadGrammars(): Promise<{
  readonly http: Textmate.IGrammar;
  readonly markdown: Textmate.IGrammar;
}> {
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
  const http = await registry.loadGrammar('source.http.rulebook');
  const markdown = await registry.loadGrammar('text.html.markdown');
  if (http === null || markdown === null) throw new Error('The grammars could not be loaded.');
  return { http, markdown };
}

/** A part of a line with its scopes, from the outermost, without that of the grammar. */
export interface ColouredPart {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly scopes: readonly string[];
}

/** Returns the parts of each line of a text, without those that are blank. */
export function coloured(text: string, grammar: Textmate.IGrammar): (readonly ColouredPart[])[] {
  let stack = INITIAL;
  return text.split('\n').map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    return tokens
      .map(({ startIndex, endIndex, scopes }) => ({
        start: startIndex,
        end: endIndex,
        text: line.slice(startIndex, endIndex),
        scopes: scopes.slice(1).map((scope) => scope.replace(/\.http$/, '')),
      }))
      .filter((part) => part.text.trim() !== '');
  });
}
