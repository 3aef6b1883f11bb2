import { expect, it } from 'vitest';
import { commandLine, folderOf, spawnCommandLine } from '../command-line';

const wrong = (number: number) => `@number = ${number}

PUT /_security/role/role-${number}

{ "clutser": ["monitor"] }

### Not found anywhere
GET https://search.example/{{open-${number}}}
`;

/** Of several teams, with bytes that are not text, bodies of requests, a broken configuration and a Markdown file. */
const files = {
  ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`team-${at % 3}/file-${at}.http`, wrong(at)])),
  'team-1/file-15.http': Buffer.from([0x47, 0xff, 0xfe, 0x00]),
  'team-0/rulebook.json': '{ "ruels": {}, "rules": { "unknown-field": "warning" } }',
  'team-2/rulebook.json': '{ "services": { "pets": { "description": "pets.json" } } }',
  'team-2/http-client.env.json': '{ "staging": { "open-5": "1" } }',
  // The last request that takes a body decides what it is.
  'team-0/a-key.http': 'PUT /_security/api_key\nContent-Type: application/json\n\n< ./body.json\n',
  'team-0/z-role.http': 'PUT /_security/role/a\nContent-Type: application/json\n\n< ./body.json\n',
  'team-0/body.json': '{ "name": "a", "cluster": ["monitr"] }',
  'read me.md': '```http\nGTE https://search.example/_search\n```\n',
};

it.each(['text', 'frames', 'sarif'])('prints with several jobs what one job prints, as %s', async (format) => {
  const cwd = folderOf(files);
  const check = (jobs: string) =>
    commandLine(['check', '--jobs', jobs, '--format', format, '.', 'read me.md', 'absent.http'], { cwd });
  const one = await check('1');
  expect(one.code).toBe(2);
  expect(one.error).toContain('team-1/file-15.http: cannot be read');
  expect(one.error).toContain('rulebook.json:1:3');
  expect(one.out).toContain('monitr');
  for (const jobs of ['2', '4']) expect(await check(jobs)).toEqual(one);
});

it('knows with several jobs which environments there are', async () => {
  const cwd = folderOf(files);
  const check = (env: string, jobs: string) => commandLine(['check', '--jobs', jobs, '--env', env, '.'], { cwd });
  for (const env of ['staging', 'production']) expect(await check(env, '3')).toEqual(await check(env, '1'));
  expect((await check('production', '3')).error).toContain('there is no environment named production; use staging');
});

it('tries as many fixes with several jobs as with one', async () => {
  const line = 'GET https://search.example/_search\nAcept: application/json\n\n###\n';
  const cwd = folderOf(Object.fromEntries([1001, 1001, 3].map((count, at) => [`${at}.http`, line.repeat(count)])));
  const check = (jobs: string) => commandLine(['check', '--format', 'frames', '--jobs', jobs, '.'], { cwd });
  const one = await check('1');
  // Those of the last file come too late.
  expect(one.out).toContain('Accept');
  expect(await check('3')).toEqual(one);
});

it.each(['0', '1.5', 'many', '100'])('refuses %s jobs', async (jobs) => {
  const { code, error } = await commandLine(['check', '--jobs', jobs, '.']);
  expect(code).toBe(2);
  expect(error).toContain('It must be auto, or a whole number from 1 to 99.');
});

it('ends all its threads at Ctrl-C', async () => {
  const cwd = folderOf(
    Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`${at}.http`, wrong(at).repeat(40)])),
  );
  const child = spawnCommandLine(['check', '--jobs', '3', '.'], { cwd });
  const ended = new Promise((done) => child.once('close', (code, signal) => done(signal ?? code)));
  await new Promise((done) => child.stdout.once('data', done));
  child.kill('SIGINT');
  expect(await ended).toBe('SIGINT');
});
