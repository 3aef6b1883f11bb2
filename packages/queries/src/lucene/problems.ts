import type { QueryContext, QueryFields, QueryProblem } from '@rulebook/catalogue/query-languages';
import { span } from '@rulebook/text/span';
import { luceneExpressionProblem } from '../shared/expressions';
import { fieldNamed, someFieldMatches, unknownField } from '../shared/fields';
import { areReversed, mostProblems, misfitOf, shown, takesPatterns } from '../shared/values';
import { readLucene, type LuceneClause, type LuceneField, type LuceneQuery } from './parse';
import { simpleProblems } from './simple';

/** Returns what is wrong with a query string: at most one refusal, and what it never finds. */
export function luceneProblems(text: string, context: QueryContext): readonly QueryProblem[] {
  if (context.form === 'simple') return simpleProblems(text, context);
  const query = readLucene(text);
  const problems: QueryProblem[] = [];
  if (query.refusal !== undefined) problems.push({ kind: 'syntax', isRefused: true, ...query.refusal });
  const fields = context.fieldsOf();
  const judged = new Set<LuceneField>();
  const hasOperators = query.tokens.some(({ kind }) => kind === 'and' || kind === 'or');
  for (const [index, clause] of query.clauses.entries()) {
    const { field } = clause;
    if (problems.length >= mostProblems) break;
    if (field !== undefined && !judged.has(field)) {
      judged.add(field);
      problems.push(...fieldProblems(field, clause, fields));
    }
    const found = [...patternProblems(clause), ...neighbourProblems(query, index, text, hasOperators)];
    problems.push(...(found.length > 0 ? found : valueProblems(query, index, fields)));
  }
  return problems;
}

function fieldProblems(
  field: LuceneField,
  clause: LuceneClause,
  fields: QueryFields | undefined,
): readonly QueryProblem[] {
  if (field.name === '_exists_') return existsProblems(clause, fields);
  if (field.isPattern) {
    if (someFieldMatches(field.name, fields)) return [];
    const message = `No field of the mapping matches \`${shown(field.name)}\`, so this finds nothing.`;
    return [{ kind: 'unknown-name', message, span: field.span, isRefused: false }];
  }
  const named = fieldNamed(field.name, fields);
  if (named.kind === 'object') {
    if (clause.kind === 'all') return [];
    const message = `\`${shown(field.name)}\` is an object, which has no value of its own, so this finds nothing: name one of its fields.`;
    return [{ kind: 'ineffective', message, span: field.span, isRefused: false }];
  }
  if (named.kind !== 'unknown') return [];
  const { meant } = named;
  const message = unknownField(shown(field.name), named, 'this finds nothing');
  return [{ kind: 'unknown-name', message, span: field.span, isRefused: false, ...(meant !== undefined && { meant }) }];
}

function existsProblems(clause: LuceneClause, fields: QueryFields | undefined): readonly QueryProblem[] {
  if (clause.kind !== 'term') return [];
  const named = fieldNamed(clause.value, fields);
  if (named.kind !== 'unknown') return [];
  const { meant } = named;
  const message = unknownField(shown(clause.value), named, 'no document has it');
  return [
    { kind: 'unknown-name', message, span: clause.span, isRefused: false, ...(meant !== undefined && { meant }) },
  ];
}

/** Leading wildcards, and regular expressions that cannot be read. */
function patternProblems(clause: LuceneClause): readonly QueryProblem[] {
  if (clause.kind === 'wildcard' && /^[*?]/.test(clause.value) && /[^*?]/.test(clause.value))
    return [
      {
        kind: 'costly',
        message:
          'A wildcard at the start makes servers look at every term of the field: begin with a letter, or keep the text in a field of the type `wildcard`.',
        span: clause.span,
        isRefused: false,
      },
    ];
  if (clause.kind !== 'expression') return [];
  const problem = luceneExpressionProblem(clause.value);
  if (problem === undefined) return [];
  const message = `The regular expression ${problem}, so this finds nothing; \`\\\` in front of the character means it as it is.`;
  return [{ kind: 'ineffective', message, span: clause.span, isRefused: false }];
}

