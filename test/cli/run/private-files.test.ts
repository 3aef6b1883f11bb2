import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

it('reports a private file of variables that Git does not ignore', async () => {
  const name = 'http-client.private.env.json';
  const cwd = folderOf({ [name]: '{ "dev": { "token": "canary" } }' });
  const env = { HOME: cwd };
  expect((await commandLine(['check', '.'], { cwd, env })).out).toBe('No findings in 1 file\n');
  mkdirSync(join(cwd, '.git'));
  const { out, code } = await commandLine(['check', '.'], { cwd, env });
  expect(out).toContain(`${name}:1:1 warning The values of this file are private, and Git does not ignore it.`);
  expect(code).toBe(0);
  expect((await commandLine(['check', '--format', 'frames', '.'], { cwd, env })).out).not.toContain('canary');
  writeFileSync(join(cwd, '.gitignore'), `${name}\n`);
  expect((await commandLine(['check', '.'], { cwd, env })).out).toBe('No findings in 1 file\n');
});
