import type { QueryContext, QueryProblem } from '@rulebook/catalogue/query-languages';
import type { Span } from '@rulebook/text/span';
import {
  anyColumns,
  columnsLike,
  columnsOf,
  isColumnName,
  noColumns,
  notAll,
  onlyColumns,
  withColumns,
  withoutColumns,
  type Columns,
  type KnownColumn,
} from './columns';
import { factsOfCommand } from './commands';
import { functionsByName, hasSince, isOtherProduct } from './functions';
import { isWhollyKnown, judge, judgeColumn, mustBeCondition } from './judge-expression';
import { partsOfExpression, type Command, type Expression, type NamedExpression, type Query } from './model';
import { reportLater, reportLimit, reportOldName, reportShare } from './limits';
import { judgeMetadata } from './metadata';
import { judgeOrder, judgeTwice } from './order';
import { withParameters } from './parameters';
import { withArticle, wrongType, type Place } from './place';
import { columnsOfDissect, columnsOfGrok, dissectProblem, grokProblem } from './patterns';
import { isPlain, isSpanOfTime, isText } from './types';

/** A query with what is found in it. */
export interface Analysis {
  readonly problems: readonly QueryProblem[];
  /** The columns in front of each command of the pipeline, and behind the last one. */
  readonly columns: readonly Columns[];
}

/** Follows the columns through a query, and reports what its commands do with those that are not there. */
export function analyze(text: string, written: Query, context: QueryContext): Analysis {
  // Another version may have a command that is like none of those that are known.
  const isKnown = isWhollyKnown(context);
  const problems = written.problems.flatMap((problem): readonly QueryProblem[] =>
    problem.kind !== 'unknown-name' || problem.isRefused ? [problem] : isKnown ? [{ ...problem, isRefused: true }] : [],
  );
  const keyOf = ({ span, param }: QueryProblem): string => `${String(span.start)} ${String(span.end)} ${String(param)}`;
  const said = new Set(problems.map(keyOf));
  const report = (problem: QueryProblem): void => {
    if (said.has(keyOf(problem))) return;
    said.add(keyOf(problem));
    // What is wrong with a value is not corrected where its parameter is.
    const { meant, ...own } = problem;
    const isParameter = problem.kind === 'type' && text[problem.span.start] === '?' && meant?.startsWith('?') !== true;
    problems.push(isParameter ? own : problem);
  };
  const query = withParameters(written, text, context, report);
  const walk: Walk = {
    ...{ text, context, report },
    hasSettings: query.hasSettings,
    isSeries: query.commands[0]?.name === 'TS',
  };
  const columns = follow(query.commands, anyColumns, walk, []);
  if (!isOtherProduct(context)) judgeOrder(query.commands, context.version?.[0], report);
  return { problems: problems.sort((a, b) => a.span.start - b.span.start), columns };
}

interface Walk {
  readonly text: string;
  readonly context: QueryContext;
  readonly report: (problem: QueryProblem) => void;
  readonly hasSettings: boolean;
  readonly isSeries: boolean;
}

function follow(
  commands: readonly Command[],
  start: Columns,
  walk: Walk,
  earlier: readonly string[],
): readonly Columns[] {
  const found: Columns[] = [start];
  const before = [...earlier];
  let columns = start;
  for (const command of commands) {
    reportVersion(command, walk);
    columns = behind(command, { ...walk, columns, of: 'rows', command: command.name, before }, walk);
    before.push(command.name);
    // A setting may say what columns are that the mapping does not have.
    if (walk.hasSettings) columns = { ...columns, ...notAll, removed: new Map() };
    found.push(columns);
  }
  return found;
}

function reportVersion({ name, nameSpan }: Command, { context, report }: Walk): void {
  const since = factsOfCommand(name)?.since;
  if (since === undefined || isOtherProduct(context) || hasSince(since, context.version) !== false) return;
  report({
    kind: 'version',
    message: `\`${name}\` exists since version ${since.join('.')}, and the endpoint has ${context.version?.join('.') ?? ''}.`,
    span: nameSpan,
    isRefused: true,
  });
}