/** What clauses next to each other show: words in place of operators, slashes in paths. */
function neighbourProblems(
  { clauses }: LuceneQuery,
  index: number,
  text: string,
  hasOperators: boolean,
): readonly QueryProblem[] {
  const clause = clauses[index];
  if (clause === undefined) return [];
  const problems: QueryProblem[] = [];
  const [before, behind] = [clauses[index - 1], clauses[index + 1]];
  if (clause.kind === 'expression') {
    const isTouching =
      /[^\s:()!+\-&|\u3000]/.test(text[clause.span.start - 1] ?? ' ') ||
      /[^\s()^~\u3000]/.test(text[clause.span.end] ?? ' ');
    if (isTouching)
      problems.push({
        kind: 'ineffective',
        message: `\`/${shown(clause.value)}/\` is a regular expression of its own here, and not a part of the text around it: write \`\\/\` for each slash, or put the text in quotes.`,
        span: clause.span,
        isRefused: false,
      });
  }
  if (clause.kind === 'term' && !clause.isFieldOwn && /^(?:and|or|not)$/.test(clause.value)) {
    const isBetween = before !== undefined || clause.value === 'not';
    const isNextToField = before?.isFieldOwn === true || behind?.isFieldOwn === true;
    const meant = clause.value.toUpperCase();
    if (isBetween && behind !== undefined && (isNextToField || hasOperators))
      problems.push({
        kind: 'ineffective',
        message: `\`${clause.value}\` is searched for as a word: the operator is \`${meant}\`, in upper case.`,
        span: clause.span,
        isRefused: false,
        meant,
      });
  }
  return problems;
}

function valueProblems(
  { clauses, tokens }: LuceneQuery,
  index: number,
  fields: QueryFields | undefined,
): readonly QueryProblem[] {
  const clause = clauses[index];
  const { field } = clause ?? {};
  if (clause === undefined || field === undefined || field.name.startsWith('_')) return [];
  const comparison = clause.kind === 'term' ? /^(?:[<>]=?|={1,2}|<>)/.exec(clause.value)?.[0] : undefined;
  if (comparison !== undefined && comparison === clause.value)
    return [
      ineffective(
        clause,
        /^[<>]=?$/.test(comparison)
          ? `\`${comparison}\` is the whole value here: write the bound right behind it, without a blank, such as \`${shown(field.name)}:${comparison}5\`.`
          : `\`${comparison}\` is searched for as a value: write what \`${shown(field.name)}\` equals right behind the colon.`,
      ),
    ];
  if (field.isPattern) return [];
  const named = fieldNamed(field.name, fields);
  if (named.kind !== 'field') return [];
  const { type } = named.field;
  if (clause.kind === 'range') return rangeProblems(clause, type);
  if (clause.kind === 'all') return [];
  const takes = takesPatterns(type);
  if (clause.kind === 'wildcard' || clause.kind === 'expression' || clause.isFuzzy) {
    if (named.isMember && clause.kind !== 'wildcard' && clause.kind !== 'phrase')
      return [
        misfit(
          clause,
          `Members of flattened fields take neither regular expressions nor fuzzy terms, and \`${shown(field.name)}\` is one of them`,
        ),
      ];
    if (takes !== false) return [];
    if (clause.isFuzzy && clause.kind === 'phrase') return [];
    const what =
      clause.kind === 'wildcard' ? 'Wildcards' : clause.kind === 'expression' ? 'Regular expressions' : 'Fuzzy terms';
    return [
      misfit(
        clause,
        `${what} are for texts and keywords only, and \`${shown(field.name)}\` is of the type \`${type}\``,
      ),
    ];
  }
  const isBound = clause.kind === 'term' && /^[<>]/.test(clause.value);
  const value = isBound ? clause.value.replace(/^[<>]=?/, '') : clause.value;
  if (takes === false && clause.kind === 'term' && !clause.isFieldOwn && isJoined(clauses, tokens, index))
    return [
      misfit(
        clause,
        `Words without an operator between them are one value together, and the field \`${shown(field.name)}\` has the type \`${type}\`: write \`OR\` between the values. As it is`,
        '',
      ),
    ];
  const reason = misfitOf(value, type, isBound);
  if (reason === undefined) return isBound ? reversedPair(clauses[index - 1], clause, tokens, type) : [];
  const [, low, high] = /^(\d+)(?:-|\.\.)(\d+)$/.exec(value) ?? [];
  if (low !== undefined && high !== undefined && reason.startsWith('holds numbers')) {
    const meant = `[${low} TO ${high}]`;
    return [
      {
        ...misfit(
          clause,
          `The field \`${shown(field.name)}\` holds numbers, and a range of them is written \`${meant}\``,
        ),
        meant,
      },
    ];
  }
  return [misfit(clause, `The field \`${shown(field.name)}\` ${reason}`)];
}

