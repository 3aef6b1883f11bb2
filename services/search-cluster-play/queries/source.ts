import type { PlanCommand } from '@rulebook/catalogue/query-plan';
import { refusalOfCaller } from '../cluster/authorization';
import type { ClusterCall } from '../cluster/call';
import { innerCall } from '../cluster/inner-call';
import { calledOpenIndices, type NamedIndex } from '../indices/names';
import { isProblem, type Problem } from '../indices/problem';
import { viewsOf } from '../indices/view';
import { openContext, type Candidate, type QueryContext } from '../search/context';
import { queryWaysOf } from '../search/query-ways';
import { isRefused, matcherOf } from '../search/query';
import type { WireResponse } from '@rulebook/sandbox/model';
import { readField, readableFields, type ReadableField } from './document-fields';
import type { Evaluation } from './evaluation';
import { Origin } from './full-text';
import { Mixed, originType, shownType, unplayedQuery, type Column, type Row, type Table, type Value } from './values';

/** The columns that each document has if a query asks for them. */
const metadata: Readonly<Record<string, { readonly type: string; readonly at: (candidate: Candidate) => Value }>> = {
  _id: { type: 'keyword', at: ({ id }) => id },
  _index: { type: 'keyword', at: ({ index }) => index },
  _version: { type: 'long', at: ({ document }) => document.version },
  _score: { type: 'double', at: () => 0 },
  _index_mode: { type: 'keyword', at: () => 'standard' },
};

const misreadFilter = 'x_content_parse_exception';

/** Metadata that servers have, too. */
const otherMetadata = new Set(['_source', '_ignored', '_tsid', '_fork']);

/** Reads the documents that `FROM` names, or returns why the caller is refused. */
export function readSource(
  call: ClusterCall,
  command: PlanCommand,
  { evaluation, filter }: { readonly evaluation: Evaluation; readonly filter: unknown },
): Table | Problem | WireResponse {
  for (const { name, span } of command.columns) {
    if (Object.hasOwn(metadata, name)) continue;
    if (otherMetadata.has(name)) throw unplayedQuery(`the metadata \`${name}\``);
    throw evaluation.refusal(span, `unsupported metadata field [${name}]`, 'parsing_exception');
  }
  const indices = namedIndices(call, command, evaluation);
  if ('status' in indices) return indices;
  const contexts: { readonly context: QueryContext; readonly candidates: readonly Candidate[] }[] = [];
  for (const { name, index } of indices) {
    const context = openContext(name, index, queryWaysOf(call.input));
    const matcher = matcherOf(context, filter);
    // What is wrong with a filter is found while the body is read.
    if (isRefused(matcher)) return matcher.status === 400 ? { ...matcher, type: misreadFilter } : matcher;
    evaluation.spend(context.candidates.length * (1 + context.clauses));
    const candidates =
      filter === undefined ? context.candidates : context.candidates.filter((one) => matcher(one) !== undefined);
    contexts.push({ context, candidates });
  }
  return tableOf(contexts, command, evaluation);
}

/** Finds the indices of a query with the rights of its caller. */
function namedIndices(
  call: ClusterCall,
  { sources, nameSpan }: PlanCommand,
  evaluation: Evaluation,
): readonly NamedIndex[] | Problem | WireResponse {
  const names = sources.map(({ text }) => text).join(',');
  if (/[:<]/.test(names)) throw unplayedQuery('indices of other clusters, selectors and date math in `FROM`');
  const inner = innerCall(call, 'search-cluster.search', names);
  const { match } = inner;
  const denial = match.kind === 'operation' ? refusalOfCaller(inner, match.operation) : undefined;
  if (denial) return denial;
  const lenient = calledOpenIndices({ ...inner, query: new Map([['ignore_unavailable', 'true']]) });
  if (isProblem(lenient) || lenient.length === 0) {
    const strict = calledOpenIndices({ ...inner, query: new Map() });
    if (isProblem(strict) && strict.type !== 'index_not_found_exception') return strict;
    throw evaluation.refusal(nameSpan, `Unknown index [${names}]`);
  }
  const found = calledOpenIndices({ ...inner, query: new Map() });
  return isProblem(found) ? found : viewsOf(inner, found);
}

function tableOf(
  parts: readonly { readonly context: QueryContext; readonly candidates: readonly Candidate[] }[],
  command: PlanCommand,
  evaluation: Evaluation,
): Table {
  const ofIndices = parts.map(({ context, candidates }) => ({
    name: context.index,
    fields: readableFields(context.table),
    ...{ candidates, context },
  }));
  const names = [...new Set(ofIndices.flatMap(({ fields }) => [...fields.keys()]))].sort((one, other) =>
    one < other ? -1 : 1,
  );
  const columns = names.map((name) => columnOf(name, ofIndices));
  const asked = command.columns.map(({ name }) => name);
  const rows = ofIndices.flatMap(({ fields, candidates, context }) => {
    const read = names.map((name) => fields.get(name));
    return candidates.map((candidate): Row => {
      evaluation.spend(names.length);
      const values = read.map((field, at) => (field === undefined ? null : valueIn(field, columns[at], candidate)));
      const own = asked.map((name) => metadata[name]?.at(candidate) ?? null);
      return [...values, ...own, new Origin(candidate, context)];
    });
  });
  const own = asked.map((name): Column => ({ name, type: metadata[name]?.type ?? 'keyword' }));
  const all = [...columns, ...own];
  if (all.length === 0) return { columns: [{ name: '<no-fields>', type: 'null' }], rows: [] };
  return { columns: [...all, { name: '', type: originType }], rows };
}

function valueIn(field: ReadableField, column: Column | undefined, candidate: Candidate): Value {
  const value = readField(field, candidate);
  if (column?.type !== 'unsupported') return value;
  return value === null ? null : new Mixed(field.type, value);
}

function columnOf(
  name: string,
  indices: readonly { readonly name: string; readonly fields: ReadonlyMap<string, ReadableField> }[],
): Column {
  const types = new Map<string, string[]>();
  for (const { name: index, fields } of indices) {
    const field = fields.get(name);
    if (field !== undefined) types.set(field.type, [...(types.get(field.type) ?? []), index]);
  }
  const [type = 'null', ...others] = types.keys();
  if (others.length > 0) {
    const shown = [...types].map(([one, where]) => `[${one}] in [${where.join(', ')}]`).sort();
    const because = `due to ambiguities being mapped as [${String(types.size)}] incompatible types: ${shown.join(', ')}`;
    return { name, type: 'unsupported', because, originals: [...types.keys()].map(shownType).sort() };
  }
  if (type.startsWith('unsupported ')) {
    const mapped = type.replace('unsupported ', '');
    return { name, type: 'unsupported', because: `with unsupported type [${mapped}]`, originals: [mapped] };
  }
  return { name, type, field: name };
}
