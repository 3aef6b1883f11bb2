import type { QueryContext, QueryProblem } from '@rulebook/catalogue/query-languages';
import { editDistance, nearest } from '@rulebook/text/edit-distance';
import { span, type Span } from '@rulebook/text/span';
import { fieldNamed, unknownField } from '../shared/fields';
import { mostProblems, shown } from '../shared/values';
import { contextNames, keywords, primitives } from './names';
import { readScript } from './parse';
import type { PainlessRefusal } from './cursor';
import { painlessTokens, type PainlessToken } from './tokens';

/** Returns what is wrong with a script: at most one refusal, and names that nothing has. */
export function painlessProblems(text: string, context: QueryContext): readonly QueryProblem[] {
  const tokens = painlessTokens(text);
  const code = tokens.filter(({ kind }) => kind !== 'comment');
  const problems = fieldProblems(code, context);
  const broken = brokenToken(code) ?? unclosedBracket(code);
  if (broken !== undefined) return [{ kind: 'syntax', isRefused: true, ...broken }, ...problems];
  const { refusal, unresolved } = readScript(code);
  const names = refusal === undefined ? unresolved : [];
  return [
    ...(refusal === undefined ? [] : [{ kind: 'syntax' as const, isRefused: true, ...refusal }]),
    ...names.map(({ token, declared }) => unresolvedProblem(token, declared)),
    ...(refusal === undefined ? foreignNames(code, context) : []),
    ...parameterProblems(code, context),
    ...sourceProblems(code, context),
    ...problems,
  ];
}

/** Names that scripts of another place have. */
function foreignNames(tokens: readonly PainlessToken[], { names }: QueryContext): readonly QueryProblem[] {
  if (names === undefined) return [];
  const others = Object.keys(contextNames).filter((name) => /^(?:ctx|doc|params|states?|_score)$/.test(name));
  const declared = declaredIn(tokens);
  const foreign = tokens.find(
    ({ kind, text }) => kind === 'word' && others.includes(text) && !names.includes(text) && !declared.has(text),
  );
  if (foreign === undefined) return [];
  const listed = names.map((name) => `\`${name}\``).join(', ');
  return [
    {
      kind: 'unknown-name',
      message: `Scripts of this place have no \`${foreign.text}\`: they have ${listed}.`,
      span: foreign.span,
      isRefused: false,
    },
  ];
}

/** Returns the names that follow a type, or are those of a lambda or of a loop over a list: the script declares them itself. */
function declaredIn(tokens: readonly PainlessToken[]): ReadonlySet<string> {
  const declared = new Set<string>();
  for (const [at, { kind, text }] of tokens.entries()) {
    const before = tokens[at - 1];
    const isBehindType =
      (before?.kind === 'word' && (primitives.has(before.text) || !keywords.has(before.text))) ||
      /^[>\]]$/.test(before?.text ?? '');
    const isOfLoop = before?.text === '(' && tokens[at + 1]?.text === 'in';
    if (kind === 'word' && (isBehindType || isOfLoop || tokens[at + 1]?.text === '->')) declared.add(text);
  }
  return declared;
}

/** A member that is read of a name, as `params.amount` or `params['amount']`. */
interface Reading {
  readonly name: string;
  readonly span: Span;
  /** The token behind it. */
  readonly next: number;
}

function readingAt(tokens: readonly PainlessToken[], at: number): Reading | undefined {
  const [sign, name, close] = tokens.slice(at, at + 3);
  if (name === undefined) return undefined;
  if (sign?.text === '.' && name.kind === 'member') return { name: name.text, span: name.span, next: at + 2 };
  if (sign?.text !== '[' || name.kind !== 'string' || close?.text !== ']') return undefined;
  return { name: name.text.slice(1, -1), span: span(name.span.start + 1, name.span.end - 1), next: at + 3 };
}

