import { isRecord } from '@rulebook/json/is-record';
import {
  bulkActionPrivileges,
  searchPrivilege,
  privilegeOf,
} from '@rulebook/search-cluster/facts/security/operation-privileges';
import type { ClusterCall } from '../cluster/call';
import type { DocumentRecord, IndexRecord } from '../cluster/model';
import { optionsOfAlias } from './alias-options';
import { createFieldFilter, documentLimits, mayShowBelow, type DocumentLimit } from './document-limits';
import { fieldTableOf } from './fields';
import { calledNames, type NamedIndex } from './names';
import { isProblem, problem, type Problem } from './problem';
import { openContext, type Matcher } from '../search/context';
import type { QueryWays } from '../search/ways';
import { queryWaysOf } from '../search/query-ways';
import { isRefused, matcherOf } from '../search/query';
import { Table } from '@rulebook/sandbox/table';

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns an index as the caller may see it: without the documents and fields that `query` and `field_security` of its role descriptors
 * exclude.
 */
export function viewOf(call: ClusterCall, named: NamedIndex, action = actionOf(call)): NamedIndex | Problem {
  const limits = limitsOn(call, named, action);
  if (isProblem(limits)) return limits;
  if (limits.length === 0) return named;
  const documents = visibleDocuments(named, limits, queryWaysOf(call.input));
  return isProblem(documents) ? documents : { ...named, index: { ...visibleIndex(named.index, limits), documents } };
}

/** Returns an index as a search of the caller sees it: one that is called by aliases only, with their filters. */
export function searchedView(call: ClusterCall, named: NamedIndex, action = actionOf(call)): NamedIndex | Problem {
  const view = viewOf(call, named, action);
  const queries = filtersOfAliases(call, named);
  if (isProblem(view) || queries === undefined) return view;
  const documents = visibleDocuments(view, [{ queries }], queryWaysOf(call.input));
  return isProblem(documents) ? documents : { ...view, index: { ...view.index, documents } };
}

function filtersOfAliases(call: ClusterCall, named: NamedIndex): readonly unknown[] | undefined {
  const names = calledNames(call, named);
  if (names.includes(named.name)) return undefined;
  const filters = names.map((alias) => optionsOfAlias(named.index.aliases?.[alias]).filter);
  return filters.length === 0 || filters.includes(undefined) ? undefined : filters;
}

/** Returns the indices as a search of the caller sees them, or the problem of one of them. */
export function viewsOf(call: ClusterCall, indices: readonly NamedIndex[]): readonly NamedIndex[] | Problem {
  const views: NamedIndex[] = [];
  for (const named of indices) {
    const view = searchedView(call, named);
    if (isProblem(view)) return view;
    views.push(view);
  }
  return views;
}

/** Returns the mapping of an index with the fields that the caller may see. */
export function visibleMappings(call: ClusterCall, named: NamedIndex): Members {
  const limits = limitsOn(call, named, actionOf(call));
  if (isProblem(limits)) return {};
  return limits.length === 0 ? named.index.mappings : visibleIndex(named.index, limits).mappings;
}

/**
 * Returns why the caller may not change a part of a document: the update would be merged with content that it must not see, and the result
 * would reveal it.
 */
export function refusePartialUpdate({ caller }: ClusterCall, ...names: readonly string[]): Problem | undefined {
  const actions = [searchPrivilege.action, bulkActionPrivileges.update.action];
  if (actions.every((action) => (documentLimits(caller, action, names) ?? []).length === 0)) return undefined;
  const reason = `The caller sees only some documents or fields of [${names.join(',')}], so it cannot update parts of a document. Index the whole document.`;
  return problem(reason, { type: 'security_exception' });
}

function actionOf({ match }: ClusterCall): string {
  return (match.kind === 'operation' ? privilegeOf(match.operation)?.action : undefined) ?? '';
}

function limitsOn(call: ClusterCall, named: NamedIndex, action: string): readonly DocumentLimit[] | Problem {
  return (
    documentLimits(call.caller, action, calledNames(call, named)) ??
    problem(`The caller may not read the index [${named.name}].`, { status: 403, type: 'security_exception' })
  );
}

// The visible documents of an index under the newest limits. Of the states of an index only those that the cluster still holds are kept.
const shown = new WeakMap<object, { readonly key: string; readonly documents: IndexRecord['documents'] }>();

