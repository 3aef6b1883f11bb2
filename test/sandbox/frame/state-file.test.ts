import { spawnSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createStateFile,
  readStateFile,
  refuseStateFile,
  type StateText,
} from '../../../packages/node/src/sandbox/state-file';
import { createSandboxStore } from '../../../packages/node/src/sandbox/sandbox-store';
import { answer, result } from '../../../packages/sandbox/src/wire';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rulebook-state-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

const text = { whole: JSON.stringify, change: (_: object, now: object) => JSON.stringify(now) };
/** The last line holds what was saved last. */
const read = (path: string): unknown => {
  const value = JSON.parse(readFileSync(path, 'utf8').trimEnd().split('\n').pop() ?? '') as object;
  return 'change' in value ? value.change : value;
};
/** What is in the folder next to the room that is kept for a full disk. */
const listed = (folder: string) => readdirSync(folder).filter((name) => !name.endsWith('.reserve'));

/** Opens a state file until the test is over. */
function openStateFile<State>(path: string, own: StateText<State>, kept?: { text: string; state: State }) {
  const file = createStateFile<State>(path, own, kept);
  onTestFinished(file.close);
  return file;
}

describe('a state file', () => {
  it('gets a line for each change, and is written anew when there are many of them', async () => {
    const folder = emptyFolder();
    const path = join(folder, 'state.json');
    let whole = 0;
    const file = openStateFile<{ n: number }>(path, {
      whole: (state) => {
        whole++;
        return JSON.stringify(state);
      },
      change: (before, now) => (before.n === now.n ? undefined : JSON.stringify({ ...now, text: 'x'.repeat(30_000) })),
    });
    for (let n = 0; n < 100; n++) await file.save({ n });
    // A megabyte holds 35 of these lines.
    expect(whole).toBe(3);
    const lines = readFileSync(path, 'utf8').split('\n');
    expect(JSON.parse(lines[0]!)).toHaveProperty('n');
    expect(JSON.parse(lines.at(-2)!)).toMatchObject({ change: { n: 99 } });
    const { size } = statSync(path);
    await file.save({ n: 99 });
    expect(statSync(path).size).toBe(size);
    await file.close();
    expect(readFileSync(path, 'utf8')).toBe('{"n":99}');
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  it('is written as a whole where a user has removed it', async () => {
    const path = join(emptyFolder(), 'state.json');
    const file = openStateFile<object>(path, text);
    await file.save({ n: 1 });
    await file.save({ n: 2 });
    rmSync(path);
    await file.save({ n: 3 });
    expect(readFileSync(path, 'utf8')).toBe('{"n":3}');
  });

  it('is a regular file of one name', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'one.json'), '{}');
    expect(await refuseStateFile(join(folder, 'one.json'))).toBeUndefined();
    expect(await refuseStateFile(join(folder, 'none.json'))).toBeUndefined();
    linkSync(join(folder, 'one.json'), join(folder, 'two.json'));
    expect(await refuseStateFile(join(folder, 'one.json'))).toMatch(/hard link/);
    expect(await refuseStateFile('/dev/full')).toMatch(/not a regular file/);
  });

  it('is written for its owner only, and nothing is left next to it', async () => {
    const folder = emptyFolder();
    const path = join(folder, 'state.json');
    await openStateFile<object>(path, text).save({ n: 1 });
    expect(read(path)).toEqual({ n: 1 });
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    expect(listed(folder)).toEqual(['state.json']);
  });

  it('is written once for all who ask while it is written', async () => {
    const path = join(emptyFolder(), 'state.json');
    let count = 0;
    const file = openStateFile<{ n: number }>(path, {
      whole: (state) => {
        count++;
        return JSON.stringify(state);
      },
      change: (_, state) => {
        count++;
        return JSON.stringify(state);
      },
    });
    const states = Array.from({ length: 100 }, (_, n) => ({ n }));
    const first = file.save(states[0]!);
    await Promise.resolve();
    await Promise.all([first, ...states.slice(1).map((state) => file.save(state))]);
    expect(read(path)).toEqual({ n: 99 });
    expect(count).toBeLessThanOrEqual(2);
    await file.save(states[99]!);
    expect(count).toBeLessThanOrEqual(2);
  });

  it('holds each state by the time that its saving is over', async () => {
    const path = join(emptyFolder(), 'state.json');
    const file = openStateFile<{ n: number }>(path, text);
    const saves = Array.from({ length: 50 }, async (_, n) => {
      for (let turn = 0; turn < n; turn++) await Promise.resolve();
      await file.save({ n });
      expect((read(path) as { n: number }).n).toBeGreaterThanOrEqual(n);
    });
    await Promise.all(saves);
  });

  it('takes over what an interrupted write has left', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, '.state.json.writing'), '{"half":');
    const path = join(folder, 'state.json');
    await openStateFile<object>(path, text).save({ n: 2 });
    expect(read(path)).toEqual({ n: 2 });
    expect(listed(folder)).toEqual(['state.json']);
  });

  it('is replaced where a link leads', async () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, 'far'));
    writeFileSync(join(folder, 'far', 'real.json'), '{}');
    symlinkSync(join(folder, 'far', 'real.json'), join(folder, 'link.json'));
    await openStateFile<object>(join(folder, 'link.json'), text).save({ n: 3 });
    expect(read(join(folder, 'far', 'real.json'))).toEqual({ n: 3 });
    expect(listed(join(folder, 'far'))).toEqual(['real.json']);
  });

  it('that cannot be written is named, and can be written later', async () => {
    const folder = emptyFolder();
    const path = join(folder, 'later', 'state.json');
    const file = openStateFile<object>(path, text);
    const state = { n: 4 };
    await expect(file.save(state)).rejects.toThrow(
      `${path} cannot be written: ENOENT, there is no such folder; create it first.`,
    );
    mkdirSync(join(folder, 'later'));
    await file.save(state);
    expect(read(path)).toEqual(state);
  });

  it('that does not exist has no text, and a file of bytes is named', async () => {
    const folder = emptyFolder();
    expect(await readStateFile(join(folder, 'none.json'))).toBeUndefined();
    await expect(readStateFile(folder)).rejects.toThrow(/cannot be read: it is a folder/);
    writeFileSync(join(folder, 'bytes'), Buffer.from([0xff, 0xfe]));
    await expect(readStateFile(join(folder, 'bytes'))).rejects.toThrow(/not UTF-8/);
  });
});

