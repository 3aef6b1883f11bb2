import ts from 'typescript';

/** A line of the word list in docs/contributing/style.md. */
export interface ListedWord {
  /** The words or phrases; a last `…` stands for any word. */
  readonly phrases: readonly string[];
  readonly replacement: string;
  readonly allowed: readonly string[];
}

/** A word that may not occur, where it does. */
export interface FoundWord {
  /** Counted from 1. */
  readonly line: number;
  readonly phrase: string;
  readonly replacement: string;
}

/** Reads the word list, which is the last table of the page. */
export function readWordList(page: string): readonly ListedWord[] {
  const table = page.slice(page.indexOf('\n## Word list')).split('\n');
  return table.flatMap((line) => {
    const [, phrases = '', replacement = '', allowed = ''] = line.split('|').map((cell) => cell.trim());
    return phrases.startsWith('`') ? [{ phrases: codesIn(phrases), replacement, allowed: codesIn(allowed) }] : [];
  });
}

/** Finds the words of the list in a text; names are read word by word. */
export function findWords(text: string, list: readonly ListedWord[]): readonly FoundWord[] {
  const plain = inWords(text);
  const found = list.flatMap(({ phrases, replacement, allowed }) => {
    const rest = allowed.reduce((left, phrase) => left.replace(pattern(phrase), blank), plain);
    return phrases.flatMap((phrase) =>
      [...rest.matchAll(pattern(phrase))].map(({ index }) => ({ line: lineAt(rest, index), phrase, replacement })),
    );
  });
  return found.sort((a, b) => a.line - b.line);
}

/** Things that messages count. */
const counted = [
  'answers|blocks|bytes|changes|characters|commands|credentials|deliveries|diagnostics|documents|endpoints|entries|errors',
  'examples|faults|fields|files|findings|fixes|folders|headers|hints|hooks|keys|levels|lines|names|pages|parts|places|problems',
  'repositories|requests|responses|rules|seconds|sends|tests|times|values|variables|warnings|webhooks|words',
].join('|');

/** Finds templates that put a number before a plural, such as `${n} errors`: it is wrong for one. Limits are never one. */
export function findCounts(text: string): readonly number[] {
  const template = new RegExp(
    String.raw`(?<!\b(?:at most|at least|more than|fewer than|longer than|less than|the last|up to|of|in) )` +
      String.raw`\$\{(?!inWords\()[^{}]*\} (?:more )?(?:${counted})\b`,
    'g',
  );
  return [...text.matchAll(template)].map(({ index }) => lineAt(text, index));
}

/** Blanks the string literals of a test, which quote what users write, but for the titles of the cases. */
export function withoutQuotes(path: string, text: string): string {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  let rest = text;
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if ((isText && !isTitle(node)) || ts.isRegularExpressionLiteral(node)) {
      const start = node.getStart(source);
      rest = rest.slice(0, start) + blank(rest.slice(start, node.end)) + rest.slice(node.end);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return rest;
}

function isTitle(node: ts.Node): boolean {
  if (!ts.isCallExpression(node.parent) || node.parent.arguments[0] !== node) return false;
  return /^(?:describe|it|test|step|suite)\b/.test(node.parent.expression.getText());
}

function inWords(text: string): string {
  return text
    .replaceAll('_', ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
}

function pattern(phrase: string): RegExp {
  const words = inWords(phrase)
    .split(/[\s-]+/)
    .map((word) => word.replace('…', String.raw`\w+`));
  // A sentence of a comment goes on behind the mark of its next line.
  return new RegExp(String.raw`(?<!\w)${words.join(String.raw`[^\w.;,()]+`)}(?!\w)`, 'gi');
}

function codesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
