import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf } from '../command-line';
import { startTracker, trackerDescription } from './tracker-server';

it('makes the items whose ids a request has, in bodies, queries and paths, and removes them', async () => {
  const tracker = await startTracker();
  onTestFinished(tracker.close);
  const cwd = folderOf({ 'tracker.json': trackerDescription });
  const only = ['POST /tickets', 'GET /tickets', 'PATCH /tickets/*', 'PUT */members/*'].flatMap((one) => [
    '--only',
    one,
  ]);
  const { code, out } = await commandLine(['test', 'tracker.json', '--endpoint', tracker.url, ...only], { cwd });
  expect(out).toContain(': no finding');
  expect(out).not.toContain('Created and not removed');
  expect(code).toBe(0);
  expect(tracker.size()).toBe(0);
});

it('writes stories that create what they refer to', async () => {
  const tracker = await startTracker();
  onTestFinished(tracker.close);
  const cwd = folderOf({ 'tracker.json': trackerDescription });
  const { out } = await commandLine(['import', '--stories', '--base-url', tracker.url, 'tracker.json'], { cwd });
  expect(out).toContain(
    '### tickets: first create one of projects\n# @name tickets-projects\nPOST {{service}}/projects\n',
  );
  expect(out).toContain('"projectId": {{tickets-projects.response.body.$.id}}');
  writeFileSync(join(cwd, 'stories.http'), out);
  const { code, error } = await commandLine(['run', '--all', '--yes', 'stories.http'], { cwd });
  expect(error).toMatch(/ +0 +0 /);
  expect(code, readFileSync(join(cwd, 'stories.http'), 'utf8')).toBe(0);
  expect(tracker.size()).toBe(0);
});
