import type { DocumentRecord, IndexRecord, OperationRecord } from '../cluster/model';
import { extendMappings } from './dynamic';
import { fieldTableOf } from './fields';
import { trimHistory } from './history';
import { closedIndex } from './names';
import { rebuiltSource } from './rebuilt-source';
import { primaryTermOf } from './record';
import { isProblem, problem, type Problem } from './problem';
import { indexDocument, isTooDeep } from './values';
import { refuseId, type WriteCondition } from './write-parameters';
import { appendOperations, noOperations } from './operation-log';
import { refuseTimeless } from './streams';
import { refuseMappings } from '../mappings/mapping-limits';

type Source = Readonly<Record<string, unknown>>;

/** An index while operations are written to it. The original record does not change. */
export interface IndexDraft {
  readonly name: string;
  readonly before: IndexRecord;
  mappings: IndexRecord['mappings'];
  nextSequence: number;
  documents: IndexRecord['documents'];
  readonly operations: OperationRecord[];
  readonly deletions: Map<string, { readonly version: number; readonly at: number }>;
}

/** What a write did. */
export interface Written {
  readonly result: 'created' | 'updated' | 'deleted' | 'not_found' | 'noop';
  readonly version: number;
  readonly sequence: number;
}

/** How long the version of a deleted document is known, in milliseconds. */
const keptDeletions = 60_000;

/** Returns a draft for writes to an index, or a problem when it is closed or a follower. */
export function openDraft(name: string, index: IndexRecord): IndexDraft | Problem {
  if (!index.isOpen) return closedIndex(name);
  if (index.follow) {
    return problem(`The index [${name}] follows a leader and does not accept writes.`, {
      status: 403,
      type: 'status_exception',
    });
  }
  return {
    name,
    before: index,
    mappings: index.mappings,
    nextSequence: index.nextSequence,
    documents: index.documents,
    operations: [],
    deletions: new Map(Object.entries(index.deletions ?? {})),
  };
}

/** Returns the index with the written operations. */
export function closeDraft(draft: IndexDraft, now: number): IndexRecord {
  const { before, mappings, nextSequence, documents, operations } = draft;
  const deletions = [...draft.deletions].filter(([, { at }]) => at > now - keptDeletions);
  if (operations.length === 0 && mappings === before.mappings) return before;
  return trimHistory(
    {
      ...before,
      mappings,
      nextSequence,
      documents,
      deletions: Object.fromEntries(deletions),
      // Without a follower, the history is not needed.
      history: Object.keys(before.leases).length > 0 ? appendOperations(before.history, operations) : noOperations,
    },
    now,
  );
}

/** Returns a document of the draft. */
export function documentOf(draft: IndexDraft, id: string): DocumentRecord | undefined {
  return draft.documents.get(id);
}

/** Stores a document; one with the same id is replaced. */
export function putDocument(
  draft: IndexDraft,
  id: string,
  written: Source,
  now: number,
  condition: WriteCondition = {},
): Written | Problem {
  const unreadable = checkId(id);
  if (unreadable) return unreadable;
  if (isTooDeep(written)) {
    return problem('The document is nested too deeply.', { type: 'document_parsing_exception' });
  }
  const timeless = refuseTimeless(draft.before, written);
  if (timeless) return timeless;
  const mappings = extendMappings(draft.mappings, written, draft.before.settings);
  if (isProblem(mappings)) return mappings;
  const excess = mappings === draft.mappings ? undefined : refuseMappings(draft.before.settings, mappings, true);
  if (excess) return excess;
  const table = fieldTableOf(mappings);
  const indexed = indexDocument(table, written);
  if (isProblem(indexed)) return indexed;
  const existing = documentOf(draft, id);
  if (condition.isCreation && existing)
    return conflict(id, `it already exists with version [${String(existing.version)}]`);
  const refused = checkCondition(id, lastOf(draft, id), condition);
  if (refused) return refused;
  const source = rebuiltSource(written, table, draft.before.settings);
  const version = versionAfter(lastOf(draft, id), condition);
  const sequence = draft.nextSequence++;
  draft.deletions.delete(id);
  draft.mappings = mappings;
  draft.documents = draft.documents.with(id, {
    ...(condition.routing !== undefined && { routing: condition.routing }),
    ...{ source, version, sequence },
    ...(primaryTermOf(draft.before) > 1 && { term: primaryTermOf(draft.before) }),
  });
  draft.operations.push({ sequence, at: now, id, source });
  return { result: existing ? 'updated' : 'created', version, sequence };
}

/** Deletes a document. The versions of a later document with the same id count on. */
export function deleteDocument(
  draft: IndexDraft,
  id: string,
  now: number,
  condition: WriteCondition = {},
): Written | Problem {
  const existing = documentOf(draft, id);
  const refused = checkCondition(id, lastOf(draft, id), condition);
  if (refused) return refused;
  const sequence = draft.nextSequence++;
  draft.operations.push({ sequence, at: now, id });
  const version = versionAfter(lastOf(draft, id), condition);
  draft.deletions.set(id, { version, at: now });
  if (!existing) return { result: 'not_found', version, sequence };
  draft.documents = draft.documents.without(id);
  return { result: 'deleted', version, sequence };
}

/** What is known of the last version of a document; without a sequence number, it was deleted. */
interface LastVersion {
  readonly version: number;
  readonly sequence?: number;
  readonly term?: number;
}

function lastOf(draft: IndexDraft, id: string): LastVersion | undefined {
  const existing = documentOf(draft, id);
  if (existing) return existing;
  const deleted = draft.deletions.get(id);
  return deleted && { version: deleted.version };
}

function versionAfter(existing: LastVersion | undefined, { version, versionType }: WriteCondition): number {
  return version !== undefined && versionType?.startsWith('external') === true ? version : (existing?.version ?? 0) + 1;
}

function checkCondition(
  id: string,
  existing: LastVersion | undefined,
  { sequence, primaryTerm: term, version, versionType }: WriteCondition,
): Problem | undefined {
  if (versionType?.startsWith('external') === true) {
    const isHigher = version !== undefined && (existing === undefined || version > existing.version);
    const isEqual = versionType === 'external_gte' && version === existing?.version;
    return isHigher || isEqual
      ? undefined
      : conflict(id, `its version is [${String(existing?.version)}], and [${String(version)}] is not higher`);
  }
  if (sequence === undefined || (existing?.sequence === sequence && term === (existing.term ?? 1))) return undefined;
  const state =
    existing?.sequence !== undefined ? `its sequence number is [${String(existing.sequence)}]` : 'it does not exist';
  return conflict(id, `${state}, and [${String(sequence)}] with primary term [${String(term)}] was asked for`);
}

function checkId(id: string): Problem | undefined {
  return id === '' ? problem('An id cannot be empty.') : refuseId(id);
}

function conflict(id: string, why: string): Problem {
  return problem(`The document [${id}] cannot be written: ${why}.`, {
    status: 409,
    type: 'version_conflict_engine_exception',
    isOfShard: true,
  });
}
