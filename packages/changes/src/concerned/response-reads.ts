import { parseAssert } from '@rulebook/request-file/syntax/asserts/parse-assert';
import type { AssertLine, Block, Script } from '@rulebook/request-file/syntax/model';
import { tokensOf } from '@rulebook/request-file/scripts/script-tokens';
import type { Span } from '@rulebook/text/span';
import { elementsOn, readJsonPath, readScriptPath, type PathStep, type ReadPath } from './read-path';

/** Something that a file takes of a response. */
export interface ResponseRead {
  readonly what: 'assert' | 'script' | 'reference' | 'test';
  /** The request whose response it is; absent: the request of its block. */
  readonly request?: string;
  readonly span: Span;
  readonly of:
    | { readonly kind: 'status'; readonly status: string }
    | { readonly kind: 'header'; readonly name: string; readonly nameSpan: Span }
    /** `elements` are those on the way, the last one is what is read; `text` is what it is compared with. */
    | {
        readonly kind: 'body';
        readonly elements: readonly string[];
        readonly steps: readonly PathStep[];
        readonly text?: string;
      };
}

/** Returns what a block takes of responses: by asserts, by references, and by its scripts. */
export function responseReadsOf(block: Block): readonly ResponseRead[] {
  return [
    ...block.asserts.flatMap((line) => readOfAssert(line) ?? []),
    ...block.placeholders.flatMap(({ span }) => readOfReference(block.text, span) ?? []),
    ...block.scripts.flatMap((script) => readsOfScript(block.text, script)),
  ];
}

function moved(path: ReadPath, by: number): readonly PathStep[] {
  return path.steps.map((step) =>
    step.kind === 'item' ? step : { ...step, span: { start: step.span.start + by, end: step.span.end + by } },
  );
}

function ofBody(steps: readonly PathStep[], text?: string): Extract<ResponseRead['of'], { kind: 'body' }> {
  return { kind: 'body', elements: elementsOn(steps), steps, ...(text !== undefined && { text }) };
}