describe('a store that saves', () => {
  const request = { method: 'POST', target: '/', headers: [], body: '' };
  const count = (state: number) => result(state + 1, answer(200, { count: state + 1 }));
  const look = (state: number) => result(state, answer(200, { count: state }));

  it('answers a change after it is saved, and a reader of it as well', async () => {
    const saved: number[] = [];
    let release = (): void => undefined;
    const store = createSandboxStore<number>({
      initial: 0,
      record: (state) => state,
      save: (state) =>
        new Promise((resolve) => {
          const earlier = release;
          release = () => {
            earlier();
            saved.push(state);
            resolve();
          };
        }),
    });
    const answers: number[] = [];
    const both = [count, look].map(async (step) => {
      const { response } = await store.answer(step, request, '');
      answers.push(response.status);
    });
    await new Promise(setImmediate);
    expect(answers).toEqual([]);
    release();
    await Promise.all(both);
    expect(saved).toEqual([1, 1]);
  });

  it('says that a change is not safe, and still reads', async () => {
    const store = createSandboxStore<number>({
      initial: 0,
      record: (state) => state,
      save: () => Promise.reject(new Error('state.json cannot be written: ENOSPC.')),
    });
    const { response } = await store.answer(count, request, '');
    expect(response.status).toBe(500);
    expect(response.body).toMatch(/is lost.*ENOSPC/);
    expect((await store.answer(look, request, '')).response.status).toBe(200);
  });
});

