import type { Binding, BoundValue, CheckContext } from '@rulebook/checker/binding/model';
import { certainProblems, placeInBlock, queryInTarget, writtenQuery } from '@rulebook/checker/binding/written-query';
import type { Provenance } from '@rulebook/catalogue/facts';
import type { QueryField, QueryFields, QueryProblem, QueryProblemKind } from '@rulebook/catalogue/query-languages';
import type { Block } from '@rulebook/request-file/syntax/model';
import { largeBody } from '@rulebook/request-file/syntax/bodies/parse-body';
import { includesWord } from '@rulebook/request-file/syntax/searched-text';
import { someOverlaps } from '@rulebook/text/search';
import type { DeclaredNames, FileRule, Finding, Fix } from '@rulebook/checker/rules/rule';
import { liveQueryContext } from '@rulebook/checker/live-names/live-fields';
import { requestDestinationOf } from '@rulebook/checker/rules/across/resource-use';
import { serviceSummary, type ServiceSummary } from '@rulebook/checker/rules/across/service-summary';
import type { BlockGroup, BlockSummary } from '@rulebook/checker/rules/across/summary';
import { changeTo } from '@rulebook/checker/rules/support/change-to';
import { perObject } from '@rulebook/text/structures/memo';
import { indexUse } from './index-use';
import type { IndexUse } from './mapping-summary';

/** A finding about a query, with its place in the block. */
export interface FoundProblem extends QueryProblem {
  readonly provenance: Provenance;
}

/** What is remembered of a request with queries. */
interface QueryUse {
  /** The group of requests on the index that all of its queries read; absent where they name several, or a pattern. */
  readonly index?: string;
  /** How the queries are written, and where: by it, the summary of an edited request differs. */
  readonly written: readonly (readonly [start: number, source: string])[];
  /** Returns what is found where these fields are known. */
  readonly problemsWith: (fields: QueryFields | undefined) => readonly FoundProblem[];
}

/**
 * The members that hold queries are named so. An object is none: of the `query` of a search, only what is in it can be one. It begins with the end of a
 * name, which few words have.
 */
