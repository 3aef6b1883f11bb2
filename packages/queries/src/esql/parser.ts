import { factsOfCommand, otherCommands } from './commands';
import { readColumn, readExpression, readPrimary, readString } from './expressions';
import type { Column, Command, NamedExpression } from './model';
import { Mistake, type Reader } from './reader';
import { stringValue, type Piece } from './scanner';
import { reportUnknown } from './unknown-command';

/** What the parts of a command are put into. */
type Draft = { -readonly [K in keyof Command]: Command[K] };

/** `SET name = value;` in front of the query. */
export function readSettings(reader: Reader): boolean {
  let hasSettings = false;
  while (reader.isWord('SET')) {
    hasSettings = true;
    reader.take(reader.peek(), 'keyword');
    for (let piece = reader.peek(); piece.kind !== 'end' && piece.text !== ';'; piece = reader.peek())
      reader.take(piece, piece.kind === 'string' ? 'string' : piece.kind === 'number' ? 'number' : undefined);
    reader.takeOperator(';');
  }
  return hasSettings;
}

/** Where a command begins, behind its `|`. */
export interface CommandStart {
  readonly at: number;
  /** How many mistakes are in front of it. */
  readonly problems: number;
}

/** How a pipeline is read. */
interface PipelineForm {
  /** It ends with the text, not with a parenthesis. */
  readonly isWhole: boolean;
  /** Its first command begins the query. */
  readonly isFirst: boolean;
  /** Receives where commands begin behind a `|`. */
  readonly starts?: CommandStart[];
  /** What begins there was read before; then it ends in front of it. */
  readonly isKnown?: (at: number) => boolean;
}

/** Reads commands with pipes between them. */
export function readPipeline(reader: Reader, form: PipelineForm): readonly Command[] {
  const { isWhole, starts, isKnown } = form;
  const commands: Command[] = [];
  const isAtStart = (): boolean => {
    starts?.push({ at: reader.at, problems: reader.problems.length });
    return isKnown?.(reader.at) === true;
  };
  for (let isFirst = form.isFirst; ; isFirst = false) {
    commands.push(readCommand(reader, isFirst));
    if (reader.takeOperator('|')) {
      if (isAtStart()) return commands;
      continue;
    }
    if (!isWhole && reader.peek().text === ')') return commands;
    reader.takeOperator(';');
    const rest = reader.peek();
    if (rest.kind === 'end') return commands;
    const isBroken = commands.at(-1)?.isOpen === true;
    if (!isBroken) reportRest(reader, rest);
    skipToPipe(reader, isWhole);
    if (!reader.takeOperator('|') || isAtStart()) return commands;
  }
}

/** Says what is wrong with a word behind a command that is complete. */
function reportRest(reader: Reader, rest: Piece): void {
  const upper = rest.text.toUpperCase();
  if (rest.kind === 'word' && factsOfCommand(upper)?.isSource !== true && factsOfCommand(upper))
    reader.report(`A \`|\` is missing in front of \`${upper}\`.`, rest.span, `| ${rest.text}`);
  else if (/^(?:DESCENDING|ASCENDING)$/.test(upper))
    reader.report(
      `Write \`${upper.startsWith('D') ? 'DESC' : 'ASC'}\`.`,
      rest.span,
      upper.startsWith('D') ? 'DESC' : 'ASC',
    );
  else if (rest.text === "'") reader.report('Strings are in double quotes: `"`.', rest.span);
  else
    reader.report(
      `Expected \`|\` or the end of the query here, not \`${rest.text.slice(0, 30).replaceAll('`', "'")}\`.`,
      rest.span,
    );
}

function skipToPipe(reader: Reader, isWhole: boolean): void {
  let depth = 0;
  for (let piece = reader.peek(); piece.kind !== 'end'; piece = reader.peek()) {
    if (depth <= 0 && (piece.text === '|' || (!isWhole && piece.text === ')'))) return;
    if (piece.kind === 'operator') depth += piece.text === '(' ? 1 : piece.text === ')' ? -1 : 0;
    reader.take(piece);
  }
}

