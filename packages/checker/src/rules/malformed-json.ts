import { type Binding, headerOf } from '../binding/model';
import type { Remark } from '@rulebook/catalogue/facts';
import { closing, singleQuotedIn, slipAt } from '@rulebook/json/json-slips';
import { jsonToken } from '@rulebook/json/json-tokens';
import type { Block, JsonBody, SyntaxProblem } from '@rulebook/request-file/syntax/model';
import { partsOfText, type TextParts } from '@rulebook/request-file/syntax/text-of-block';
import { textIn, type Span } from '@rulebook/text/span';
import { commaPlaceBefore, tokenBefore } from './support/body-tokens';
import { doubleBackslashes } from './support/json-edits';
import { unusualCharacterAt } from './support/unusual-characters';
import { misplacedValuesOf } from './support/one-value-a-line';
import type { BlockRule, Fix, Reporter } from './rule';
import { hasRequestLine } from './support/bound-values';
import { code, quoted, withRemark } from './support/wording';

/** At most so many problems of a body are reported; the others usually follow from the first. */
const maxProblems = 3;

/** Reports a body that is not valid JSON. */
export const malformedJson: BlockRule = {
  id: 'malformed-json',
  scope: 'block',
  category: 'file-syntax',
  severity: 'error',
  docs: {
    what: 'Reports a body that is not valid JSON, and a parameter that is described as JSON and is not.',
    why: 'The services expect JSON, and refuse the whole request if they cannot read the body.',
    remedy: 'Correct the marked text. Placeholders (`{{name}}`) and comments are allowed.',
  },
  within: ['query', 'body-problems', 'other-body'],
  request(binding, report) {
    for (const { parameter, value } of binding.jsonParameters ?? []) {
      if (value !== undefined || !hasRequestLine(binding)) continue;
      const message = `The value of ${code(parameter.field.name)} is not JSON, but is described as JSON.`;
      report({ message, span: parameter.span, provenance: { kind: 'syntax' } });
    }
    const { body } = binding.request;
    if (body === undefined || body.kind === 'file') return;
    if (body.kind === 'graphql') {
      if (body.values !== undefined) reportProblems(binding.block, body.values, report);
      return;
    }
    if (body.kind === 'json' && body.problems.length === 0) return;
    if (body.kind === 'text') {
      const text = textIn(binding.block.text, body.span);
      if (text.trim() === 'null' && mayBeNull(binding)) return;
      if (expectsJson(binding) && !hasOtherMediaType(binding) && !text.includes('{{') && !isScalarBody(binding, text)) {
        const message = 'The body is not JSON, but this operation requires JSON.';
        report({ message, span: body.span, provenance: binding.operation?.body?.provenance ?? { kind: 'syntax' } });
      }
      return;
    }
    if (!isJson(binding, body.span)) return;
    const { block } = binding;
    const values = body.isLines && body.problems.length > 0 ? misplacedValuesOf(block.text, body) : undefined;
    if (values !== undefined) {
      const { span, edits } = values;
      report({
        message: 'Each line of this body must be one complete JSON value.',
        span,
        provenance: binding.operation?.body?.provenance ?? { kind: 'syntax' },
        fixes: edits && (() => [{ title: 'Write each value on one line', edits, isSafe: true }]),
      });
      return;
    }
    const isStream = takesValues(binding) || mayBeValues(binding, body);
    const read = isStream ? { ...body, problems: body.problems.filter(isInsideValue) } : body;
    const remark = body.isLines ? undefined : binding.operation?.body?.textBehind;
    if (remark === undefined || read.problems.some(isInsideValue)) reportProblems(block, read, report);
    else reportUnread(read, remark, report);
  },
};

/** Returns whether the operation takes values of any kind, one behind the other, and not only one a line. */
function takesValues({ operation }: Binding): boolean {
  return operation?.body?.lines?.every(({ type }) => type === 'any') === true;
}