/** Returns the columns behind a command. */
function behind(command: Command, place: Place, walk: Walk): Columns {
  const after = stepOf(command, place, walk);
  // What a command with a mistake does is not known.
  return command.isOpen && command.name !== 'ENRICH' ? { ...after, ...notAll } : after;
}

function stepOf(command: Command, place: Place, walk: Walk): Columns {
  const { columns } = place;
  switch (command.name) {
    case 'FROM':
    case 'TS':
      return afterSource(command, walk);
    case 'ROW':
      return afterFields(command.fields, { ...place, columns: noColumns });
    case 'SHOW':
      return withColumns(noColumns, [{ name: 'version' }, { name: 'date' }, { name: 'hash' }]);
    case 'EVAL':
      return afterFields(command.fields, place);
    case 'WHERE':
      for (const { expression } of command.fields) mustBeCondition(expression, judge(expression, place), place);
      return columns;
    case 'SORT':
      for (const { expression } of command.fields) reportUnsorted(expression, judge(expression, place), place);
      return columns;
    case 'LIMIT':
      if (command.by.length > 0) reportLater('LIMIT … BY', command.nameSpan, place);
      reportLimit(command, place);
      for (const { expression } of command.by) judge(expression, { ...place, of: 'by' });
      return columns;
    case 'SAMPLE':
      reportShare(command, place);
      return columns;
    case 'STATS':
      judgeTwice(command, place.report);
      return afterStats(command, place);
    case 'INLINE STATS':
    case 'INLINESTATS': {
      reportOldName(command, place);
      const added = afterStats(command, place);
      return withColumns(columns, [...added.byName.values()]);
    }
    case 'KEEP':
      return afterKeep(command, place);
    case 'DROP':
      return afterDrop(command, place);
    case 'RENAME':
      return afterRename(command, place);
    case 'MV_EXPAND':
      for (const column of command.columns) judgeColumn(column, place);
      return columns;
    case 'DISSECT':
    case 'GROK':
      return afterPatterns(command, place);
    case 'ENRICH':
      for (const column of command.columns) judgeColumn(column, place);
      return command.isOpen ? { ...columns, ...notAll } : withColumns(columns, namesOf(command.fields));
    case 'LOOKUP JOIN':
      return afterJoin(command, place, walk);
    case 'CHANGE_POINT':
      for (const column of command.columns) judgeColumn(column, place);
      return withColumns(columns, command.by.length > 0 ? namesOf(command.by) : [{ name: 'type' }, { name: 'pvalue' }]);
    case 'FORK':
      return afterFork(command, place, walk);
    default:
      return { ...columns, ...notAll };
  }
}

function afterSource(command: Command, { context, isSeries, report }: Walk): Columns {
  const own = judgeMetadata(command, context, { isWhollyKnown: isWhollyKnown(context), report });
  const names = command.sources.flatMap(({ text }) => text.split(',').map((name) => name.trim()));
  const isKnown = !command.isOpen && names.length > 0 && names.every((name) => name !== '' && !/[:<?]/.test(name));
  const columns = isKnown ? columnsOf(context.fieldsOf(names)) : anyColumns;
  const found = withColumns(columns, own);
  return isSeries || command.columns.some(({ isOpen }) => isOpen) ? { ...found, ...notAll } : found;
}

function namesOf(fields: readonly NamedExpression[]): readonly KnownColumn[] {
  return fields.flatMap(({ name }) => (name === undefined ? [] : [{ name: name.name }]));
}

/** What a result without a name is called. */
function nameOfResult({ name, expression }: NamedExpression, text: string): string {
  if (name !== undefined) return name.name;
  return expression.kind === 'column' ? expression.name : text.slice(expression.span.start, expression.span.end);
}

