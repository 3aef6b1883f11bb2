import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandLine } from '../command-line';
import { openRecorder } from '../recorder';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rulebook-scripts-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const file = `POST {{h}}/login

{ "user": "ann" }

> {%
  client.global.set("t", response.body.token);
%}

###
GET {{h}}/me
Authorization: Bearer {{t}}
`;

describe('rulebook convert-scripts', () => {
  it('makes a chain that is sent', async () => {
    writeFileSync(join(folder, 'a.http'), file);
    const body = '{"token":"abc"}';
    const recorder = await openRecorder(
      () =>
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
    );
    try {
      const looked = await commandLine(['convert-scripts', '--dry-run', '.'], { cwd: folder });
      expect(looked.out).toContain('+Authorization: Bearer {{login.response.body.$.token}}');
      expect(readFileSync(join(folder, 'a.http'), 'utf8')).toBe(file);
      const { code, error } = await commandLine(['convert-scripts', 'a.http'], { cwd: folder });
      expect([code, error.trim()]).toEqual([0, '1 file rewritten']);
      const run = await commandLine(['run', '--all', 'a.http', '--var', `h=http://${recorder.place}`], { cwd: folder });
      expect(run.code).toBe(0);
      expect(recorder.requests[1]).toContain('Authorization: Bearer abc');
    } finally {
      recorder.close();
    }
  });

  it('says what must be run, and what is missing', async () => {
    writeFileSync(join(folder, 'b.http'), 'GET http://h/a\n\n> {% other(); %}\n');
    const { code, error } = await commandLine(['convert-scripts', '.', 'none.http'], { cwd: folder });
    expect(code).toBe(2);
    expect(error).toContain('0 files rewritten; 1 request with scripts that must be run');
  });
});
