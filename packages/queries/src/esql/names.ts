import type { NewQueryName, QueryName } from '@rulebook/catalogue/query-languages';
import type { Span } from '@rulebook/text/span';
import {
  partsOfExpression,
  type Column,
  type Command,
  type Expression,
  type NamedExpression,
  type Query,
} from './model';
import { readQuery } from './read-query';
import { reserved } from './words';

/** A column while its places are collected. */
interface Known {
  readonly name: string;
  readonly places: { readonly span: Span; readonly isDefinition: boolean }[];
  /** A command of the query makes it. */
  isMade: boolean;
  isFixed?: string;
}

/** The columns at a place of the query by their names. */
type Columns = Map<string, Known>;

/**
 * Returns the columns of a query with their places: those that a command makes, up to where another takes their place, and the fields of indices.
 * Of a query with a mistake, only what can be followed is returned, and nothing of it gets another name.
 */
export function namesInQuery(text: string): readonly QueryName[] {
  const query = readQuery(text);
  const walk = new Walk(text);
  walk.follow(query.commands, new Map());
  const reason = reasonOf(query, walk);
  const patterns = walk.patterns.map(fitting);
  return walk.all
    .filter(({ places }) => places.length > 0)
    .map(({ name, places, isMade, isFixed }): QueryName => {
      const fixed =
        reason ??
        isFixed ??
        (isMade
          ? patterns.some((fits) => fits(name))
            ? `A pattern of the query with \`*\` fits \`${name}\`, so another name may change what it names.`
            : undefined
          : `\`${name}\` is a field of the index. \`RENAME ${name} AS other\` gives a column of the query another name.`);
      return {
        name,
        places: places.sort((a, b) => a.span.start - b.span.start),
        ...(fixed !== undefined && { isFixed: fixed }),
      };
    });
}

function reasonOf({ problems, commands }: Query, { isOpen }: Walk): string | undefined {
  if (problems.some(({ kind }) => kind === 'syntax')) return 'The query has a mistake. Correct it first.';
  if (isOpen || commands.some(({ name }) => !followed.has(name)))
    return 'The query has a command whose columns are not followed here.';
  return undefined;
}

const followed: ReadonlySet<string> = new Set(
  'FROM,TS,ROW,SHOW,WHERE,EVAL,STATS,INLINE STATS,INLINESTATS,SORT,LIMIT,SAMPLE,KEEP,DROP,MV_EXPAND,RENAME,DISSECT,GROK,ENRICH,LOOKUP JOIN,CHANGE_POINT'.split(
    ',',
  ),
);

class Walk {
  readonly all: Known[] = [];
  /** Names with `*`, but for the asterisk alone. */
  readonly patterns: string[] = [];
  /** Something was not followed. */
  isOpen = false;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  follow(commands: readonly Command[], start: Columns): void {
    let columns = start;
    for (const command of commands) columns = this.#behind(command, columns);
  }

  #behind(command: Command, columns: Columns): Columns {
    const { name, fields, by } = command;
    switch (name) {
      case 'EVAL':
      case 'ROW':
        for (const field of fields) this.#define(field, columns);
        return columns;
      case 'STATS':
      case 'INLINE STATS':
      case 'INLINESTATS':
        return this.#grouped(command, columns);
      case 'KEEP': {
        const isPattern = command.columns.some(({ isOpen }) => isOpen);
        const kept = command.columns.flatMap((column) => this.#use(column, columns) ?? []);
        return isPattern ? columns : new Map(kept.map((known) => [known.name, known]));
      }
      case 'DROP':
        for (const column of command.columns) {
          this.#use(column, columns);
          columns.delete(column.name);
        }
        return columns;
      case 'RENAME':
        for (const { from, to } of command.renamed) {
          this.#use(from, columns);
          columns.delete(from.name);
          this.#make(to, columns);
        }
        return columns;
      case 'DISSECT':
      case 'GROK':
        for (const { expression } of fields) this.#expression(expression, columns);
        for (const pattern of command.patterns) this.#inPattern(pattern, columns);
        return columns;
      case 'ENRICH':
        for (const column of command.columns) this.#use(column, columns);
        for (const { name: made, expression } of fields) if (made) this.#makeOf(made, expression, columns);
        return columns;
      case 'LOOKUP JOIN':
        for (const { expression } of fields) this.#joined(expression, columns);
        return columns;
      case 'FORK':
        this.isOpen = true;
        for (const branch of command.branches) this.follow(branch, new Map(columns));
        return columns;
      default:
        for (const column of command.columns) this.#use(column, columns);
        for (const { expression } of [...fields, ...(name === 'CHANGE_POINT' ? [] : by)])
          this.#expression(expression, columns);
        if (name === 'CHANGE_POINT') for (const { name: made } of by) if (made) this.#make(made, columns);
        return columns;
    }
  }

