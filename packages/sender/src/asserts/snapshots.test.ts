import { describe, expect, it } from 'vitest';
import type { RequestPlan } from '../plan/plan';
import type { ReceivedResponse } from '../plan/response';
import { refused } from '../refusal';
import { differingLines } from './snapshot-text';
import { createSnapshots, snapshotNameOf, type SnapshotFiles, type SnapshotMode } from './snapshots';

function response(body: string, more: Partial<ReceivedResponse> = {}): ReceivedResponse {
  return {
    ...{ httpVersion: '1.1', status: 200, statusText: 'OK', isTruncated: false, size: body.length, duration: 5 },
    headers: [['Content-Type', body.startsWith('<') ? 'application/xml' : 'application/json']],
    ...{ body, ...more },
  };
}

function plan(name: string, more: Partial<RequestPlan> = {}): RequestPlan {
  return {
    ...{ method: 'GET', target: [], isAbsolute: true, headers: [], variables: [], errors: 0, isUnsafe: false },
    ...{ label: name, name, line: 1, ...more },
  };
}

function storeOf(mode: SnapshotMode = 'new', text?: string, isOneRun = false, write?: SnapshotFiles['write']) {
  const kept = { text };
  const files: SnapshotFiles = {
    nameOf: () => '__snapshots__/a.http.snap.json',
    read: () => Promise.resolve(kept.text),
    write:
      write ??
      ((_, written) => {
        kept.text = written;
        return Promise.resolve(undefined);
      }),
  };
  const store = createSnapshots(files, mode, isOneRun);
  const compare = (name: string, received: ReceivedResponse, ignored: readonly string[] = [], secrets: string[] = []) =>
    store.compare(plan(name), received, { secrets, ignored });
  return { kept, store, compare };
}

