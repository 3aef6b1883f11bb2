import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';
import { startRecorder } from '../recorder';

/** A folder with one file in these bytes. */
function folderWith(name: string, bytes: Buffer): string {
  const cwd = folderOf({});
  writeFileSync(join(cwd, name), bytes);
  return cwd;
}

const foreign = [
  ['Latin-1', (text: string) => Buffer.from(text, 'latin1'), 'its text is not UTF-8; save it as UTF-8'],
  ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'), 'its text is UTF-16; save it as UTF-8'],
] as const;

describe.each(foreign)('a request file in %s', (_, encode, cause) => {
  const text = (place: string) => `PUT http://${place}/a\nContent-Type: text/plain\n\ncafé\n`;

  it.each([
    ['run', ['run', 'a.http']],
    ['explain', ['explain', 'a.http']],
    ['curl', ['curl', 'a.http']],
    ['check', ['check', '.']],
    ['check --fix', ['check', '--fix', 'a.http']],
    ['format', ['format', 'a.http']],
  ])('is not read by %s, which says why', async (_name, args) => {
    const { place, requests } = await startRecorder();
    const bytes = encode(text(place));
    const cwd = folderWith('a.http', bytes);
    const { code, error } = await commandLine(args, { cwd });
    expect([code, error.split('\n')[0]]).toEqual([2, `rulebook: a.http: cannot be read: ${cause}`]);
    expect(requests).toEqual([]);
    expect(readFileSync(join(cwd, 'a.http')).equals(bytes)).toBe(true);
  });
});

it('says of random bytes that they are no text', async () => {
  const cwd = folderWith('a.http', Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256)));
  const { code, error } = await commandLine(['check', 'a.http'], { cwd });
  expect([code, error]).toEqual([2, 'rulebook: a.http: cannot be read: its text is not UTF-8; save it as UTF-8\n']);
});

it('says nothing of other files of a folder in another encoding', async () => {
  const cwd = folderWith('README.md', Buffer.from('# Café\n', 'latin1'));
  const { code, error } = await commandLine(['check', '.'], { cwd });
  expect([code, error]).toEqual([0, '']);
  expect((await commandLine(['check', 'README.md'], { cwd })).error).toContain('its text is not UTF-8');
});

it('sends a body file in the encoding that its line names', async () => {
  const { place, requests } = await startRecorder();
  const cwd = folderWith('body.json', Buffer.from('{"a": "café"}', 'latin1'));
  const request = `PUT http://${place}/a\nContent-Type: application/json\n\n<@latin1 ./body.json\n`;
  writeFileSync(join(cwd, 'a.http'), request);
  expect((await commandLine(['check', 'a.http'], { cwd })).code).toBe(0);
  expect((await commandLine(['run', 'a.http'], { cwd })).code).toBe(0);
  expect(Buffer.from(requests.join(), 'latin1').toString('utf8')).toContain('{"a": "café"}');
});
