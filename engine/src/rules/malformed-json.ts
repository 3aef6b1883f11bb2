import type { Binding } from '../binding/model';
import { headerOf } from '../binding/model';
import { jsonToken } from '../syntax/json-tokens';
import type { JsonBody, SyntaxProblem } from '../syntax/model';
import { textOf, type Span } from '../text/span';
import { tokenBefore } from './support/body-tokens';
import { doubleBackslashes } from './support/json-edits';
import { unusualCharacterAt } from './support/unusual-characters';
import { misplacedValuesOf } from './support/one-value-a-line';
import type { BlockRule, Fix } from './rule';

/** The number of problems that are told about one body; the rest mostly follows from the first. */
const mostProblems = 3;

/** Reports a body that is not the JSON that it sets out to be. */
export const malformedJson: BlockRule = {
  id: 'malformed-json',
  scope: 'block',
  severity: 'error',
  docs: {
    what: 'Reports a body that cannot be read as JSON.',
    why: 'The services take JSON; a body that cannot be read is refused as a whole.',
    remedy:
      'Correct the place that is marked. Variables (`{{name}}`) and comments are allowed and no reason for a finding.',
    valid: ['PUT /_security/api_key\n\n{ "name": "k", "expiration": {{lifetime}} }\n'],
    invalid: [
      'PUT /_security/api_key\n\n{ "name": "k", \n',
      'PUT /_security/api_key\n\n{ "name" "k" }\n',
      'POST /books/_bulk\n\n{\n  "index": {}\n}\n{ "title": "a" }\n',
    ],
  },
  request(binding, report) {
    const { body } = binding.request;
    if (body === undefined || body.kind === 'file' || body.kind === 'graphql') return;
    const text = textOf(binding.block.text, body.span);
    if (body.kind === 'text') {
      if (text.trim() === 'null' && binding.operation?.body?.isNullable === true) return;
      if (expectsJson(binding) && !hasOtherMediaType(binding) && !text.includes('{{')) {
        const message = 'The body is not JSON, which this operation takes.';
        report({ message, span: body.span, provenance: binding.operation?.body?.provenance ?? { kind: 'syntax' } });
      }
      return;
    }
    if (!isJson(binding, text)) return;
    const source = binding.block.text;
    const values = body.isLines && body.problems.length > 0 ? misplacedValuesOf(source, body) : undefined;
    if (values !== undefined) {
      const { span, edits } = values;
      report({
        message: 'Each line of this body must be one JSON value, from its first bracket to its last.',
        span,
        provenance: binding.operation?.body?.provenance ?? { kind: 'syntax' },
        fixes: edits && (() => [{ title: 'Write each value on one line', edits, isSafe: true }]),
      });
      return;
    }
    const problems = firstOfLines(source, body.problems).slice(0, mostProblems);
    for (const problem of problems) {
      const better =
        trailingCommaAt(source, body, problem) ??
        unusualCharacterAt(source, body, problem.span) ??
        bareWordAt(source, problem);
      const { message, span } = better ?? problem;
      const fixes = better?.fixes ?? commaFix(body, problem) ?? escapeFix(source, span);
      report({ message, span, provenance: { kind: 'syntax' }, fixes });
    }
  },
};

/** What is marked is what follows the place of the missing comma. */
function commaFix(body: JsonBody, { isCommaMissing, span }: SyntaxProblem): (() => readonly Fix[]) | undefined {
  if (isCommaMissing !== true) return undefined;
  return () => {
    const end = tokenBefore(body, span.start)?.span.end;
    if (end === undefined) return [];
    return [{ title: 'Insert comma', edits: [{ span: { start: end, end }, newText: ',' }], isSafe: true }];
  };
}

/** A key or value is expected where a bracket closes, for a comma stands before it. */
function trailingCommaAt(text: string, body: JsonBody, { span: { start } }: SyntaxProblem) {
  const bracket = text[start];
  if (bracket !== '}' && bracket !== ']') return undefined;
  const before = tokenBefore(body, start);
  if (before?.kind !== jsonToken.comma) return undefined;
  const { span } = before;
  const fixes = () => [{ title: 'Remove comma', edits: [{ span, newText: '' }], isSafe: true }];
  return { message: `Expected no comma before the closing \`${bracket}\`.`, span, fixes };
}

/** A key as other languages write it, or a literal of theirs. */
function bareWordAt(text: string, { mayHideMember, message, span }: SyntaxProblem) {
  const word = textOf(text, span);
  if (mayHideMember !== true || !/^[A-Za-z_$][\w$-]*$/.test(word)) return undefined;
  const isKey = /^[ \t]*:/.test(text.slice(span.end, span.end + 20));
  const literal = isKey ? undefined : literals.get(word.toLowerCase());
  const title = literal === undefined ? 'Put it in double quotes' : `Change to \`${literal}\``;
  const fixes = () => [{ title, edits: [{ span, newText: literal ?? `"${word}"` }], isSafe: isKey }];
  return { message: isKey ? 'Expected a key in double quotes.' : message, span, fixes };
}

const literals: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['false', 'false'],
  ['null', 'null'],
  ['none', 'null'],
  ['undefined', 'null'],
]);

/** A string in which some backslash begins no escape sequence is mostly a path: all its backslashes are meant as such. */
function escapeFix(text: string, span: Span): (() => readonly Fix[]) | undefined {
  const source = textOf(text, span);
  if (!/^"(?:[^"\\]|\\.)*"$/.test(source) || !/\\(?!["\\/bfnrtu])/.test(source)) return undefined;
  // A tab as such may not stand in a string either.
  const newText = doubleBackslashes(source).replaceAll('\t', '\\t');
  return () => [{ title: 'Double the backslashes', edits: [{ span, newText }], isSafe: false }];
}

/** What follows on the same line is mostly a consequence of the first problem there. */
function firstOfLines(text: string, problems: readonly SyntaxProblem[]): readonly SyntaxProblem[] {
  let lineEnd = -1;
  return problems.filter(({ code, span }) => {
    if (code !== 'malformed-json' || span.start <= lineEnd) return false;
    const next = text.indexOf('\n', span.start);
    lineEnd = next < 0 ? text.length : next;
    return true;
  });
}

function expectsJson(binding: Binding): boolean {
  return binding.operation?.body !== undefined && binding.operation.body.shape.type !== 'any';
}

function mediaTypeOf(binding: Binding): string | undefined {
  const header = headerOf(binding.request, 'Content-Type');
  return header === undefined ? undefined : header.value.text.toLowerCase();
}

function hasOtherMediaType(binding: Binding): boolean {
  const mediaType = mediaTypeOf(binding);
  return mediaType !== undefined && !mediaType.includes('json');
}

/** A template engine's `{% … %}` or another language may begin with a bracket too, so some sign of JSON is asked for. */
function isJson(binding: Binding, text: string): boolean {
  if (hasOtherMediaType(binding)) return false;
  return expectsJson(binding) || mediaTypeOf(binding) !== undefined || /^\s*(\{\s*(["}]|$)|\[)/.test(text);
}