/** Returns whether several values may be meant: nothing says what the body is, and each further one begins a line. */
function mayBeValues(binding: Binding, { problems }: JsonBody): boolean {
  if (binding.operation !== undefined || mediaTypeOf(binding) !== undefined) return false;
  const text = partsOfText(binding.block);
  const further = problems.filter((problem) => !isInsideValue(problem));
  return further.every(
    ({ span: { start } }) =>
      /[{[]/.test(text.slice(start, start + 1)) && /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, start - 200), start)),
  );
}

function isInsideValue({ isFurtherValue }: SyntaxProblem): boolean {
  return isFurtherValue !== true;
}

/** Reports text behind the body's value, which the service does not read. */
function reportUnread({ problems: [first] }: JsonBody, remark: Remark, report: Reporter): void {
  if (first === undefined) return;
  const message = withRemark('The body ends here.', remark);
  report({ message, span: first.span, provenance: { kind: 'syntax' }, severity: 'warning' });
}

function reportProblems(block: Block, body: JsonBody, report: Reporter): void {
  const parts = partsOfText(block);
  let reported = 0;
  let areUnusualReported = false;
  for (const problem of firstOfLines(parts, body.problems)) {
    const unusual = unusualIn(block, body, problem.span);
    if (unusual?.isForBody === true && areUnusualReported) continue;
    if (++reported > maxProblems) return;
    areUnusualReported ||= unusual?.isForBody === true;
    const better = trailingCommaAt(block, body, problem) ?? unusual ?? slipFixed(block, body, problem);
    const { message, span } = better ?? problem;
    const fixes = better?.fixes ?? signFix(block, body, problem) ?? escapeFix(parts, span);
    report({ message, span, provenance: { kind: 'syntax' }, fixes });
  }
}

/** Nearly all problems are at usual characters, for which the whole body is not looked at. */
function unusualIn(block: Block, body: JsonBody, span: Span) {
  const { start, end } = span;
  if (/^[\x20-\x7e\r\n\t]*$/.test(partsOfText(block).slice(start, Math.max(end, start + 1)))) return undefined;
  return unusualCharacterAt(block.text, body, span);
}

/** Returns the fix that inserts a missing comma, colon or closing bracket, behind the token before the span. */
function signFix(
  block: Block,
  body: JsonBody,
  { isColonMissing, isCommaMissing, isUnclosed, span: { start } }: SyntaxProblem,
): (() => readonly Fix[]) | undefined {
  const insert = (end: number | undefined, newText: string, title: string): readonly Fix[] =>
    end === undefined
      ? []
      : [{ title, edits: [{ span: { start: end, end }, newText }], isSafe: isCommaMissing === true }];
  if (isCommaMissing === true) {
    return () => insert(commaPlaceBefore(block.text, body.span, start), ',', 'Insert a comma');
  }
  if (isColonMissing === true) {
    return () => insert(tokenBefore(block.text, body.span, start)?.span.end, ':', 'Insert a colon');
  }
  if (isUnclosed !== true) return undefined;
  return () => {
    const edit = closing(block.text, body.isLines ? lineAt(block.text, start) : body.span, start);
    return edit === undefined
      ? []
      : [{ title: `Insert ${quoted(edit.newText.replace(/\s+/g, ' ').trim())}`, edits: [edit], isSafe: false }];
  };
}

/** Of lines, each is a value of its own. */
function lineAt(text: string, offset: number): Span {
  // At the end of a line, the span of a problem is its line end.
  const at = text[offset] === '\n' ? offset - 1 : offset;
  const lineFeed = text.indexOf('\n', at);
  return { start: text.lastIndexOf('\n', at) + 1, end: lineFeed < 0 ? text.length : lineFeed };
}

/** Returns the problem of a comma before a closing bracket. */
function trailingCommaAt(block: Block, body: JsonBody, { span: { start } }: SyntaxProblem) {
  const bracket = partsOfText(block).slice(start, start + 1);
  if (bracket !== '}' && bracket !== ']') return undefined;
  const before = tokenBefore(block.text, body.span, start);
  if (before?.kind !== jsonToken.comma) return undefined;
  const { span } = before;
  const fixes = () => [{ title: 'Remove the comma', edits: [{ span, newText: '' }], isSafe: true }];
  return { message: `Remove the comma before the closing \`${bracket}\`.`, span, fixes };
}

