import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf } from '../command-line';

const canary = 'canary-4713-of-the-vault';

/** A service that sends back what it receives. */
async function startEcho() {
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(String(request.headers['x-key']));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ seen: request.headers['x-key'] }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

/** A vault: a program that notes each call and prints a value, or does what its last argument says. */
function vault() {
  const folder = folderOf({
    'vault.mjs': [
      "import { appendFileSync } from 'node:fs';",
      "appendFileSync(new URL('calls.txt', import.meta.url), JSON.stringify(process.argv.slice(2)) + '\\n');",
      "if (process.argv.includes('--fail')) { console.error('" +
        canary +
        "'); console.log('" +
        canary +
        "'); process.exit(7); }",
      "if (!process.argv.includes('--empty')) console.log('" + canary + "');",
    ].join('\n'),
  });
  const program = join(folder, 'vault.mjs');
  return {
    commands: (...more: readonly string[]) =>
      JSON.stringify({ op: [process.execPath, program, 'read', '{reference}', ...more] }),
    calls: () => {
      try {
        return readFileSync(join(folder, 'calls.txt'), 'utf8').trim().split('\n');
      } catch {
        return [];
      }
    },
  };
}

const request = (url: string) => `GET ${url}/a\nX-Key: {{$secret op://My Vault/item/field}}\n`;

describe('a secret by a command', () => {
  it('is what the command of the environment prints, once a run, and masked', async () => {
    const { url, received } = await startEcho();
    const { commands, calls } = vault();
    const cwd = folderOf({ 'a.http': `### one\n${request(url)}\n### two\n${request(url)}` });
    const env = { RULEBOOK_SECRET_COMMANDS: commands(), XDG_CONFIG_HOME: folderOf({}) };
    const more = ['--allow-origin', url, '--report', 'r.html', '--report', 'r.json', '--har', 'r.har'];
    const { code, out, error } = await commandLine(['run', '--all', 'a.http', ...more], { cwd, env });
    expect([code, error]).toEqual([0, expect.any(String)]);
    expect(received).toEqual([canary, canary]);
    expect(calls()).toEqual(['["read","op://My Vault/item/field"]']);
    const written = ['r.html', 'r.json', 'r.har'].map((name) => readFileSync(join(cwd, name), 'utf8'));
    expect([out, error, ...written].join('\n')).not.toContain(canary);
    expect(out).toContain('***');
  });

  it('goes nowhere that was not allowed', async () => {
    const { url, received } = await startEcho();
    const cwd = folderOf({ 'a.http': request(url) });
    const env = { RULEBOOK_SECRET_COMMANDS: vault().commands(), XDG_CONFIG_HOME: folderOf({}) };
    const { code, error } = await commandLine(['run', 'a.http'], { cwd, env });
    expect({ code, received }).toEqual({ code: 3, received: [] });
    expect(error).toContain('the secret op://My Vault/item/field has not been sent to');
    expect(error).toContain('add --allow-origin');
    expect(error).not.toContain(canary);
  });

  it('is never a URL, so that no command runs for it', async () => {
    const { commands, calls } = vault();
    const cwd = folderOf({ 'a.http': '@url = {{$secret op://My Vault/item/field}}\nGET {{url}}\n' });
    const env = { RULEBOOK_SECRET_COMMANDS: commands(), XDG_CONFIG_HOME: folderOf({}) };
    const { code, error } = await commandLine(['run', 'a.http', '--send-anyway'], { cwd, env });
    expect([code, calls()]).toEqual([3, []]);
    expect(error).toContain('the secret op://My Vault/item/field is in the host of the URL');
  });

  it.skipIf(process.platform === 'win32')('takes commands from a file that only the user can read', async () => {
    const { url, received } = await startEcho();
    const settings = folderOf({});
    mkdirSync(join(settings, 'rulebook'), { mode: 0o700 });
    const file = join(settings, 'rulebook', 'secret-commands.json');
    writeFileSync(file, vault().commands(), { mode: 0o600 });
    const cwd = folderOf({ 'a.http': request(url) });
    const run = () =>
      commandLine(['run', 'a.http', '--allow-origin', url], { cwd, env: { XDG_CONFIG_HOME: settings } });
    expect((await run()).code).toBe(0);
    chmodSync(file, 0o644);
    expect((await run()).error).toContain('other users can read it');
    expect(received).toEqual([canary]);
  });

  it.each([
    ['--fail', 'ended with 7; run it in a terminal to see why'],
    ['--empty', 'printed nothing; check the reference'],
  ])('says how the command ended, and nothing of its output: %s', async (option, message) => {
    const { url, received } = await startEcho();
    const cwd = folderOf({ 'a.http': request(url) });
    const env = { RULEBOOK_SECRET_COMMANDS: vault().commands(option), XDG_CONFIG_HOME: folderOf({}) };
    const { code, out, error } = await commandLine(['run', 'a.http', '--allow-origin', url], { cwd, env });
    expect({ code, received }).toEqual({ code: 3, received: [] });
    expect(error).toContain(message);
    expect(out + error).not.toContain(canary);
  });

  it('is never resolved by a command that came with the folder', async () => {
    const { url, received } = await startEcho();
    const { commands, calls } = vault();
    const cwd = folderOf({
      'a.http': request(url),
      '.env': `RULEBOOK_SECRET_COMMANDS=${commands()}\n`,
      'secret-commands.json': commands(),
      'rulebook/secret-commands.json': commands(),
    });
    const env = { XDG_CONFIG_HOME: folderOf({}) };
    const { code, error } = await commandLine(['run', 'a.http', '--allow-origin', url], { cwd, env });
    expect({ code, received, calls: calls() }).toEqual({ code: 3, received: [], calls: [] });
    expect(error).toContain('is resolved by no command; name one for op in RULEBOOK_SECRET_COMMANDS');
  });

  it('is explained without running anything', async () => {
    const { commands, calls } = vault();
    const cwd = folderOf({ 'a.http': request('http://127.0.0.1:1') });
    const env = { RULEBOOK_SECRET_COMMANDS: commands(), XDG_CONFIG_HOME: folderOf({}) };
    const { code, out } = await commandLine(['explain', 'a.http'], { cwd, env });
    expect(code).toBe(0);
    expect(out).toContain(
      'secret op://My Vault/item/field, which a command of yours resolves when the request is sent',
    );
    expect(calls()).toEqual([]);
  });

  it.each(['op://a/$(touch x)', 'op://a;b', 'op://a|b', 'OP://a', '-op://a', 'op://'])(
    'is not a reference: %s',
    async (reference) => {
      const { commands, calls } = vault();
      const cwd = folderOf({ 'a.http': `GET http://127.0.0.1:1/\nX-Key: {{$secret ${reference}}}\n` });
      const env = { RULEBOOK_SECRET_COMMANDS: commands(), XDG_CONFIG_HOME: folderOf({}) };
      expect((await commandLine(['run', 'a.http', '--send-anyway'], { cwd, env })).code).toBe(3);
      expect(calls()).toEqual([]);
    },
  );
});