const holders = /[eyft]["'](?<=["'](?:query|source|inline|script|if|[a-z]{1,40}_script)["'])(?!\s*:\s*\{(?!\{))/;
/** Most large bodies have none of them, and all of a body would be looked at after each key. */
const endsOfHolders = ['"', "'"].map((quote) => ({
  quote,
  ends: ['query', 'source', 'inline', 'script', 'if'].map((word) => word + quote),
}));

/** Returns whether a member that holds a query may be in the body. */
function mayHoldQuery({ block, body, lines }: Binding): boolean {
  if (body === undefined && lines === undefined) return false;
  const hasEnd =
    block.text.length < largeBody ||
    endsOfHolders.some(
      ({ quote, ends }) => includesWord(block, quote) && ends.some((word) => includesWord(block, word)),
    );
  return hasEnd && holders.test(block.text);
}

function queryUseOf(block: Block, binding: Binding, context: CheckContext): QueryUse | undefined {
  if (binding.queries === undefined || block.association !== undefined) return undefined;
  const isHolder = mayHoldQuery(binding);
  if (!isHolder && binding.query.length === 0) return undefined;
  const queries = [
    ...binding.query.flatMap((parameter) => queryInTarget(parameter, binding) ?? []),
    ...(isHolder ? queriesIn(binding) : []).flatMap((value) => writtenQuery(value, binding) ?? []),
  ];
  if (queries.length === 0) return undefined;
  const names = new Set(queries.flatMap(({ language, text }) => (language.id === 'esql' ? sourcesIn(text) : [])));
  const [name] = names;
  const place = requestDestinationOf(binding).text;
  // A line may name another index.
  const isElsewhere = binding.lines !== undefined && /"_?index"/.test(block.text);
  const inPath = isElsewhere ? undefined : binding.path.find(({ field }) => field.name === 'index')?.text;
  const index = names.size === 0 ? inPath : names.size === 1 ? name : undefined;
  // A search may compute fields of its own.
  const isComputed = binding.body?.members.some(({ key }) => key === 'runtime_mappings') === true;
  const asked = liveQueryContext(binding, context, 'check');
  return {
    ...(index !== undefined && /^[\w.-]+$/.test(index) && { index: `${place}/${index}` }),
    written: queries.map(({ text, inBlock, params = [] }) => {
      const { start, end } = inBlock({ start: 0, end: text.length });
      const values = params.map(({ span }) => block.text.slice(span.start, span.end));
      return [start, [block.text.slice(start, end), ...values].join('\n')];
    }),
    problemsWith: (fields) =>
      queries.flatMap((query) => {
        const found = certainProblems(query, {
          ...asked,
          fieldsOf: (indices) =>
            fields !== undefined &&
            !isComputed &&
            (indices === undefined || (indices.length === 1 && indices[0] === name))
              ? fields
              : asked.fieldsOf(indices),
        });
        return found.map((problem) => ({
          ...problem,
          span: placeInBlock(query, problem),
          provenance: query.fact.provenance,
          ...(problem.meant !== undefined && { meant: query.write(problem.meant) }),
        }));
      }),
  };
}

/** The indices that the first command of a query names, as far as they are plain names. */
function sourcesIn(text: string): readonly string[] {
  const written = /^\s*(?:FROM|TS)\s+([^|]*)/i.exec(text)?.[1] ?? '';
  return written
    .replace(/\bMETADATA\b.*$/is, '')
    .split(',')
    .map((name) => name.trim().replace(/^"|"$/g, ''));
}

/** Returns the values of a body, or of its lines, that are queries. */
function queriesIn({ body, lines = [] }: Binding): readonly BoundValue[] {
  const found: BoundValue[] = [];
  const waiting = [body, ...lines.map(({ value }) => value)].filter((value) => value !== undefined);
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (value.shape.type === 'string' && value.shape.query !== undefined) found.push(value);
    for (const item of value.items) waiting.push(item);
    for (const member of value.members) if (member.value !== undefined) waiting.push(member.value);
  }
  return found;
}

/** What is remembered of queries. */
export const queryUse: ServiceSummary<QueryUse> = serviceSummary('query', queryUseOf, {
  wantsWhole(summary) {
    const use = queryUse.in(summary);
    return use && (indexUse.in(summary)?.index ?? use.index);
  },
});

/** Returns the group of a request on one index, or of a query of none. */
export function queryGroupOf(summary: BlockSummary): string | undefined {
  const use = queryUse.in(summary);
  const index = indexUse.in(summary)?.index ?? use?.index;
  return index === undefined ? use && 'queries' : `index ${index}`;
}

/** Returns what is found in the queries of a group, by the mappings and documents above them. */
export const followQueries = perObject((group: BlockGroup): readonly (readonly FoundProblem[])[] => {
  // Most groups have none, and what an index has is not followed for nothing.
  if (!group.summaries.some((summary) => queryUse.in(summary))) return group.summaries.map(() => []);
  let known: KnownFields | undefined;
  return group.summaries.map((summary) => {
    const use = queryUse.in(summary);
    const found = use?.problemsWith(known && fieldsOf(known)) ?? [];
    const index = indexUse.in(summary);
    if (index !== undefined) known = knownAfter(known, index);
    return found;
  });
});

interface KnownFields {
  readonly fields: ReadonlyMap<string, QueryField>;
  /** The file makes the index with a mapping. */
  readonly isWhole: boolean;
  readonly hasDocuments: boolean;
  readonly isDynamic: boolean;
  /** Of a mapping above, some fields may not be known. */
  readonly hasOthers: boolean;
}

function knownAfter(
  before: KnownFields | undefined,
  { isDeletion, mapping, documents = [] }: IndexUse,
): KnownFields | undefined {
  if (isDeletion) return undefined;
  if (mapping === undefined && documents.length === 0) return before;
  const isNew = mapping?.isNew === true;
  const fields = new Map(isNew ? [] : before?.fields);
  for (const { path } of documents) if (!fields.has(path)) fields.set(path, { name: path });
  for (const name of mapping?.paths ?? []) if (!fields.has(name)) fields.set(name, { name });
  for (const { path, type } of mapping?.others ?? []) fields.set(path, { name: path, type });
  for (const { path } of mapping?.fields ?? []) fields.set(path, { name: path, type: 'flattened', isFlattened: true });
  for (const { path, type } of mapping?.limited ?? []) {
    const field = fields.get(path);
    if (field !== undefined && field.type === undefined) fields.set(path, { ...field, type });
  }
  return {
    fields,
    isWhole: isNew ? (mapping?.paths.length ?? 0) > 0 : (before?.isWhole ?? false),
    hasDocuments: (!isNew && (before?.hasDocuments ?? false)) || documents.length > 0,
    isDynamic: mapping?.isDynamic !== false && (isNew || (before?.isDynamic ?? true)),
    hasOthers: mapping?.hasOthers === true || (!isNew && before?.hasOthers === true),
  };
}

/** Documents from elsewhere may add fields, so only a file that makes the index and writes its documents says it all. */
function fieldsOf({ fields, isWhole, hasDocuments, isDynamic, hasOthers }: KnownFields): QueryFields {
  return { byName: fields, areAll: isWhole && hasDocuments, areDeclared: isWhole && isDynamic && !hasOthers };
}

/** Returns what the requests above one say about the indices of its queries. */
function declaredAbove(above: readonly BlockSummary[], binding: Binding): DeclaredNames {
  const place = requestDestinationOf(binding).text;
  const known = new Map<string, KnownFields | undefined>();
  for (const summary of above) {
    const use = indexUse.in(summary);
    if (use?.index.startsWith(`${place}/`) === true)
      known.set(use.index.slice(place.length + 1), knownAfter(known.get(use.index.slice(place.length + 1)), use));
  }
  const own = binding.path.find(({ field }) => field.name === 'index')?.text;
  return {
    fieldsOf: (indices = own === undefined ? [] : [own]) => {
      const [index] = indices;
      const found = indices.length === 1 && index !== undefined ? known.get(index) : undefined;
      return found && fieldsOf(found);
    },
    indices: [...known].flatMap(([name, fields]) => (fields === undefined ? [] : [name])),
  };
}

/** Kinds that a person may leave as they are. */
const hints: ReadonlySet<QueryProblemKind> = new Set(['costly', 'deprecated', 'unneeded']);

/** Returns a rule about what is found of some kinds in queries. */
export function queryRule(
  facts: Pick<FileRule, 'id' | 'severity' | 'docs'>,
  kinds: ReadonlySet<QueryProblemKind>,
): FileRule {
  const problemsOf = (group: BlockGroup) =>
    followQueries(group).map((found) => found.filter(({ kind }) => kinds.has(kind)));
  return {
    ...facts,
    scope: 'file',
    category: 'correctness',
    concernsSingle: (summary) => queryUse.in(summary) !== undefined,
    summary: queryUse,
    groupOf: queryGroupOf,
    declared: declaredAbove,
    check(group, report) {
      problemsOf(group).forEach((found, block) => {
        const costly = found.find(({ kind }) => kind === 'costly');
        for (const problem of found) {
          const { kind, message, span, provenance, meant, isRefused } = problem;
          // Whoever writes one slow pattern writes ten: the first one says it.
          if (kind === 'costly' && problem !== costly) continue;
          report(block, {
            message,
            span,
            provenance,
            isRefused,
            ...(hints.has(kind) && { severity: 'hint' as const }),
            ...(meant !== undefined && meantIn(message) !== undefined && { isFixable: true }),
          });
        }
      });
    },
    fixes: (finding, binding) => fixesOf(finding, binding),
  };
}

/** The columns of a file are not known again when a fix is asked for: what is meant is in the message. */
function meantIn(message: string): string | undefined {
  return /[Dd]id you mean `([\w.@ ]+)`\?/.exec(message)?.[1];
}

function fixesOf({ message, span }: Finding, { block }: Binding): readonly Fix[] {
  return someOverlaps(block.placeholders, span.start, span.end) ? [] : changeTo(meantIn(message), span);
}
