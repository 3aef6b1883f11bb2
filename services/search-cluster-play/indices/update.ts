import { isRecord } from '@rulebook/json/is-record';
import type { WriteCondition } from './write-parameters';
import { keepLiterals } from './literals';
import { problem, type Problem } from './problem';
import type { UpdateRequest } from './update-body';
import { isTooDeep } from './values';
import { documentOf, putDocument, type IndexDraft, type Written } from './write';

type Source = Readonly<Record<string, unknown>>;

/** Updates a document: merges `doc` into it, or stores `upsert` when it does not exist yet. */
export function updateDocument(
  draft: IndexDraft,
  id: string,
  change: UpdateRequest,
  now: number,
  condition: WriteCondition = {},
): Written | Problem {
  const { doc, upsert } = change;
  if (change.hasScript || doc === undefined) return problem('The sandbox does not run scripts that change documents.');
  if (isTooDeep(doc)) return problem('The document is nested too deeply.', { type: 'document_parsing_exception' });
  const existing = documentOf(draft, id);
  if (!existing) {
    const created = upsert ?? (change.isUpsert ? doc : undefined);
    return created
      ? putDocument(draft, id, created, now, condition)
      : problem(`There is no document [${id}].`, { status: 404, type: 'document_missing_exception', isOfShard: true });
  }
  const merged = mergeSource(existing.source, doc);
  if (change.detectsNoop && JSON.stringify(merged) === JSON.stringify(existing.source)) {
    return { result: 'noop', version: existing.version, sequence: existing.sequence };
  }
  return putDocument(draft, id, merged, now, condition);
}

/** Objects are merged, everything else is replaced. */
function mergeSource(before: Source, change: Source): Source {
  const merged = new Map<string, unknown>(Object.entries(before));
  for (const [key, value] of Object.entries(change)) {
    const known = merged.get(key);
    merged.set(key, isRecord(known) && isRecord(value) ? mergeSource(known, value) : value);
  }
  const source = Object.fromEntries(merged);
  keepLiterals(source, before, change);
  keepLiterals(source, change);
  return source;
}
