import type { FieldNaming } from '@rulebook/search-cluster/facts/mappings/mapping-types';
import { termLimit } from '@rulebook/search-cluster/facts/indices/index-settings';
import { queryClause } from '@rulebook/search-cluster/facts/search/search-query';
import type { DocumentRecord, IndexRecord } from '../cluster/model';
import { fieldNamed, fieldTableOf, isFlatObject, type FieldTable, type NamedField } from '../indices/fields';
import { isProblem, problem, type Problem } from '../indices/problem';
import { settingOf } from '../indices/settings';
import { accessTo, indexDocument, type IndexedDocument, type IndexedValue } from '../indices/values';
import { perObject } from '@rulebook/text/structures/memo';
import { usualWays, type QueryWays } from './ways';

/** A document that a search examines. */
export interface Candidate {
  readonly index: string;
  readonly id: string;
  readonly document: DocumentRecord;
  readonly indexed: IndexedDocument;
}

/** Returns the score of a document, or undefined when it does not match. */
export type Matcher = (candidate: Candidate) => number | undefined;

/** Values that a query finds in a field: in this order, one behind the other. */
export interface Mark {
  /** The name under which the values are indexed. */
  readonly name: string;
  readonly tests: readonly ((value: IndexedValue) => boolean)[];
}

/** The context in which a query is compiled: one index with its fields and documents. */
export interface QueryContext {
  readonly index: string;
  /** The place of the index among those of the search. */
  readonly ordinal?: number;
  readonly table: FieldTable;
  readonly candidates: readonly Candidate[];
  /** The values that the query searches in fields, so that they can be highlighted. */
  readonly marks: Mark[];
  /** The queries with a name of their own, which hits list. */
  readonly named: { readonly name: string; readonly matcher: Matcher }[];
  /** The problems of the query; its matchers are valid only while there are none. */
  readonly problems: Problem[];
  /** The number of terms that a query on several may have. */
  readonly mostTerms: number;
  readonly ways: QueryWays;
  /** The number of clauses so far. */
  clauses: number;
}

/** Creates the context of a query on an index. */
export function openContext(name: string, index: IndexRecord, ways = usualWays): QueryContext {
  return {
    index: name,
    table: fieldTableOf(index.mappings),
    candidates: candidatesOf(name, index),
    marks: [],
    named: [],
    problems: [],
    mostTerms: Number(settingOf(index.settings, termLimit)),
    ways,
    clauses: 0,
  };
}

/** The limit of clauses; with more, a search would take too long. */
const maxClauses = 4096;

/** Counts clauses of a query; records a problem and returns false when there are too many. */
export function takeClauses(context: QueryContext, count = 1): boolean {
  context.clauses += count;
  if (context.clauses <= maxClauses) return true;
  // The problem is recorded once.
  if (context.problems.length === 0) context.problems.push(tooManyClauses);
  return false;
}

const tooManyClauses = problem(
  `The query has more than ${maxClauses} clauses, words of texts included. To search for many values of a field, use [terms].`,
  { type: 'too_many_clauses' },
);

/** Records that the query has too many clauses, and returns a matcher instead. */
export function refuseClauses(context: QueryContext): Matcher {
  takeClauses(context, maxClauses + 1);
  return matchNothing;
}

/** Matches nothing. */
export const matchNothing: Matcher = () => undefined;

/** Records a problem, and returns a matcher instead. */
export function refuseQuery(context: QueryContext, found: Problem): Matcher {
  context.problems.push(found);
  return matchNothing;
}

/** Returns the values of a field that a document puts into the index. */
export function valuesOfField(candidate: Candidate, name: string): readonly IndexedValue[] {
  const values = candidate.indexed.values.get(name);
  if (values) return values;
  return name === '_id' ? [candidate.id] : name === '_index' ? [candidate.index] : none;
}
const none: readonly IndexedValue[] = [];

/** Fields that each document has in addition to the mapping, and the kinds of query that cannot use them. */
const metadataFields: ReadonlyMap<string, readonly string[]> = new Map([
  ['_id', ['prefix', 'wildcard', 'range', 'fuzzy']],
  ['_index', ['range', 'fuzzy']],
]);