function afterFields(fields: readonly NamedExpression[], place: Place): Columns {
  let { columns } = place;
  for (const field of fields) {
    const type = judge(field.expression, { ...place, columns });
    if (isSpanOfTime(type ?? ''))
      wrongType(
        place,
        'A column cannot hold a span of time. Write it where it is added to a time.',
        field.expression.span,
      );
    const isOpen = field.name?.isOpen === true;
    columns = isOpen
      ? { ...columns, ...notAll }
      : withColumns(columns, [{ name: nameOfResult(field, place.text), type }]);
  }
  return columns;
}

const unsorted = new Set(['geo_point', 'geo_shape', 'cartesian_point', 'cartesian_shape']);

function reportUnsorted(expression: Expression, type: string | undefined, place: Place): void {
  if (type !== undefined && unsorted.has(type))
    wrongType(place, `Rows cannot be sorted by ${withArticle(type)}.`, expression.span);
}

function afterStats({ fields, by }: Command, place: Place): Columns {
  const { text, columns } = place;
  let groups = columns;
  const grouped: KnownColumn[] = [];
  for (const field of by) {
    const type = judge(field.expression, { ...place, columns: groups, of: 'by' });
    const column = { name: nameOfResult(field, text), type };
    if (field.name !== undefined) groups = withColumns(groups, [column]);
    grouped.push(column);
  }
  const results = fields.map((field): KnownColumn => {
    const within: Place = { ...place, columns: groups, of: 'groups' };
    const type = judge(field.expression, within);
    if (field.filter) mustBeCondition(field.filter, judge(field.filter, place), place);
    reportUngrouped(field.expression, { by, names: new Set(grouped.map(({ name }) => name)) }, within);
    return { name: nameOfResult(field, text), type };
  });
  const isOpen = [...fields, ...by].some(
    ({ name, expression }) => name?.isOpen === true || (expression.kind === 'column' && expression.isOpen),
  );
  const kept = onlyColumns(columns, [...results, ...grouped], 'STATS');
  return isOpen ? { ...kept, ...notAll } : kept;
}

interface Groups {
  readonly by: readonly NamedExpression[];
  readonly names: ReadonlySet<string>;
}

/** Reports columns that are neither aggregated nor a group, and results without any aggregation. */
function reportUngrouped(expression: Expression, groups: Groups, place: Place): void {
  const { by } = groups;
  const isGroup = (one: Expression): boolean =>
    by.some(({ expression: other }) => writtenAt(other.span, place) === writtenAt(one.span, place));
  const found = { columns: [] as Expression[], isAggregated: false, isOpen: false };
  const look = (one: Expression): void => {
    if (isGroup(one)) {
      found.isOpen = true;
      return;
    }
    if (one.kind === 'column') {
      if (one.isOpen || groups.names.has(one.name)) found.isOpen = true;
      else found.columns.push(one);
    }
    if (one.kind === 'opaque') found.isOpen = true;
    if (one.kind === 'call') {
      const facts = functionsByName().get(one.name);
      if (facts === undefined || facts.kind === 'group') found.isOpen = true;
      if (facts?.kind === 'aggregation' || facts?.kind === 'series') {
        found.isAggregated = true;
        return;
      }
    }
    for (const part of partsOfExpression(one)) look(part);
  };
  look(expression);
  const [first] = found.columns;
  if (found.isOpen || place.isSeries) return;
  if (first !== undefined)
    wrongType(place, `\`${writtenAt(first.span, place)}\` is neither aggregated nor behind \`BY\`.`, first.span);
  else if (!found.isAggregated)
    wrongType(place, 'Each result of `STATS` comes from an aggregation, such as `COUNT(*)`.', expression.span);
}

function writtenAt({ start, end }: Span, { text }: Place): string {
  return text.slice(start, end);
}

