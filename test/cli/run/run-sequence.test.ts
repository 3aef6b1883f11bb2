import { describe, expect, it } from 'vitest';
import { serve } from '../../unit/platform/http/loopback-server';
import { commandLine, folderOf } from '../command-line';

/** Starts a service that keeps what it was asked for; `/missing` it does not have. */
async function startService() {
  const asked: string[] = [];
  const url = await serve((request, response) => {
    asked.push(request.url ?? '');
    response.statusCode = request.url === '/missing' ? 404 : 200;
    response.setHeader('Content-Type', 'application/json').end('{"token": "t1"}');
  });
  return { asked, url: url.replace(/\/$/, '') };
}

const runSequence = (files: Readonly<Record<string, string>>, ...options: readonly string[]) =>
  commandLine(['run', 'a.http', ...options], { cwd: folderOf(files) });

describe('rulebook run --sequence', () => {
  it('sends the requests in the order of the sequence, with what they need, once', async () => {
    const { asked, url } = await startService();
    const text = `# @sequence deploy: create, check, create\n# @sequence other: check\n\n### check\nGET ${url}/check\n\n### login\nPOST ${url}/login\n\n### create\nPOST ${url}/create/{{login.response.body.$.token}}\n\n### left\nGET ${url}/left\n`;
    const { code } = await runSequence({ 'a.http': text }, '--sequence', 'deploy');
    expect(code).toBe(0);
    expect(asked).toEqual(['/login', '/create/t1', '/check', '/create/t1']);
  });

  it('stops at the first failure, also one of an imported file', async () => {
    const { asked, url } = await startService();
    const files = {
      'a.http': `import ./b.http\n\n# @sequence all: first, missing, last\n\n### first\nGET ${url}/first\n\n### last\nGET ${url}/last\n`,
      'b.http': `# @name missing\nGET ${url}/missing\n`,
    };
    const { code } = await runSequence(files, '--sequence', 'all');
    expect(code).not.toBe(0);
    expect(asked).toEqual(['/first', '/missing']);
  });

  it.each([
    ['deplyo', 'there is no sequence named deplyo; the sequences are deploy; did you mean deploy?'],
    ['other', 'there is no sequence named other; the sequences are deploy'],
  ])('lists the names when %s is not one', async (name, message) => {
    const { code, error } = await runSequence(
      { 'a.http': '# @sequence deploy: a\n\n### a\nGET http://127.0.0.1:1/\n' },
      ...['--sequence', name],
    );
    expect(code).toBe(2);
    expect(error).toContain(message);
  });

  it('names the request that does not exist, and sends none', async () => {
    const { asked, url } = await startService();
    const text = `# @sequence deploy: a, b\n\n### a\nGET ${url}/a\n`;
    const { code, error } = await runSequence({ 'a.http': text }, '--sequence', 'deploy');
    expect(code).toBe(3);
    expect(error).toContain('there is no request named b, which the sequence names');
    expect(asked).toEqual([]);
  });

  it('cannot be combined with another choice', async () => {
    const { code, error } = await runSequence({ 'a.http': 'GET http://127.0.0.1:1/\n' }, '--sequence', 'a', '--all');
    expect(code).toBe(2);
    expect(error).toContain('--sequence cannot be combined');
  });
});
