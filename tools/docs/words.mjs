// l10n/bundle.l10n.json: the words of the extension, which it asks for by `vscode.l10n.t('…')`.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const folder = 'client/src';

/**
 * Returns the bundle by its path in the repository, and what is wrong with the calls.
 * @param {string} root the checkout
 */
export function wordBundle(root) {
  const words = new Set();
  const problems = [];
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort()) {
    if (!name.endsWith('.ts')) continue;
    const found = wordsIn(`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8'));
    for (const word of found.words) words.add(word);
    problems.push(...found.problems);
  }
  const bundle = Object.fromEntries([...words].sort().map((word) => [word, word]));
  return { files: new Map([['l10n/bundle.l10n.json', `${JSON.stringify(bundle, null, 2)}\n`]]), problems };
}

/**
 * Returns the words that a source asks for. Each call must have a plain text, whose placeholders are its other arguments.
 * @param {string} path
 * @param {string} text
 * @returns {{ words: readonly string[], problems: readonly string[] }}
 */
export function wordsIn(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const words = [];
  const problems = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && /(?:^|\.)l10n\.t$/.test(node.expression.getText(source))) {
      const [first, ...values] = node.arguments;
      const at = `${path}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
      if (first === undefined || !ts.isStringLiteralLike(first)) problems.push(`${at}: the first argument is not a plain text`);
      else {
        words.push(first.text);
        const named = new Set([...first.text.matchAll(/\{(\d+)\}/g)].map(([, index]) => Number(index)));
        // A script of a page fills these in.
        const isForPage = /\/(?:chart|view)-words\.ts$/.test(path) && values.length === 0;
        const isComplete =
          isForPage || (named.size === values.length && [...named].every((index) => index < values.length));
        if (!isComplete) problems.push(`${at}: the placeholders of "${first.text}" are not its other arguments`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { words, problems };
}
