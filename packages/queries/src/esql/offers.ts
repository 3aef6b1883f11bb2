import type { QueryContext, QueryOffer, QueryOffers } from '@rulebook/catalogue/query-languages';
import { analyze } from './analyze';
import { commandFacts } from './commands';
import { functionsByName, hasSince, isOtherProduct, signatureOf } from './functions';
import { metadataNames } from './metadata';
import { commandAt } from './model';
import { readQuery } from './parser';
import { wordAround } from '../word-around';
import { typeNames } from './types';

/** Returns what can be written at a position. */
export function offersAt(text: string, offset: number, context: QueryContext): QueryOffers | undefined {
  const before = text.slice(0, offset);
  if (isInside(before)) return undefined;
  const span = wordAround(text, offset, /[\w.@*]/);
  const { start } = span;
  const lead = text.slice(0, start);
  // What is typed is not a mistake yet: the columns are those of the commands in front.
  const query = readQuery(lead);
  const { columns } = analyze(lead, query, context);
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
    return { span: wordAround(text, offset, /[^\s,|"=[\]()]/), offers: afterIndices(part, context) };
  if (/::\s*$/.test(part)) return { span, offers: [...typeNames.keys()].map((label) => ({ label, kind: 'type' })) };
  if (command.name === 'SHOW') return { span, offers: [{ label: 'INFO', kind: 'keyword' }] };
  const known = columns[at];
  const offers: QueryOffer[] = [...(known?.byName.values() ?? [])].map(({ name, type }) => ({
    label: name,
    kind: 'field',
    insert: name.split('.').every((one) => /^[A-Za-z_@]\w*$/.test(one)) ? name : `\`${name.replaceAll('`', '``')}\``,
    ...(type !== undefined && { detail: type }),
  }));
  if (takesNamesOnly.has(command.name)) return { span, offers: [...offers, ...wordsFor(command.name, part)] };
  return { span, offers: [...offers, ...functionsFor(command.name, part, context), ...wordsFor(command.name, part)] };
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

/** In strings and comments, nothing is offered. */
function isInside(before: string): boolean {
  const open =
    /(?:"""[^]*?"""|"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*\n|\/\*[^]*?\*\/|[^"/]|\/(?![/*]))*/y.exec(before)?.[0].length ?? 0;
  return open < before.length;
}

function afterIndices(part: string, { indices }: QueryContext): readonly QueryOffer[] {
  const isBehindName = /[^\s,]\s+$/.test(part);
  if (/\bMETADATA\b/i.test(part)) return metadataNames.map((label) => ({ label, kind: 'field' }));
  if (isBehindName) return [{ label: 'METADATA', kind: 'keyword' }, ...pipe];
  return indices.map((label) => ({ label, kind: 'index' }));
}

const pipe: readonly QueryOffer[] = [{ label: '|', kind: 'operator' }];

function commandsFor(isFirst: boolean, context: QueryContext): readonly QueryOffer[] {
  return commandFacts
    .filter(
      ({ isSource, since }) =>
        (isSource === true) === isFirst && (isOtherProduct(context) || hasSince(since, context.version) !== false),
    )
    .map(({ name, summary, form, rest = '', isPreview, since }) => ({
      label: name,
      kind: 'keyword',
      insert: `${name}${rest}`,
      detail: form,
      documentation: `${summary}${isPreview ? ' It is a preview.' : ''}${since === undefined ? '' : ` Since version ${since.join('.')}.`}`,
    }));
}

function functionsFor(command: string, part: string, { version }: QueryContext): readonly QueryOffer[] {
  const isStats = command === 'STATS' || command === 'INLINE STATS' || command === 'INLINESTATS';
  const isBy = /\bBY\b/i.test(part);
  const found: QueryOffer[] = [];
  for (const [name, facts] of functionsByName()) {
    const { kind, since, isPreview, summary } = facts;
    if (name !== facts.name || hasSince(since, version) === false) continue;
    if (kind === 'series' || (kind === 'aggregation' && (!isStats || isBy)) || (kind === 'group' && !(isStats && isBy)))
      continue;
    const label = name.toUpperCase();
    const preview = isPreview ? ' It is a preview.' : '';
    const documentation = `${summary}${preview}`.trim();
    found.push({
      ...{
        label,
        kind: 'function',
        insert: facts.args.length === 0 ? `${label}()` : `${label}($0)`,
        detail: signatureOf(facts),
      },
      ...(documentation !== '' && { documentation }),
    });
  }
  return found;
}

function wordsFor(command: string, part: string): readonly QueryOffer[] {
  const isBehindValue = /[\w)"`*.]\s+$/.test(part);
  const words = (list: string): readonly QueryOffer[] => list.split(',').map((label) => ({ label, kind: 'keyword' }));
  if (!isBehindValue) return command === 'WHERE' ? words('NOT') : [];
  switch (command) {
    case 'WHERE':
    case 'EVAL':
      return [...words('AND,OR,IS NULL,IS NOT NULL,IN,LIKE,RLIKE'), ...pipe];
    case 'SORT':
      return [...words('ASC,DESC,NULLS FIRST,NULLS LAST'), ...pipe];
    case 'STATS':
    case 'INLINE STATS':
    case 'INLINESTATS':
      return [...words('BY,WHERE'), ...pipe];
    case 'RENAME':
      return words('AS');
    case 'ENRICH':
      return [...words('ON,WITH'), ...pipe];
    case 'LOOKUP JOIN':
      return [...words('ON'), ...pipe];
    default:
      return pipe;
  }
}
