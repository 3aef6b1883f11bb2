import { parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser';
import type { Span } from '../text/span';
import { isIn, maskBody } from './mask-body';
import type { JsonBody, JsonNode, SyntaxProblem } from './model';
import { parsePlainJson } from './parse-json';

/** Bodies above this length in UTF-16 code units are sent, but not checked. */
export const largestCheckedBody = 16_000_000;

/** Reads a JSON body; several values are read line by line when `isLines`. Never fails: what it cannot read becomes a problem. */
export function parseJsonBody(text: string, body: Span, isLines: boolean): JsonBody {
  if (body.end - body.start > largestCheckedBody) {
    const message = `The body is longer than ${largestCheckedBody / 1e6} million characters and is not checked.`;
    return unread(body, { code: 'oversized-block', message, span: { start: body.start, end: body.start + 1 } });
  }
  try {
    // Everything else that needs a mask stands outside of strings, where it is not plain.
    const plain = isLines || isIn(text, '{{', body) ? undefined : parsePlainJson(text, body.start, body.end);
    if (plain !== undefined) {
      return {
        kind: 'json',
        span: body,
        masked: text.slice(0, body.end),
        values: [plain.root],
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
      .filter((error) => !isAtHole(error, text, masked.text))
      .map((error) => problemOf(error, text, body));
    return {
      kind: 'json',
      span: body,
      masked: masked.text,
      values,
      ...(isLines ? { isLines } : {}),
      problems,
      isRelaxed: masked.isRelaxed,
    };
  } catch (error) {
    // jsonc-parser 3.3.1 descends by recursion, so some thousand nested brackets end its stack.
    if (!(error instanceof RangeError)) throw error;
    const span = { start: body.start, end: body.start + 1 };
    return unread(body, { code: 'malformed-json', message: 'The body is nested too deeply to be read.', span });
  }
}

const none: readonly SyntaxProblem[] = [];

function unread(body: Span, problem: SyntaxProblem): JsonBody {
  return { kind: 'json', span: body, masked: '', values: [], problems: [problem], isRelaxed: false };
}

function parseOne(masked: string, start: number, errors: ParseError[]): JsonNode[] {
  const plain = parsePlainJson(masked, start, masked.length);
  if (plain !== undefined) return [plain.root];
  // Offsets count from the start of the block, so the head stays, as blanks.
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

/** Moves a tree that nobody else has seen yet, in place: a copy of each node of each line would cost more than reading it. */
function moved(tree: JsonNode, by: number): JsonNode {
  const waiting: MovableNode[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    node.offset += by;
    if (node.colonOffset !== undefined) node.colonOffset += by;
    for (const child of node.children ?? []) waiting.push(child);
  }
  return tree;
}

/** Gives the strings between three quotes, which are masked, the text that they hold, in place. */
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
  InvalidSymbol: 'Expected a value: text needs double quotes.',
  InvalidNumberFormat: 'This is not a JSON number.',
  PropertyNameExpected: 'Expected a key in double quotes.',
  ValueExpected: 'Expected a value.',
  ColonExpected: 'Expected a colon behind the key.',
  CommaExpected: 'Expected a comma.',
  CloseBraceExpected: 'Expected a closing brace `}`.',
  CloseBracketExpected: 'Expected a closing bracket `]`.',
  EndOfFileExpected: 'Expected the end of the body.',
  InvalidCommentToken: 'Comments are not read here.',
  UnexpectedEndOfComment: 'The comment is not closed by `*/`.',
  UnexpectedEndOfString: 'The string is not closed.',
  UnexpectedEndOfNumber: 'The number is cut off.',
  InvalidUnicode: 'Expected four hexadecimal digits behind `\\u`.',
  InvalidEscapeCharacter: 'A string knows no such escape sequence.',
  InvalidCharacter: 'A string must not hold a control character.',
};

/** Where a key without quotes or half a key can stand behind the problem. */
const hiding: ReadonlySet<string> = new Set([
  'ColonExpected',
  'InvalidSymbol',
  'InvalidNumberFormat',
  'UnexpectedEndOfString',
]);

/** Returns whether a variable stands for what is missing: `{ {{members}} }`, and `"a": 1 {{more}}`. */
function isAtHole({ error, offset }: ParseError, text: string, masked: string): boolean {
  const kind = printParseErrorCode(error);
  if (kind !== 'ColonExpected' && kind !== 'CommaExpected') return false;
  const isHoleAt = (at: number) => masked.charCodeAt(at) === 0x22 && text.startsWith('{{', at);
  const before = masked.slice(0, offset).trimEnd().length - 1;
  return (kind === 'CommaExpected' && isHoleAt(offset)) || (masked[before] === '"' && text.endsWith('}}', before + 1));
}

function problemOf(error: ParseError, text: string, body: Span): SyntaxProblem {
  const start = Math.min(error.offset, body.end);
  const atMost = Math.min(start + Math.max(1, error.length), text.length);
  const lineFeed = text.slice(start, atMost).indexOf('\n');
  const end = Math.max(lineFeed < 0 ? atMost : Math.min(start + Math.max(1, lineFeed), atMost), start);
  const kind = printParseErrorCode(error.error);
  const message = messages[kind] ?? 'This is not JSON.';
  // At the end of the body there may be nothing to underline: point at its last character then.
  return {
    code: 'malformed-json',
    message,
    span: start < end ? { start, end } : { start: Math.max(0, start - 1), end: start },
    ...(kind === 'CommaExpected' ? { isCommaMissing: true } : {}),
    ...(hiding.has(kind) ? { mayHideMember: true } : {}),
  };
}
