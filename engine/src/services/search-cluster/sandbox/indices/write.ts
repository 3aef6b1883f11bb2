import type { DocumentRecord, IndexRecord, OperationRecord } from '../cluster/model';
import { extendMappings } from './dynamic';
import { fieldTableOf } from './fields';
import { trimHistory } from './history';
import { closedIndex } from './names';
import { isProblem, problem, type Problem } from './problem';
import { indexDocument, isTooDeep } from './values';
import { appendOperations, noOperations } from './operation-log';

type Source = Readonly<Record<string, unknown>>;

/** An index while operations are written to it. The original record does not change. */
export interface IndexDraft {
  readonly name: string;
  readonly before: IndexRecord;
  mappings: IndexRecord['mappings'];
  nextSequence: number;
  documents: IndexRecord['documents'];
  readonly operations: OperationRecord[];
}

/** The conditions of a write. */
export interface WriteCondition {
  readonly isCreation?: boolean;
  readonly sequence?: number;
  readonly primaryTerm?: number;
  readonly version?: number;
  /** `external` and `external_gte` take the given version when it is higher. */
  readonly versionType?: string;
}

/** What a write did. */
export interface Written {
  readonly result: 'created' | 'updated' | 'deleted' | 'not_found' | 'noop';
  readonly version: number;
  readonly sequence: number;
}

/** Constant: with one node, the primary shard never changes. */
export const primaryTerm = 1;

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
  };
}

/** Returns the index with the written operations. */
export function closeDraft(draft: IndexDraft, now: number): IndexRecord {
  const { before, mappings, nextSequence, documents, operations } = draft;
  if (operations.length === 0 && mappings === before.mappings) return before;
  return trimHistory(
    {
      ...before,
      mappings,
      nextSequence,
      documents,
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
  source: Source,
  now: number,
  condition: WriteCondition = {},
): Written | Problem {
  const existing = documentOf(draft, id);
  if (condition.isCreation && existing)
    return conflict(id, `it already exists with version [${String(existing.version)}]`);
  const refused = checkId(id) ?? checkCondition(id, existing, condition);
  if (refused) return refused;
  if (isTooDeep(source)) {
    return problem('The document is nested too deeply.', { type: 'document_parsing_exception' });
  }
  const mappings = extendMappings(draft.mappings, source);
  if (isProblem(mappings)) return mappings;
  const indexed = indexDocument(fieldTableOf(mappings), source);
  if (isProblem(indexed)) return indexed;
  const version = versionAfter(existing, condition);
  const sequence = draft.nextSequence++;
  draft.mappings = mappings;
  draft.documents = draft.documents.with(id, { source, version, sequence });
  draft.operations.push({ sequence, at: now, id, source });
  return { result: existing ? 'updated' : 'created', version, sequence };
}

/** Deletes a document; a later document with the same id begins with version 1 again. */
export function deleteDocument(
  draft: IndexDraft,
  id: string,
  now: number,
  condition: WriteCondition = {},
): Written | Problem {
  const existing = documentOf(draft, id);
  const refused = checkCondition(id, existing, condition);
  if (refused) return refused;
  const sequence = draft.nextSequence++;
  draft.operations.push({ sequence, at: now, id });
  const version = versionAfter(existing, condition);
  if (!existing) return { result: 'not_found', version, sequence };
  draft.documents = draft.documents.without(id);
  return { result: 'deleted', version, sequence };
}

function versionAfter(existing: DocumentRecord | undefined, { version, versionType }: WriteCondition): number {
  return version !== undefined && versionType?.startsWith('external') === true ? version : (existing?.version ?? 0) + 1;
}

function checkCondition(
  id: string,
  existing: DocumentRecord | undefined,
  { sequence, primaryTerm: term, version, versionType }: WriteCondition,
): Problem | undefined {
  if (versionType?.startsWith('external') === true) {
    const isHigher = version !== undefined && (existing === undefined || version > existing.version);
    const isEqual = versionType === 'external_gte' && version === existing?.version;
    return isHigher || isEqual
      ? undefined
      : conflict(id, `its version is [${String(existing?.version)}], and [${String(version)}] is not higher`);
  }
  if (version !== undefined) {
    return problem('A version needs an external [version_type]. Otherwise use [if_seq_no] and [if_primary_term].', {
      type: 'action_request_validation_exception',
    });
  }
  if ((sequence === undefined) !== (term === undefined)) {
    return problem('[if_seq_no] and [if_primary_term] must be used together.', {
      type: 'action_request_validation_exception',
    });
  }
  if (sequence === undefined || (existing?.sequence === sequence && term === primaryTerm)) return undefined;
  const state = existing ? `its sequence number is [${String(existing.sequence)}]` : 'it does not exist';
  return conflict(id, `${state}, and [${String(sequence)}] with primary term [${String(term)}] was asked for`);
}

function checkId(id: string): Problem | undefined {
  const longest = 512;
  if (id !== '' && id.length <= longest) return undefined;
  return problem(`An id must have at least one and at most ${String(longest)} characters.`, {
    type: 'action_request_validation_exception',
  });
}

function conflict(id: string, why: string): Problem {
  return problem(`The document [${id}] cannot be written: ${why}.`, {
    status: 409,
    type: 'version_conflict_engine_exception',
  });
}
