import type { QueryContext, QueryFields, QueryProblem, QueryProblemKind } from '@rulebook/catalogue/query-languages';
import { span, type Span } from '@rulebook/text/span';
import { fieldNamed, someFieldMatches, unknownField } from '../shared/fields';
import { areReversed, mostProblems, holdsOf, misfitOf, shown, takesPatterns } from '../shared/values';
import { readKql, type KqlClause, type KqlField, type KqlQuery } from './parse';

/** Returns what is wrong with a KQL text: at most one refusal, and what it never finds. */
export function kqlProblems(text: string, context: QueryContext): readonly QueryProblem[] {
  const query = readKql(text);
  const problems: QueryProblem[] = [];
  if (query.refusal !== undefined) problems.push({ kind: 'syntax', isRefused: true, ...query.refusal });
  const fields = context.fieldsOf();
  const judged = new Set<KqlField>();
  for (const [index, clause] of query.clauses.entries()) {
    const { field } = clause;
    if (problems.length >= mostProblems) break;
    const isNew = field !== undefined && !judged.has(field);
    if (isNew) judged.add(field);
    const own = isNew ? nameProblems(field, clause, fields) : [];
    problems.push(...own);
    if (own.length > 0) continue;
    problems.push(
      ...(field === undefined ? looseProblems(query, index, fields) : valueProblems(clause, field, fields)),
    );
    problems.push(...reversedProblems(query, index, fields));
  }
  return problems;
}

function problem(kind: QueryProblemKind, at: Span, message: string, meant?: string): QueryProblem {
  return { kind, message, span: at, isRefused: false, ...(meant !== undefined && { meant }) };
}

function nameProblems(field: KqlField, clause: KqlClause, fields: QueryFields | undefined): readonly QueryProblem[] {
  const { name } = field;
  if (name === '_exists_')
    return [
      problem(
        'ineffective',
        field.span,
        `KQL has no \`_exists_\`, so this finds nothing: write \`${shown(clause.value)}: *\`.`,
      ),
    ];
  const [, sign, rest] = /^([-+!]+)(.*)$/s.exec(name) ?? [];
  if (sign !== undefined && rest !== undefined && fields?.areAll === true && !fields.byName.has(name)) {
    const meant = sign === '+' ? rest : `not ${rest}`;
    return [
      problem(
        'ineffective',
        field.span,
        `\`${sign}\` is a part of the name in KQL, and no field has that name, so this finds nothing: write \`${shown(meant)}\`.`,
        meant,
      ),
    ];
  }
  if (name.includes('*')) {
    if (someFieldMatches(name, fields)) return [];
    return [
      problem('unknown-name', field.span, `No field of the mapping matches \`${shown(name)}\`, so this finds nothing.`),
    ];
  }
  const named = fieldNamed(name, fields);
  if (clause.kind === 'nested') return nestedProblems(field, named);
  if (named.kind === 'object') {
    if (clause.value === '*') return [];
    return [
      problem(
        'ineffective',
        field.span,
        `\`${shown(name)}\` is an object, which has no value of its own, so this finds nothing: name one of its fields.`,
      ),
    ];
  }
  if (named.kind !== 'unknown') return [];
  return [problem('unknown-name', field.span, unknownField(shown(name), named, 'this finds nothing'), named.meant)];
}

function nestedProblems(field: KqlField, named: ReturnType<typeof fieldNamed>): readonly QueryProblem[] {
  const type = named.kind === 'field' ? named.field.type : undefined;
  if (named.kind === 'unknown')
    return [
      problem(
        'unknown-name',
        field.span,
        unknownField(shown(field.name), named, 'servers refuse `{` behind it'),
        named.meant,
      ),
    ];
  if (holdsOf(type) === undefined) return [];
  return [
    problem(
      'type',
      field.span,
      `\`${shown(field.name)}\` is of the type \`${type}\`, and servers take \`{ … }\` behind nested fields only: write \`( … )\`.`,
    ),
  ];
}

/** What values without a field show: operators that KQL does not have, and words at the ends. */
function looseProblems({ clauses }: KqlQuery, index: number, fields: QueryFields | undefined): readonly QueryProblem[] {
  const clause = clauses[index];
  if (clause === undefined || clause.kind !== 'words') return [];
  const [first, second, third] = clause.tokens;
  if (first === undefined) return [];
  const operator = operatorIn(clause, fields);
  if (operator !== undefined) {
    const { name, sign, value } = operator;
    const meant = sign.startsWith('!') ? `not ${name}: ${value}` : `${name}: ${value}`;
    return [
      problem(
        'ineffective',
        clause.span,
        `KQL has no \`${sign}\`, so this is searched for as a text: write \`${shown(meant)}\`.`,
        meant,
      ),
    ];
  }
  if (clause.joint !== undefined && second === undefined && first.kind !== 'word')
    return [lonelyWord(first.text, first.span)];
  const last = clause.tokens.at(-1);
  if (
    clause.tokens.length > 1 &&
    third === undefined &&
    (first.kind === 'and' || first.kind === 'or') &&
    clause.joint !== undefined
  )
    return [lonelyWord(first.text, first.span)];
  if (last !== undefined && clause.tokens.length > 1 && last.kind === 'not') return [lonelyWord(last.text, last.span)];
  const sign = clause.tokens.find(({ text }) => text === '&&' || text === '||');
  if (sign !== undefined) {
    const meant = sign.text === '&&' ? 'and' : 'or';
    return [
      problem(
        'ineffective',
        sign.span,
        `KQL has no \`${sign.text}\`, so it is a part of the text: write \`${meant}\`.`,
        meant,
      ),
    ];
  }
  const before = clauses[index - 1];
  const named = before?.field === undefined ? undefined : fieldNamed(before.field.name, fields);
  const isNumber = named?.kind === 'field' && /^(?:whole|number)$/.test(holdsOf(named.field.type) ?? '');
  if (clause.joint?.kind !== 'or' || before?.isFieldOwn !== true || !isNumber || !/^[\d.]+$/.test(clause.value))
    return [];
  const { name } = before.field ?? { name: '' };
  return [
    problem(
      'ineffective',
      clause.span,
      `\`${shown(clause.value)}\` has no field here, so it is searched for in all fields: write \`${shown(name)}: (${shown(before.value)} or ${shown(clause.value)})\`.`,
    ),
  ];
}

