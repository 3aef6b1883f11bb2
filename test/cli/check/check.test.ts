import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, folderOf, root } from '../command-line';

const clean = 'PUT /_security/api_key\n\n{ "name": "k", "expiration": "7d" }\n';
const broken = '\n### ß🧀\nPUT /_security/api_key\n\n{ "name": 1 }\n';
const dropping = 'PATCH /repos/o/r/hooks/1\n\n{ "config": { "url": "https://example.com/" } }\n';

interface JsonReport {
  readonly version: number;
  readonly files: readonly {
    readonly path: string;
    readonly findings: readonly {
      readonly rule: string;
      readonly severity: string;
      readonly message: string;
      readonly range: unknown;
      readonly provenance: unknown;
    }[];
  }[];
  readonly summary: Readonly<Record<string, number>>;
}

async function checkJson(cwd: string, args: readonly string[]) {
  const { code, out, error } = await commandLine(['check', '--format', 'json', ...args], { cwd });
  return { code, error, report: JSON.parse(out) as JsonReport };
}

describe('files of variables', () => {
  it('are checked like request files, which know their names', async () => {
    const cwd = folderOf({
      'http-client.env.json': '{ "$shared": { "owner": "a" }, "dev": [] }',
      'a.http': 'GET http://localhost/{{owner}}/{{nowhere}}\n',
      'b/c.http': 'GET http://localhost/{{owner}}/{{nowhere}}\n',
      'b/.env': 'plain=1',
    });
    const { code, out } = await commandLine(['check', '.'], { cwd });
    expect(code).toBe(1);
    expect(out).toContain('`dev` must be an object with the variables of the environment by name.');
    // The broken file may define it.
    expect(out).not.toContain('nowhere');
    writeFileSync(join(cwd, 'http-client.env.json'), '{ "$shared": { "owner": "a" } }');
    const corrected = await commandLine(['check', '.'], { cwd });
    expect(corrected.code).toBe(0);
    expect(corrected.out.match(/`nowhere` is defined neither in this file nor in an environment/g)).toHaveLength(2);
    expect(corrected.out).not.toContain('`owner`');
  });
});

describe('the JSON report', () => {
  it('keeps its contract', async () => {
    const { code, report } = await checkJson(folderOf({ 'a.http': clean, 'b.rest': broken }), ['a.http', 'b.rest']);
    expect(code).toBe(1);
    expect(Object.keys(report)).toEqual(['version', 'files', 'summary']);
    expect(report.version).toBe(1);
    expect(Object.keys(report.summary)).toEqual(['files', 'requests', 'errors', 'warnings', 'information', 'hints']);
    expect(report.summary).toMatchObject({ files: 2, requests: 2, errors: 1 });
    expect(report.files.map(({ path }) => path)).toEqual(['a.http', 'b.rest']);
    const error = report.files[1]?.findings.find(({ severity }) => severity === 'error');
    expect(error).toEqual({
      rule: 'wrong-type',
      severity: 'error',
      message: expect.any(String) as string,
      range: { start: { line: 4, character: 10 }, end: { line: 4, character: 11 } },
      provenance: { kind: 'documented', document: 'search-cluster', section: expect.any(String) as string },
    });
  });

  it('is the same for folders and globs, without files that are not bodies', async () => {
    const cwd = folderOf({
      'x/a.http': clean,
      'x/deep/b.http': broken,
      'x/node_modules/c.http': broken,
      'x/package.json': '{ "name": 1 }',
      'x/reader.api-key.json': '{ "name": 1 }',
    });
    const folder = await checkJson(cwd, ['x']);
    expect(folder.report.files.map(({ path }) => path)).toEqual(['x/a.http', 'x/deep/b.http', 'x/reader.api-key.json']);
    expect((await checkJson(cwd, ['x/**/*.{http,json}'])).report).toEqual(folder.report);
  });
});

describe('links', () => {
  it('in a loop, or to a folder that is searched anyway, repeat no file', async () => {
    const cwd = folderOf({ 'a/x.http': broken, 'b/y.http': clean });
    symlinkSync('..', join(cwd, 'a/loop'));
    symlinkSync('a', join(cwd, 'again'));
    symlinkSync('nowhere', join(cwd, 'broken'));
    const { report } = await checkJson(cwd, ['.']);
    expect(report.files.map(({ path }) => path)).toEqual(['a/x.http', 'b/y.http']);
    const linked = await checkJson(join(cwd, 'b'), ['../again']);
    // The loop leads out of the folder, to both files.
    expect(linked.report.files).toHaveLength(2);
  });
});