function readOfAssert({ assert, span }: AssertLine): ResponseRead | undefined {
  const parsed = parseAssert(assert.text);
  if (parsed.kind !== 'assert') return undefined;
  const { subject, operator, expected, isNegated, words } = parsed;
  const { start } = assert.span;
  const text = expected?.text.replace(/^(["'])(.*)\1$/s, '$2');
  switch (subject.kind) {
    case 'status':
      if (operator !== '==' || isNegated || text === undefined) return undefined;
      return { what: 'assert', span, of: { kind: 'status', status: text } };
    case 'header': {
      const nameSpan = { start: start + subject.name.span.start, end: start + subject.name.span.end };
      return { what: 'assert', span, of: { kind: 'header', name: subject.name.text, nameSpan } };
    }
    case 'path': {
      // The path may be written as `$.id`, in quotation marks, or as `body.id`.
      const at = assert.text.indexOf('$', words.subject.start);
      const isWritten = at >= 0 && at < words.subject.end;
      const read = isWritten ? readJsonPath(assert.text, at) : readJsonPath(subject.path, 0);
      if (read === undefined) return undefined;
      const steps = isWritten ? moved(read, start) : unplaced(read.steps, start, assert.text, words.subject);
      return { what: 'assert', span, of: ofBody(steps, operator === '==' && !isNegated ? text : undefined) };
    }
    default:
      return undefined;
  }
}

/** Finds the names of a path where it is written in another way than it is read. */
function unplaced(steps: readonly PathStep[], start: number, text: string, within: Span): readonly PathStep[] {
  let from = within.start;
  return steps.map((step) => {
    if (step.kind === 'item') return step;
    const at = text.indexOf(step.name, from);
    const found = at < 0 ? within.start : at;
    from = found + step.name.length;
    return { ...step, span: { start: start + found, end: start + found + (at < 0 ? 0 : step.name.length) } };
  });
}

function readOfReference(text: string, span: Span): ResponseRead | undefined {
  const written = text.slice(span.start, span.end);
  const [whole, request, part] = /^\{\{\s*([\w-]+)\.response\.(body|headers)/.exec(written) ?? [];
  if (whole === undefined || request === undefined) return undefined;
  if (part === 'headers') {
    const [, lead = '', name] = /^(\.|\[['"])([\w-]+)/.exec(written.slice(whole.length)) ?? [];
    if (name === undefined) return undefined;
    const start = span.start + whole.length + lead.length;
    const nameSpan = { start, end: start + name.length };
    return { what: 'reference', request, span, of: { kind: 'header', name, nameSpan } };
  }
  const dollar = /^\.?\$/.exec(written.slice(whole.length))?.[0].length;
  const read =
    dollar === undefined ? readScriptPath(written, whole.length) : readJsonPath(written, whole.length + dollar - 1);
  return read && { what: 'reference', request, span, of: ofBody(moved(read, span.start)) };
}

const responseBody = /\bresponse\s*\??\.\s*(?:body|parsedBody|data|json\(\))/y;
const responseStatus = /\bresponse\s*\??\.\s*(?:status|statusCode)\s*={2,3}\s*(\d{3})\b/y;
const responseHeader =
  /\bresponse\s*\??\.\s*headers\s*(?:\??\.\s*(?:valueOf|valuesOf|get|findByName)\s*\(\s*|\[\s*)(["'])([\w-]+)\1/y;

function readsOfScript(text: string, { code, kind }: Script): readonly ResponseRead[] {
  if (code === undefined || kind === 'request-script') return [];
  const source = text.slice(code.start, code.end);
  const reads: ResponseRead[] = [];
  const tests = testsIn(source);
  const add = (start: number, end: number, of: ResponseRead['of']): void => {
    const what = tests.some((test) => test.start <= start && start < test.end) ? 'test' : 'script';
    reads.push({ what, span: { start: code.start + start, end: code.start + end }, of });
  };
  const tokens = tokensOf(source);
  const names = new Map<string, readonly PathStep[]>();
  for (const [index, token] of tokens.entries()) {
    const { start } = token.span;
    if (token.kind === 'string' && /^["'`]\$[.[]/.test(token.text)) {
      const read = readJsonPath(source, start + 1);
      if (read !== undefined) add(start, token.span.end, ofBody(moved(read, code.start)));
    }
    if (token.kind !== 'word' || tokens[index - 1]?.text === '.') continue;
    const known = names.get(token.text);
    const lead = token.text === 'response' ? leadAt(source, start) : undefined;
    if (lead !== undefined || known !== undefined) {
      const read = readScriptPath(source, lead ?? token.span.end);
      const steps = [...(known ?? []), ...moved(read, code.start)];
      if (read.steps.length > 0) add(start, read.end, ofBody(steps, comparedWith(source, read.end)));
      const [before, equals] = [tokens[index - 2], tokens[index - 1]];
      const isAlias = equals?.text === '=' && before?.kind === 'word' && /^\s*(?:;|\n|$)/.test(source.slice(read.end));
      if (isAlias) names.set(before.text, steps);
      continue;
    }
    if (token.text !== 'response') continue;
    const status = matchAt(responseStatus, source, start);
    if (status !== undefined) add(start, responseStatus.lastIndex, { kind: 'status', status: status[1] ?? '' });
    const header = matchAt(responseHeader, source, start);
    const name = header?.[2];
    if (name === undefined) continue;
    const end = code.start + responseHeader.lastIndex - 1;
    add(start, responseHeader.lastIndex, { kind: 'header', name, nameSpan: { start: end - name.length, end } });
  }
  return reads;
}

function leadAt(source: string, at: number): number | undefined {
  return matchAt(responseBody, source, at) && responseBody.lastIndex;
}

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at;
  return expression.exec(text) ?? undefined;
}

function comparedWith(source: string, end: number): string | undefined {
  return /^\s*={2,3}\s*(["'])([^"'\\]*)\1/.exec(source.slice(end, end + 300))?.[2];
}

/** Returns the parts of a script that are tests: what is between the brackets of `client.test`. */
function testsIn(source: string): readonly Span[] {
  const tests: Span[] = [];
  let start: number | undefined;
  let depth = 0;
  const tokens = tokensOf(source);
  for (const [index, { kind, text, span }] of tokens.entries()) {
    if (start === undefined) {
      if (kind === 'word' && text === 'test' && tokens[index + 1]?.text === '(') start = span.start;
      continue;
    }
    if (text === '(') depth++;
    if (text !== ')' || --depth > 0) continue;
    tests.push({ start, end: span.end });
    start = undefined;
  }
  return start === undefined ? tests : [...tests, { start, end: source.length }];
}