/** Returns whether a term follows another term with nothing between: servers join those to one value. */
function isJoined(clauses: LuceneQuery['clauses'], tokens: LuceneQuery['tokens'], index: number): boolean {
  const [before, clause] = [clauses[index - 1], clauses[index]];
  if (before?.kind !== 'term' || clause === undefined) return false;
  return before.behind === clause.first && before.field === clause.field && tokens[before.behind - 1]?.kind === 'term';
}

/** Bounds such as `(>900 AND <400)`, which no value is between. */
function reversedPair(
  before: LuceneClause | undefined,
  clause: LuceneClause,
  tokens: LuceneQuery['tokens'],
  type: string | undefined,
): readonly QueryProblem[] {
  if (before?.kind !== 'term' || before.field === undefined || before.field.name !== clause.field?.name) return [];
  const isJoined = tokens[before.behind]?.kind === 'and' && clause.first - before.behind <= (clause.isFieldOwn ? 3 : 1);
  const sign = tokens[before.first - (before.isFieldOwn ? 3 : 1)]?.kind;
  if (sign === 'not' || sign === 'minus') return [];
  const [one, other] = [before.value, clause.value];
  const isUp = one.startsWith('>') && other.startsWith('<');
  if (!isJoined || (!isUp && !(one.startsWith('<') && other.startsWith('>')))) return [];
  const [low = '', high = ''] = (isUp ? [one, other] : [other, one]).map((bound) => bound.replace(/^[<>]=?/, ''));
  return areReversed(low, high, type) ? [reversed(low, high, clause, 'no single value is between them')] : [];
}

function reversed(low: string, high: string, clause: LuceneClause, effect = 'this finds nothing'): QueryProblem {
  return ineffective(
    clause,
    `The lower bound \`${shown(low)}\` is above the upper bound \`${shown(high)}\`, so ${effect}: swap them.`,
  );
}

function rangeProblems(clause: LuceneClause, type: string | undefined): readonly QueryProblem[] {
  const { low = '*', high = '*' } = clause.bounds ?? {};
  const name = shown(clause.field?.name ?? '');
  for (const bound of [low, high]) {
    const reason = bound === '*' ? undefined : misfitOf(bound, type, true);
    if (reason !== undefined) return [misfit(clause, `The field \`${name}\` ${reason}`)];
  }
  if (!areReversed(low, high, type)) return [];
  return [reversed(low, high, clause)];
}

function misfit(clause: LuceneClause, cause: string, effect = '. Servers find nothing'): QueryProblem {
  const rest = effect === '' ? ', servers find nothing' : `${effect}`;
  const message = `${cause}${rest}, or refuse the query where a default field is set.`;
  return { kind: 'type', message, span: clause.span, isRefused: false };
}

function ineffective(clause: LuceneClause, message: string): QueryProblem {
  return { kind: 'ineffective', message, span: span(clause.span.start, clause.span.end), isRefused: false };
}