describe('exit codes and severities', () => {
  it.each([
    [[], 0],
    [['--fail-on', 'warning'], 1],
    [['--fail-on', 'warning', '--min-severity', 'error'], 1],
    [['--fail-on', 'error', '--min-severity', 'hint'], 0],
  ])('with %j ends with %i on a warning', async (args, code) => {
    const cwd = folderOf({ 'a.http': dropping });
    expect((await commandLine(['check', ...args, 'a.http'], { cwd })).code).toBe(code);
  });

  it('leaves out what is below --min-severity', async () => {
    const cwd = folderOf({ 'a.http': dropping });
    const { report } = await checkJson(cwd, ['--min-severity', 'error', 'a.http']);
    expect(report.files[0]?.findings).toEqual([]);
    expect(report.summary.warnings).toBe(0);
  });

  it.each([
    ['no path', []],
    ['an unknown format', ['--format', 'xml', 'a.http']],
    ['an unknown severity', ['--fail-on', 'fatal', 'a.http']],
    ['an unknown option', ['--frobnicate', 'a.http']],
  ])('ends with 2 on %s, and says so', async (_, args) => {
    const { code, error } = await commandLine(['check', ...args], { cwd: folderOf({ 'a.http': clean }) });
    expect(code).toBe(2);
    expect(error).toMatch(/\S/);
  });

  it('ends with 2 on a path that is not there, and checks the rest nevertheless', async () => {
    const { code, error, report } = await checkJson(folderOf({ 'a.http': broken }), ['nowhere.http', 'a.http']);
    expect(code).toBe(2);
    expect(error).toContain('nowhere.http');
    expect(report.summary.errors).toBe(1);
  });

  it('ends with 2 on a named JSON file that is not a body, and says how to make it one', async () => {
    const { code, error } = await commandLine(['check', 'x.json'], { cwd: folderOf({ 'x.json': '{}' }) });
    expect(code).toBe(2);
    expect(error).toContain('// @request');
  });
});

describe('JSON bodies', () => {
  const wrong = '{ "name": 1 }';
  it.each([
    ['their first line', { 'x.json': `// @request PUT /_security/api_key\n${wrong}` }],
    ['their name', { 'x.api-key.json': wrong }],
    [
      'the configuration',
      {
        'rulebook.json': '{ "bodies": [{ "files": "*.json", "request": "PUT /_security/api_key" }] }',
        'x.json': wrong,
      },
    ],
    ['a request file that includes them', { 'x.json': wrong, 'a.http': 'PUT /_security/api_key\n\n< ./x.json\n' }],
  ])('are known by %s', async (_, files) => {
    const { report } = await checkJson(folderOf(files), ['.']);
    const body = report.files.find(({ path }) => path.startsWith('x.'));
    expect(body?.findings.map(({ rule }) => rule)).toContain('wrong-type');
  });
});

describe('a JSON file that is named alone', () => {
  const includes = (path: string) => `PUT /_security/api_key\n\n< ${path}\n`;

  it.each([
    ['next to it', 'x.json', { 'a.http': includes('./x.json') }],
    ['in a folder below', 'x.json', { 'down/a.http': includes('../x.json') }],
    [
      'elsewhere in the project',
      'bodies/x.json',
      { 'rulebook.json': '{}', 'requests/a.rest': includes('../bodies/x.json') },
    ],
  ])('is checked as the body of a request %s', async (_, path, files) => {
    const cwd = folderOf({ ...files, [path]: '{ "name": 1 }' });
    const { code, report } = await checkJson(cwd, [path]);
    expect(code).toBe(1);
    expect(report.files.map((file) => file.path)).toEqual([path]);
    expect(report.files[0]?.findings.map(({ rule }) => rule)).toContain('wrong-type');
  });

  it('is looked up once for several', async () => {
    const cwd = folderOf({
      'x.json': '{ "name": 1 }',
      'y.json': '{ "name": 1 }',
      'a.http': includes('x.json') + includes('y.json'),
    });
    const { report } = await checkJson(cwd, ['x.json', 'y.json']);
    expect(report.files.map(({ path }) => path)).toEqual(['x.json', 'y.json']);
  });

  it('is not the body of a request that takes another file, or one of its name elsewhere', async () => {
    const cwd = folderOf({
      'x.json': '{}',
      'down/a.http': includes('./x.json'),
      'down/x.json': '{}',
      'b.http': includes('{{x}}.json'),
    });
    expect((await commandLine(['check', 'x.json'], { cwd })).code).toBe(2);
  });
});

