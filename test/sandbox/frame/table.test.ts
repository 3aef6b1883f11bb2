import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  DocumentRecord,
  OperationRecord,
  OperationLog,
} from '../../../services/search-cluster-play/cluster/model';
import { Table } from '../../../packages/sandbox/src/table';
import { type WireRequest } from '../../../packages/sandbox/src/index';
import {
  appendOperations,
  dropOperations,
  oldestOperation,
} from '../../../services/search-cluster-play/indices/operation-log';
import { stepHost } from '../../../services/code-hosting/play/host';
import { createHostState } from '../../../services/code-hosting/play/seed';
import { createClusterPair, stepCluster } from '../../../services/search-cluster-play/cluster/cluster';
import { sandbox } from '../whole-sandbox';
import { createPlay, stepFirstCluster } from '../play';
import { playBooks } from '../cluster/play-indices';

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

describe('a table', () => {
  it('holds what a simple map holds, and leaves earlier tables as they were', () => {
    fc.assert(
      fc.property(batches, (all) => {
        const simple = new Map<string, DocumentRecord>();
        let table = Table.empty<DocumentRecord>();
        let sequence = 0;
        const earlier: { readonly table: Table<DocumentRecord>; readonly text: string }[] = [];
        for (const batch of all) {
          const before = { table, text: JSON.stringify(table), simple: new Map(simple) };
          earlier.push(before);
          for (const { id, isRemoval } of batch) {
            const document = record(sequence++);
            if (isRemoval) {
              table = table.without(id);
              simple.delete(id);
            } else {
              table = table.with(id, document);
              simple.set(id, document);
            }
            expect(table.get(id)).toBe(simple.get(id));
          }
          expect(table.size).toBe(simple.size);
          expect(new Map(table.entries())).toEqual(simple);
          expect(new Set(table.values())).toEqual(new Set(simple.values()));
          const keys = new Set([...before.simple.keys(), ...simple.keys()]);
          const changed = [...keys].filter((key) => before.simple.get(key) !== simple.get(key));
          const changes = table.changesSince(before.table);
          expect(changes.map(({ key }) => key).sort()).toEqual(changed.sort());
          for (const { key, before: old, now } of changes) {
            expect([old, now]).toEqual([before.simple.get(key), simple.get(key)]);
          }
        }
        for (const { table: before, text } of earlier) expect(JSON.stringify(before)).toBe(text);
        expect(table.get('nowhere')).toBeUndefined();
      }),
    );
  });

  it('is an object to JSON', () => {
    fc.assert(
      fc.property(fc.uniqueArray(id), (ids) => {
        const documents = Object.fromEntries(ids.map((name, at) => [name, record(at)]));
        expect(Table.of(documents).toJSON()).toEqual(documents);
        expect(JSON.parse(JSON.stringify(Table.of(documents)))).toEqual(JSON.parse(JSON.stringify(documents)));
      }),
    );
  });

  it('becomes small again', () => {
    const ids = Array.from({ length: 5000 }, (_, at) => String(at));
    const full = Table.from(ids.map((name, at) => [name, record(at)]));
    const few = ids.slice(3).reduce((table, name) => table.without(name), full);
    expect(Object.keys(few.toJSON()).sort()).toEqual(['0', '1', '2']);
    expect(ids.reduce((table, name) => table.without(name), full).size).toBe(0);
  });
});

/** Counts the lists that are made while something is done: a table copies lists of its parts, and nothing else. */
function copiedItems(work: () => void): number {
  const lists = Array.prototype as { [Symbol.iterator]: () => ArrayIterator<unknown> };
  const original = lists[Symbol.iterator];
  let items = 0;
  lists[Symbol.iterator] = function (this: unknown[]) {
    items += this.length;
    return original.call(this);
  };
  try {
    work();
  } finally {
    lists[Symbol.iterator] = original;
  }
  return items;
}

describe('the thousandth', () => {
  it('entry of a table copies as little as the hundredth, and is found without a look at the others', () => {
    let table = Table.empty<number>();
    const costs: number[] = [];
    for (let at = 0; at < 4_000; at++) {
      const before = table;
      costs.push(copiedItems(() => (table = before.with(`key-${at}`, at))));
      if (at === 3_999) expect(copiedItems(() => expect(table.changesSince(before)).toHaveLength(1))).toBeLessThan(500);
    }
    expect(Math.max(...costs.slice(3_500))).toBeLessThan(1_000);
  });

  it('API key and webhook cost as much as the hundredth', () => {
    const play = createPlay(createClusterPair('b'), stepFirstCluster, () => [], 'Bearer b');
    const clusters = { state: play.state() };
    const hosts = {
      state: createHostState(
        'b',
        Array.from({ length: 600 }, (_, at) => `o/r${at}`),
      ),
    };
    const headers: WireRequest['headers'] = [
      ['Authorization', 'Bearer b'],
      ['Content-Type', 'application/json'],
    ];
    let count = 0;
    const input = { now: 0, randomText: (length: number) => `${count++}`.padStart(length, 'x'), baseUrl: 'http://s' };
    const createKey = () => {
      const request = { method: 'POST', target: '/_security/api_key', headers, body: '{"name":"k"}' };
      const { state, response } = stepCluster(clusters.state, 'cluster', request, input, () => []);
      expect(response.status).toBe(200);
      clusters.state = state;
    };
    const createHook = (at: number) => {
      const body = JSON.stringify({ config: { url: `http://127.0.0.1/${at}` } });
      const request = { method: 'POST', target: `/repos/o/r${at % 600}/hooks`, headers, body };
      const { state, response } = stepHost(hosts.state, request, input, () => []);
      expect(response.status).toBe(201);
      hosts.state = state;
    };
    const costs = Array.from({ length: 4_000 }, (_, at) =>
      copiedItems(() => {
        createKey();
        createHook(at);
      }),
    );
    const worst = (from: number) => Math.max(...costs.slice(from, from + 500));
    expect(worst(3_500)).toBeLessThan(worst(100) * 2 + 500);
    expect(clusters.state.cluster.keys.size).toBe(4_000);
    expect(hosts.state.hooks.records.size).toBe(4_000);
  });
});

describe('an export', () => {
  const fresh = sandbox.createState({ clusterCredential: 'c', hostCredential: 'h', repositories: [] });

  it('holds documents by their ids, and gives the same state back', () => {
    const play = playBooks({}, { 1: { title: 'a' }, ['__proto__']: { title: 'b' } });
    const state = { ...fresh, clusters: play.state() };
    const exported = sandbox.exportState(state);
    expect(Object.keys(exported.clusters.cluster.indices.books!.documents).sort()).toEqual(['1', '__proto__']);
    expect(sandbox.exportState(sandbox.importState(exported))).toEqual(exported);
    const read = sandbox.readStateText(sandbox.writeState(state));
    expect('state' in read && sandbox.exportState(read.state)).toEqual(exported);
  });

  it('is refused with documents in another form', () => {
    const play = playBooks({}, { 1: { title: 'a' } });
    const exported = sandbox.exportState({ ...fresh, clusters: play.state() });
    const { cluster } = exported.clusters;
    const books = { ...cluster.indices.books, documents: { count: 0, buckets: [[]] } };
    const broken = { ...exported, clusters: { ...exported.clusters, cluster: { ...cluster, indices: { books } } } };
    expect(sandbox.readState(broken)).toHaveProperty('cause');
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
