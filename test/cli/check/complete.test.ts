import { expect, it } from 'vitest';
import { commandLine, folderOf, spawnCommandLine } from '../command-line';

const files = { 'keys.http': 'POST /_security/api_key\n\n{\n  "e"\n}\n', 'plain.json': '{}' };

interface Offered {
  readonly label: string;
  readonly documentation?: string;
  readonly edits: readonly { readonly start: unknown; readonly end: unknown; readonly newText: string }[];
}

it('prints what can be written at a position, one entry a line', async () => {
  const { code, out } = await commandLine(['complete', 'keys.http:4:5'], { cwd: folderOf(files) });
  expect(code).toBe(0);
  expect(out.split('\n')).toContain('expiration\tfield\tstring (time value)');
});

it('prints the changes of the text and the documentation as JSON', async () => {
  const cwd = folderOf(files);
  const { out } = await commandLine(['complete', 'keys.http:4:5', '--format', 'json'], { cwd });
  const { version, items } = JSON.parse(out) as { version: number; items: readonly Offered[] };
  expect(version).toBe(1);
  const expiration = items.find(({ label }) => label === 'expiration');
  expect(expiration?.documentation).toContain('How long the key is valid');
  expect(expiration?.edits).toEqual([
    { start: { line: 4, column: 3 }, end: { line: 4, column: 6 }, newText: '"expiration": "7d"' },
  ]);
});

it('takes a text that is not saved from standard input', async () => {
  const cwd = folderOf({ 'rulebook.json': '{}' });
  const { out } = await commandLine(['complete', '--stdin', 'draft.http:1:11'], { cwd, input: 'GET /_snap\n' });
  expect(out).toMatch(/^\/_snapshot\/\{repository\}/m);
});

it.each([
  ['keys.http', 'write the file, the line and the column'],
  ['keys.http:99:1', 'the file has no such position'],
  ['keys.http:1:99', 'the file has no such position'],
  ['missing.http:1:1', 'cannot be read'],
  ['plain.json:1:1', 'neither a request file nor the body of a known request'],
])('says what is wrong with %s', async (position, message) => {
  const { code, out, error } = await commandLine(['complete', position], { cwd: folderOf(files) });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(error).toContain(message);
});

it('`rulebook lsp` needs no option', async () => {
  const child = spawnCommandLine(['lsp'], {});
  const ended = new Promise((done) => child.on('close', done));
  const params = { processId: null, rootUri: null, capabilities: {} };
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  const answered = new Promise<string>((done) => {
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      out += chunk;
      if (out.includes('"serverInfo"')) done(out);
    });
  });
  child.stdin.write(`Content-Length: ${message.length}\r\n\r\n${message}`);
  expect(await answered).toContain('"name":"rulebook"');
  child.stdin.end();
  await ended;
});
