import type { Binding } from '@rulebook/checker/binding/model';
import type { QueryTokenKind } from '@rulebook/catalogue/query-languages';
import { occurrencesIn } from '@rulebook/checker/names/occurrences-in';
import type { NameOccurrence } from '@rulebook/checker/names/occurrence';
import { parseAssert } from '@rulebook/request-file/syntax/asserts/parse-assert';
import type { AssertLine, Block, HeaderField } from '@rulebook/request-file/syntax/model';
import type { Span } from '@rulebook/text/span';
import { queriesIn } from '../cursor/query-cursor';

/** The kinds of tokens, by their names in the protocol. */
export const tokenTypes = [
  'keyword',
  'namespace',
  'parameter',
  'property',
  'decorator',
  'variable',
  'function',
  'string',
  'operator',
  'number',
  'type',
  'comment',
] as const;
type TokenType = (typeof tokenTypes)[number];

/** What is said of a token besides its kind, by the names in the protocol. */
export const tokenModifiers = ['definition', 'readonly'] as const;
type TokenModifier = (typeof tokenModifiers)[number];

/** A part of a line with what it means. */
export interface SemanticToken {
  readonly span: Span;
  readonly type: TokenType;
  readonly modifier?: TokenModifier;
}

/**
 * Returns what the words of a block mean, in the order of the text, none over another and each on one line. JSON, scripts and other bodies are left
 * to the grammar, but for the variables and queries in them.
 */
export function semanticTokensOf(block: Block, binding: Binding | undefined): readonly SemanticToken[] {
  if (block.isProse) return [];
  const { request, directives, asserts, response } = block;
  const tokens: SemanticToken[] = [...namesInBlock(block), ...systemVariablesIn(block)];
  const add = (type: TokenType, span: Span | undefined) => {
    if (span && span.end > span.start) tokens.push({ type, span });
  };
  for (const { name } of directives) add('decorator', name.span);
  add('keyword', request?.method?.span);
  add('namespace', request?.target.origin?.span);
  for (const { span } of binding?.path ?? []) add('parameter', span);
  for (const { name } of request?.target.query ?? []) add('parameter', name.span);
  const fields: readonly HeaderField[] = [...(request?.headers ?? []), ...(response?.headers ?? [])];
  for (const { name } of fields) add('property', name.span);
  for (const line of asserts) tokens.push(...ofAssert(line));
  for (const query of queriesIn(binding))
    for (const { kind, span } of query.language.tokensIn(query.text)) add(ofQueries[kind], query.inBlock(span));
  return withoutOverlaps(block.text, tokens);
}

/** What the parts of queries are in the protocol. */
const ofQueries: Readonly<Record<QueryTokenKind, TokenType>> = {
  keyword: 'keyword',
  function: 'function',
  field: 'property',
  index: 'namespace',
  string: 'string',
  number: 'number',
  operator: 'operator',
  parameter: 'parameter',
  type: 'type',
  comment: 'comment',
};

function namesInBlock(block: Block): readonly SemanticToken[] {
  return occurrencesIn(block).flatMap((occurrence) => {
    const type = typeOfName(occurrence);
    if (type === undefined) return [];
    const { span, role } = occurrence;
    return [{ span, type, ...(role === 'definition' && { modifier: 'definition' as const }) }];
  });
}

function typeOfName({ kind, by }: NameOccurrence): TokenType | undefined {
  // The grammar colours titles as headings, and scripts as JavaScript.
  if (by === 'title' || by === 'script') return undefined;
  switch (kind) {
    case 'variable':
    case 'environment-variable':
      return 'variable';
    // What is in front of a dot is probably a variable.
    case 'request':
      return by === 'member' ? undefined : 'function';
    case 'environment':
    case 'endpoint':
      return 'namespace';
    case 'file':
      return 'string';
  }
}

function systemVariablesIn({ text, placeholders }: Block): readonly SemanticToken[] {
  return placeholders.flatMap(({ name, span }) => {
    const [word = ''] = /^\$[\w.-]+/.exec(name) ?? [];
    const start = text.indexOf('$', span.start);
    return word === '' ? [] : [{ span: { start, end: start + word.length }, type: 'variable', modifier: 'readonly' }];
  });
}

function ofAssert({ assert }: AssertLine): readonly SemanticToken[] {
  const parsed = parseAssert(assert.text);
  if (parsed.kind !== 'assert') return [];
  const { subject, operator } = parsed.words;
  const at = ({ start, end }: Span): Span => ({ start: assert.span.start + start, end: assert.span.start + end });
  const token = { type: 'keyword', span: at(subject) } as const;
  return subject.start === operator.start ? [token] : [token, { type: 'operator', span: at(operator) }];
}

/** Leaves out what lies over another token, of which the shorter one says more, and what does not fit on a line. */
function withoutOverlaps(text: string, tokens: readonly SemanticToken[]): readonly SemanticToken[] {
  const found: SemanticToken[] = [];
  const lengthOf = ({ span }: SemanticToken) => span.end - span.start;
  for (const token of [...tokens].sort((a, b) => a.span.start - b.span.start || lengthOf(a) - lengthOf(b))) {
    const { start, end } = token.span;
    const lineFeed = text.indexOf('\n', start);
    if (start >= end || (lineFeed >= 0 && lineFeed < end)) continue;
    let last = found.at(-1);
    while (last && last.span.end > start && lengthOf(last) > lengthOf(token)) {
      found.pop();
      last = found.at(-1);
    }
    if (!last || last.span.end <= start) found.push(token);
  }
  return found;
}
