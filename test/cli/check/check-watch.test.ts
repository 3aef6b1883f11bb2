import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, spawnCommandLine } from '../command-line';

const good = 'GET /_search\n';
const bad = 'PUT /_security/api_key\n\n{ "name": 1 }\n';

/** Starts a watch, and returns what resolves with each report. */
function watching(cwd: string, args: readonly string[] = []) {
  const child = spawnCommandLine(['check', '--watch', '--min-severity', 'error', ...args, '.'], { cwd });
  let text = '';
  let notify = (): void => undefined;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    notify();
  });
  const ended = new Promise<number | null>((done) => child.on('close', done));
  return {
    next: () =>
      new Promise<string>((done) => {
        notify = () => {
          const end = /^.* (?:request|file)s?.* of \d+ files?\n/m.exec(text);
          if (end === null) return;
          const report = text.slice(0, end.index + end[0].length);
          text = text.slice(report.length);
          done(report);
        };
        notify();
      }),
    quiet: () => text === '',
    end: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}

describe('check --watch', () => {
  it('follows changed, new, renamed and deleted files, folders and settings, and ends by Ctrl-C', async () => {
    const cwd = folderOf({ 'a.http': good });
    const watch = watching(cwd);
    expect(await watch.next()).toBe('No findings in 1 request of 1 file\n');
    writeFileSync(join(cwd, 'a.http'), bad);
    expect(await watch.next()).toMatch(/^a\.http:3:11 error .*\n1 error in 1 request of 1 file\n$/);
    mkdirSync(join(cwd, 'sub'));
    writeFileSync(join(cwd, 'sub/b.http'), good);
    expect(await watch.next()).toMatch(/1 error in 2 requests of 2 files\n$/);
    renameSync(join(cwd, 'a.http'), join(cwd, 'sub/c.http'));
    expect(await watch.next()).toMatch(/^sub\/c\.http:3:11 error/);
    writeFileSync(join(cwd, 'rulebook.json'), '{ "rules": { "wrong-type": "off" } }');
    expect(await watch.next()).toBe('No findings in 2 requests of 2 files\n');
    rmSync(join(cwd, 'sub/b.http'));
    expect(await watch.next()).toBe('No findings in 1 request of 1 file\n');
    expect(await watch.end()).toBe(130);
  });

  it('does not see its own fixes as changes', async () => {
    const cwd = folderOf({ 'a.http': 'PUT /_security/api_key\n\n{ "name": "k", }\n' });
    const watch = watching(cwd, ['--fix']);
    expect(await watch.next()).toBe('No findings in 1 request of 1 file\n');
    await new Promise((done) => setTimeout(done, 500));
    expect(watch.quiet()).toBe(true);
    writeFileSync(join(cwd, 'a.http'), 'PUT /_security/api_key\n\n{ "name": "l", }\n');
    expect(await watch.next()).toBe('No findings in 1 request of 1 file\n');
    expect(await watch.end()).toBe(130);
  });
});
