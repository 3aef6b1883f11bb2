import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentRecord, OperationRecord } from '../../engine/src/sandbox/cluster/model';
import {
  changeDocuments,
  documentEntries,
  documentsById,
  documentTableOf,
  findDocument,
  noDocuments,
  type DocumentTable,
} from '../../engine/src/sandbox/indices/document-table';
import { exportState, importState, writeState } from '../../engine/src/sandbox/control/export-state';
import {
  appendOperations,
  dropOperations,
  oldestOperation,
  type OperationLog,
} from '../../engine/src/sandbox/indices/operation-log';
import { readState, readStateText } from '../../engine/src/sandbox/control/read-state';
import { createSandboxState } from '../../engine/src/sandbox/sandbox-state';
import { playBooks } from './play-indices';

const id = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', '', '1', 'é'),
  fc.integer({ min: 0, max: 60 }).map(String),
);
/** A write to a document, or its removal. */
const step = fc.record({ id, isRemoval: fc.boolean() });
/** Several writes at once, as a bulk request makes them. */
const batches = fc.array(fc.array(step, { maxLength: 40 }), { maxLength: 12 });

function record(sequence: number): DocumentRecord {
  return { source: { sequence }, version: 1, sequence };
}

function sorted(table: DocumentTable) {
  return [...documentEntries(table)].sort(([, a], [, b]) => a.sequence - b.sequence);
}

describe('a table of documents', () => {
  it('holds what a simple map holds, and leaves earlier tables as they were', () => {
    fc.assert(
      fc.property(batches, (all) => {
        const simple = new Map<string, DocumentRecord>();
        let table = noDocuments;
        let sequence = 0;
        const earlier: { readonly table: DocumentTable; readonly text: string }[] = [];
        for (const batch of all) {
          earlier.push({ table, text: JSON.stringify(table) });
          const change = changeDocuments(table);
          for (const { id, isRemoval } of batch) {
            const document = record(sequence++);
            if (isRemoval) {
              change.remove(id);
              simple.delete(id);
            } else {
              change.put(id, document);
              simple.set(id, document);
            }
            expect(change.find(id)).toBe(simple.get(id));
          }
          table = change.finish();
          expect(table.count).toBe(simple.size);
          expect(new Map(documentEntries(table))).toEqual(simple);
          for (const [known, document] of simple) expect(findDocument(table, known)).toBe(document);
        }
        for (const { table: before, text } of earlier) expect(JSON.stringify(before)).toBe(text);
        expect(findDocument(table, 'nowhere')).toBeUndefined();
      }),
    );
  });

  it('is the same after an export and an import', () => {
    fc.assert(
      fc.property(fc.uniqueArray(id), (ids) => {
        const documents = Object.fromEntries(ids.map((name, at) => [name, record(at)]));
        const table = documentTableOf(documents);
        expect(documentsById(table)).toEqual(documents);
        const read = documentTableOf(JSON.parse(JSON.stringify(documentsById(table))) as typeof documents);
        expect(sorted(read)).toEqual(sorted(table));
      }),
    );
  });

  it('copies a small part of itself for a write', () => {
    const ids = Array.from({ length: 4096 }, (_, at) => `document-${at}`);
    const table = documentTableOf(Object.fromEntries(ids.map((name, at) => [name, record(at)])));
    const change = changeDocuments(table);
    change.put('document-7', record(5000));
    const next = change.finish();
    const copied = next.buckets.filter((bucket, at) => bucket !== table.buckets[at]);
    expect(copied).toHaveLength(1);
    expect(Math.max(...next.buckets.map(({ length }) => length))).toBeLessThan(64);
  });
});

describe('an export', () => {
  const fresh = createSandboxState({ clusterCredential: 'c', hostCredential: 'h', repositories: [] });

  it('holds documents by their ids, and gives the same state back', () => {
    const play = playBooks({}, { 1: { title: 'a' }, ['__proto__']: { title: 'b' } });
    const state = { ...fresh, clusters: play.state() };
    const exported = exportState(state);
    expect(Object.keys(exported.clusters.cluster.indices.books!.documents).sort()).toEqual(['1', '__proto__']);
    expect(exportState(importState(exported))).toEqual(exported);
    const read = readStateText(writeState(state));
    expect('state' in read && exportState(read.state)).toEqual(exported);
  });

  it('is refused with documents in another form', () => {
    const play = playBooks({}, { 1: { title: 'a' } });
    const exported = exportState({ ...fresh, clusters: play.state() });
    const { cluster } = exported.clusters;
    const books = { ...cluster.indices.books, documents: { count: 0, buckets: [[]] } };
    const broken = { ...exported, clusters: { ...exported.clusters, cluster: { ...cluster, indices: { books } } } };
    expect(readState(broken)).toHaveProperty('cause');
  });
});

describe('a log of operations', () => {
  it('holds what a simple list holds, and leaves earlier logs as they were', () => {
    const steps = fc.array(fc.record({ added: fc.integer({ min: 0, max: 600 }), dropped: fc.nat(900) }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(steps, (all) => {
        let simple: readonly OperationRecord[] = [];
        let log: OperationLog = [];
        let sequence = 0;
        for (const { added, dropped } of all) {
          const operations = Array.from({ length: added }, () => ({ sequence: sequence++, at: 0, id: 'a' }));
          const before = JSON.stringify(log);
          const longer = appendOperations(log, operations);
          const isKept = (operation: OperationRecord): boolean => operation.sequence >= dropped;
          const shorter = dropOperations(longer, isKept);
          expect(JSON.stringify(log)).toBe(before);
          simple = [...simple, ...operations];
          expect(longer.flat()).toEqual(simple);
          simple = simple.filter(isKept);
          log = shorter;
          expect(log.flat()).toEqual(simple);
          expect(oldestOperation(log)).toEqual(simple[0]);
          expect(log.every(({ length }) => length > 0)).toBe(true);
        }
      }),
    );
  });
});
