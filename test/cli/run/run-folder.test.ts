import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, folderOf, spawnCommandLine } from '../command-line';
import { startNoting } from './service';

/** Three files in two folders, of which two have the same name. */
function filesFor(url: string): Readonly<Record<string, string>> {
  return {
    'tests/b.http': `### one\nGET ${url}/b/1\n\n### two\nGET ${url}/b/2\n`,
    'tests/a.http': `GET ${url}/a\n`,
    'tests/sub/a.http': `GET ${url}/sub/a\n\n?? status == 200\n`,
    'tests/notes.md': `\`\`\`http\nGET ${url}/notes\n\`\`\`\n`,
    'tests/data.json': '{ "not": "a request" }',
    'tests/node_modules/x/a.http': `GET ${url}/foreign\n`,
  };
}

describe('a folder', () => {
  it('is run whole, by the paths of its request files, with a line for each request', async () => {
    const { urls, url } = await startNoting();
    const { code, out, error } = await commandLine(['run', 'tests'], { cwd: folderOf(filesFor(url)) });
    expect(urls()).toEqual(['/a', '/b/1', '/b/2', '/sub/a']);
    expect(out.replace(/\(\d+ ms, 2 bytes\)/g, '(…)')).toBe(
      [
        ...['tests/a.http', 'passed   GET /a: 200 OK (…)'],
        ...['tests/b.http', 'passed   one: 200 OK (…)', 'passed   two: 200 OK (…)'],
        ...['tests/sub/a.http', 'passed   GET /sub/a: 200 OK (…)', ''],
      ].join('\n'),
    );
    expect(error).toMatch(/^requests {2}answered .*\n +4 +4 +4 +0 +0 .*\n$/);
    expect(code).toBe(0);
  });

  it('shows whole responses with --verbose', async () => {
    const { url } = await startNoting();
    const { out } = await commandLine(['run', 'tests/sub', '--verbose'], { cwd: folderOf(filesFor(url)) });
    expect(out).toMatch(/^tests\/sub\/a\.http\n# GET \/sub\/a\nHTTP\/1\.1 200 OK\n/);
  });

  it.each([
    [
      ['tests/sub/a.http', 'tests/a.http'],
      ['/sub/a', '/a'],
    ],
    [
      ['tests/b.http:5', 'tests/a.http'],
      ['/b/2', '/a'],
    ],
    [['tests/*.md'], ['/notes']],
    [['tests/**/a.http'], ['/a', '/sub/a']],
    [
      ['tests/b.http', 'tests', './tests/b.http'],
      ['/b/1', '/b/2', '/a', '/sub/a'],
    ],
    [['tests/b.http', 'tests/a.http', '--name', 'two'], ['/b/2']],
  ])('may be files, globs and lines: %j', async (args, expected) => {
    const { urls, url } = await startNoting();
    const { code } = await commandLine(['run', ...args], { cwd: folderOf(filesFor(url)) });
    expect([code, urls()]).toEqual([0, expected]);
  });

  it('may be standard input, also in front of files', async () => {
    const { urls, url } = await startNoting();
    const cwd = folderOf(filesFor(url));
    const input = `@a = 1\nGET ${url}/in/{{a}}\n`;
    const { code, out } = await commandLine(['run', '-', 'tests/a.http'], { cwd, input });
    expect([code, urls()]).toEqual([0, ['/in/1', '/a']]);
    expect(out).toMatch(/^stdin\.http\npassed /);
    expect((await commandLine(['explain', '-'], { cwd, input })).out).toMatch(/^GET http:\S+\/in\/1\n/);
  });

  it('needs a choice in one file with several requests, as before', async () => {
    const { urls, url } = await startNoting();
    const { code, error } = await commandLine(['run', 'tests/b.http'], { cwd: folderOf(filesFor(url)) });
    expect([code, urls()]).toEqual([2, []]);
    expect(error).toContain('choose with --name, --line or --all');
  });

  it.each([
    [['tests', 'none.http'], 'none.http: no such file, folder or match; check the path'],
    [['none/*.http'], 'none/*.http: no such file, folder or match; check the path'],
    [['tests/*.json'], 'tests/*.json: no such file, folder or match; check the path'],
    [['empty'], 'empty: there is no request file (.http, .rest, .es) in this folder; name Markdown files by a glob'],
    [['tests', '--name', 'tow'], 'none of the 3 files has a request named tow; did you mean two?'],
    [['tests', '--sequence', 'all'], 'none of the 3 files has a sequence named all'],
    [['tests', '--line', '2'], '--line chooses a request of one file; write it behind the path, as in smoke.http:12'],
    [['tests', '--output', 'x'], '--output saves the body of one response; name one file'],
    [['tests', '--env', 'nope'], 'there is no environment named nope'],
    [['tests', '--endpoint', 'nope'], 'there is no endpoint named nope'],
    [['tests:4'], 'tests:4: a line chooses a request of one file, and tests means 3; leave out the line'],
    [['tests', '--report', 'none/r.xml'], '--report none/r.xml: there is no folder none; create it'],
    [['tests', '--report', 'r.xml/'], '--report r.xml/'],
  ])('sends nothing with wrong arguments: %j', async (args, message) => {
    const { urls, url } = await startNoting();
    const cwd = folderOf({ ...filesFor(url), 'empty/notes.txt': '' });
    const { code, error } = await commandLine(['run', ...args], { cwd });
    expect([code, urls()]).toEqual([2, []]);
    expect(error).toContain(`rulebook: ${message}`);
  });

  it('says which file cannot be read or sent, and runs the others', async () => {
    const { urls, url } = await startNoting();
    const cwd = folderOf({
      't/a.http': `GET ${url}/a\n`,
      't/circle.http': `# @name one\n# @ref two\nGET ${url}/1\n\n###\n# @name two\n# @ref one\nGET ${url}/2\n`,
      't/only-variables.http': '@name = value\n',
    });
    const first = await commandLine(['run', 't'], { cwd });
    expect([first.code, urls()]).toEqual([3, ['/a']]);
    expect(first.error).toMatch(/^rulebook: t\/circle\.http: .*one.*two.*\n/);
    expect(first.error).not.toContain('only-variables');
    writeFileSync(join(cwd, 't/b.http'), Buffer.from('fffe4700', 'hex'));
    const second = await commandLine(['run', 't', '--report', 'r.xml'], { cwd });
    expect([second.code, urls()]).toEqual([2, ['/a', '/a']]);
    expect(second.error).toContain('rulebook: t/b.http: cannot be read: its text is UTF-16; save it as UTF-8\n');
    expect(readFileSync(join(cwd, 'r.xml'), 'utf8')).toContain(
      '<testsuite name="t/b.http" tests="1" failures="0" errors="1"',
    );
  });

  it('without any request is a mistake', async () => {
    const cwd = folderOf({ 't/a.http': '@a = 1\n', 't/b.http': '# nothing\n' });
    const { code, error } = await commandLine(['run', 't'], { cwd });
    expect([code, error]).toEqual([2, 'rulebook: none of the 2 files contains a request\n']);
  });
});

describe('the files of a run', () => {
  it('share no variables, named responses, cookies and answers', async () => {
    const { asked, url } = await startNoting((request, response) => {
      if (request.url === '/login') response.setHeader('Set-Cookie', 'sid=1');
    });
    const login = `# @name login\nGET ${url}/login\n\n> {% client.global.set("kept", "leaked"); %}\n\n###\nGET ${url}/a/{{kept}}\n`;
    const other = `GET ${url}/b\n\n###\nGET ${url}/c/{{kept}}\n\n###\nGET ${url}/d/{{login.response.status}}\n`;
    const cwd = folderOf({ 'a.http': login, 'b.http': other });
    const { code, error } = await commandLine(['run', 'a.http', 'b.http'], { cwd });
    expect(asked.map((one) => [one.url, one.cookie])).toEqual([
      ['/login', undefined],
      ['/a/leaked', 'sid=1'],
      ['/b', undefined],
    ]);
    expect(code).toBe(3);
    expect(error).toMatch(/b\.http:4 .*the variable kept has no value/);
    expect(error).toMatch(/b\.http:7 .*login/);
  });

  it('share what one of them imports, each by itself', async () => {
    const { urls, url } = await startNoting();
    const user = (path: string) => `import ./login.http\n\n### get\n# @ref login\nGET ${url}/${path}\n`;
    const cwd = folderOf({
      'login.http': `# @name login\nGET ${url}/login\n`,
      't/../a.http': user('a'),
      'b.http': user('b'),
    });
    const { code } = await commandLine(['run', 'a.http', 'b.http'], { cwd });
    expect([code, urls()]).toEqual([0, ['/login', '/a', '/login', '/b']]);
  });

  it('mask what another file has sent', async () => {
    const { url } = await startNoting((_, response) => response.end('"canary-of-another-file"'));
    const cwd = folderOf({
      '.env': 'WORD=canary-of-another-file\n',
      'a.http': `GET ${url}/a\nX-Plain: {{$dotenv WORD}}\n`,
      'b.http': `GET ${url}/b\n`,
    });
    const { out, error } = await commandLine(['run', 'a.http', 'b.http', '--verbose'], { cwd });
    expect(out + error).not.toContain('canary-of-another-file');
    expect(out).toContain('***');
  });

  it('use the rulebook.json and the environments of their own folders', async () => {
    const { urls, url } = await startNoting();
    const place = (path: string) =>
      JSON.stringify({ endpoints: { here: { service: 'search-cluster', baseUrl: `${url}/${path}` } } });
    const cwd = folderOf({
      'a/rulebook.json': place('one'),
      'a/a.http': 'GET /_cat/{{what}}\n',
      'a/http-client.env.json': '{ "dev": { "what": "health" } }',
      'b/rulebook.json': place('two'),
      'b/b.http': 'GET /_cat/{{what}}\n',
      'b/http-client.env.json': '{ "dev": { "what": "nodes" } }',
    });
    expect((await commandLine(['run', 'a', 'b', '--env', 'dev'], { cwd })).code).toBe(0);
    expect(urls()).toEqual(['/one/_cat/health', '/two/_cat/nodes']);
  });

  it('are sent some at a time with --parallel, and each is printed whole', async () => {
    let open = 0;
    let most = 0;
    const { url } = await startNoting((request, response) => {
      open++;
      most = Math.max(most, open);
      setTimeout(
        () => {
          open--;
          response.end('{}');
        },
        request.url?.startsWith('/a') ? 250 : 60,
      );
      Object.defineProperty(response, 'writableEnded', { value: true });
    });
    const two = (path: string) => `### one\nGET ${url}/${path}/1\n\n### two\nGET ${url}/${path}/2\n`;
    const cwd = folderOf({ 'a.http': two('a'), 'b.http': two('b'), 'c.http': two('c') });
    const { out } = await commandLine(['run', 'a.http', 'b.http', 'c.http', '--parallel', '3'], { cwd });
    expect(most).toBe(3);
    expect(out.match(/^\S+/gm)).toEqual([
      'a.http',
      'passed',
      'passed',
      'b.http',
      'passed',
      'passed',
      'c.http',
      'passed',
      'passed',
    ]);
  });

  it.each(['--bail', '--fail-fast'])('stop all with %s, and the report names the rest', async (option) => {
    const { urls, url } = await startNoting((request, response) => {
      if (request.url === '/a/1') response.statusCode = 500;
    });
    const cwd = folderOf({ ...filesFor(url), 'tests/a.http': `GET ${url}/a/1\n\n###\nGET ${url}/a/2\n` });
    const { code, error } = await commandLine(['run', 'tests', option, '--report', 'r.json'], { cwd });
    expect([code, urls()]).toEqual([1, ['/a/1']]);
    expect(error).toContain('rulebook: stopped at the first failure\n  tests/a.http:1 GET /a/1: The service answered');
    const { requests, files } = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8')) as {
      requests: { file: string; outcome: string }[];
      files: { path: string }[];
    };
    expect(files.map(({ path }) => path)).toEqual(['tests/a.http', 'tests/b.http', 'tests/sub/a.http']);
    expect(requests.map(({ file, outcome }) => [file, outcome])).toEqual([
      ['tests/a.http', 'failed'],
      ['tests/a.http', 'skipped'],
      ['tests/b.http', 'skipped'],
      ['tests/b.http', 'skipped'],
      ['tests/sub/a.http', 'skipped'],
    ]);
  });

  it('are cancelled together by Ctrl-C, and the report is written', async () => {
    let wasAsked: () => void = () => undefined;
    const isAsked = new Promise<void>((done) => (wasAsked = done));
    const { url } = await startNoting((request, response) => {
      if (request.url !== '/b/1') return;
      Object.defineProperty(response, 'writableEnded', { value: true });
      wasAsked();
    });
    const cwd = folderOf(filesFor(url));
    const child = spawnCommandLine(['run', 'tests', '--report', 'r.xml'], { cwd });
    child.stdout.resume();
    await isAsked;
    child.kill('SIGINT');
    expect(await new Promise((done) => child.on('close', done))).toBe(130);
    const report = readFileSync(join(cwd, 'r.xml'), 'utf8');
    expect(report.match(/<testsuite name="[^"]+"/g)).toHaveLength(3);
    expect(report.match(/<skipped /g)).toHaveLength(2);
  });
});

describe('one report', () => {
  it('has a suite, a section and the place of each file', async () => {
    const { url } = await startNoting((request, response) => {
      if (request.url === '/sub/a') response.statusCode = 404;
    });
    const cwd = folderOf(filesFor(url));
    const reports = ['r.xml', 'r.html', 'r.json'].flatMap((path) => ['--report', path]);
    const { code, out } = await commandLine(['run', 'tests', '--format', 'github', ...reports], { cwd });
    expect(code).toBe(1);
    expect(out).toContain('::error file=tests/sub/a.http,line=3,title=GET /sub/a::?? status == 200: ');
    const xml = readFileSync(join(cwd, 'r.xml'), 'utf8');
    expect(xml.match(/<testsuite [^>]*>/g)?.map((one) => one.replace(/ time="[^"]*"/, ''))).toEqual([
      '<testsuite name="tests/a.http" tests="1" failures="0" errors="0" skipped="0">',
      '<testsuite name="tests/b.http" tests="2" failures="0" errors="0" skipped="0">',
      '<testsuite name="tests/sub/a.http" tests="2" failures="2" errors="0" skipped="0">',
    ]);
    const page = readFileSync(join(cwd, 'r.html'), 'utf8');
    expect(page).toContain('tests (3 files)');
    expect(page.match(/scope="rowgroup" class="part">\S+ <span class="quiet">[^<]*/g)).toEqual([
      'scope="rowgroup" class="part">tests/a.http <span class="quiet">1 of 1 passed',
      'scope="rowgroup" class="part">tests/b.http <span class="quiet">2 of 2 passed',
      'scope="rowgroup" class="part">tests/sub/a.http <span class="quiet">0 of 1 passed',
    ]);
    expect(page).toMatch(/<h2 id="[^"]+">tests\/b\.http<\/h2>/);
    expect(page).toContain('tests/sub/a.http, line 1');
  });

  it('is one JSON document', async () => {
    const { url } = await startNoting();
    const { out } = await commandLine(['run', 'tests', '--format', 'json'], { cwd: folderOf(filesFor(url)) });
    const { requests, summary } = JSON.parse(out) as {
      requests: { file: string; line: number; status: number }[];
      summary: object;
    };
    expect(requests.map(({ file, line, status }) => [file, line, status])).toEqual([
      ['tests/a.http', 1, 200],
      ['tests/b.http', 2, 200],
      ['tests/b.http', 5, 200],
      ['tests/sub/a.http', 1, 200],
    ]);
    expect(summary).toMatchObject({ requests: 4, sent: 4, passed: 4 });
  });
});

describe('other commands', () => {
  it('take folders, globs and lines, too', async () => {
    const { urls, url } = await startNoting();
    const cwd = folderOf(filesFor(url));
    const explained = await commandLine(['explain', 'tests', '--format', 'json'], { cwd });
    const read = JSON.parse(explained.out) as { file: string; url: string }[];
    expect(read.map(({ file, url: to }) => [file, to.slice(url.length)])).toEqual([
      ['tests/a.http', '/a'],
      ['tests/b.http', '/b/1'],
      ['tests/b.http', '/b/2'],
      ['tests/sub/a.http', '/sub/a'],
    ]);
    expect((await commandLine(['explain', 'tests', '--name', 'two'], { cwd })).out).toMatch(/^tests\/b\.http\n\nGET /);
    const line = await commandLine(['explain', 'tests/b.http:5'], { cwd });
    expect(line.out).toMatch(/^GET http:\S+\/b\/2\n/);
    const rights = await commandLine(['privileges', 'tests/**/a.http', 'tests/b.http:2'], { cwd });
    expect(rights.out.match(/^ {2}tests\/\S+/gm)).toEqual([
      '  tests/a.http:1',
      '  tests/sub/a.http:1',
      '  tests/b.http:2',
    ]);
    for (const command of [['explain'], ['privileges'], ['plan', '--endpoint', 'x']]) {
      const missing = await commandLine([...command, 'none/*.http'], { cwd });
      expect([missing.code, missing.error]).toEqual([
        2,
        'rulebook: none/*.http: no such file, folder or match; check the path\n',
      ]);
    }
    expect(urls()).toEqual([]);
  });
});