/** Returns the visible documents. The same documents and limits return the same object, so that a search analyses them once. */
function visibleDocuments(
  { name, index }: NamedIndex,
  limits: readonly DocumentLimit[],
  ways: QueryWays,
): IndexRecord['documents'] | Problem {
  const key = JSON.stringify([name, index.mappings, limits]);
  const known = shown.get(index.documents);
  if (known?.key === key) return known.documents;
  const tests: Matcher[] = [];
  for (const { queries } of limits) {
    if (queries === undefined) continue;
    const matchers: Matcher[] = [];
    for (const query of queries) {
      const matcher = matcherOf(openContext(name, index, ways), query);
      if (isRefused(matcher)) return unplayable(name, matcher);
      matchers.push(matcher);
    }
    tests.push((candidate) => (matchers.some((matcher) => matcher(candidate) !== undefined) ? 1 : undefined));
  }
  const isVisible = createFieldFilter(fieldTableOf(index.mappings), limits);
  const hasFields = limits.some(({ fields }) => fields !== undefined);
  const { candidates } = openContext(name, index);
  const visible = candidates.filter((candidate) => tests.every((test) => test(candidate) !== undefined));
  const documents = Table.from(
    visible.map(({ id, document }): [string, DocumentRecord] => [
      id,
      hasFields ? { ...document, source: membersShown(document.source, '', isVisible) } : document,
    ]),
  );
  shown.set(index.documents, { key, documents });
  return documents;
}

/** Returns the problem of a query that cannot be applied; showing everything instead would reveal too much. */
function unplayable(name: string, { reason, rule }: Problem): Problem {
  return problem(
    `The \`query\` of the caller's role descriptor cannot be applied to [${name}], so nothing is shown. ${reason}`,
    { type: 'security_exception', ...(rule !== undefined && { rule }) },
  );
}

function visibleIndex(index: IndexRecord, limits: readonly DocumentLimit[]): IndexRecord {
  if (!limits.some(({ fields }) => fields !== undefined)) return index;
  const { properties } = index.mappings;
  if (!isRecord(properties)) return index;
  const isVisible = createFieldFilter(fieldTableOf(index.mappings), limits);
  return { ...index, mappings: { ...index.mappings, properties: fieldsShown(properties, '', isVisible, limits) } };
}

function fieldsShown(
  properties: Members,
  prefix: string,
  isVisible: (path: string) => boolean,
  limits: readonly DocumentLimit[],
): Members {
  const shownFields = Object.entries(properties).flatMap(([name, options]): [string, unknown][] => {
    if (!isRecord(options)) return [];
    const path = `${prefix}${name}`;
    const below = isRecord(options.properties) && fieldsShown(options.properties, `${path}.`, isVisible, limits);
    const also = isRecord(options.fields) && fieldsShown(options.fields, `${path}.`, isVisible, limits);
    const isShown = below ? Object.keys(below).length > 0 : mayShowBelow(path, limits);
    const field = { ...options, ...(below && { properties: below }), ...(also && { fields: also }) };
    return isShown || isVisible(path) ? [[name, field]] : [];
  });
  return Object.fromEntries(shownFields);
}

function membersShown(members: Members, prefix: string, isVisible: (path: string) => boolean): Members {
  const left = Object.entries(members).flatMap(([name, value]): [string, unknown][] => {
    const kept = valueShown(value, `${prefix}${name}`, isVisible);
    return kept === undefined ? [] : [[name, kept]];
  });
  return Object.fromEntries(left);
}

/** Returns the visible part of a value, or undefined when there is none. */
function valueShown(value: unknown, path: string, isVisible: (path: string) => boolean): unknown {
  if (Array.isArray(value)) {
    const items = value as readonly unknown[];
    const kept = items.map((item) => valueShown(item, path, isVisible)).filter((item) => item !== undefined);
    return kept.length > 0 || (items.length === 0 && isVisible(path)) ? kept : undefined;
  }
  if (!isRecord(value) || Object.keys(value).length === 0) return isVisible(path) ? value : undefined;
  const kept = membersShown(value, `${path}.`, isVisible);
  return Object.keys(kept).length > 0 ? kept : undefined;
}
