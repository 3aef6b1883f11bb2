import type {
  QueryContext,
  QueryHelp,
  QueryLanguage,
  QueryOffer,
  QueryOffers,
  QueryToken,
  QueryTokenKind,
} from '@rulebook/catalogue/query-languages';
import { span, touches } from '@rulebook/text/span';
import { fieldHelp, fieldNamed, fieldOffers, valueOffers } from '../shared/fields';
import { readKql } from './parse';
import { kqlProblems } from './problems';
import { kqlTokens, meantText, type KqlToken, type KqlTokenKind } from './tokens';

/** KQL, the language of filters in Kibana and of the `kql` query. */
export const kql: QueryLanguage = {
  id: 'kql',
  title: 'KQL',
  tokensIn,
  problemsIn: kqlProblems,
  offersAt,
  helpAt,
};

const colours: Readonly<Partial<Record<KqlTokenKind, QueryTokenKind>>> = {
  and: 'keyword',
  or: 'keyword',
  not: 'keyword',
  quoted: 'string',
  openQuote: 'string',
  open: 'operator',
  close: 'operator',
  openNested: 'operator',
  closeNested: 'operator',
  colon: 'operator',
  compare: 'operator',
};

function tokensIn(text: string): readonly QueryToken[] {
  const tokens = kqlTokens(text);
  return tokens.flatMap((token, index) => {
    const kind = colourOf(token, tokens[index + 1]);
    return kind === undefined ? [] : [{ kind, span: token.span }];
  });
}

function colourOf(token: KqlToken, next: KqlToken | undefined): QueryTokenKind | undefined {
  if (isName(token, next)) return 'field';
  if (token.kind !== 'word') return colours[token.kind];
  return /^[\d.]+$/.test(token.text) ? 'number' : 'string';
}

function isName({ kind }: KqlToken, next: KqlToken | undefined): boolean {
  return (kind === 'word' || kind === 'quoted') && (next?.kind === 'colon' || next?.kind === 'compare');
}

const joints: readonly QueryOffer[] = [
  { label: 'and', kind: 'keyword', insert: 'and ', documentation: 'Both sides must match.' },
  { label: 'or', kind: 'keyword', insert: 'or ', documentation: 'One side must match.' },
];
const negation: QueryOffer = {
  label: 'not',
  kind: 'keyword',
  insert: 'not ',
  documentation: 'What follows must not match.',
};

function offersAt(text: string, offset: number, context: QueryContext): QueryOffers | undefined {
  const tokens = kqlTokens(text);
  const at = tokens.findIndex((token) => token.span.start < offset && offset <= token.span.end);
  const own = tokens[at];
  if (own?.kind === 'openQuote' || (own?.kind === 'quoted' && offset < own.span.end)) return undefined;
  const isWord = own !== undefined && ['word', 'and', 'or', 'not'].includes(own.kind);
  const place = isWord ? span(own.span.start, offset) : span(offset, offset);
  const index = isWord ? at - 1 : tokens.findLastIndex((token) => token.span.end <= offset);
  const before = tokens[index];
  if (before?.kind === 'colon' || before?.kind === 'compare') {
    const offers = valuesOffered(tokens[index - 1], before, context);
    return offers.length === 0 ? undefined : { span: place, offers };
  }
  if (before !== undefined && ['quoted', 'close', 'closeNested', 'word'].includes(before.kind)) {
    const isNamed = before.kind === 'word' && fieldNamed(meantText(before), context.fieldsOf()).kind === 'field';
    const signs: readonly QueryOffer[] = isNamed && tokens[index - 1]?.kind !== 'colon' ? comparisons : [];
    return { span: place, offers: [...signs, ...joints] };
  }
  const next = tokens[at + 1];
  const isNamed = own !== undefined && isName(own, next);
  const fields = fieldOffers(context, (name) => escapedName(name) + (isNamed ? '' : ': '));
  return { span: place, offers: [negation, ...fields] };
}

const comparisons: readonly QueryOffer[] = [
  { label: ':', kind: 'operator', insert: ': ', detail: 'equals' },
  { label: '>=', kind: 'operator', insert: '>= ', detail: 'at least' },
  { label: '<=', kind: 'operator', insert: '<= ', detail: 'at most' },
  { label: '>', kind: 'operator', insert: '> ', detail: 'above' },
  { label: '<', kind: 'operator', insert: '< ', detail: 'below' },
];

function valuesOffered(name: KqlToken | undefined, sign: KqlToken, context: QueryContext): readonly QueryOffer[] {
  if (name === undefined) return [];
  const named = fieldNamed(meantText(name), context.fieldsOf());
  const type = named.kind === 'field' ? named.field.type : undefined;
  const any: QueryOffer = { label: '*', kind: 'operator', detail: 'any value' };
  const nested: readonly QueryOffer[] =
    type === 'nested'
      ? [{ label: '{ }', kind: 'operator', insert: '{ $0 }', detail: 'one of the nested objects' }]
      : [];
  return sign.kind === 'colon' ? [...nested, ...valueOffers(type), any] : valueOffers(type);
}

function escapedName(name: string): string {
  return /[\s():<>"*{}\\]/.test(name) ? `"${name.replaceAll(/["\\]/g, String.raw`\$&`)}"` : name;
}

const explained: Readonly<Partial<Record<KqlTokenKind, string>>> = {
  and: '**and**: both sides must match.',
  or: '**or**: one side must match.',
  not: '**not**: what follows must not match.',
  openNested: '**{ }**: one nested object must match all that is between.',
  compare: 'Compares the field with the value behind it.',
};

function helpAt(text: string, offset: number, context: QueryContext): QueryHelp | undefined {
  const { tokens, clauses } = readKql(text);
  const at = tokens.findIndex((token) => touches(token.span, offset));
  const token = tokens[at];
  if (token === undefined) return undefined;
  const field = clauses.find((clause) => clause.field?.span.start === token.span.start)?.field;
  const markdown = field === undefined ? explained[token.kind] : fieldHelp(field.name, context);
  return markdown === undefined ? undefined : { span: token.span, markdown };
}
