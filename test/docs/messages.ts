import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../cli/command-line';

/** A message in the sources, with `…` for every value that is filled in. */
export interface SourceMessage {
  /** `packages/node/src/http/failure.ts:40` */
  readonly at: string;
  readonly text: string;
}

/** The functions that show a message, and the positions of their arguments that do. */
const showing: ReadonlyMap<string, readonly number[]> = new Map([
  ['complain', [0, 1]],
  ['problem', [0]],
  ['refuse', [1]],
  ['refusal', [1]],
  ['refused', [0, 1]],
  ['sayOnError', [0]],
  ['showErrorMessage', [0]],
  ['showInformationMessage', [0]],
  ['showWarningMessage', [0]],
]);

/** The properties that hold a message. */
const holding: ReadonlySet<string> = new Set(['cause', 'detail', 'message', 'nextStep', 'problem', 'reason']);

/** Returns every text of a file that can be a part of a message. */
export function textsIn(path: string): readonly SourceMessage[] {
  const source = parse(path);
  const found: SourceMessage[] = [];
  visit(source, (node) => {
    found.push(...textOf(node, source, path));
    return true;
  });
  return found;
}

/** Returns the messages of a file: what it shows, throws, returns as a sentence, or holds as a problem. */
export function messagesIn(path: string): readonly SourceMessage[] {
  const source = parse(path);
  const found: SourceMessage[] = [];
  const collect = (node: ts.Node | undefined) => {
    if (node) visit(node, (inner) => !ts.isFunctionLike(inner) && found.push(...textOf(inner, source, path)) >= 0);
  };
  visit(source, (node) => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const name = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : node.expression.getText(source);
      const positions = ts.isNewExpression(node) ? (/Error$|Problem$/.test(name) ? [0] : []) : (showing.get(name) ?? []);
      for (const position of positions) collect(node.arguments?.[position]);
    } else if (
      (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) &&
      holding.has(node.name.getText(source))
    ) {
      collect(node.initializer);
    }
    else if (ts.isReturnStatement(node)) collect(node.expression);
    return true;
  });
  const isSentence = ({ text }: SourceMessage) => text.replaceAll('…', '').trim().split(/\s+/).length >= 3;
  return [...new Map(found.filter(isSentence).map((message) => [message.text, message])).values()];
}

/** Returns a text without what differs between source and page: values become `…`, blanks one blank. */
export function normalised(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/…(?:\s*…)+/g, '…')
    .trim();
}

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
}

function visit(node: ts.Node, see: (node: ts.Node) => boolean): void {
  if (!see(node)) return;
  ts.forEachChild(node, (child) => {
    visit(child, see);
  });
}

function textOf(node: ts.Node, source: ts.SourceFile, path: string): readonly SourceMessage[] {
  const text = ts.isStringLiteralLike(node)
    ? isTranslated(node, source)
      ? node.text.replace(/\{\d+\}/g, '…')
      : node.text
    : ts.isTemplateExpression(node)
      ? [node.head.text, ...node.templateSpans.map(({ literal }) => `…${literal.text}`)].join('')
      : undefined;
  if (text === undefined) return [];
  const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
  return [{ at: `${path}:${line + 1}`, text: normalised(text) }];
}

/** Returns whether a text has the placeholders of `vscode.l10n.t`. */
function isTranslated(node: ts.Node, source: ts.SourceFile): boolean {
  return ts.isCallExpression(node.parent) && node.parent.expression.getText(source) === 'vscode.l10n.t';
}