describe('rulebook.json', () => {
  it('of the nearest folder sets severities', async () => {
    const cwd = folderOf({
      'rulebook.json': '{ "rules": { "wrong-type": "off" } }',
      'a.http': broken,
      'deep/rulebook.json': '// ours\n{ "rules": { "wrong-type": "warning" } }',
      'deep/down/b.http': broken,
    });
    const { code, report } = await checkJson(cwd, ['a.http', 'deep/down/b.http']);
    expect(code).toBe(0);
    const severities = report.files.map(({ findings }) => findings.find(({ rule }) => rule === 'wrong-type')?.severity);
    expect(severities).toEqual([undefined, 'warning']);
  });

  it('is said to be wrong with its place', async () => {
    const cwd = folderOf({ 'rulebook.json': '{\n  "endpoint": {}\n}', 'a.http': clean });
    expect((await commandLine(['check', 'a.http'], { cwd })).error).toContain(
      'rulebook.json:2:3: The configuration has no member `endpoint`',
    );
  });
});

describe('rulebook.json by name', () => {
  it('is checked like other files', async () => {
    const text =
      '{\n  "rules": { "wrong-typ": "off" },\n  "endpoints": { "a": { "service": "code-hosting", "baseUrl": "http://u:hush@h" } }\n}';
    const { code, report } = await checkJson(folderOf({ 'rulebook.json': text }), ['rulebook.json']);
    expect(code).toBe(1);
    expect(report.files[0]?.findings).toMatchObject([
      { rule: 'configuration', severity: 'warning', message: expect.stringContaining('`wrong-type`') as string },
      { rule: 'configuration', severity: 'error', range: { start: { line: 2, character: 62 } } },
    ]);
    expect(JSON.stringify(report)).not.toContain('hush');
  });

  it.each(['', '{', '[]', '{ "rules": 5 }'])('survives %j', async (text) => {
    const { code } = await checkJson(folderOf({ 'rulebook.json': text }), ['rulebook.json']);
    expect([0, 1]).toContain(code);
  });
});

describe('a body from a file', () => {
  const request = (line: string) => `PUT /_security/api_key\n\n${line}\n`;

  it('is checked in both files', async () => {
    const cwd = folderOf({ 'a.http': request('< ./bodies/x.json'), 'bodies/x.json': '{\n  "name": 5\n}\n' });
    const { code, report } = await checkJson(cwd, ['.']);
    expect(code).toBe(1);
    const errors = report.files.map(({ path, findings }) => [
      path,
      findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule),
    ]);
    expect(errors).toEqual([
      ['a.http', ['faulty-body-file']],
      ['bodies/x.json', ['wrong-type']],
    ]);
  });

  it.each(['< ./x.ndjson', '<@ ./x.ndjson'])(
    'may hold a value a line at a path that is not documented: %s',
    async (line) => {
      const cwd = folderOf({ 'a.http': `POST /queue/lines\n\n${line}\n`, 'x.ndjson': '{ "a": 1 }\n{ "b": {{c}} }\n' });
      const { report } = await checkJson(cwd, ['.']);
      const errors = report.files.flatMap(({ findings }) => findings.filter(({ severity }) => severity === 'error'));
      expect(errors).toEqual([]);
    },
  );

  it.each([
    ['< ./nowhere.json', 'there is no such file'],
    ['< .', 'it is a folder'],
    ['< /dev/zero', 'it is not a regular file'],
  ])('that cannot be read is reported with the cause: %s', async (line, cause) => {
    const { code, report } = await checkJson(folderOf({ 'a.http': request(line) }), ['a.http']);
    expect(code).toBe(1);
    expect(report.files[0]?.findings).toMatchObject([
      { rule: 'missing-body-file', message: expect.stringContaining(cause) as string },
    ]);
  });
});