function readCommand(reader: Reader, isFirst: boolean): Command {
  const word = reader.peek();
  const draft: Draft = {
    ...{ name: '', span: word.span, nameSpan: word.span, isOpen: false },
    ...{ fields: [], by: [], columns: [], renamed: [], sources: [], patterns: [], branches: [] },
  };
  try {
    readName(reader, draft, isFirst);
    parts[draft.name]?.(reader, draft);
    if (parts[draft.name] === undefined) {
      draft.isOpen = true;
      skipToPipe(reader, false);
    }
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    draft.isOpen = true;
    skipToPipe(reader, false);
  }
  draft.span = { start: word.span.start, end: Math.max(word.span.end, reader.end) };
  return draft;
}

function readName(reader: Reader, draft: Draft, isFirst: boolean): void {
  const word = reader.peek();
  const what = isFirst ? 'a command that begins a query, such as `FROM`,' : 'a command';
  if (word.kind === 'end' && isFirst) throw new Mistake();
  if (word.kind !== 'word') reader.expected(what, word);
  let name = word.text.toUpperCase();
  reader.take(word, 'keyword');
  draft.nameSpan = word.span;
  draft.name = name;
  if (name === 'LOOKUP' || name === 'INLINE') {
    const second = reader.peek();
    const wanted = name === 'LOOKUP' ? 'JOIN' : 'STATS';
    if (!reader.isWord(wanted, second)) {
      if (/^[A-Za-z]*🐔/u.test(reader.text.slice(reader.at))) throw new Mistake();
      reader.expected(`\`${wanted}\``, second);
    }
    reader.take(second, 'keyword');
    name = `${name} ${wanted}`;
    draft.nameSpan = { start: word.span.start, end: second.span.end };
    draft.name = name;
  }
  const facts = factsOfCommand(name);
  if (facts === undefined) {
    if (otherCommands.has(name)) throw new Mistake();
    reportUnknown(reader, { name, span: word.span, isFirst });
  } else if ((facts.isSource === true) !== isFirst)
    reader.fail(
      isFirst
        ? `A query begins with \`FROM\`, \`ROW\`, \`TS\` or \`SHOW\`; \`${name}\` comes behind a \`|\`.`
        : `\`${name}\` begins a query; it cannot come behind a \`|\`.`,
      draft.nameSpan,
    );
}

/** What comes behind the name of each command. */
const parts: Readonly<Record<string, (reader: Reader, draft: Draft) => void>> = {
  FROM: readSources,
  TS: readSources,
  ROW: (reader, draft) => void (draft.fields = readFields(reader)),
  SHOW: (reader) => void (reader.takeWord('INFO') || reader.expected('`INFO`')),
  WHERE: (reader, draft) => void (draft.fields = [{ expression: readExpression(reader) }]),
  EVAL: (reader, draft) => void (draft.fields = readFields(reader)),
  STATS: readStats,
  'INLINE STATS': readStats,
  INLINESTATS: readStats,
  SORT: readOrder,
  LIMIT: readLimit,
  SAMPLE: (reader, draft) => void (draft.fields = [{ expression: readPrimary(reader) }]),
  KEEP: (reader, draft) => void (draft.columns = readColumns(reader)),
  DROP: (reader, draft) => void (draft.columns = readColumns(reader)),
  MV_EXPAND: (reader, draft) => void (draft.columns = [readColumn(reader)]),
  RENAME: readRenames,
  DISSECT: readDissect,
  GROK: readGrok,
  ENRICH: readEnrich,
  'LOOKUP JOIN': readJoin,
  CHANGE_POINT: readChangePoint,
  FORK: readBranches,
};

function readSources(reader: Reader, draft: Draft): void {
  const sources = [];
  do {
    if (reader.peek('source').text === '(') {
      draft.isOpen = true;
      for (let depth = 0; ;) {
        const piece = reader.take(reader.peek());
        if (piece.kind === 'end') reader.expected('`)`');
        depth += piece.text === '(' ? 1 : piece.text === ')' ? -1 : 0;
        if (depth === 0) break;
      }
    } else sources.push(readSource(reader, draft));
  } while (reader.takeOperator(',', 'source'));
  draft.sources = sources;
  const bracket = reader.peek();
  const isBracketed = bracket.text === '[' && reader.isWord('METADATA', reader.behind(bracket));
  if (isBracketed) reader.take(bracket);
  if (!reader.takeWord('METADATA')) return;
  const columns = [readColumn(reader, 'pattern')];
  while (reader.takeOperator(',')) columns.push(readColumn(reader, 'pattern'));
  draft.columns = columns;
  if (!isBracketed) return;
  if (!reader.takeOperator(']')) reader.expected('`]`');
  const span = { start: bracket.span.start, end: reader.end };
  const message = 'Servers refuse square brackets around `METADATA` since version 9: remove them.';
  reader.problems.push({ kind: 'version', message, span, isRefused: false });
}

