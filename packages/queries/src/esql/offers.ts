import type { QueryContext, QueryOffer, QueryOffers } from '@rulebook/catalogue/query-languages';
import { analyze } from './analyze';
import { commandFacts } from './commands';
import { functionsByName, hasSince, isOtherProduct, signatureOf, type FunctionFacts } from './functions';
import { metadataNames } from './metadata';
import { commandAt, type Command } from './model';
import type { KnownColumn } from './columns';
import {
  afterWord,
  asksForSpan,
  behindValue,
  comparedWith,
  pipe,
  spansOfTime,
  unitsBehind,
  valuesOf,
  type TypeOf,
} from './next-words';
import { nameWrittenAs } from './scanner';
import { spotAt, type Opened, type Spot } from './spot';
import { readQuery } from './read-query';
import { wordAround } from '../word-around';
import { isNumber, isText, typeNames } from './types';

/** Returns what can be written at a position. */
export function offersAt(text: string, offset: number, context: QueryContext): QueryOffers | undefined {
  const before = text.slice(0, offset);
  if (isInside(before)) return undefined;
  const span = wordAround(text, offset, /[\w.@*]/);
  const { start } = span;
  const lead = text.slice(0, start);
  // What is typed is not a mistake yet: the columns are those of the commands in front.
  const query = readQuery(lead);
  const at = commandAt(query, start);
  const command = at < 0 ? undefined : query.commands[at];
  const piped = lead.trimEnd();
  if (piped === '' || piped.endsWith('|') || piped.endsWith(';'))
    return { span, offers: commandsFor(piped === '' || piped.endsWith(';'), context) };
  const inBranch = /\(\s*$/.test(lead) && command?.name === 'FORK';
  if (inBranch) return { span, offers: commandsFor(false, context) };
  if (command === undefined) return undefined;
  const part = lead.slice(command.nameSpan.end);
  if (command.name === 'FROM' || command.name === 'TS' || (command.name === 'LOOKUP JOIN' && !/\bON\b/i.test(part)))
    return { span: wordAround(text, offset, /[^\s,|"=[\]()]/), offers: afterIndices(command.name, part, context) };
  if (/::\s*$/.test(part)) return { span, offers: [...typeNames.keys()].map((label) => ({ label, kind: 'type' })) };
  if (command.name === 'SHOW') return { span, offers: [{ label: 'INFO', kind: 'keyword' }] };
  const { columns } = analyze(lead, query, context);
  const known = [...(columns[at]?.byName.values() ?? []), ...namedIn(command, part)];
  const offers = takesNamesOnly.has(command.name)
    ? namesFor(command, lead, known)
    : valuesFor(command, lead, known, context);
  return offers.length === 0 ? undefined : { span, offers };
}

const takesNamesOnly = new Set([
  'KEEP',
  'DROP',
  'RENAME',
  'MV_EXPAND',
  'ENRICH',
  'DISSECT',
  'GROK',
  'LOOKUP JOIN',
  'CHANGE_POINT',
]);

/** Columns that the command itself has made so far; it is not complete, so that it is not read. */
function namedIn({ name }: Command, part: string): readonly KnownColumn[] {
  if (name !== 'EVAL') return [];
  const made = part.slice(0, part.lastIndexOf(',') + 1).matchAll(/(?:^|,)\s*([A-Za-z_@][\w.]*)\s*=(?!=)/g);
  return [...made].flatMap(([, column]) => (column === undefined ? [] : [{ name: column }]));
}

/** What a command takes that names columns. */
function namesFor(command: Command, lead: string, known: readonly KnownColumn[]): readonly QueryOffer[] {
  const spot = spotAt(lead, command.nameSpan.end, lead.length);
  const { name } = command;
  if (spot.isBehindValue) {
    const end = { ...pipe, rank: 1 };
    const isFirst = spot.clause === '' && spot.field.length === 1;
    switch (name) {
      case 'RENAME':
        return spot.clause === 'AS' && spot.field.length > 0 ? [end] : [{ ...asWord, rank: 0 }, end];
      case 'DISSECT':
        return isFirst ? [patternOffer('"%{$1}"$0', 'what is between the parts')] : [end];
      case 'GROK':
        return isFirst ? [patternOffer('"%{WORD:$1}"$0', 'patterns with names')] : [end];
      case 'ENRICH':
        return [...joinWords(spot.clause === '' ? 'ON,WITH' : 'WITH'), end];
      case 'LOOKUP JOIN':
        return [end];
      default:
        return [end];
    }
  }
  // No one knows a new name.
  if (name === 'RENAME' && spot.clause === 'AS') return [];
  const list = name === 'KEEP' || name === 'DROP' ? lead.slice(command.nameSpan.end).split(',') : [];
  const written = new Set(list.map((one) => nameWrittenAs(one.trim())));
  return columnOffers(known.filter((column) => !written.has(column.name)));
}

const asWord: QueryOffer = { label: 'AS', kind: 'keyword', insert: 'AS ' };

function joinWords(list: string): readonly QueryOffer[] {
  return list.split(',').map((label) => ({ label, kind: 'keyword', insert: `${label} `, rank: 0, isBegun: true }));
}

function patternOffer(insert: string, detail: string): QueryOffer {
  return { label: insert.replace('$1', '…').replace('$0', ''), kind: 'string', insert, detail, rank: 0 };
}

/** What a command takes that computes or tests. */
function valuesFor(
  command: Command,
  lead: string,
  known: readonly KnownColumn[],
  context: QueryContext,
): readonly QueryOffer[] {
  const spot = spotAt(lead, command.nameSpan.end, lead.length);
  const typeOf = typesBy(known);
  const asked = afterWord(spot);
  if (asked !== undefined) return asked;
  if (command.name === 'LIMIT' || command.name === 'SAMPLE')
    return spot.isBehindValue ? [{ ...pipe, rank: 0 }] : numbersFor(command.name);
  if (spot.isBehindValue) return [...unitsBehind(spot), ...behindValue(command.name, spot, typeOf)];
  if (command.name === 'ROW' && spot.field.length === 0) return [];
  const compared = comparedWith(spot);
  const call = spot.open.at(-1);
  const taken = call && argumentAt(call);
  const type = compared && typeOf(compared);
  const isResult = command.name.endsWith('STATS') && spot.clause === '' && spot.open.length === 0;
  const isSpan = taken?.has('time_duration') === true || asksForSpan(spot, typeOf);
  const others = known.filter(({ name }) => name !== compared?.map(({ text }) => nameWrittenAs(text)).join(''));
  return [
    ...valuesOf(type),
    ...(isSpan ? spansOfTime() : []),
    ...(call?.name === 'count' && call.commas === 0 ? [everyRow] : []),
    ...columnOffers(others, type === undefined ? taken : typesLike(type), isResult ? 5 : 1),
    ...(isResult ? [countOffer] : []),
    ...functionsFor(command.name, spot, context),
    ...(command.name === 'WHERE' && compared === undefined ? [notWord] : []),
  ];
}

/** The types that something of a type is compared with. */
function typesLike(type: string): ReadonlySet<string> {
  if (isText(type)) return new Set(['keyword', 'text']);
  return new Set(isNumber(type) ? ['integer', 'long', 'double', 'unsigned_long'] : [type]);
}

/** The types that a function takes at a place; undefined where it takes any, or that is not known. */
function argumentAt({ name, commas }: Opened): ReadonlySet<string> | undefined {
  const facts = functionsByName().get(name);
  return (facts?.args[commas] ?? (facts?.isOpen === true ? facts.args.at(-1) : undefined))?.types;
}

const notWord: QueryOffer = { label: 'NOT', kind: 'keyword', insert: 'NOT ', rank: 3, isBegun: true };
const everyRow: QueryOffer = { label: '*', kind: 'operator', detail: 'all rows', rank: 0 };
const countOffer: QueryOffer = {
  ...{ label: 'COUNT(*)', kind: 'function', detail: 'how many rows', rank: 0 },
};

function numbersFor(command: string): readonly QueryOffer[] {
  const list = command === 'LIMIT' ? ['10', '100', '1000'] : ['0.1', '0.01'];
  return list.map((label) => ({ label, kind: 'number', rank: 0 }));
}

/** Returns what knows the type of a column that is written alone, and of nothing else. */
function typesBy(known: readonly KnownColumn[]): TypeOf {
  const byName = new Map(known.map(({ name, type }) => [name, type]));
  return (pieces) => {
    const name = pieces.map(({ text }) => nameWrittenAs(text)).join('');
    return byName.get(name);
  };
}

/** Columns: those of a type that fits come first. */
function columnOffers(known: readonly KnownColumn[], wanted?: ReadonlySet<string>, rank = 1): readonly QueryOffer[] {
  return known.map(({ name, type }) => ({
    label: name,
    kind: 'field',
    insert: name.split('.').every((one) => /^[A-Za-z_@]\w*$/.test(one)) ? name : `\`${name.replaceAll('`', '``')}\``,
    rank: wanted !== undefined && type !== undefined && !wanted.has(type) ? rank + 1 : rank,
    ...(type !== undefined && { detail: type }),
  }));
}

/** In strings and comments, nothing is offered. */
function isInside(before: string): boolean {
  const open =
    /(?:"""[^]*?"""|"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*\n|\/\*[^]*?\*\/|[^"/]|\/(?![/*]))*/y.exec(before)?.[0].length ?? 0;
  return open < before.length;
}

function afterIndices(command: string, part: string, { indices }: QueryContext): readonly QueryOffer[] {
  const isBehindName = /[^\s,]\s+$/.test(part);
  if (command === 'LOOKUP JOIN' && isBehindName) return joinWords('ON');
  if (/\bMETADATA\b/i.test(part)) {
    if (isBehindName && !/\bMETADATA\s+$/i.test(part)) return [{ ...pipe, rank: 0 }];
    return metadataNames.map((label) => ({ label, kind: 'field' }));
  }
  if (isBehindName) return [{ ...pipe, rank: 0 }, ...joinWords('METADATA').map((offer) => ({ ...offer, rank: 1 }))];
  return indices.map((label) => ({ label, kind: 'index' }));
}

/** The commands of most queries. */
const first = new Set('WHERE EVAL STATS SORT LIMIT KEEP DROP RENAME'.split(' '));

function commandsFor(isFirst: boolean, context: QueryContext): readonly QueryOffer[] {
  return commandFacts
    .filter(
      ({ isSource, since }) =>
        (isSource === true) === isFirst && (isOtherProduct(context) || hasSince(since, context.version) !== false),
    )
    .map(({ name, isSource, summary, form, rest = '', isPreview, since }) => ({
      label: name,
      kind: 'keyword',
      rank: isSource === true || first.has(name) ? 0 : 1,
      insert: `${name}${rest}`,
      ...(rest.endsWith('$0') && { isBegun: true as const }),
      detail: form,
      documentation: `${summary}${isPreview ? ' It is a preview.' : ''}${since === undefined ? '' : ` Since version ${since.join('.')}.`}`,
    }));
}

/** What most people compute. */
const usual = new Set('avg sum min max count count_distinct median'.split(' '));

function rankOf({ kind, name }: FunctionFacts): number {
  return kind === 'scalar' ? 4 : usual.has(name) ? 1 : kind === 'group' && name !== 'bucket' ? 3 : 2;
}

function functionsFor(command: string, { clause, open }: Spot, { version }: QueryContext): readonly QueryOffer[] {
  const isStats = command.endsWith('STATS');
  const isInAggregation = open.some(({ name }) => functionsByName().get(name)?.kind === 'aggregation');
  const aggregates = isStats && clause === '' && !isInAggregation;
  const groups = isStats && clause === 'BY' && open.length === 0;
  const found: QueryOffer[] = [];
  for (const [name, facts] of functionsByName()) {
    const { kind, since, isPreview, summary } = facts;
    if (name !== facts.name || hasSince(since, version) === false) continue;
    if (kind === 'series' || (kind === 'aggregation' && !aggregates) || (kind === 'group' && !groups)) continue;
    const label = name.toUpperCase();
    const preview = isPreview ? ' It is a preview.' : '';
    const documentation = `${summary}${preview}`.trim();
    const takesNothing = facts.args.length === 0;
    found.push({
      ...{ label, kind: 'function', detail: signatureOf(facts), rank: rankOf(facts) },
      ...(takesNothing ? { insert: `${label}()`, whole: `${label}(` } : { insert: `${label}($1)$0`, isBegun: true }),
      ...(documentation !== '' && { documentation }),
    });
  }
  return found;
}
