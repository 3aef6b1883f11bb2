import type {
  QueryContext,
  QueryHelp,
  QueryLanguage,
  QueryOffer,
  QueryOffers,
  QueryToken,
  QueryTokenKind,
} from '@rulebook/catalogue/query-languages';
import { span, touches, type Span } from '@rulebook/text/span';
import { fieldHelp, fieldOffers } from '../shared/fields';
import { contextNames, keywords, primitives, valueMembers } from './names';
import { painlessProblems } from './problems';
import { painlessTokens, type PainlessToken } from './tokens';

/** Painless, the language of scripts. */
export const painless: QueryLanguage = {
  id: 'painless',
  title: 'Painless',
  tokensIn,
  problemsIn: painlessProblems,
  offersAt,
  helpAt,
};

function tokensIn(text: string): readonly QueryToken[] {
  const tokens = painlessTokens(text);
  return tokens.flatMap((token, index) => {
    const kind = colourOf(token, tokens, index);
    return kind === undefined ? [] : [{ kind, span: token.span }];
  });
}

function colourOf(
  { kind, text }: PainlessToken,
  tokens: readonly PainlessToken[],
  index: number,
): QueryTokenKind | undefined {
  switch (kind) {
    case 'comment':
    case 'openComment':
      return 'comment';
    case 'string':
    case 'openString':
      return isFieldOf(tokens, index) ? 'field' : 'string';
    case 'expression':
      return 'string';
    case 'number':
      return 'number';
    case 'member':
      return tokens[index + 1]?.text === '(' ? 'function' : undefined;
    case 'word':
      if (keywords.has(text) || text === 'true' || text === 'false' || text === 'null') return 'keyword';
      if (primitives.has(text)) return 'type';
      if (tokens[index + 1]?.text === '(') return 'function';
      if (/^[A-Z]/.test(text)) return 'type';
      return Object.hasOwn(contextNames, text) ? 'parameter' : undefined;
    default:
      return /^[()[\]{};,.]$/.test(text) ? undefined : 'operator';
  }
}

/** Returns whether a text is the name of a field: `doc['name']`. */
function isFieldOf(tokens: readonly PainlessToken[], index: number): boolean {
  return tokens[index - 1]?.text === '[' && tokens[index - 2]?.text === 'doc';
}

const statements = [
  'return',
  'if',
  'else',
  'for',
  'while',
  'def',
  'int',
  'long',
  'double',
  'boolean',
  'String',
  'null',
  'true',
  'false',
];

function offersAt(text: string, offset: number, context: QueryContext): QueryOffers | undefined {
  const tokens = painlessTokens(text);
  const at = tokens.findIndex((token) => token.span.start < offset && offset <= token.span.end);
  const own = tokens[at];
  const isText = own?.kind === 'string' || own?.kind === 'openString';
  if (isText && isFieldOf(tokens, at)) {
    const isClosed = own.kind === 'string';
    if (isClosed && offset === own.span.end) return undefined;
    const place = span(own.span.start + 1, isClosed ? own.span.end - 1 : offset);
    const quote = own.text.charAt(0);
    return { span: place, offers: fieldOffers(context, (name) => (isClosed ? name : `${name}${quote}].value`)) };
  }
  if (own !== undefined && !['word', 'member', 'sign'].includes(own.kind)) return undefined;
  const isWord = own?.kind === 'word' || own?.kind === 'member';
  const place = isWord ? span(own.span.start, offset) : span(offset, offset);
  const before = isWord ? at - 1 : tokens.findLastIndex((token) => token.span.end <= offset);
  const sign = tokens[before]?.text;
  if (sign === '.' || sign === '?.') return membersOffered(tokens, before, place);
  if (sign === '[' && tokens[before - 1]?.text === 'doc')
    return { span: place, offers: fieldOffers(context, (name) => `'${name}'`) };
  const names: readonly QueryOffer[] = ['params', 'doc', 'ctx', '_score'].map((label) => ({
    label,
    kind: 'parameter',
    ...(label === 'doc' && { insert: "doc['$0'].value" }),
    documentation: contextNames[label] ?? '',
  }));
  return { span: place, offers: [...names, ...statements.map((label): QueryOffer => ({ label, kind: 'keyword' }))] };
}

function membersOffered(tokens: readonly PainlessToken[], dot: number, place: Span): QueryOffers | undefined {
  const [owner, first, second] = [tokens[dot - 1], tokens[dot - 2], tokens[dot - 4]];
  if (owner?.text === ']' && first?.kind === 'string' && second?.text === 'doc')
    return {
      span: place,
      offers: Object.entries(valueMembers).map(([label, documentation]) => ({
        label,
        kind: 'function',
        documentation,
      })),
    };
  if (owner?.text !== 'ctx' || owner.kind !== 'word') return undefined;
  return {
    span: place,
    offers: ['_source', 'op', '_index', '_id'].map((label) => ({ label, kind: 'parameter' })),
  };
}

function helpAt(text: string, offset: number, context: QueryContext): QueryHelp | undefined {
  const tokens = painlessTokens(text);
  const at = tokens.findIndex((token) => token.kind !== 'sign' && touches(token.span, offset));
  const token = tokens[at];
  if (token === undefined) return undefined;
  if (token.kind === 'string' && isFieldOf(tokens, at)) {
    const markdown = fieldHelp(token.text.slice(1, -1), context);
    return markdown === undefined ? undefined : { span: token.span, markdown };
  }
  const isDocValue = tokens[at - 1]?.text === '.' && tokens[at - 2]?.text === ']' && tokens[at - 5]?.text === 'doc';
  if (token.kind === 'member' && isDocValue) {
    const label = Object.keys(valueMembers).find((known) => known.replace(/\(.*/, '') === token.text);
    return label === undefined
      ? undefined
      : { span: token.span, markdown: `**\`${label}\`**: ${valueMembers[label]}.` };
  }
  if (token.kind !== 'word' || !Object.hasOwn(contextNames, token.text)) return undefined;
  return { span: token.span, markdown: `**\`${token.text}\`**: ${contextNames[token.text]}.` };
}