describe('other formats', () => {
  it('writes SARIF 2.1.0 with positions from one', async () => {
    const { code, out } = await commandLine(['check', '--format', 'sarif', 'b c.http'], {
      cwd: folderOf({ 'b c.http': broken }),
    });
    expect(code).toBe(1);
    const log = JSON.parse(out) as {
      version: string;
      runs: { tool: { driver: { rules: { id: string }[] } }; results: Record<string, unknown>[] }[];
    };
    expect(log.version).toBe('2.1.0');
    const run = log.runs[0]!;
    const result = run.results.find(({ ruleId }) => ruleId === 'wrong-type')!;
    expect(run.tool.driver.rules[result.ruleIndex as number]?.id).toBe('wrong-type');
    expect(result).toMatchObject({
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'b%20c.http' },
            region: { startLine: 5, startColumn: 11, endLine: 5, endColumn: 12 },
          },
        },
      ],
    });
  });

  it('writes JUnit XML, in which a test fails by what the command fails for', async () => {
    const cwd = folderOf({ 'b c.http': broken });
    const { code, out } = await commandLine(['check', '--format', 'junit', 'b c.http'], { cwd });
    expect(code).toBe(1);
    expect(out).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="rulebook">\n<testsuite name="b c\.http"/,
    );
    expect(out).toMatch(
      /<testcase name="wrong-type"[^>]*>\n<failure type="error" message="[^"]+">b c\.http:5:11 error /,
    );
    expect(out).toMatch(/<\/testsuites>\n$/);
  });

  it('writes text with positions from one, and no colours into a pipe', async () => {
    const { out } = await commandLine(['check', 'b.http'], { cwd: folderOf({ 'b.http': broken }) });
    expect(out).toMatch(/^b\.http:5:11 error .*\[wrong-type — search-cluster/m);
    expect(out).not.toContain('\u001b');
  });
});

describe('bad input', () => {
  it.each([
    ['nothing', ''],
    ['random characters', String.fromCharCode(...Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256))],
    ['a body cut in the middle', 'PUT /_security/api_key\n\n{ "role_descriptors": { "a": [ {'],
    ['an endless line', `GET /${'a'.repeat(1_000_000)}`],
    ['brackets without end', `PUT /_security/api_key\n\n${'['.repeat(10_000)}`],
  ])('survives %s', async (_, content) => {
    const { code, report, error } = await checkJson(folderOf({ 'a.http': content }), ['a.http']);
    expect([0, 1]).toContain(code);
    expect(report.summary.files).toBe(1);
    expect(error).toBe('');
  });
});

describe('the command line', () => {
  it.each([
    ['--help'],
    ['check', '--help'],
    ['run', '--help'],
    ['sandbox', '--help'],
    ['event', '--help'],
    ['lsp', '--help'],
  ])('explains itself: %s %s', async (...args) => {
    const { code, out } = await commandLine(args);
    expect(code).toBe(0);
    expect(out).toContain('Usage: rulebook');
    if (args.length > 1) expect(out).toMatch(/^Exit codes:\n {2}0 [^]*^ {2}70 /m);
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it.each([[[]], [['frobnicate']], [['lsp', '--nothing']]])('ends with 2 on %j', async (args) => {
    const { code, error } = await commandLine(args, { cwd: root });
    expect(code).toBe(2);
    expect(error).toMatch(/\S/);
  });
});

describe('standard input', () => {
  const wrong = 'POST /_security/api_key\n\n{ "name": 1 }\n';

  it('is checked as a request file', async () => {
    const { code, out } = await commandLine(['check', '-'], { input: wrong });
    expect(code).toBe(1);
    expect(out).toMatch(/stdin\.http[^]*wrong-type/);
  });

  it('is what --stdin-path says', async () => {
    const args = ['check', '-', '--stdin-path', 'a.api-key.json'];
    const { code, out } = await commandLine(args, { input: '{ "name": 1 }' });
    expect(code).toBe(1);
    expect(out).toMatch(/a\.api-key\.json[^]*wrong-type/);
    expect((await commandLine(args, { input: '{ "name": "a" }' })).code).toBe(0);
  });
});
