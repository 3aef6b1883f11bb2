import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf } from '../command-line';

async function startService() {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ id: `id-of${request.url ?? ''}` }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { paths, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('run --with-dependencies', () => {
  it('sends the requests first whose responses the chosen one uses', async () => {
    const { paths, url } = await startService();
    const cwd = folderOf({
      'a.http': `@host = ${url}\n@id = {{second.response.body.$.id}}\n### other\nGET {{host}}/other\n\n### last\nGET {{host}}/last?id={{id}}\n\n### second\nGET {{host}}/second?id={{first.response.body.$.id}}\n\n### first\nGET {{host}}/first\n`,
    });
    const alone = await commandLine(['run', 'a.http', '--name', 'last'], { cwd });
    expect(alone).toMatchObject({ code: 3 });
    expect(alone.error).toContain('send the request named second first');
    const together = await commandLine(['run', 'a.http', '--name', 'last', '--with-dependencies'], { cwd });
    expect(together).toMatchObject({ code: 0, error: '' });
    expect(paths).toEqual(['/first', '/second?id=id-of/first', '/last?id=id-of/second?id=id-of/first']);
  });

  it('sends the request first whose body the chosen one has under its name', async () => {
    const { paths, url } = await startService();
    const cwd = folderOf({
      'a.http': `# @name getUser\nGET ${url}/user\n\n### last\nGET ${url}/last?id={{getUser.id}}\n`,
    });
    const ended = await commandLine(['run', 'a.http', '--name', 'last', '--with-dependencies'], { cwd });
    expect(ended).toMatchObject({ code: 0, error: '' });
    expect(paths).toEqual(['/user', '/last?id=id-of/user']);
  });

  it('sends the request first whose name the chosen one has as a word, unless another one has that name', async () => {
    const { paths, url } = await startService();
    const asWord = `# @name get-user\nGET ${url}/user\n\n### last\nGET ${url}/last?id={{getUser.id}}\n`;
    const cwd = folderOf({ 'a.http': asWord, 'b.http': `${asWord}\n###\n# @name getUser\nGET ${url}/other\n` });
    for (const way of [['--name', 'last', '--with-dependencies'], ['--all', '--parallel', '4'], ['--all']]) {
      paths.length = 0;
      expect((await commandLine(['run', 'a.http', ...way], { cwd })).code).toBe(0);
      expect(paths).toEqual(['/user', '/last?id=id-of/user']);
    }
    paths.length = 0;
    expect((await commandLine(['run', 'b.http', '--name', 'last', '--with-dependencies'], { cwd })).code).toBe(0);
    expect(paths).toEqual(['/other', '/last?id=id-of/other']);
  });

  it('names a circle and sends nothing', async () => {
    const { paths, url } = await startService();
    const cwd = folderOf({
      'a.http': `### a\nGET ${url}/{{b.response.body.$.id}}\n\n### b\nGET ${url}/{{a.response.body.$.id}}\n`,
    });
    const ended = await commandLine(['run', 'a.http', '--name', 'a', '--with-dependencies'], { cwd });
    expect(ended.code).toBe(3);
    expect(ended.error).toContain('circle: `a` → `b` → `a`');
    expect(paths).toEqual([]);
  });
});

describe('a definition behind a request', () => {
  const text = (url: string) =>
    `POST ${url}/login\n\n{ "a": 1 }\n\n@id = {{response.parsedBody.id}}\n@code={{response.statusCode}}\n\n### last\nGET ${url}/last?id={{id}}&code={{code}}\n`;

  it('has its value from the response of that request, and check is silent', async () => {
    const { paths, url } = await startService();
    const cwd = folderOf({ 'a.http': text(url) });
    expect(await commandLine(['check', 'a.http'], { cwd })).toMatchObject({ code: 0 });
    expect((await commandLine(['check', 'a.http'], { cwd })).out).toContain('No findings');
    for (const more of [[], ['--parallel', '4']]) {
      paths.length = 0;
      expect(await commandLine(['run', '--all', 'a.http', ...more], { cwd })).toMatchObject({ code: 0 });
      expect(paths).toEqual(['/login', '/last?id=id-of/login&code=200']);
    }
  });

  it('has none before that request was sent, and the message names it', async () => {
    const { paths, url } = await startService();
    const cwd = folderOf({ 'a.http': text(url) });
    const ended = await commandLine(['run', 'a.http', '--name', 'last'], { cwd });
    expect(ended).toMatchObject({ code: 3 });
    expect(ended.error).toContain('send the request above the line @id first');
    expect(paths).toEqual([]);
  });
});
