import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { reportFormats } from '../../packages/sender/src/report/index';
import { commandLine, folderOf } from './command-line';

// What a terminal obeys: escape sequences, their one-character forms, bells, and marks that turn a text around.
const hostile = '\x1b[2J\x1b]0;PWNED\x07\u009b31m\u202e';
const obeyed = /[^\P{Cc}\n]|[\u202a-\u202e]/u;

/** Answers with these bytes, whatever is asked. */
async function startRaw(answer: string): Promise<string> {
  const server = createServer();
  server.on('connection', (socket) => {
    socket.once('data', () => socket.end(Buffer.from(answer, 'utf8')));
  });
  server.removeAllListeners('request');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('what is printed for people', () => {
  it('shows escapes of a file, its name and its folder', async () => {
    const name = process.platform === 'win32' ? 'a.http' : `a${hostile.replace('/', '')}.http`;
    const cwd = folderOf({
      [name]: `PUT /_security/role/x?${hostile}=1\nX${hostile}: 1\n\n{ "${hostile}": 1, "clustr": ["${hostile}"] }\n`,
      'rulebook.json': `{ "${hostile}": 1, "endpoints": { "${hostile}": 1 } }`,
    });
    for (const args of [
      ['check', '.'],
      ['check', name],
      ['check', hostile],
      ['run', hostile],
      ['run', name, '--name', hostile],
      ['run', name, '--endpoint', hostile],
      ['run', name],
      [hostile],
      ['check', `--${hostile}`],
    ]) {
      const { out, error } = await commandLine(args, { cwd });
      expect(out + error).not.toBe('');
      expect(obeyed.exec(out + error)).toBeNull();
    }
    for (const { name: format } of reportFormats) {
      const { out, error } = await commandLine(['check', '.', '--format', format], { cwd });
      expect(obeyed.exec(out + error)).toBeNull();
      if (format === 'json' || format === 'sarif') expect(() => JSON.parse(out) as unknown).not.toThrow();
    }
  });

  it('shows escapes of a response', async () => {
    const escapes = '\x1b[2J\x9b31m\x07';
    const url = await startRaw(
      `HTTP/1.1 200 O\x9bK\r\nX-Name: a\x9bb\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n${escapes}\u202e\rline`,
    );
    const cwd = folderOf({ 'a.http': `### ${hostile}\nGET ${url}/x\n` });
    for (const more of [[], ['--show-secrets'], ['--format', 'json']]) {
      const { code, out, error } = await commandLine(['run', 'a.http', ...more], { cwd });
      expect({ code, error }).toEqual({ code: 0, error: '' });
      expect(out).toMatch(/\\x1b|\\u001b/);
      expect(obeyed.exec(out)).toBeNull();
    }
  });

  it('shows escapes of a request that cannot be sent', async () => {
    const cwd = folderOf({
      'a.http': `### ${hostile}\nGET http://127.0.0.1:1/${encodeURIComponent(hostile)}\n\n### {{x${hostile}}}\nGET http://127.0.0.1:1/{{${hostile}}}\n`,
    });
    const { out, error } = await commandLine(['run', 'a.http', '--all'], { cwd });
    expect(error).toContain('\\x1b');
    expect(obeyed.exec(out + error)).toBeNull();
  });
});
