import { lstatSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';
import { startRecorder } from '../recorder';

describe('rulebook run --har', () => {
  it('writes a recording that holds no secret and can be imported', async () => {
    const { place } = await startRecorder();
    const folder = folderOf({
      'a.http': `POST http://${place}/x?token=t0ken-of-url\nAuthorization: Bearer b3arer-of-head\nContent-Type: application/json\n\n{"password": "p4ssword-of-body", "n": 1}\n`,
    });
    const { code } = await commandLine(['run', 'a.http', '--har', 'x.har'], { cwd: folder });
    expect(code).toBe(0);
    const text = readFileSync(join(folder, 'x.har'), 'utf8');
    expect(text).not.toMatch(/t0ken|b3arer|p4ssword/);
    const { log } = JSON.parse(text) as { log: { version: string; entries: object[] } };
    expect(log.version).toBe('1.2');
    expect(log.entries).toMatchObject([
      {
        request: { method: 'POST', headers: [{ name: 'Authorization', value: '***' }, {}, {}, {}] },
        response: { status: 200, content: { text: '{}' } },
      },
    ]);
    const imported = await commandLine(['import', 'x.har'], { cwd: folder });
    expect(imported.out).toContain(`POST http://${place}/x?token=`);
  });

  it.skipIf(process.platform === 'win32')(
    'is read by its owner only, as a report is, and replaces a link',
    async () => {
      const { place } = await startRecorder();
      const outside = folderOf({ 'kept.txt': 'kept' });
      const folder = folderOf({ 'a.http': `GET http://${place}/\n` });
      symlinkSync(join(outside, 'kept.txt'), join(folder, 'link.har'));
      for (const [option, file] of [
        ['--har', 'x.har'],
        ['--har', 'link.har'],
        ['--report', 'x.xml'],
        ['--report', 'x.json'],
        ['--report', 'x.html'],
      ] as const) {
        expect((await commandLine(['run', '--all', 'a.http', option, file], { cwd: folder })).code).toBe(0);
        expect([file, lstatSync(join(folder, file)).isFile()]).toEqual([file, true]);
        expect([file, (statSync(join(folder, file)).mode & 0o777).toString(8)]).toEqual([file, '600']);
      }
      expect(readFileSync(join(outside, 'kept.txt'), 'utf8')).toBe('kept');
    },
  );

  it('goes to a device as it is', async () => {
    const { place } = await startRecorder();
    const folder = folderOf({ 'a.http': `GET http://${place}/\n` });
    expect((await commandLine(['run', 'a.http', '--har', '/dev/null'], { cwd: folder })).code).toBe(0);
    expect(statSync('/dev/null').isFile()).toBe(false);
  });

  it('says when the file cannot be written', async () => {
    const { place } = await startRecorder();
    const folder = folderOf({ 'a.http': `GET http://${place}/\n` });
    const long = `${'a'.repeat(250)}.har`;
    const { code, error } = await commandLine(['run', 'a.http', '--har', long], { cwd: folder });
    expect(code).toBe(3);
    expect(error).toContain(`${long}: cannot be written`);
  });

  it.each(['--har', '--output'])('is refused before anything is sent where there is no folder: %s', async (option) => {
    const { place, requests } = await startRecorder();
    const folder = folderOf({ 'a.http': `GET http://${place}/\n` });
    const { code, error } = await commandLine(['run', 'a.http', option, 'missing/x.har'], { cwd: folder });
    expect(code).toBe(2);
    expect(error).toBe(
      `rulebook: ${option} missing/x.har: there is no folder missing; create it, or name another path\n`,
    );
    expect(requests).toEqual([]);
  });
});
