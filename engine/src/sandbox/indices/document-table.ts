import type { DocumentRecord } from '../cluster/model';

/** A document under its id. */
export type DocumentEntry = readonly [id: string, document: DocumentRecord];

/**
 * The documents of an index, in buckets that their ids choose, so that a write copies the list of buckets and one bucket instead of
 * everything. Plain JSON, as all of the state; a table is never changed once others can see it.
 */
export interface DocumentTable {
  readonly count: number;
  /** How many there are is a power of two. */
  readonly buckets: readonly (readonly DocumentEntry[])[];
}

/** A table while it is written to; the one that it began with stays as it was. */
export interface DocumentChange {
  readonly find: (id: string) => DocumentRecord | undefined;
  readonly put: (id: string, document: DocumentRecord) => void;
  readonly remove: (id: string) => void;
  /** Returns what was written so far; the change ends with it. */
  readonly finish: () => DocumentTable;
}

/** Documents of a bucket, on average, above which there are twice as many buckets. */
const fullBucket = 16;

/** A table without documents. */
export const noDocuments: DocumentTable = { count: 0, buckets: [[]] };

/** Returns a document of a table. */
export function findDocument({ buckets }: DocumentTable, id: string): DocumentRecord | undefined {
  return buckets[bucketOf(id, buckets.length)]?.find(([other]) => other === id)?.[1];
}

/** Returns all documents of a table, in no certain order. */
export function documentEntries({ buckets }: DocumentTable): readonly DocumentEntry[] {
  return buckets.flat();
}

/** Makes a table of documents by their ids. */
export function documentTableOf(documents: Readonly<Record<string, DocumentRecord>>): DocumentTable {
  const change = changeDocuments(noDocuments);
  for (const [id, document] of Object.entries(documents)) change.put(id, document);
  return change.finish();
}

/** Returns the documents of a table by their ids, in the order in which they were written. */
export function documentsById(table: DocumentTable): Readonly<Record<string, DocumentRecord>> {
  // `fromEntries` defines members, so an id such as `__proto__` is one, too.
  return Object.fromEntries([...documentEntries(table)].sort(([, a], [, b]) => a.sequence - b.sequence));
}

/** Begins to write to a table. */
export function changeDocuments(before: DocumentTable): DocumentChange {
  let { count } = before;
  let buckets: (readonly DocumentEntry[])[] | undefined;
  /** The buckets that only this change holds. */
  const own = new Map<number, DocumentEntry[]>();

  function ownBucket(id: string): DocumentEntry[] {
    buckets ??= [...before.buckets];
    const at = bucketOf(id, buckets.length);
    const known = own.get(at);
    if (known) return known;
    const copy = [...(buckets[at] ?? [])];
    buckets[at] = copy;
    own.set(at, copy);
    return copy;
  }

  function grow(): void {
    const entries = (buckets ?? before.buckets).flat();
    const size = (buckets ?? before.buckets).length * 2;
    const next = Array.from({ length: size }, (): DocumentEntry[] => []);
    for (const entry of entries) next[bucketOf(entry[0], size)]?.push(entry);
    own.clear();
    for (const [at, bucket] of next.entries()) own.set(at, bucket);
    buckets = next;
  }

  return {
    find: (id) => findDocument({ count, buckets: buckets ?? before.buckets }, id),
    put: (id, document) => {
      const bucket = ownBucket(id);
      const at = bucket.findIndex(([other]) => other === id);
      if (at >= 0) {
        bucket[at] = [id, document];
        return;
      }
      bucket.push([id, document]);
      count++;
      if (count > fullBucket * (buckets?.length ?? 1)) grow();
    },
    remove: (id) => {
      const bucket = ownBucket(id);
      const at = bucket.findIndex(([other]) => other === id);
      if (at < 0) return;
      bucket.splice(at, 1);
      count--;
    },
    finish: () => (buckets ? { count, buckets } : before),
  };
}

/** Spreads ids evenly (FNV-1a); the number of buckets is a power of two. */
function bucketOf(id: string, buckets: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) & (buckets - 1);
}
