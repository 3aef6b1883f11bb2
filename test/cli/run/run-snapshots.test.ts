import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf } from '../command-line';

const canary = 'canary-of-a-secret-0123456789';

async function startServer(bodyOf: (url: string, authorization: string) => string) {
  const server = createServer(({ url = '', headers }, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(bodyOf(url, headers.authorization ?? ''));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Runs a file twice or more in one folder. `CI` is empty, whatever the machine that runs the tests says. */
function folderWith(text: string) {
  const cwd = folderOf({ 'a.http': text });
  const path = join(cwd, '__snapshots__/a.http.snap.json');
  const run = async (args: readonly string[] = [], env: Readonly<Record<string, string>> = { CI: '' }) => {
    const { code, out, error } = await commandLine(['run', 'a.http', '--all', ...args], { cwd, env });
    return { code, all: out + error };
  };
  return { cwd, path, run, kept: () => readFileSync(path, 'utf8') };
}

describe('snapshots of a run', () => {
  it('are written, compared, shown as a difference, written anew and removed', async () => {
    let name = 'one';
    const origin = await startServer((url) => JSON.stringify({ took: Math.random(), name: url === '/b' ? 'b' : name }));
    const { cwd, run, kept } = folderWith(
      `### a\nGET ${origin}/a\n\n?? snapshot ignoring $.took\n\n### b\nGET ${origin}/b\n\n?? snapshot ignoring $.took\n`,
    );
    expect(await run()).toMatchObject({ code: 0, all: expect.stringContaining('2 snapshots written') as string });
    expect(await run()).toMatchObject({ code: 0 });
    name = 'two';
    const failed = await run(['--report', 'r.xml', '--report', 'r.html', '--report', 'r.json']);
    expect(failed.code).toBe(1);
    expect(failed.all).toMatch(/FAILED: \?\? snapshot.*differs from its snapshot \(lines: 1 removed, 1 added\)/);
    expect(failed.all).toMatch(/^# {3}-\s+"name": "one"$/m);
    expect(failed.all).toMatch(/^# {3}\+\s+"name": "two"$/m);
    const reports = ['r.xml', 'r.html', 'r.json'].map((file) => readFileSync(join(cwd, file), 'utf8'));
    for (const report of reports) expect(report).toMatch(/-\s+(?:"|&quot;|\\").*one/);
    const json = JSON.parse(reports[2] ?? '') as { requests: { asserts: object[] }[] };
    expect(Object.keys(json.requests[0]?.asserts[0] ?? {})).not.toContain('snapshot');
    expect(await run(['--update-snapshots'])).toMatchObject({
      code: 0,
      all: expect.stringContaining('1 snapshot changed') as string,
    });
    expect(kept()).toContain('two');
    writeFileSync(join(cwd, 'a.http'), `### a\nGET ${origin}/a\n\n?? snapshot ignoring $.took\n`);
    expect((await run()).all).toContain('keeps 1 snapshot of requests that are not there any more: b');
    expect((await run(['--update-snapshots'])).all).toContain('removed from __snapshots__/a.http.snap.json');
    expect(kept()).not.toContain('"b"');
  });

  it('are not written where `CI` is set', async () => {
    const origin = await startServer(() => '{}');
    const { path, run } = folderWith(`GET ${origin}/a\n\n?? snapshot\n`);
    expect(await run([], { CI: 'true' })).toMatchObject({
      code: 1,
      all: expect.stringContaining('none is written where `CI` is set') as string,
    });
    expect(existsSync(path)).toBe(false);
    expect(await run([], { CI: 'false' })).toMatchObject({ code: 0 });
  });

  it('hold no secret of the request and of the response', async () => {
    const origin = await startServer((_, sent) =>
      JSON.stringify({ api_key: canary, echo: sent, text: `it is ${canary}` }),
    );
    const { kept, run } = folderWith(
      `@token = ${canary}-sent\n\n### a\nGET ${origin}/a\nAuthorization: Bearer {{token}}\n\n?? snapshot\n`,
    );
    expect(await run()).toMatchObject({ code: 0 });
    expect(kept()).toContain('"echo": "***"');
    expect(kept()).not.toContain('canary');
  });

  it.each<[string, (cwd: string) => void, RegExp]>([
    [
      'a file in place of the folder',
      (cwd) => {
        writeFileSync(join(cwd, '__snapshots__'), '');
      },
      /cannot be written/,
    ],
    [
      'a link that leads out of the folder',
      (cwd) => {
        symlinkSync(folderOf({}), join(cwd, '__snapshots__'));
      },
      /a link leads out of the folder/,
    ],
    [
      'a broken file',
      (cwd) => {
        mkdirSync(join(cwd, '__snapshots__'));
        writeFileSync(join(cwd, '__snapshots__/a.http.snap.json'), '{"snap');
      },
      /Repair it, or delete it/,
    ],
  ])('are an error with %s', async (_what, prepare, message) => {
    const origin = await startServer(() => '{}');
    const { cwd, run } = folderWith(`GET ${origin}/a\n\n?? snapshot\n`);
    prepare(cwd);
    expect(await run()).toMatchObject({ code: 1, all: expect.stringMatching(message) as string });
  });
});

describe('asserts of bodies that are no JSON', () => {
  it('take values by XPath, and digests of the bytes', async () => {
    const image = Buffer.from('89504e470d0a1a0a00ff', 'hex');
    const digest = createHash('sha256').update(image).digest('base64');
    const server = createServer(({ url }, response) => {
      if (url === '/named/Hi') response.statusCode = 404;
      response.setHeader('Content-Type', url === '/png' ? 'image/png' : 'text/html');
      response.end(url === '/png' ? image : '<title>Hi</title><p>1<p>2');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { run } = folderWith(
      [
        `# @name page\nGET ${origin}/page\n\n?? xpath //title == Hi\n?? xpath //p count == 2\n`,
        `### named\nGET ${origin}/named/{{page.response.body.//title}}\n\n?? status == 404\n`,
        `### image\nGET ${origin}/png\n\n?? body sha256 ${digest}\n?? body md5 == ${'0'.repeat(32)}\n`,
      ].join('\n'),
    );
    const { all } = await run();
    expect(all).toContain('Passed: ?? xpath //title == Hi');
    expect(all).toContain('Passed: ?? xpath //p count == 2');
    expect(all).toMatch(/FAILED: \?\? body md5 .*received [0-9a-f]{32}\./);
    expect(all).toContain(`Passed: ?? body sha256 ${digest}`);
    expect(all).toContain('404 Not Found');
    expect(all).not.toContain('ERROR');
  });
});
