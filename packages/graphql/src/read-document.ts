import { GraphQLError, Kind, parse, TokenKind, visit, type DocumentNode } from 'graphql';
import type { GraphqlDocument, GraphqlOperation, ReadGraphql } from '@rulebook/catalogue/graphql';
import { perObject } from '@rulebook/text/structures/memo';
import type { Span } from '@rulebook/text/span';
import { isClosed, isTooLarge, tokensOf, type GraphqlToken } from './tokens';

/** A parsed document, and whether its variables of the request file are values only, so that its form is known. */
interface ParsedDocument {
  readonly tree: DocumentNode;
  readonly isWhole: boolean;
}

/** Returns the tree of a document; undefined where it has none. */
export const parsedDocument = perObject(({ text, placeholders }: GraphqlDocument): ParsedDocument | undefined => {
  if (isTooLarge(text)) return undefined;
  try {
    const tree = parse(text);
    return { tree, isWhole: placeholders.length === 0 || areValues(placeholders, tree) };
  } catch {
    return undefined;
  }
});

/** Reads a document: its operations, or where its syntax is wrong. */
export function readDocument(document: GraphqlDocument): ReadGraphql {
  const { text, placeholders } = document;
  const parsed = parsedDocument(document);
  if (parsed) return { operations: operationsOf(parsed.tree) };
  if (isTooLarge(text)) return {};
  try {
    parse(text);
    return {};
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    // What a variable stands for may make it whole.
    if (placeholders.some((one) => !isInString(text, one))) return {};
    return { problem: { kind: 'syntax', element: '', meant: [], ...syntaxProblem(error, text) } };
  }
}

function operationsOf(tree: DocumentNode): readonly GraphqlOperation[] {
  return tree.definitions.flatMap((definition): readonly GraphqlOperation[] => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
    const { name, loc } = definition;
    const start = loc?.start ?? 0;
    return [
      name
        ? { name: name.value, span: { start: name.loc?.start ?? start, end: name.loc?.end ?? start } }
        : { span: { start, end: start + (loc?.startToken.value?.length ?? 1) } },
    ];
  });
}

function isInString(text: string, { start, end }: Span): boolean {
  return tokensOf(text).some(
    ({ kind, span }) => kind === 'value' && span.start < start && end < span.end && text[span.start] === '"',
  );
}

/** Returns whether each variable of the request file is a whole value, or in a string or a comment. */
function areValues(placeholders: readonly Span[], tree: DocumentNode): boolean {
  const whole = new Set<string>();
  const texts: Span[] = [];
  visit(tree, {
    EnumValue: ({ loc }) => {
      if (loc) whole.add(`${loc.start} ${loc.end}`);
    },
    StringValue: ({ loc }) => {
      if (loc) texts.push(loc);
    },
  });
  for (let token = tree.loc?.startToken ?? null; token !== null; token = token.next)
    if (token.kind === TokenKind.COMMENT) texts.push(token);
  return placeholders.every(
    ({ start, end }) => whole.has(`${start} ${end}`) || texts.some((text) => text.start <= start && end <= text.end),
  );
}

/** The library marks one position; what is there is marked whole. */
function syntaxProblem(error: GraphQLError, text: string): { readonly message: string; readonly span: Span } {
  const at = error.positions?.[0] ?? 0;
  // A string of the document is not repeated.
  const said = error.message.replace(/^Syntax Error: /, '').replace(/\b(?:Block)?String ".*"/gs, 'a string');
  const message = plainMessage(said)
    .replace(/<EOF>/g, 'the end')
    .replace(/\b(?:Name|Int|Float) (`)/g, '$1')
    .replace(/\bName\b/g, 'a name');
  // An end that comes too early is because of what is still open.
  const open = at >= text.trimEnd().length ? unclosedIn(text) : undefined;
  if (open) return open;
  const word = /^(?:\w+|\.\.\.|"[^"\n]*"?|\S)/.exec(text.slice(at, at + 200))?.[0] ?? '';
  return { message, span: { start: at, end: at + Math.max(1, word.length) } };
}

/** Returns what is not closed at the end of a document: a string, or the innermost bracket. */
function unclosedIn(text: string): { readonly message: string; readonly span: Span } | undefined {
  const open: GraphqlToken[] = [];
  for (const token of tokensOf(text)) {
    if (token.kind === 'value' && token.text.startsWith('"') && !isClosed(token.text))
      return { message: 'This string is not closed.', span: token.span };
    if (/^[{([]$/.test(token.text)) open.push(token);
    else if (/^[})\]]$/.test(token.text)) open.pop();
  }
  const bracket = open.at(-1);
  return bracket && { message: `This \`${bracket.text}\` is not closed.`, span: bracket.span };
}

/** Returns a message of the library with names in backticks. */
export function plainMessage(message: string): string {
  return message.replace(/"([^"`]*)"/g, '`$1`');
}
