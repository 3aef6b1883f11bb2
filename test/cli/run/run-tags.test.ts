import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';
import { startNoting } from './service';

function filesFor(url: string): Readonly<Record<string, string>> {
  return {
    't/a.http': [
      `### login\n# @name login\nGET ${url}/login`,
      `### one\n# @tag smoke, fast lane\n# @ref login\nGET ${url}/one`,
      `### two\n// @tags smoke,slow\nGET ${url}/two?{{login.response.status}}`,
      `### three\nGET ${url}/three\n\n# @tag-like smoke`,
    ].join('\n\n'),
    't/b.http': `# @tag slow\n# @tag nightly\nGET ${url}/four\n`,
    't/c.http': `GET ${url}/five\n`,
    'd.md': `\`\`\`http\n# @tag smoke\nGET ${url}/six\n\`\`\`\n`,
  };
}

describe('requests by their tags', () => {
  it.each([
    [
      ['t', '--tag', 'smoke', '--with-dependencies'],
      ['/login', '/one', '/two?200'],
    ],
    [
      ['t', '--tag', 'fast lane'],
      ['/login', '/one'],
    ],
    [
      ['t', '--tag', 'nightly,fast lane'],
      ['/login', '/one', '/four'],
    ],
    [
      ['t', '--tag', 'nightly', '--tag', 'fast lane'],
      ['/login', '/one', '/four'],
    ],
    [
      ['t', '--not-tag', 'smoke,slow'],
      ['/login', '/three', '/five'],
    ],
    [['t', '--tag', 'slow', '--not-tag', 'smoke'], ['/four']],
    [['t/b.http', '--tag', 'slow'], ['/four']],
    [['d.md', 't/b.http', '--tag', 'smoke'], ['/six']],
    [
      ['t/a.http', '--not-tag', 'smoke', '--all'],
      ['/login', '/three'],
    ],
  ])('are chosen with %j', async (args, expected) => {
    const { urls, url } = await startNoting();
    const { code } = await commandLine(['run', ...args], { cwd: folderOf(filesFor(url)) });
    expect([code, urls()]).toEqual([0, expected]);
  });

  it('need the requests whose responses they use to be sent, too', async () => {
    const { urls, url } = await startNoting();
    const cwd = folderOf(filesFor(url));
    const { code, error } = await commandLine(['run', 't', '--tag', 'slow'], { cwd });
    expect([code, urls()]).toEqual([3, ['/four']]);
    expect(error).toMatch(/t\/a\.http:12 two: .*send the request named login first, or add --with-dependencies\n/);
  });

  it.each([
    [
      ['--tag', 'smok'],
      'no request has the tag smok; the tags are smoke (2), slow (2), fast lane (1), nightly (1); did you mean smoke?',
    ],
    [
      ['--tag', 'smoke', '--not-tag', 'smoke'],
      'no request has the tags that --tag and --not-tag ask for; the tags are',
    ],
    [['--tag', 'a', '--name', 'one'], '--tag and --not-tag cannot be combined with --name, --line and --sequence'],
  ])('that are none send nothing: %j', async (args, message) => {
    const { urls, url } = await startNoting();
    const { code, error } = await commandLine(['run', 't', ...args], { cwd: folderOf(filesFor(url)) });
    expect([code, urls()]).toEqual([2, []]);
    expect(error).toContain(`rulebook: ${message}`);
  });

  it('are named where one of several is unknown', async () => {
    const { urls, url } = await startNoting();
    const { code, error } = await commandLine(['run', 't', '--tag', 'nightly,none'], { cwd: folderOf(filesFor(url)) });
    expect([code, urls()]).toEqual([0, ['/four']]);
    expect(error).toContain('rulebook: no request has the tag none; the tags are ');
  });

  it('are not empty', async () => {
    const { code, error } = await commandLine(['run', '.', '--tag', ' ,'], { cwd: folderOf({ 'a.http': 'GET /\n' }) });
    expect([code, error]).toEqual([
      2,
      expect.stringContaining('It must be a tag, or several with commas between them.'),
    ]);
  });

  it('say how to write one where there is none', async () => {
    const { error } = await commandLine(['run', '.', '--tag', 'a'], { cwd: folderOf({ 'a.http': 'GET /\n' }) });
    expect(error).toBe(
      'rulebook: no request has the tag a; write `# @tag NAME` in front of a request to give it one\n',
    );
  });
});