describe('a snapshot', () => {
  it('is written first, and then compared', async () => {
    const { kept, compare, store } = storeOf();
    expect(await compare('b', response('{"z": 1, "a": [12345678901234567890, 1.50]}'))).toEqual({ kind: 'written' });
    expect(await compare('a', response('<r><i>1</i></r>'))).toEqual({ kind: 'written' });
    expect(kept.text).toBe(`{
  "about": "Responses that \`?? snapshot\` compares. \`rulebook run --update-snapshots\` writes them.",
  "snapshots": {
    "a": {
      "content-type": "application/xml",
      "status": 200,
      "text": [
        "<r>",
        "  <i>1</i>",
        "</r>"
      ]
    },
    "b": {
      "body": {
        "a": [
          12345678901234567890,
          1.50
        ],
        "z": 1
      },
      "content-type": "application/json",
      "status": 200
    }
  }
}
`);
    expect(store.counts()).toEqual({ written: 2, updated: 0 });
    // The order of members means nothing.
    expect(await compare('b', response('{"a":[12345678901234567890,1.50],"z":1}'))).toEqual({ kind: 'equal' });
    expect(await compare('b', response('{"a":[12345678901234567891,1.50],"z":1}'))).toMatchObject({
      kind: 'different',
      name: 'b',
      lines: [' ', '-', '+', ' '].map((sign) => expect.stringMatching(`^\\${sign}`) as string),
    });
    expect(await compare('b', response('{}', { status: 201 }))).toMatchObject({ kind: 'different' });
  });

  it('leaves out what is ignored, also of a snapshot that has it', async () => {
    const { kept, compare } = storeOf();
    await compare('a', response('{"took": 3, "items": [{"id": 1, "n": "x"}, {"id": 2, "n": "y"}]}'));
    const later = response('{"took": 4, "items": [{"id": 7, "n": "x"}, {"id": 8, "n": "y"}]}');
    expect(await compare('a', later)).toMatchObject({ kind: 'different' });
    expect(await compare('a', later, ['$.took', '$.items[*].id'])).toEqual({ kind: 'equal' });
    const other = storeOf();
    await other.compare('a', later, ['$.took', '$.items[*].id']);
    expect(other.kept.text).not.toContain('took');
    expect(kept.text).toContain('took');
  });

  it('never holds a secret', async () => {
    const { kept, compare } = storeOf();
    const body =
      '{"access_token": "canary-0123456789", "echo": "sent canary-secret-of-request", "n": "canary-0123456789"}';
    await compare('a', response(body), [], ['canary-secret-of-request']);
    expect(kept.text).not.toContain('canary');
    expect(kept.text).toContain('"echo": "sent ***"');
    // What is masked is the same in the next run.
    const other = body.replaceAll('0123456789', '9876543210');
    expect(await compare('a', response(other), [], ['canary-secret-of-request'])).toEqual({ kind: 'equal' });
    const different = await compare('a', response(other.replace('sent', 'got')), [], ['canary-secret-of-request']);
    expect(JSON.stringify(different)).not.toContain('canary');
  });

  it('is written anew where that is asked for, and removed where its request is', async () => {
    const { kept, compare, store } = storeOf('all');
    await compare('a', response('{"n": 1}'));
    await compare('loop (1)', response('{"n": 1}'));
    expect(await compare('a', response('{"n": 2}'))).toEqual({ kind: 'written' });
    expect(store.counts()).toEqual({ written: 2, updated: 1 });
    expect(await store.obsolete(undefined, new Set(['a', 'loop']), false)).toEqual([]);
    expect(await store.obsolete(undefined, new Set(['loop']), false)).toEqual(['a']);
    expect(kept.text).toContain('"n": 2');
    expect(await store.obsolete(undefined, new Set(['loop']), true)).toEqual(['a']);
    expect(kept.text).not.toContain('"n": 2');
  });

  it('is an error where none is written, and where one would take the place of another', async () => {
    const { kept, compare } = storeOf('none');
    expect(await compare('a', response('{}'))).toMatchObject({ problem: expect.stringContaining('`CI`') as string });
    expect(kept.text).toBeUndefined();
    const { store } = storeOf('new', undefined, true);
    const options = { secrets: [], ignored: [] };
    await store.compare(plan('a'), response('{}'), options);
    // A request that is sent again has the same line.
    expect(await store.compare(plan('a'), response('{}'), options)).toEqual({ kind: 'equal' });
    expect(await store.compare(plan('a', { line: 9 }), response('{}'), options)).toMatchObject({
      problem: expect.stringContaining('# @name') as string,
    });
  });

  it.each<[string, ReceivedResponse, string]>([
    ['incomplete', response('{}', { interruption: { kind: 'reset', message: 'x' } }), 'incomplete'],
    ['too large', response('{}', { isTruncated: true }), 'too large'],
    ['very long', response(`"${'x'.repeat(2_000_001)}"`), 'too large'],
  ])('is not made of a response that is %s', async (_what, received, message) => {
    const { kept, compare } = storeOf();
    expect(await compare('a', received)).toMatchObject({ problem: expect.stringContaining(message) as string });
    expect(kept.text).toBeUndefined();
  });

  it('says of a binary body what it is', async () => {
    const { kept, compare } = storeOf();
    const image = response('', { binary: 'PNG image', size: 13, headers: [['content-type', 'image/png']] });
    await compare('a', image);
    expect(kept.text).toContain('"binary": "PNG image, 13 bytes"');
    expect(await compare('a', { ...image, size: 14 })).toMatchObject({ kind: 'different' });
  });

  it.each(['{"snap', '[]', '{"snapshots": []}', '{"snapshots": {"a": 3}}', ''])(
    'is neither compared nor replaced in a broken file: %s',
    async (text) => {
      const { kept, compare } = storeOf('all', text);
      expect(await compare('a', response('{}'))).toMatchObject({
        problem: expect.stringContaining('Repair it') as string,
      });
      expect(kept.text).toBe(text);
    },
  );

  it('says why it cannot be written', async () => {
    const { compare, store } = storeOf('new', undefined, false, () =>
      Promise.resolve(refused('permission is missing')),
    );
    expect(await compare('a', response('{}'))).toMatchObject({
      problem: expect.stringContaining('permission') as string,
    });
    expect(await store.replace(undefined, 'a', '{}')).toMatchObject({
      cause: expect.stringContaining('permission') as string,
    });
    expect(await store.replace(undefined, 'a', '{')).toMatchObject({
      cause: expect.stringContaining('JSON') as string,
    });
  });

  it('waits for others that are written at the same time', async () => {
    const { kept, compare } = storeOf();
    await Promise.all(['a', 'b', 'c'].map((name) => compare(name, response('{}'))));
    expect(Object.keys((JSON.parse(kept.text ?? '') as { snapshots: object }).snapshots)).toEqual(['a', 'b', 'c']);
  });

  it('has the name of its request, and of which time', () => {
    expect(snapshotNameOf(plan('a', { label: 'Title' }))).toBe('a');
    expect(snapshotNameOf(plan('a', { turn: { index: 1, count: 3 } }))).toBe('a (2)');
  });
});

describe('the lines of a difference', () => {
  it('are those that differ, with one around them', () => {
    const text = Array.from({ length: 40 }, (_, index) => `line ${index}`);
    const other = text.map((line, index) => (index === 10 || index === 30 ? `${line}!` : line));
    expect(differingLines(text.join('\n'), other.join('\n'))).toEqual([
      ' line 9',
      '-line 10',
      '+line 10!',
      ' line 11',
      ' …',
      ' line 29',
      '-line 30',
      '+line 30!',
      ' line 31',
    ]);
  });

  it('are few and short', () => {
    const many = Array.from({ length: 3000 }, (_, index) => `${index}${'x'.repeat(500)}`).join('\n');
    const lines = differingLines('a', many);
    expect(lines).toHaveLength(31);
    expect(lines.at(-1)).toBe(' … and 2971 more lines');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(210);
  });
});
