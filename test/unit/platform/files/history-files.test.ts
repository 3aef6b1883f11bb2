import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHistoryFiles } from '../../../../packages/node/src/files/history-files';

const root = mkdtempSync(join(tmpdir(), 'rulebook-test-'));
const program = join(root, 'write.mjs');
let folder = '';

beforeAll(() =>
  build({
    entryPoints: [join(import.meta.dirname, 'write-history.mjs')],
    ...{ outfile: program, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' },
  }),
);
beforeEach(() => {
  folder = join(mkdtempSync(join(root, 'case-')), 'history');
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const name = '000000000001000-a.json';

/** Starts a process that writes entries, behind a limit of the shell. */
function start(id: string, count: number, length: number, limit = '') {
  const command = `${limit}exec "$0" "$@"`;
  const args = ['-c', command, process.execPath, program, folder, id, String(count), String(length)];
  return spawn('bash', args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

describe('the files of the history', () => {
  it('can be read by this user only, and are created with the first one', async () => {
    const files = createHistoryFiles(folder);
    expect(await files.list()).toEqual([]);
    expect(await files.read(name)).toBeUndefined();
    await files.write(name, 'text');
    expect(await files.list()).toEqual([{ name, size: 4 }]);
    expect(await files.read(name)).toBe('text');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    await files.setAside(name);
    expect(await files.list()).toEqual([{ name: `${name}.damaged`, size: 4 }]);
    await files.remove(`${name}.damaged`);
    expect(await files.list()).toEqual([]);
  });

  it('are not read when others can read or replace them', async () => {
    const files = createHistoryFiles(folder);
    await files.write(name, 'text');
    chmodSync(join(folder, name), 0o644);
    await expect(files.read(name)).rejects.toThrow('cannot be read');
    rmSync(join(folder, name));
    writeFileSync(join(root, 'elsewhere'), 'secret', { mode: 0o600 });
    symlinkSync(join(root, 'elsewhere'), join(folder, name));
    await expect(files.read(name)).rejects.toThrow('cannot be read');
  });

  it('have names of entries only', async () => {
    const files = createHistoryFiles(folder);
    await files.write(name, 'text');
    writeFileSync(join(folder, 'notes.txt'), '');
    expect(await files.list()).toHaveLength(1);
    expect(() => files.read('../x')).toThrow('not an entry');
    expect(() => files.remove('../../x.json')).toThrow('not an entry');
  });

  it('are whole after a process was killed while it wrote, and its draft is removed later', async () => {
    const child = start('a', 1_000_000, 200_000);
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const files = createHistoryFiles(folder);
    const found = await files.list();
    expect(found.length).toBeGreaterThan(0);
    for (const { name: each } of found) expect((await files.read(each))?.endsWith('"}')).toBe(true);
    const draft = join(folder, `${name}.123e4567-e89b-42d3-a456-426614174000`);
    writeFileSync(draft, '{"hal');
    await files.list();
    expect(readdirSync(folder)).toContain(`${name}.123e4567-e89b-42d3-a456-426614174000`);
    utimesSync(draft, 1, 1);
    await files.list();
    expect(readdirSync(folder)).not.toContain(`${name}.123e4567-e89b-42d3-a456-426614174000`);
  });

  it('are written by two processes at once', async () => {
    const children = ['a', 'b'].map((id) => start(id, 50, 1000));
    await Promise.all(children.map((child) => once(child, 'exit')));
    const files = createHistoryFiles(folder);
    const found = await files.list();
    expect(found).toHaveLength(100);
    for (const { name: each } of found) expect((await files.read(each))?.length).toBe(1011);
  });

  it('leave nothing when the disk has no room for one', async () => {
    // In blocks of 1024 bytes.
    const child = start('a', 1, 100_000, 'ulimit -f 8; ');
    const end = once(child, 'exit');
    const [output] = (await once(child.stdout, 'data')) as [Buffer];
    await end;
    expect(output.toString()).toContain('EFBIG');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('say why none can be written', async () => {
    writeFileSync(folder, 'a file in place of the folder');
    const files = createHistoryFiles(folder);
    await expect(files.write(name, 'text')).rejects.toThrow();
    expect(await files.list()).toEqual([]);
  });
});
