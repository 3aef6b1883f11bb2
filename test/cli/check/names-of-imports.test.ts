import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';
import { startRecorder } from '../recorder';

const filesAt = (place: string) => ({
  'rulebook.json': '{}',
  'main.http': `import ./lib/login.http\n@host = http://${place}\n\n### own\n# @ref login\n# @delay 500 ms\n# @ratelimit slot a minIdleTime 200 max 3 expire 60000\nGET {{host}}/own\n`,
  'lib/login.http': [
    '@user = ann',
    '',
    '### token',
    `GET http://${place}/token`,
    '',
    '### login',
    '# @ref token',
    '# @loop for 3',
    `POST http://${place}/login/{{user}}/{{stage}}`,
    '',
    '< ./body.txt',
    '',
    '>> ./out.txt',
    '',
  ].join('\n'),
  'lib/body.txt': 'next to it',
  'lib/http-client.env.json': '{ "dev": { "stage": "of-lib" } }',
  'http-client.env.json': '{ "dev": { "stage": "of-root" } }',
});

describe('the name of a request of an imported file', () => {
  it('is explained with its own variables, body file and directives', async () => {
    const cwd = folderOf(filesAt('127.0.0.1:1'));
    const args = ['explain', 'main.http', '--name', 'login', '--env', 'dev', '--format', 'json'];
    const { code, out, error } = await commandLine(args, { cwd });
    expect([code, error]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({
      url: 'http://127.0.0.1:1/login/ann/of-lib',
      body: 'next to it',
      directives: [
        '`token` is sent before it, once in a run; in the editor, its response is reused until it is sent again.',
        'It is sent 3 times.',
        'The body of its response is written to `./out.txt`.',
      ],
      problems: [],
    });
    const own = await commandLine(['explain', 'main.http', '--name', 'own'], { cwd });
    expect(own.out).toContain(
      'Directives\n  `login` is sent before it, once in a run; in the editor, its response is reused until it is sent again.\n  It waits 500 ms before it is sent.\n  It waits for its rate limit of the slot `a`: 200 ms after the one before, at most 3 requests in 60.0 s.\n',
    );
  });

  it('is printed as a curl command', async () => {
    const cwd = folderOf(filesAt('127.0.0.1:1'));
    const { code, out } = await commandLine(['curl', 'main.http', '--name', 'login', '--env', 'dev'], { cwd });
    expect(code).toBe(0);
    expect(out).toContain('http://127.0.0.1:1/login/ann/of-lib');
    expect(out).toContain('lib/body.txt');
  });

  it('is sent, with what it needs', async () => {
    const { requests, place } = await startRecorder();
    const cwd = folderOf(filesAt(place));
    const { code, error } = await commandLine(['run', 'main.http', '--name', 'login', '--env', 'dev'], { cwd });
    expect([code, error]).toEqual([0, '']);
    expect(requests.map((one) => one.split(' ', 2).join(' '))).toEqual([
      'GET /token',
      ...new Array<string>(3).fill('POST /login/ann/of-lib'),
    ]);
  });

  it.each(['run', 'explain', 'curl'])('that nothing has is named by %s with the nearest one', async (command) => {
    const cwd = folderOf(filesAt('127.0.0.1:1'));
    const say = async (name: string) => commandLine([command, 'main.http', '--name', name], { cwd });
    expect(await say('logni')).toMatchObject({
      code: 2,
      error: 'rulebook: there is no request named logni; did you mean login?\n',
    });
    expect((await say('nothing-like-it')).error).toBe('rulebook: there is no request named nothing-like-it\n');
  });

  it('may lie in a file that cannot be read, which is named', async () => {
    const cwd = folderOf({ 'main.http': 'import ./nowhere.http\n\n### a\nGET http://127.0.0.1:1/a\n' });
    const { code, error } = await commandLine(['explain', 'main.http', '--name', 'login'], { cwd });
    expect(code).toBe(2);
    expect(error).toMatch(/main\.http, line 1: \.\/nowhere\.http cannot be imported/);
  });
});

describe('check --env', () => {
  const files = {
    'http-client.env.json': '{ "dev": { "known": "a" }, "prod": { "known": "b", "other": "c" } }',
    'a.http': 'GET http://127.0.0.1:1/{{known}}/{{other}}\n',
    'plain/b.http': 'GET http://127.0.0.1:1/{{known}}\n',
  };
  const check = async (...args: readonly string[]) =>
    commandLine(['check', 'a.http', 'plain', '--format', 'text', ...args], { cwd: folderOf(files) });

  it('finds what the environment does not define, and without it nothing is known', async () => {
    expect((await check()).out).not.toContain('undefined-variable');
    expect((await check('--env', 'prod')).out).not.toContain('undefined-variable');
    const { out } = await check('--env', 'dev');
    expect(out).toContain('other');
    expect(out.match(/undefined-variable/g)).toHaveLength(1);
  });

  it('names an environment that no folder has', async () => {
    const { code, error } = await check('--env', 'staging');
    expect(code).toBe(2);
    expect(error).toContain('there is no environment named staging; use dev, prod');
  });
});