/** Returns the columns that patterns name; a name that is none is reported. */
function named(command: Command, place: Place): readonly KnownColumn[] {
  const { columns, report } = place;
  return command.columns.flatMap((column): readonly KnownColumn[] => {
    const { name, span, isOpen } = column;
    if (!isOpen) {
      const type = judgeColumn(column, place);
      return isColumnName(name, columns) === false ? [] : [{ name, type }];
    }
    const isPattern = !name.includes('?');
    const found = isPattern ? columnsLike(name, columns) : [];
    const [lead = ''] = name.split('*');
    const mayFit = columns.open.some((one) => one.startsWith(lead) || lead.startsWith(one));
    if (isPattern && found.length === 0 && columns.areAll && !mayFit)
      report({ kind: 'unknown-name', message: `No column fits \`${name}\`.`, span, isRefused: true });
    return found;
  });
}

function afterKeep(command: Command, place: Place): Columns {
  const kept = onlyColumns(place.columns, named(command, place), 'KEEP');
  const { areAll, areDeclared, open } = place.columns;
  // A pattern keeps what is not known, too.
  return command.columns.some(({ isOpen }) => isOpen)
    ? { ...kept, areAll, areDeclared, open, ...(!areAll && { removed: new Map() }) }
    : kept;
}

function afterDrop(command: Command, place: Place): Columns {
  const { report, columns } = place;
  for (const { name, span } of command.columns)
    if (name === '*') report({ kind: 'type', message: '`DROP *` would leave no column.', span, isRefused: true });
  return withoutColumns(
    columns,
    named(command, place).map(({ name }) => name),
    'DROP',
  );
}

function afterRename({ renamed }: Command, place: Place): Columns {
  let { columns } = place;
  for (const { from, to } of renamed) {
    const type = judgeColumn(from, { ...place, columns });
    if (from.isOpen || to.isOpen) columns = { ...columns, ...notAll };
    else if (from.name !== to.name)
      columns = withColumns(withoutColumns(columns, [from.name], 'RENAME'), [{ name: to.name, type }]);
  }
  return columns;
}

function afterPatterns({ name, fields, patterns, isOpen }: Command, place: Place): Columns {
  for (const { expression } of fields) {
    const type = judge(expression, place);
    if (isPlain(type) && !isText(type))
      wrongType(place, `\`${name}\` reads text, and this is ${withArticle(type)}.`, expression.span);
  }
  const added = patterns.flatMap(({ text, span }) => {
    const problem = name === 'GROK' ? grokProblem(text) : dissectProblem(text);
    if (problem !== undefined) {
      const { message, meant } = problem;
      place.report({ kind: 'syntax', message, span, isRefused: true, ...(meant !== undefined && { meant }) });
    }
    return name === 'GROK' ? columnsOfGrok(text) : columnsOfDissect(text);
  });
  const columns = withColumns(place.columns, added);
  return isOpen ? { ...columns, ...notAll } : columns;
}

function afterJoin({ sources, fields }: Command, place: Place, { context }: Walk): Columns {
  const [source] = sources;
  const joined =
    source === undefined || /[*:<?]/.test(source.text) ? anyColumns : columnsOf(context.fieldsOf([source.text]));
  for (const { expression } of fields) if (expression.kind === 'column') judgeColumn(expression, place);
  const columns = withColumns(place.columns, [...joined.byName.values()]);
  const areDeclared = columns.areDeclared === true && (joined.areDeclared === true || joined.areAll);
  return { ...columns, areDeclared, areAll: columns.areAll && joined.areAll, open: [...columns.open, ...joined.open] };
}

function afterFork({ branches }: Command, { columns, before }: Place, walk: Walk): Columns {
  for (const branch of branches) follow(branch, columns, walk, before);
  // A branch may add columns, or take some away.
  return { ...withColumns(columns, [{ name: '_fork', type: 'keyword' }]), ...notAll };
}
