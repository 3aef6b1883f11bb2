import { describe, expect, it } from 'vitest';
import { collectBody, collectResponse, longestInMemory } from '../../../client/src/response/collect-body';

const megabyte = 1024 * 1024;
const headers = [['Content-Type', 'application/json; charset=utf-8']] as const;

/** A file in memory; it fails when it gets more than there is room for. */
function fileOf(room = Infinity) {
  const created: string[] = [];
  const state = { size: 0, isClosed: false };
  const create = (extension: string) => {
    created.push(extension);
    return Promise.resolve({
      path: `body.${extension}`,
      write: (bytes: Uint8Array) => {
        state.size += bytes.length;
        return state.size > room ? Promise.reject(new Error('no room')) : Promise.resolve();
      },
      close: () => {
        state.isClosed = true;
        return Promise.resolve();
      },
    });
  };
  return { created, state, create };
}

describe('collectBody', () => {
  it('keeps a short body in memory', async () => {
    const { created, create } = fileOf();
    const collector = collectBody(create);
    collector.begin(headers);
    await collector.add(new Uint8Array([1, 2]));
    await collector.add(new Uint8Array([3]));
    collector.end();
    expect(collector.body()).toEqual({ bytes: new Uint8Array([1, 2, 3]), size: 3, isWhole: true });
    expect(created).toEqual([]);
  });

  it('puts a long body into one file, from its first byte', async () => {
    const { created, state, create } = fileOf();
    const collector = collectBody(create);
    collector.begin(headers);
    for (let count = 0; count < 10; count++) await collector.add(new Uint8Array(megabyte));
    collector.end();
    expect(collector.body()).toEqual({
      bytes: new Uint8Array(),
      file: 'body.json',
      size: 10 * megabyte,
      isWhole: true,
    });
    expect([created, state]).toEqual([['json'], { size: 10 * megabyte, isClosed: true }]);
  });

  it('says that a body is not whole when there is no room, and lets the rest pass', async () => {
    const { create } = fileOf(6 * megabyte);
    const collector = collectBody(create);
    collector.begin(headers);
    for (let count = 0; count < 10; count++) await collector.add(new Uint8Array(megabyte));
    expect(collector.body()).toMatchObject({ size: 6 * megabyte, isWhole: false });
  });

  it('keeps it in memory where there are no files, up to a limit', async () => {
    const collector = collectBody(undefined);
    collector.begin(headers);
    await collector.add(new Uint8Array(longestInMemory + 1));
    expect(collector.body().isWhole).toBe(true);
    await collector.add(new Uint8Array(100 * megabyte));
    expect(collector.body()).toMatchObject({ size: longestInMemory + 1, isWhole: false });
  });

  it('collects the body of a response of a run, which is saved as that of any other', async () => {
    const { create, state } = fileOf(20 * megabyte);
    const { observer, stop, body } = collectResponse(create);
    observer.onHead?.({ status: 200, statusText: 'OK', headers });
    for (let count = 0; count < 5; count++) await observer.onBytes?.(new Uint8Array(megabyte));
    stop();
    expect(body()).toMatchObject({ file: 'body.json', size: 5 * megabyte, isWhole: true });
    expect(state.isClosed).toBe(true);
  });
});