function readSource(reader: Reader, draft: Draft): Command['sources'][number] {
  const first = reader.peek('source');
  if (first.kind !== 'source' && first.kind !== 'string' && first.kind !== 'parameter')
    reader.expected('the name of an index', first);
  if (first.kind === 'string' && first.isUnclosed) reader.expected('', first);
  if (first.kind === 'parameter') draft.isOpen = true;
  reader.take(first, 'index');
  let text = first.kind === 'string' ? stringValue(first.text) : first.text;
  // A cluster in front of the index, or what is selected of it behind.
  for (let next = reader.peek('source'); next.text === ':' || next.text === '::'; next = reader.peek('source')) {
    reader.take(next, 'operator');
    const piece = reader.peek('source');
    if (piece.kind !== 'source' && piece.kind !== 'string') reader.expected('the rest of the name of an index', piece);
    reader.take(piece, 'index');
    text += next.text + (piece.kind === 'string' ? stringValue(piece.text) : piece.text);
  }
  return { text, span: { start: first.span.start, end: reader.end } };
}

function readFields(reader: Reader): readonly NamedExpression[] {
  const fields = [readField(reader)];
  while (reader.takeOperator(',')) fields.push(readField(reader));
  return fields;
}

/** `name = expression`, or an expression alone. */
function readField(reader: Reader): NamedExpression {
  const name = nameBeforeEquals(reader);
  return { ...(name && { name }), expression: readExpression(reader) };
}

/** Whether a name and an equals sign come next is looked up without reporting anything. */
function nameBeforeEquals(reader: Reader): Column | undefined {
  let piece = reader.peek();
  for (;;) {
    if (piece.kind !== 'word' && piece.kind !== 'quoted' && piece.kind !== 'parameter') return undefined;
    const next = reader.behind(piece);
    if (next.text === '.' && next.kind === 'operator') {
      piece = reader.behind(next);
      continue;
    }
    if (next.text !== '=' || next.kind !== 'operator') return undefined;
    const name = readColumn(reader);
    reader.takeOperator('=');
    return name;
  }
}

function readStats(reader: Reader, draft: Draft): void {
  if (!reader.isWord('BY')) {
    const fields: NamedExpression[] = [];
    do {
      const field = readField(reader);
      const word = reader.peek();
      if (reader.isWord('AS', word)) reader.fail('The name of a result comes first: `name = expression`.', word.span);
      fields.push(reader.takeWord('WHERE') ? { ...field, filter: readExpression(reader) } : field);
    } while (reader.takeOperator(','));
    draft.fields = fields;
  }
  const word = reader.peek();
  if (reader.isWord('GROUP', word) && reader.isWord('BY', reader.behind(word)))
    reader.fail(
      'Groups come behind `BY`, without `GROUP`.',
      { start: word.span.start, end: reader.behind(word).span.end },
      'BY',
    );
  if (reader.takeWord('BY')) draft.by = readFields(reader);
}

function readOrder(reader: Reader, draft: Draft): void {
  const fields: NamedExpression[] = [];
  do {
    const expression = readExpression(reader);
    const isDescending = !reader.takeWord('ASC') && reader.takeWord('DESC');
    const hasNulls = reader.takeWord('NULLS');
    const isFirst = hasNulls && reader.takeWord('FIRST');
    if (hasNulls && !isFirst && !reader.takeWord('LAST')) reader.expected('`FIRST` or `LAST`');
    const nulls = hasNulls && ({ nulls: isFirst ? 'first' : 'last' } as const);
    fields.push({ expression, ...(isDescending && { isDescending }), ...nulls });
  } while (reader.takeOperator(','));
  draft.fields = fields;
}