// A disk of its own, which only the superuser can make.
const canMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0;

/** Returns the folder of a small disk. */
function fullDisk(skip: (note: string) => void): string {
  const folder = emptyFolder();
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300k', 'tmpfs', folder]);
  if (status !== 0) skip('this machine does not let a test mount a disk');
  onTestFinished(() => void spawnSync('umount', [folder]));
  return folder;
}

describe.skipIf(!canMount)('a state file on a full disk (skipped without the right to mount one)', () => {
  it('is saved again as soon as the state becomes smaller', async ({ skip }) => {
    const folder = fullDisk(skip);
    const path = join(folder, 'state.json');
    const file = openStateFile<{ text: string }>(path, {
      whole: JSON.stringify,
      change: (_, now) => JSON.stringify({ set: now.text }),
    });
    await file.save({ text: 'a'.repeat(150_000) });
    await expect(file.save({ text: 'b'.repeat(200_000) })).rejects.toThrow('ENOSPC');
    await file.save({ text: 'small' });
    expect(readFileSync(path, 'utf8')).toContain('small');
    await file.save({ text: 'c'.repeat(100_000) });
    expect(readFileSync(path, 'utf8')).toContain('ccc');
  });

  it('is saved again after a deletion, also when small changes have filled it', async ({ skip }) => {
    const folder = fullDisk(skip);
    const path = join(folder, 'state.json');
    type Values = Readonly<Record<string, string>>;
    const own: StateText<Values> = {
      whole: JSON.stringify,
      change: (before, now) => {
        const entries = Object.entries(now).filter(([key, value]) => before[key] !== value);
        const removed = Object.keys(before).filter((key) => !(key in now));
        return JSON.stringify({ set: Object.fromEntries(entries), removed });
      },
    };
    const file = openStateFile<Values>(path, own);
    let values: Values = {};
    const fill = async () => {
      for (let n = Object.keys(values).length; ; n++) {
        values = { ...values, [`k${n}`]: 'x'.repeat(1_500) };
        if ((await file.save(values).catch(() => 'full')) === 'full') return n;
      }
    };
    expect(await fill()).toBeGreaterThan(100);
    await fill();
    // A single deletion is stored, as long as the state is smaller than what is on the disk; so are further ones.
    for (let n = 0; n < 20; n++) {
      values = Object.fromEntries(Object.entries(values).slice(0, -1));
      if (n > 2) await file.save(values);
    }
    values = { k0: 'small' };
    await file.save(values);
    expect(await fill()).toBeGreaterThan(100);
    values = { k0: 'small', k1: 'end' };
    await file.save(values);
    await file.save({ ...values, k2: 'more' });
    expect(readFileSync(path, 'utf8')).toContain('more');
  });

  it('goes on where the disk is full at the start, too', async ({ skip }) => {
    const folder = fullDisk(skip);
    const path = join(folder, 'state.json');
    const own: StateText<{ text: string }> = {
      whole: JSON.stringify,
      change: (before, now) => (before.text === now.text ? undefined : JSON.stringify({ set: now.text })),
    };
    const state = { text: 'a'.repeat(200_000) };
    const first = createStateFile(path, own);
    await first.save({ text: '' });
    await first.save({ text: 'a' });
    await first.save(state);
    await first.close();
    const text = readFileSync(path, 'utf8');
    await expect(openStateFile(path, own).save(state)).rejects.toThrow('ENOSPC');
    const file = openStateFile(path, own, { text, state });
    await file.save(state);
    expect(readFileSync(path, 'utf8')).toBe(text);
    await file.save({ text: 'small' });
    expect(readFileSync(path, 'utf8')).toContain('small');
    await file.save({ text: 'b'.repeat(100_000) });
    expect(readFileSync(path, 'utf8')).toContain('bbb');
  });
});