  #grouped({ name, fields, by }: Command, columns: Columns): Columns {
    const within: Columns = new Map(columns);
    const groups: Known[] = [];
    for (const field of by) groups.push(...(this.#define(field, within) ?? []));
    const results: Known[] = [];
    for (const field of fields) {
      this.#expression(field.expression, within);
      if (field.filter) this.#expression(field.filter, columns);
      const made: Columns = new Map();
      results.push(...(this.#named(field, made) ?? []));
    }
    const kept = new Map([...results, ...groups].map((known) => [known.name, known]));
    return name === 'STATS' ? kept : new Map([...columns, ...kept]);
  }

  /** A field of `EVAL`, `ROW` or behind `BY`: what it uses, and what it makes. */
  #define(field: NamedExpression, columns: Columns): readonly Known[] | undefined {
    this.#expression(field.expression, columns);
    return this.#named(field, columns);
  }

  #named({ name, expression }: NamedExpression, columns: Columns): readonly Known[] | undefined {
    if (name !== undefined) {
      const made = this.#make(name, columns);
      return made && [made];
    }
    if (expression.kind === 'column') {
      const known = columns.get(expression.name);
      return known && [known];
    }
    // It is called as it is written, so that what it names cannot be called otherwise once it is used.
    const { start, end } = expression.span;
    const known = this.#add(
      this.#text.slice(start, end),
      'It is called as it is computed. Give it a name in front: `name = …`.',
    );
    columns.set(known.name, known);
    return [known];
  }

  #make({ name, span, isOpen }: Column, columns: Columns): Known | undefined {
    if (isOpen) {
      this.isOpen ||= this.#text.slice(span.start, span.end).includes('?');
      return undefined;
    }
    const known = this.#add(name);
    known.isMade = true;
    known.places.push({ span, isDefinition: true });
    columns.set(name, known);
    return known;
  }

  #makeOf(made: Column, of: Expression, columns: Columns): void {
    const known = this.#make(made, columns);
    if (known && of === made)
      known.isFixed = `\`${made.name}\` is a field of the policy. Write \`other = ${made.name}\`.`;
  }

  #add(name: string, isFixed?: string): Known {
    const known: Known = { name, places: [], isMade: false, ...(isFixed !== undefined && { isFixed }) };
    this.all.push(known);
    return known;
  }

  #use(column: Column, columns: Columns): Known | undefined {
    const { name, span, isOpen } = column;
    if (isOpen) {
      if (this.#text.slice(span.start, span.end).includes('?')) this.isOpen = true;
      else if (name !== '*') this.patterns.push(name);
      return undefined;
    }
    const known = columns.get(name) ?? this.#add(name);
    columns.set(name, known);
    known.places.push({ span, isDefinition: false });
    return known;
  }

  #expression(root: Expression, columns: Columns): void {
    const waiting = [root];
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      if (one.kind === 'column') this.#use(one, columns);
      else if (one.kind === 'opaque' && one.parts.length === 0) this.isOpen ||= this.#text[one.span.start] !== '?';
      // One after the other: as arguments, very many would have no room on the stack.
      for (const part of partsOfExpression(one)) waiting.push(part);
    }
  }

  /** The column of both sides has one name. */
  #joined(expression: Expression, columns: Columns): void {
    this.#expression(expression, columns);
    const waiting = [expression];
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      const known = one.kind === 'column' ? columns.get(one.name) : undefined;
      if (known) known.isFixed = `\`LOOKUP JOIN\` needs the name \`${known.name}\` in both indices.`;
      for (const part of partsOfExpression(one)) waiting.push(part);
    }
  }

  #inPattern({ text, span }: { readonly text: string; readonly span: Span }, columns: Columns): void {
    const raw = this.#text.slice(span.start, span.end);
    const start = span.start + raw.indexOf(text);
    for (const { 1: lead = '', 2: name = '', index } of text.matchAll(/(%\{(?:\w+:|\+)?|\(\?<)([\w.@-]+)/g)) {
      const at = start + index + lead.length;
      // Escapes move what is behind them, and keys with signs mean more than a name.
      const isPlain = raw.includes(text) && /^[}:>]/.test(text.slice(index + lead.length + name.length));
      const known = this.#make(
        { kind: 'column', name, span: { start: at, end: at + name.length }, isOpen: !isPlain },
        columns,
      );
      if (known && lead.endsWith('+')) known.isFixed = 'It is joined from several parts of the pattern.';
    }
  }
}