function readLimit(reader: Reader, draft: Draft): void {
  const { start } = reader.peek().span;
  const isNegative = reader.takeOperator('-');
  const piece = reader.peek();
  const isConstant = piece.kind === 'number' || piece.kind === 'parameter' || piece.kind === 'string';
  if (!isConstant) reader.expected('a number of rows', piece);
  const value = readPrimary(reader);
  const isWhole =
    value.kind === 'opaque' || (value.kind === 'literal' && (value.type === 'integer' || value.type === 'long'));
  if (isNegative || !isWhole)
    reader.fail('The number of rows is a whole number of 0 or more.', { start, end: value.span.end });
  draft.fields = [{ expression: value }];
  if (reader.takeWord('BY')) draft.by = readFields(reader);
}

function readColumns(reader: Reader): readonly Column[] {
  const columns = [readColumn(reader, 'pattern')];
  while (reader.takeOperator(',')) columns.push(readColumn(reader, 'pattern'));
  return columns;
}

function readRenames(reader: Reader, draft: Draft): void {
  const renamed: { readonly from: Column; readonly to: Column }[] = [];
  do {
    const first = readColumn(reader, 'pattern');
    if (reader.takeWord('AS')) renamed.push({ from: first, to: readColumn(reader, 'pattern') });
    else if (reader.takeOperator('=')) renamed.push({ from: readColumn(reader, 'pattern'), to: first });
    else reader.expected('`AS` and the new name');
  } while (reader.takeOperator(','));
  draft.renamed = renamed;
}

function readPattern(reader: Reader): Command['patterns'] {
  if (reader.peek().kind === 'parameter') {
    reader.take(reader.peek(), 'parameter');
    return [];
  }
  const { text, span } = readString(reader);
  return [{ text, span }];
}

function readDissect(reader: Reader, draft: Draft): void {
  draft.fields = [{ expression: readPrimary(reader) }];
  draft.patterns = readPattern(reader);
  if (draft.patterns.length === 0) draft.isOpen = true;
  for (const { text, span } of draft.patterns)
    if (!text.includes('%{')) reader.report('The pattern names no part: write `%{name}` for each.', span);
  if (!reader.takeWord('APPEND_SEPARATOR')) return;
  if (!reader.takeOperator('=')) reader.expected('`=`');
  readPattern(reader);
}

function readGrok(reader: Reader, draft: Draft): void {
  draft.fields = [{ expression: readPrimary(reader) }];
  const patterns = [];
  do {
    const read = readPattern(reader);
    if (read.length === 0) draft.isOpen = true;
    patterns.push(...read);
  } while (reader.takeOperator(','));
  draft.patterns = patterns;
}

function readEnrich(reader: Reader, draft: Draft): void {
  readSource(reader, draft);
  draft.isOpen = true;
  if (reader.takeWord('ON')) draft.columns = [readColumn(reader, 'pattern')];
  if (!reader.takeWord('WITH')) return;
  const fields: NamedExpression[] = [];
  do {
    const first = readColumn(reader, 'pattern');
    const isNamed = reader.takeOperator('=');
    fields.push({ name: first, expression: isNamed ? readColumn(reader, 'pattern') : first });
  } while (reader.takeOperator(','));
  draft.renamed = [];
  draft.fields = fields;
  draft.isOpen = false;
}

function readJoin(reader: Reader, draft: Draft): void {
  draft.sources = [readSource(reader, draft)];
  if (reader.takeWord('AS')) readColumn(reader);
  if (!reader.takeWord('ON')) reader.expected('`ON` and a column');
  const fields: NamedExpression[] = [];
  do fields.push({ expression: readExpression(reader) });
  while (reader.takeOperator(','));
  draft.fields = fields;
}

function readChangePoint(reader: Reader, draft: Draft): void {
  const columns = [readColumn(reader)];
  if (reader.takeWord('ON')) columns.push(readColumn(reader));
  draft.columns = columns;
  if (!reader.takeWord('AS')) return;
  const type = readColumn(reader);
  if (!reader.takeOperator(',')) reader.expected('`,` and a second name');
  draft.by = [type, readColumn(reader)].map((name): NamedExpression => ({ name, expression: name }));
}

function readBranches(reader: Reader, draft: Draft): void {
  const branches: (readonly Command[])[] = [];
  while (reader.takeOperator('(')) {
    branches.push(reader.nested(() => readPipeline(reader, { isWhole: false, isFirst: false })));
    if (!reader.takeOperator(')')) reader.expected('`)`');
  }
  if (branches.length === 0) reader.expected('`(` and a command');
  draft.branches = branches;
}