/** Returns a field that each document has in addition to the mapping; all its values have the same score. */
function metadataField(context: QueryContext, kind: string, name: string): NamedField | undefined {
  const unfit = metadataFields.get(name);
  if (!unfit) return undefined;
  if (unfit.includes(kind)) {
    context.problems.push(problem(`The query [${kind}] is not supported on the field [${name}].`));
  }
  const options = { similarity: 'boolean' };
  return { field: { path: name, type: name, kind: 'keyword', options, also: [] } };
}

/** Returns the name under which values are indexed; for an alias, that of its target. */
export function indexedName({ field, key }: NamedField): string {
  return key === undefined ? field.path : `${field.path}.${key}`;
}

/**
 * Returns the field that a query names, or undefined when the mapping has none, so that nothing matches.
 *
 * Refuses what flattened fields do not support: patterns of keys, and queries that need more than whole keywords.
 */
export function queriedField(context: QueryContext, kind: string, name: string): NamedField | undefined {
  const named = fieldNamed(context.table, name);
  if (!named) return metadataField(context, kind, name);
  const { field, key } = named;
  if (field.kind === 'flattened') {
    const naming = namings.get(kind);
    const isAccepted = naming?.accepted ?? (key === undefined ? naming?.atTopLevel : undefined);
    const isPattern = isFlatObject(field) && keyPatterns.has(kind);
    if (naming?.isFlattenedAllowed === false && !isAccepted && !isPattern) {
      context.problems.push(unsupportedProblem(`The query [${kind}]`, field.path));
    }
  }
  if (!accessTo(field).isSearchable && kind !== 'exists') {
    context.problems.push(
      unusable(
        `The field [${field.path}] cannot be searched, since its mapping excludes it from the index.`,
        'unusable-field',
      ),
    );
  }
  return named;
}

/** Queries for parts of texts, which keys of whole objects take like keywords. */
const keyPatterns: ReadonlySet<string> = new Set(['fuzzy', 'regexp', 'wildcard']);

/** Returns the problem of a query that an index cannot carry out. */
export function unusable(reason: string, rule?: string): Problem {
  return problem(reason, { type: 'query_shard_exception', ...(rule !== undefined && { rule }) });
}

/** Returns the problem of a query that flattened fields do not support. */
export function unsupportedProblem(what: string, path: string): Problem {
  return unusable(`${what} is not supported on the flattened field [${path}].`, 'unsupported-use');
}

/** What each kind of query does with the fields that it names. */
const namings: ReadonlyMap<string, FieldNaming> = new Map(
  queryClause.fields.flatMap(({ name, shape }) =>
    shape.type === 'object' && shape.naming ? [[name, shape.naming] as const] : [],
  ),
);

// Of the states of an index only those that the cluster still holds are kept.
const listed = new WeakMap<object, { readonly table: FieldTable; readonly candidates: readonly Candidate[] }>();

function candidatesOf(name: string, { documents, mappings }: IndexRecord): readonly Candidate[] {
  const table = fieldTableOf(mappings);
  const known = listed.get(documents);
  if (known?.table === table) return known.candidates;
  const candidates = [...documents.entries()]
    .map(([id, document]) => candidateOf(name, id, document, table))
    .sort((a, b) => a.document.sequence - b.document.sequence);
  listed.set(documents, { table, candidates });
  return candidates;
}

/** Analyses a document on first access, since analysing all documents at once would take long. */
function candidateOf(index: string, id: string, document: DocumentRecord, table: FieldTable): Candidate {
  let indexed: IndexedDocument | undefined;
  return {
    index,
    id,
    document,
    get indexed() {
      return (indexed ??= analysedFor(table)(document));
    },
  };
}

const analysedFor = perObject((table: FieldTable) =>
  perObject(({ source }: DocumentRecord): IndexedDocument => {
    const found = indexDocument(table, source);
    // A later mapping may refuse a stored document; no query finds such a document.
    return isProblem(found) ? { values: new Map() } : found;
  }),
);
