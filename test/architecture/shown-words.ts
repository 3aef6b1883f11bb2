import ts from 'typescript';

/** Properties that the editor shows, whatever they hold. */
const shown = new Set([
  ...['title', 'label', 'tooltip', 'description', 'detail', 'placeHolder', 'placeholder', 'prompt', 'message'],
  ...['name', 'openLabel', 'saveLabel', 'text'],
]);

/**
 * Returns the texts of a source that look like words for people and do not go through `vscode.l10n.t`, each with its line. `${}` stands for what
 * is filled in. What is written to the log and what is thrown stays English.
 */
export function wordsWithoutTranslation(text: string): readonly { readonly line: number; readonly text: string }[] {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
  const found: { readonly line: number; readonly text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node))) return;
    if (ts.isCallExpression(node)) {
      const name = node.expression.getText(source);
      if (name === 'vscode.l10n.t') {
        node.arguments.slice(1).forEach(visit);
        return;
      }
      if (/(?:^|\.)log\.\w+$/.test(name)) return;
    }
    if (ts.isNewExpression(node) && /Error$/.test(node.expression.getText(source))) return;
    const words = textOf(node);
    if (words !== undefined && (isForPeople(words) || isShown(node, words)))
      found.push({ line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1, text: words });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `\${}${literal.text}`).join('');
}

/** Words of a sentence, or a label that begins with a capital letter. */
function isForPeople(text: string): boolean {
  // Of a page, only what is between the tags is read.
  const plain = text.replace(/<[^>]*>/g, ' ').replaceAll('${}', '0');
  return (
    /\p{L}[,.:…]? \(?["\p{L}]/u.test(plain) ||
    /\d \p{Ll}{3,}|\p{Ll}{3,} \d/u.test(plain) ||
    /^[^\p{L}]*\p{Lu}\p{Ll}/u.test(plain)
  );
}

/** A text that is where the editor shows it needs no capital letter. */
function isShown({ parent }: ts.Node, text: string): boolean {
  if (!/\p{L}{3}/u.test(text)) return false;
  if (ts.isPropertyAssignment(parent)) return ts.isIdentifier(parent.name) && parent.name.text === 'description';
  return (
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    ts.isPropertyAccessExpression(parent.left) &&
    shown.has(parent.left.name.text)
  );
}
