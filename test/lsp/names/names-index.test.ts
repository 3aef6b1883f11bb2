import { describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../packages/engine/src/index';
import { WorkspaceNames, type WorkspaceLimits } from '../../../server/src/names/workspace-names';

const root = 'file:///work';

/** An index over files in memory, which counts what it does. */
function indexOf(files: Map<string, string>, limits?: WorkspaceLimits) {
  const counts = { reads: 0, searches: 0, pauses: 0, longest: 0 };
  let sincePause = 0;
  const engine: Engine = createEngine();
  const names = new WorkspaceNames({
    engine: {
      ...engine,
      summariseNames: (file, block) => {
        sincePause += file.blocks.at(block)?.length ?? 0;
        counts.longest = Math.max(counts.longest, sincePause);
        return engine.summariseNames(file, block);
      },
    },
    encoding: 'utf-16',
    ...(limits && { limits }),
    files: {
      read: (uri) => {
        counts.reads++;
        const text = files.get(uri);
        return Promise.resolve(text === undefined ? { cause: 'there is no such file' } : { text });
      },
      isFile: (uri) => Promise.resolve(files.has(uri)),
      findRequestFiles: (_, most = 1_000) => {
        counts.searches++;
        return Promise.resolve([...files.keys()].slice(0, most));
      },
    },
    openDocuments: () => [],
    openDocument: () => undefined,
    rootOf: () => root,
    roots: () => [root],
    defer: (task) => {
      counts.pauses++;
      sincePause = 0;
      setImmediate(task);
    },
  });
  return { names, counts };
}

const request = '### a\nGET /{{x}}\n\n';

function workspace(count: number, text = `@x = 1\n${request.repeat(10)}`): Map<string, string> {
  return new Map(Array.from({ length: count }, (_, at) => [`${root}/${at}.http`, text]));
}

describe('the names of a workspace', () => {
  it('are not read before they are needed, and then once', async () => {
    const { names, counts } = indexOf(workspace(100));
    expect(counts).toMatchObject({ reads: 0, searches: 0 });
    await names.changed(`${root}/5.http`);
    expect(counts).toMatchObject({ reads: 0, searches: 0 });
    await Promise.all([names.ready(), names.ready()]);
    await names.ready();
    expect(counts).toMatchObject({ reads: 100, searches: 1 });
    expect(names.counts).toEqual({ blocks: 1_100, entries: 1_100 });
    expect([...names.closed()]).toHaveLength(100);
  });

  it('are read again for the files that have changed', async () => {
    const files = workspace(100);
    const { names, counts } = indexOf(files);
    await names.ready();
    const before = names.counts.blocks;
    files.set(`${root}/5.http`, '@y = 1\n');
    await names.changed(`${root}/5.http`);
    expect(names.counts).toEqual({ blocks: before + 1, entries: 1_090 });
    files.delete(`${root}/6.http`);
    await names.changed(`${root}/6.http`);
    await names.changed(`${root}/6.json`);
    expect(counts).toMatchObject({ reads: 102, searches: 1 });
    expect(names.counts.entries).toBe(1_079);
    expect([...names.closed()]).toHaveLength(99);
  });

  it('are read in slices, so that a key waits for no more than a few milliseconds', async () => {
    const { names, counts } = indexOf(workspace(3, request.repeat(3_000)));
    await names.ready();
    expect(counts.longest).toBeLessThanOrEqual(50_000);
    expect(counts.pauses).toBeGreaterThan(2);
  });

  it('are bounded, whatever the workspace holds', async () => {
    const limits = { files: 100, entries: 3_000 };
    const many = indexOf(workspace(120, '@x = 1\n'), limits);
    await many.names.ready();
    expect([...many.names.closed()]).toHaveLength(100);
    const large = indexOf(workspace(10, '@x = 1\n'.repeat(500)), limits);
    await large.names.ready();
    expect(large.names.counts.entries).toBeLessThanOrEqual(3_500);
  });
});
