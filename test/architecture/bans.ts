import ts from 'typescript';

// Syntax that is refused, by the folder of the file; what imports may name is in `imports.ts`.

/** What a file may hold that others may not. */
interface Allowances {
  /** A default export, where a tool takes the file by it. */
  readonly defaultExport: boolean;
  readonly reExport: boolean;
  /** The clock and random numbers. */
  readonly machine: boolean;
  /** A regular expression that is made of a text. */
  readonly madeExpression: boolean;
}

/** VitePress, vitest and Stryker take them by their default export. */
const byDefault =
  /^(?:[^/]+\.config\.mjs|site\/\.vitepress\/(?:config\.mjs|theme\/index\.ts)|scripts\/mutate\/test-runner\.mjs)$/;
const product = /^(?:packages|services|server|client|cli|site)\/.*(?<!\.test)\.ts$/;
/** What has no machine: the clock and random numbers are handed in. */
const pure = /^(?:packages\/(?!(?:node|platform)\/)|services\/).*(?<!\.test)\.ts$/;
/** The door for expressions that others wrote, and what compiles ours. */
const expressionMakers = /^packages\/text\/src\/(?:patterns|linear-expression|expressions)\.ts$/;

function allowancesOf(file: string): Allowances {
  return {
    defaultExport: byDefault.test(file),
    reExport: byDefault.test(file) || /^packages\/.*\/index\.ts$/.test(file),
    machine: !pure.test(file),
    madeExpression: !product.test(file) || expressionMakers.test(file),
  };
}

/** A file without any of these words holds nothing that is refused, and need not be parsed. */
const words = /\b(?:enum|default|Date|Math|RegExp|match|matchAll|search)\b|\bexport\s*(?:type\s*)?[*{]/;

/** Returns what a file holds that is refused there, each with its line; `file` is a path from the repository root. */
export function bannedIn(file: string, text: string): readonly string[] {
  if (!words.test(text)) return [];
  const kind = file.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.JS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind);
  const allowed = allowancesOf(file);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const reason = refuse(node, allowed);
    if (reason !== undefined)
      found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}: ${reason}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function refuse(node: ts.Node, allowed: Allowances): string | undefined {
  if (ts.isEnumDeclaration(node)) return 'a union of string literals, not an enum';
  if (!allowed.defaultExport && isDefaultExport(node)) return 'a named export, not the default one';
  if (!allowed.reExport && ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined)
    return 'only an index.ts of a package exports what is in other files';
  if (!allowed.machine && asksMachine(node)) return 'the clock and random numbers are passed in';
  if (allowed.madeExpression) return undefined;
  if (makesExpression(node))
    return 'text of others is compared by `patternOf` of packages/text/src/patterns.ts, which no text slows down; a source of ours is for `expressionOf`';
  return takesTextAsExpression(node)
    ? 'the text becomes a regular expression; write `includes`, or a literal'
    : undefined;
}

function isDefaultExport(node: ts.Node): boolean {
  if (ts.isExportAssignment(node)) return true;
  if (ts.isExportSpecifier(node)) return node.name.text === 'default';
  return ts.canHaveModifiers(node) && has(node, ts.SyntaxKind.ExportKeyword) && has(node, ts.SyntaxKind.DefaultKeyword);
}

function has(node: ts.HasModifiers, kind: ts.SyntaxKind): boolean {
  return node.modifiers?.some((modifier) => modifier.kind === kind) ?? false;
}

/** `Date.now()`, `new Date()`, `Date()`, and `Math.random`, called or handed on. */
function asksMachine(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return isName(node.expression, 'Math') && node.name.text === 'random';
  if (ts.isNewExpression(node)) return isName(node.expression, 'Date') && (node.arguments ?? []).length === 0;
  if (!ts.isCallExpression(node)) return false;
  const { expression } = node;
  return (
    isName(expression, 'Date') ||
    (ts.isPropertyAccessExpression(expression) &&
      isName(expression.expression, 'Date') &&
      expression.name.text === 'now')
  );
}

function makesExpression(node: ts.Node): boolean {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false;
  if (!isName(node.expression, 'RegExp')) return false;
  const [source] = node.arguments ?? [];
  return source === undefined || !(ts.isStringLiteral(source) || ts.isRegularExpressionLiteral(source));
}

function takesTextAsExpression(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const [first] = node.arguments;
  return (
    first !== undefined &&
    /^(?:match|matchAll|search)$/.test(node.expression.name.text) &&
    (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first))
  );
}

function isName(node: ts.Node, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name;
}