/** Returns the problem of a text without quotes or in other ones, of a number of another language, or of a quotation mark in a string. */
function slipFixed(block: Block, body: JsonBody, problem: SyntaxProblem) {
  const slip = slipAt(partsOfText(block), problem, body.span.end);
  if (slip === undefined) return undefined;
  const fixes = (): readonly Fix[] =>
    slip.fixes.map(({ writes, does = 'add quotes', edits, isSure }) => ({
      title: writes === undefined ? titles[does] : `Change to ${quoted(writes)}`,
      edits: does === 'change quotes' ? singleQuotedIn(block.text, body.span) : edits,
      isSafe: isSure,
    }));
  return { message: slip.message, span: slip.span, fixes };
}

const titles = {
  'add quotes': 'Add double quotes',
  'change quotes': 'Change to double quotes',
  'escape quotes': 'Escape the quotation marks',
  'close placeholder': 'Close the placeholder',
} as const;

/** A string with a backslash that begins no escape sequence is usually a path, in which every backslash is literal. */
function escapeFix(text: TextParts, span: Span): (() => readonly Fix[]) | undefined {
  const source = textIn(text, span);
  if (!/^"(?:[^"\\]|\\.)*"$/.test(source) || !/\\(?!["\\/bfnrtu])/.test(source)) return undefined;
  // A string must not contain a literal tab either.
  const newText = doubleBackslashes(source).replaceAll('\t', '\\t');
  return () => [{ title: 'Double the backslashes', edits: [{ span, newText }], isSafe: false }];
}

/** Other problems on the same line usually follow from the first. */
function firstOfLines(text: TextParts, problems: readonly SyntaxProblem[]): readonly SyntaxProblem[] {
  let lineEnd = -1;
  return problems.filter(({ code, span }) => {
    if (code !== 'malformed-json' || span.start <= lineEnd) return false;
    const next = text.indexOf('\n', span.start);
    lineEnd = next < 0 ? text.length : next;
    return true;
  });
}

/** Returns whether the service takes `null` as the body, in the place of none. */
function mayBeNull({ operation, service }: Binding): boolean {
  const body = operation?.body;
  if (body?.isNullable === true) return true;
  return (
    body?.provenance.kind === 'described' && body.required !== true && service?.leniency?.nullForOptional !== undefined
  );
}

function expectsJson({ operation }: Binding): boolean {
  const body = operation?.body;
  if (body === undefined || body.shape.type === 'any') return false;
  return body.mediaTypes?.every((type) => type.includes('json')) ?? true;
}

/** A string or number alone is JSON too, which only some descriptions allow. */
function isScalarBody({ operation }: Binding, text: string): boolean {
  const shape = operation?.body?.shape;
  if (shape === undefined || !/^\s*("|-?\d|true\b|false\b|null\b)/.test(text)) return false;
  const types = (shape.type === 'choice' ? shape.options : [shape]).map(({ type }) => type);
  return types.some((type) => type !== 'object' && type !== 'switch' && type !== 'array');
}

function mediaTypeOf(binding: Binding): string | undefined {
  const header = headerOf(binding.request, 'Content-Type');
  return header === undefined ? undefined : header.value.text.toLowerCase();
}

function hasOtherMediaType(binding: Binding): boolean {
  const mediaType = mediaTypeOf(binding);
  return mediaType !== undefined && !mediaType.includes('json');
}

/** Returns whether the operation takes other things than JSON only, for example lines or a file. */
function takesNoJson({ operation }: Binding): boolean {
  const types = operation?.body?.mediaTypes ?? [];
  return types.length > 0 && !types.some((type) => /[/+.-]json\b|\*/.test(type));
}

/** Templates (`{% … %}`) and other languages can begin with a bracket too, so the text must look like JSON. */
function isJson(binding: Binding, span: Span): boolean {
  if (hasOtherMediaType(binding)) return false;
  if (mediaTypeOf(binding) === undefined && takesNoJson(binding)) return false;
  if (expectsJson(binding) || mediaTypeOf(binding) !== undefined) return true;
  return /^\s*(\{\s*(["}]|\/[/*]|$)|\[)/.test(textIn(binding.block.text, span));
}