function fitting(pattern: string): (name: string) => boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop() ?? '';
  return (name) => name.startsWith(first) && name.endsWith(last);
}

/** Returns how another name of a column is written, or why it cannot have it. */
export function writeName(text: string, name: QueryName, newName: string): NewQueryName {
  if (name.isFixed !== undefined) return { refused: name.isFixed };
  const wanted = newName.trim().replace(/^`([^]*)`$/, (_, inner: string) => inner.replaceAll('``', '`'));
  if (wanted === '' || /[\r\n]/.test(wanted)) return { refused: 'A column needs a name on one line.' };
  if (wanted.includes('*')) return { refused: 'The name of a column cannot have a `*`.' };
  const names = namesInQuery(text);
  if (wanted !== name.name && names.some((one) => one.name === wanted))
    return { refused: `The query has a column \`${wanted}\` already. Choose another name.` };
  const isDerived = names.some(
    (one) => one.name !== name.name && one.places.length > 0 && one.name !== wanted && holdsWord(one.name, name.name),
  );
  if (isDerived)
    return {
      refused: `Another column is called as it is computed, with \`${name.name}\` in its name. Give that one a name first.`,
    };
  const hits = readQuery(text)
    .commands.flatMap(({ columns }) => columns)
    .filter(({ isOpen, name: one }) => isOpen && one !== '*');
  if (hits.some((pattern) => fitting(pattern.name)(wanted)))
    return { refused: `A pattern of the query with \`*\` fits \`${wanted}\`, so this name may change what it names.` };
  const isInText = name.places.some(
    ({ span }) => /["<:{+]/.test(text.charAt(span.start - 1)) && isInString(text, span),
  );
  const isPlain = wanted.split('.').every((one) => /^[A-Za-z_@]\w*$/.test(one) && !reserved.has(one.toUpperCase()));
  if (isInText && !/^\w+$/.test(wanted))
    return { refused: 'A pattern makes this column: its name has only letters, digits and `_`.' };
  return {
    written: isPlain && !/^(?:true|false|null)$/i.test(wanted) ? wanted : `\`${wanted.replaceAll('`', '``')}\``,
  };
}

function holdsWord(text: string, word: string): boolean {
  const at = text.indexOf(word);
  return (
    at >= 0 &&
    text !== word &&
    /[^\w.]/.test(text) &&
    !/\w/.test(text.charAt(at - 1)) &&
    !/\w/.test(text.charAt(at + word.length))
  );
}

function isInString(text: string, { start }: Span): boolean {
  return readQuery(text).tokens.some(({ kind, span }) => kind === 'string' && span.start < start && start < span.end);
}