/** Parameters that the request does not give, unless the script asks whether they are there. */
function parameterProblems(tokens: readonly PainlessToken[], { params }: QueryContext): readonly QueryProblem[] {
  if (params === undefined || declaredIn(tokens).has('params')) return [];
  const given = new Set(params.map(({ name = '' }) => name));
  const asked = new Set<string>();
  const found: Reading[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word' || token.text !== 'params') continue;
    const reading = readingAt(tokens, at + 1);
    // The whole of the parameters is handed on, or it is asked which there are.
    if (reading === undefined || tokens[reading.next]?.text === '(') return [];
    const { name, next } = reading;
    if (given.has(name) || name.startsWith('_')) continue;
    const [sign, value] = tokens.slice(next, next + 2);
    const isCompared = /^[=!]==?$/.test(sign?.text ?? '') && value?.text === 'null';
    if (isCompared || /^(?:\?\.|\?:|[-+*/]?=)$/.test(sign?.text ?? '')) asked.add(name);
    found.push(reading);
  }
  return found
    .filter(({ name }) => !asked.has(name))
    .slice(0, mostProblems)
    .map(({ name, span: at }): QueryProblem => {
      const meant = nearest(name, given);
      const question = meant === undefined ? '' : ` Did you mean \`${meant}\`?`;
      return {
        kind: 'unknown-name',
        message: `\`params\` has no \`${shown(name)}\`, so it is null here.${question}`,
        span: at,
        isRefused: false,
        ...(meant !== undefined && { meant }),
      };
    });
}

/** Members of the document that are one slip away from a field of the mapping, where they are read. */
function sourceProblems(tokens: readonly PainlessToken[], context: QueryContext): readonly QueryProblem[] {
  const fields = context.fieldsOf();
  const problems: QueryProblem[] = [];
  for (const [at, token] of tokens.entries()) {
    if (problems.length >= mostProblems) break;
    if (token.kind !== 'word' || token.text !== 'ctx') continue;
    const source = readingAt(tokens, at + 1);
    if (source?.name !== '_source') continue;
    const path: Reading[] = [];
    for (let next = source.next; ;) {
      const reading = readingAt(tokens, next);
      if (reading === undefined || tokens[reading.next]?.text === '(') break;
      path.push(reading);
      next = reading.next;
    }
    const last = path.at(-1);
    // What is assigned may be a new field.
    if (last === undefined || tokens[last.next]?.text === '=') continue;
    const name = path.map((one) => one.name).join('.');
    const named = fieldNamed(
      name,
      fields && { byName: fields.byName, areAll: false, areDeclared: fields.areAll || fields.areDeclared === true },
    );
    if (named.kind !== 'unknown' || named.meant === undefined) continue;
    const { meant } = named;
    const own = meant.split('.').slice(0, path.length);
    const wrong = path.findIndex((one, index) => one.name !== own[index]);
    const part = path[wrong];
    const word = own[wrong];
    if (part === undefined || word === undefined || own.length !== path.length) continue;
    problems.push({
      kind: 'unknown-name',
      message: `The mapping has no field \`${shown(name)}\`, so unless documents have added it, it is null here. Did you mean \`${word}\`?`,
      span: part.span,
      isRefused: false,
      meant: word,
    });
  }
  return problems;
}

/** Returns the first token that no script has. */
function brokenToken(tokens: readonly PainlessToken[]): PainlessRefusal | undefined {
  for (const { kind, text, span: at } of tokens) {
    const start = span(at.start, at.start + (kind === 'openComment' ? 2 : 1));
    if (kind === 'openString')
      return { message: `This \`${text.charAt(0)}\` is never closed: servers refuse the script.`, span: start };
    if (kind === 'openComment') return { message: 'This comment is never closed: add `*/`.', span: start };
    if (kind === 'bad')
      return { message: `Painless has no \`${text === '`' ? "'" : text}\`: texts are in \`'\` or \`"\`.`, span: at };
    if (kind !== 'string') continue;
    const quote = text.charAt(0);
    for (let index = text.indexOf('\\'); index >= 0; index = text.indexOf('\\', index + 2)) {
      const escaped = text.charAt(index + 1);
      if (escaped === '\\' || escaped === quote) continue;
      return {
        message: `Texts of Painless know \`\\\\\` and \`\\${quote}\` only: servers refuse \`\\${escaped}\`.`,
        span: span(at.start + index, at.start + index + 2),
      };
    }
  }
  return undefined;
}