function lonelyWord(text: string, at: Span): QueryProblem {
  return problem(
    'ineffective',
    at,
    `\`${text}\` joins nothing here, so it is searched for as a word: remove it, or write what it applies to.`,
  );
}

/** Returns the parts of `status = 500` and the like, where that is certainly meant. */
function operatorIn(
  { tokens }: KqlClause,
  fields: QueryFields | undefined,
): { readonly name: string; readonly sign: string; readonly value: string } | undefined {
  const texts = tokens.map(({ text }) => text);
  const [name = '', sign = '', ...rest] = texts;
  if (/^(?:={1,3}|!={0,2}|=~|~)$/.test(sign) && (rest.length > 0 || isField(name, fields)))
    return sign === '!' && !isField(name, fields) ? undefined : { name, sign, value: rest.join(' ') };
  const [, joined, own, value] = /^([\w.@-]+)(={1,2}|!={1,2})(.*)$/s.exec(name) ?? [];
  if (joined === undefined || own === undefined || value === undefined || !isField(joined, fields)) return undefined;
  return { name: joined, sign: own, value: [value, sign, ...rest].join(' ').trim() };
}

function isField(name: string, fields: QueryFields | undefined): boolean {
  return fields?.byName.has(name) === true;
}

function valueProblems(clause: KqlClause, field: KqlField, fields: QueryFields | undefined): readonly QueryProblem[] {
  const { value } = clause;
  const name = shown(field.name);
  const last = clause.tokens.at(-1);
  const hasEnd = clause.tokens.length > 1 && last !== undefined && last.kind !== 'word' && clause.kind === 'words';
  if (hasEnd) return [lonelyWord(last.text, last.span)];
  const [, low, high] = /^[[{](\S+) TO (\S+)[\]}]$/s.exec(value) ?? [];
  if (clause.kind === 'words' && low !== undefined && high !== undefined) {
    const meant = `${name} >= ${shown(low)} and ${name} <= ${shown(high)}`;
    return [
      problem(
        'ineffective',
        clause.span,
        `KQL has no \`[… TO …]\`, so this is searched for as a text: write \`${meant}\`.`,
      ),
    ];
  }
  const named = fieldNamed(field.name, fields);
  const type = named.kind === 'field' && !field.name.includes('*') ? named.field.type : undefined;
  if (value === '*' && clause.kind === 'words') return [];
  if (clause.kind === 'words' && /(?:^|[^\\])\*/.test(sourceOf(clause))) {
    if (takesPatterns(type) === false)
      return [
        problem(
          'type',
          clause.span,
          `Wildcards are for texts and keywords only, and \`${name}\` is of the type \`${type}\`: servers refuse this.`,
        ),
      ];
    if (value.startsWith('*') && value.replaceAll('*', '') !== '')
      return [
        problem(
          'costly',
          clause.span,
          'A wildcard at the start makes servers look at every term of the field: begin with a letter, or keep the text in a field of the type `wildcard`.',
        ),
      ];
    return [];
  }
  const reason = misfitOf(value, type, clause.kind === 'range');
  if (reason === undefined) return [];
  const [, from, to] = /^(\d+)(?:-|\.\.)(\d+)$/.exec(value) ?? [];
  const advice =
    from === undefined || to === undefined ? '' : ` A range is written \`${name} >= ${from} and ${name} <= ${to}\`.`;
  return [
    problem(
      'type',
      clause.span,
      `The field \`${name}\` ${reason}: servers find nothing, or refuse the query.${advice}`,
    ),
  ];
}

function sourceOf({ tokens }: KqlClause): string {
  return tokens.map(({ text }) => text).join(' ');
}

/** Bounds of one field that are joined by `and` and that no value is between. */
function reversedProblems(
  { clauses, tokens }: KqlQuery,
  index: number,
  fields: QueryFields | undefined,
): readonly QueryProblem[] {
  const [before, clause] = [clauses[index - 1], clauses[index]];
  if (before?.kind !== 'range' || clause?.kind !== 'range' || clause.joint?.kind !== 'and') return [];
  // `a and b or c` is `a and (b or c)` to servers.
  if (before.isNegated || clause.isNegated || tokens[clause.behind]?.kind === 'or') return [];
  if (before.field?.name !== clause.field?.name || clause.field === undefined) return [];
  const [one, other] = [before.operator ?? '', clause.operator ?? ''];
  const isUp = one.startsWith('>') && other.startsWith('<');
  if (!isUp && !(one.startsWith('<') && other.startsWith('>'))) return [];
  const [low, high] = isUp ? [before.value, clause.value] : [clause.value, before.value];
  const named = fieldNamed(clause.field.name, fields);
  if (named.kind !== 'field' || !areReversed(low, high, named.field.type)) return [];
  const at = span(before.field?.span.start ?? before.span.start, clause.span.end);
  return [
    problem(
      'ineffective',
      at,
      `The lower bound \`${shown(low)}\` is above the upper bound \`${shown(high)}\`, so no single value is between them: swap them.`,
    ),
  ];
}
