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
import { readLucene } from './parse';
import { luceneProblems } from './problems';
import { luceneTokens, unescaped, type LuceneToken, type LuceneTokenKind } from './tokens';

/** Query strings of Lucene: `query_string`, `simple_query_string` and `q=`. */
export const lucene: QueryLanguage = {
  id: 'lucene',
  title: 'Lucene',
  tokensIn: (text) => colouredTokens(text),
  problemsIn: luceneProblems,
  offersAt,
  helpAt,
};

const colours: Readonly<Partial<Record<LuceneTokenKind, QueryTokenKind>>> = {
  and: 'keyword',
  or: 'keyword',
  not: 'keyword',
  to: 'keyword',
  plus: 'operator',
  minus: 'operator',
  open: 'operator',
  close: 'operator',
  colon: 'operator',
  boost: 'operator',
  fuzzy: 'operator',
  star: 'operator',
  rangeOpen: 'operator',
  rangeClose: 'operator',
  wildcard: 'string',
  phrase: 'string',
  openPhrase: 'string',
  expression: 'string',
  openExpression: 'string',
  number: 'number',
};

function colouredTokens(text: string): readonly QueryToken[] {
  const tokens = luceneTokens(text);
  return tokens.flatMap((token, index) => {
    const kind = colourOf(token, tokens[index + 1]);
    return kind === undefined ? [] : [{ kind, span: token.span }];
  });
}

function colourOf({ kind, text }: LuceneToken, next: LuceneToken | undefined): QueryTokenKind | undefined {
  if (next?.kind === 'colon' && (kind === 'term' || kind === 'star')) return 'field';
  if (kind !== 'term' && kind !== 'bound') return colours[kind];
  return /^[<>]?=?[\d.]+$/.test(text) ? 'number' : 'string';
}

const operators: readonly QueryOffer[] = [
  { label: 'AND', kind: 'keyword', insert: 'AND ', documentation: 'Both sides must match.' },
  { label: 'OR', kind: 'keyword', insert: 'OR ', documentation: 'One side must match.' },
  { label: 'NOT', kind: 'keyword', insert: 'NOT ', documentation: 'What follows must not match.' },
];

const starts: readonly QueryOffer[] = [
  { label: 'NOT', kind: 'keyword', insert: 'NOT ', documentation: 'What follows must not match.' },
  {
    label: '_exists_',
    kind: 'keyword',
    insert: '_exists_:',
    documentation: 'Documents that have a value of the field.',
  },
];

function offersAt(text: string, offset: number, context: QueryContext): QueryOffers | undefined {
  const tokens = luceneTokens(text);
  const at = tokens.findIndex((token) => token.span.start < offset && offset <= token.span.end);
  const own = tokens[at];
  const isWord =
    own !== undefined && ['term', 'wildcard', 'and', 'or', 'not', 'star'].includes(own.kind) && own.text !== '!';
  if (
    own !== undefined &&
    ['phrase', 'openPhrase', 'expression', 'openExpression', 'bound', 'fuzzy'].includes(own.kind)
  )
    return undefined;
  const place = isWord ? span(own.span.start, offset) : span(offset, offset);
  const before = isWord ? tokens[at - 1] : tokens.findLast((token) => token.span.end <= offset);
  if (before?.kind === 'rangeOpen' || before?.kind === 'boost') return undefined;
  const isSimple = context.form === 'simple';
  if (before?.kind === 'colon' && !isSimple) return valuesOffered(tokens, before, place, context);
  const isBehindClause =
    before !== undefined &&
    ['term', 'wildcard', 'phrase', 'close', 'rangeClose', 'star', 'expression', 'number', 'fuzzy'].includes(
      before.kind,
    );
  if (isSimple) return undefined;
  const isNamed = own !== undefined && tokens[at + 1]?.kind === 'colon';
  const fields = fieldOffers(context, (name) => escapedName(name) + (isNamed ? '' : ':'));
  return { span: place, offers: [...(isBehindClause ? operators : starts), ...fields] };
}

function valuesOffered(
  tokens: readonly LuceneToken[],
  colon: LuceneToken,
  place: QueryOffers['span'],
  context: QueryContext,
): QueryOffers | undefined {
  const name = unescaped(tokens[tokens.indexOf(colon) - 1]?.text ?? '');
  if (name === '_exists_') return { span: place, offers: fieldOffers(context, (field) => field) };
  const named = fieldNamed(name, context.fieldsOf());
  const type = named.kind === 'field' ? named.field.type : undefined;
  const offers = [
    ...valueOffers(type),
    ...(type !== undefined && /^(?:date|long|integer|double|float|short|byte)/.test(type)
      ? [
          {
            label: '[… TO …]',
            kind: 'operator' as const,
            insert: type.startsWith('date') ? '[now-1d TO now]' : '[$0 TO *]',
            detail: 'a range',
          },
        ]
      : []),
  ];
  return offers.length === 0 ? undefined : { span: place, offers };
}

function escapedName(name: string): string {
  return name.replaceAll(/[\s:()[\]{}"+!^~*?\\/]/g, String.raw`\$&`);
}

const explained: Readonly<Partial<Record<LuceneTokenKind, string>>> = {
  and: '**AND**: both sides must match.',
  or: '**OR**: one side must match.',
  not: '**NOT**: what follows must not match.',
  plus: '**+**: what follows must match.',
  minus: '**-**: what follows must not match.',
  boost: '**^**: the score is multiplied by the number behind it.',
  fuzzy: '**~**: behind a term, so many letters may differ; behind a phrase, so many words may be between.',
  expression: 'A regular expression, which the whole term matches.',
  rangeOpen: 'The start of a range: `[` with its lower bound, `{` without it.',
  rangeClose: 'The end of a range: `]` with its upper bound, `}` without it.',
  wildcard: '`*` means any letters, and `?` one letter.',
};

function helpAt(text: string, offset: number, context: QueryContext): QueryHelp | undefined {
  const { tokens, clauses } = readLucene(text);
  const at = tokens.findIndex((token) => touches(token.span, offset));
  const token = tokens[at];
  if (token === undefined || context.form === 'simple') return undefined;
  const isField = tokens[at + 1]?.kind === 'colon';
  const name = unescaped(token.text);
  if (isField && name === '_exists_')
    return { span: token.span, markdown: '**`_exists_`**: documents that have a value of the field behind the colon.' };
  const markdown = isField ? fieldHelp(name, context) : explained[token.kind];
  if (markdown !== undefined) return { span: token.span, markdown };
  const clause = clauses.find((one) => one.field?.name === '_exists_' && touches(one.span, offset));
  const field = clause === undefined ? undefined : fieldHelp(clause.value, context);
  return field === undefined ? undefined : { span: token.span, markdown: field };
}