const closes: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Returns the first bracket without its partner. */
function unclosedBracket(tokens: readonly PainlessToken[]): PainlessRefusal | undefined {
  const open: PainlessToken[] = [];
  for (const token of tokens) {
    if (token.kind !== 'sign') continue;
    if (Object.hasOwn(closes, token.text)) open.push(token);
    else if (token.text === ')' || token.text === ']' || token.text === '}') {
      const partner = open.pop();
      if (partner === undefined)
        return { message: `This \`${token.text}\` closes nothing: remove it.`, span: token.span };
      const expected = closes[partner.text];
      if (expected !== token.text)
        return {
          message: `Servers expect \`${expected}\` here, which closes the \`${partner.text}\` in front.`,
          span: token.span,
        };
    }
  }
  const last = open.at(-1);
  return last === undefined
    ? undefined
    : { message: `This \`${last.text}\` is never closed: add \`${closes[last.text]}\`.`, span: last.span };
}

function unresolvedProblem({ text, span: at }: PainlessToken, declared: readonly string[]): QueryProblem {
  const isCall = declared.length === 1 && declared[0] === 'return';
  const meant = isCall ? 'return' : nearest(text, [...declared, ...Object.keys(contextNames)]);
  const question = meant === undefined ? ' Declare it, or read it from `params`.' : ` Did you mean \`${meant}\`?`;
  return {
    kind: 'unknown-name',
    message: `Nothing in the script declares \`${shown(text)}\`.${question}`,
    span: at,
    isRefused: false,
    ...(meant !== undefined && { meant }),
  };
}

/** Members that the values of some field have, for slips next to them. */
const slippedMembers = ['value', 'values', 'size', 'length', 'empty', 'isEmpty'];

/** Members of values that are near to others and right. */
const knownMembers = new Set([
  ...slippedMembers,
  'getValue',
  'getLength',
  'getEmpty',
  'getValues',
  'lat',
  'lats',
  'lon',
  'lons',
  'get',
  'first',
  'count',
  'date',
  'dates',
]);

/** Fields that the documents are asked for, and what is asked of their values. */
function fieldProblems(tokens: readonly PainlessToken[], context: QueryContext): readonly QueryProblem[] {
  const problems: QueryProblem[] = [];
  for (const [at, token] of tokens.entries()) {
    if (problems.length >= mostProblems) break;
    if (token.kind !== 'word' || token.text !== 'doc') continue;
    const [open, name, close, dot, member] = tokens.slice(at + 1, at + 6);
    if (open?.text !== '[' || name?.kind !== 'string' || close?.text !== ']') continue;
    const field = name.text.slice(1, -1);
    const named = fieldNamed(field, context.fieldsOf());
    if (named.kind === 'unknown')
      problems.push({
        kind: 'unknown-name',
        message: unknownField(shown(field), named, 'the script fails at the first document'),
        span: span(name.span.start + 1, name.span.end - 1),
        isRefused: false,
        ...(named.meant !== undefined && { meant: named.meant }),
      });
    if (dot?.text !== '.' || member?.kind !== 'member') continue;
    const sign = tokens[at + 6];
    if (member.text === 'value' && sign?.kind === 'sign' && sign.text === '=') {
      const message = '`=` assigns, and the values of a document cannot be changed here: compare with `==`.';
      problems.push({ kind: 'ineffective', message, span: sign.span, isRefused: false, meant: '==' });
    }
    if (knownMembers.has(member.text)) continue;
    const meant = slippedMembers.find((known) => editDistance(member.text, known, 1) <= 1);
    if (meant === undefined) continue;
    problems.push({
      kind: 'unknown-name',
      message: `The values of a field have no \`${shown(member.text)}\`: the script fails when it runs. Did you mean \`${meant}\`?`,
      span: member.span,
      isRefused: false,
      meant,
    });
  }
  return problems;
}
