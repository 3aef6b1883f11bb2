import { parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser';
import type { Span } from '../text/span';
import { isIn, maskBody } from './mask-body';
import type { JsonBody, JsonNode, SyntaxProblem } from './model';
import { parsePlainJson } from './parse-json';

/** Longer bodies are sent, but not checked. In UTF-16 code units. */
export const largestCheckedBody = 16_000_000;

/** Reads a JSON body, line by line with `isLines`. Never fails: what cannot be read becomes a problem. */
export function parseJsonBody(text: string, body: Span, isLines: boolean): JsonBody {
  if (body.end - body.start > largestCheckedBody) {
    const message = `The body is not checked, since it is longer than ${largestCheckedBody / 1e6} million characters.`;
    return unread(body, { code: 'oversized-block', message, span: { start: body.start, end: body.start + 1 } });
  }
  try {
    // Everything else that needs a mask stands outside of strings, where the plain parser refuses it.
    const plain = isLines || isIn(text, '{{', body) ? undefined : parsePlainJson(text, body.start, body.end);
    if (plain !== undefined) {
      return {
        kind: 'json',
        span: body,
        masked: text.slice(0, body.end),
        values: [plain.root],
        trees: [plain.root],
        problems: none,
        isRelaxed: plain.comments > 0,
        comments: plain.comments,
      };
    }
    const masked = maskBody(text, body);
    const errors: ParseError[] = [];
    const values = isLines ? parseLines(masked.text, body.start, errors) : parseOne(masked.text, body.start, errors);
    if (isIn(text, '"""', body)) for (const value of values) readLongTexts(value, text);
    const problems = errors
      .filter((error) => !isAtPlaceholder(error, text, masked.text))
      .map((error) => problemOf(error, text, body));
    return {
      kind: 'json',
      span: body,
      masked: masked.text,
      values,
      trees: [],
      ...(isLines ? { isLines } : {}),
      problems,
      isRelaxed: masked.isRelaxed,
    };
  } catch (error) {
    // jsonc-parser 3.3.1 is recursive, so a few thousand nested brackets overflow the stack.
    if (!(error instanceof RangeError)) throw error;
    const span = { start: body.start, end: body.start + 1 };
    return unread(body, { code: 'malformed-json', message: 'The body is nested too deeply and is not checked.', span });
  }
}

const none: readonly SyntaxProblem[] = [];

function unread(body: Span, problem: SyntaxProblem): JsonBody {
  return { kind: 'json', span: body, masked: '', values: [], trees: [], problems: [problem], isRelaxed: false };
}

function parseOne(masked: string, start: number, errors: ParseError[]): JsonNode[] {
  const plain = parsePlainJson(masked, start, masked.length);
  if (plain !== undefined) return [plain.root];
  // The head is replaced by blanks, so that offsets count from the start of the block.
  const padded = ' '.repeat(start) + masked.slice(start);
  const tree = parseTree(padded, errors, { allowTrailingComma: false, disallowComments: false });
  return tree ? [tree] : [];
}

function parseLines(masked: string, start: number, errors: ParseError[]): JsonNode[] {
  const values: JsonNode[] = [];
  for (let at = start; at < masked.length;) {
    const lineFeed = masked.indexOf('\n', at);
    const end = lineFeed < 0 ? masked.length : lineFeed;
    const plain = parsePlainJson(masked, at, end);
    if (plain !== undefined) values.push(plain.root);
    else if (masked.slice(at, end).trim() !== '') {
      const lineErrors: ParseError[] = [];
      const tree = parseTree(masked.slice(at, end), lineErrors);
      if (tree) values.push(moved(tree, at));
      for (const error of lineErrors) errors.push({ ...error, offset: error.offset + at });
    }
    at = end + 1;
  }
  return values;
}

/** Moves a tree in place, before anything else refers to it. Copying each node would cost more than parsing it. */
function moved(tree: JsonNode, by: number): JsonNode {
  const waiting: MovableNode[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    node.offset += by;
    if (node.colonOffset !== undefined) node.colonOffset += by;
    for (const child of node.children ?? []) waiting.push(child);
  }
  return tree;
}

/** Gives each masked `"""` string the text that it holds, in place. */
function readLongTexts(tree: JsonNode, text: string): void {
  const waiting: MovableNode[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const child of node.children ?? []) waiting.push(child);
    if (node.type !== 'string' || !text.startsWith('"""', node.offset)) continue;
    const end = node.offset + node.length;
    node.value = text.slice(node.offset + 3, text.endsWith('"""', end) ? Math.max(node.offset + 3, end - 3) : end);
  }
}

type MovableNode = { -readonly [K in keyof JsonNode]: JsonNode[K] };

const messages: Readonly<Record<string, string>> = {
  InvalidSymbol: 'Expected a value. Put strings in double quotes.',
  InvalidNumberFormat: 'This is not a valid JSON number.',
  PropertyNameExpected: 'Expected a key in double quotes.',
  ValueExpected: 'Expected a value.',
  ColonExpected: 'Expected a colon after the key.',
  CommaExpected: 'Expected a comma.',
  CloseBraceExpected: 'Expected a closing brace `}`.',
  CloseBracketExpected: 'Expected a closing bracket `]`.',
  EndOfFileExpected: 'Expected the end of the body.',
  InvalidCommentToken: 'Comments are not allowed here.',
  UnexpectedEndOfComment: 'The comment is not closed. Add `*/`.',
  UnexpectedEndOfString: 'The string is not closed. Add a double quote.',
  UnexpectedEndOfNumber: 'The number is incomplete.',
  InvalidUnicode: 'Expected four hexadecimal digits after `\\u`.',
  InvalidEscapeCharacter: 'JSON has no such escape sequence.',
  InvalidCharacter:
    'A string must not contain a control character. Use an escape sequence such as `\
`.',
};

/** Problems behind which a key may stand that is incomplete or has no quotes. */
const hiding: ReadonlySet<string> = new Set([
  'ColonExpected',
  'InvalidSymbol',
  'InvalidNumberFormat',
  'UnexpectedEndOfString',
]);

/** Returns whether a variable may supply what is missing, as in `{ {{members}} }` and `"a": 1 {{more}}`. */
function isAtPlaceholder({ error, offset }: ParseError, text: string, masked: string): boolean {
  const kind = printParseErrorCode(error);
  if (kind !== 'ColonExpected' && kind !== 'CommaExpected') return false;
  const isPlaceholderAt = (at: number) => masked.charCodeAt(at) === 0x22 && text.startsWith('{{', at);
  const before = masked.slice(0, offset).trimEnd().length - 1;
  return (
    (kind === 'CommaExpected' && isPlaceholderAt(offset)) || (masked[before] === '"' && text.endsWith('}}', before + 1))
  );
}

function problemOf(error: ParseError, text: string, body: Span): SyntaxProblem {
  const start = Math.min(error.offset, body.end);
  const atMost = Math.min(start + Math.max(1, error.length), text.length);
  const lineFeed = text.slice(start, atMost).indexOf('\n');
  const end = Math.max(lineFeed < 0 ? atMost : Math.min(start + Math.max(1, lineFeed), atMost), start);
  const kind = printParseErrorCode(error.error);
  const message = messages[kind] ?? 'This is not valid JSON.';
  // At the end of the body there may be nothing to underline, so the span is the last character.
  return {
    code: 'malformed-json',
    message,
    span: start < end ? { start, end } : { start: Math.max(0, start - 1), end: start },
    ...(kind === 'CommaExpected' ? { isCommaMissing: true } : {}),
    ...(hiding.has(kind) ? { mayHideMember: true } : {}),
  };
}
