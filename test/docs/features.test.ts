import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { absent } from '../../tools/docs/features/absent.mjs';
import { different } from '../../tools/docs/features/different.mjs';
import { here } from '../../tools/docs/features/here.mjs';
import { tools } from '../../tools/docs/features/tools.mjs';
import { commandLine, folderOf, root } from '../cli/command-line';
import { openRecorder } from '../cli/recorder';

// What the pages say of features is tried: those that are there work, and those that are not fail as their example says.

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly contributes: Readonly<Record<string, unknown>> & { readonly commands: readonly { readonly command: string }[] };
};

/** A server that gives tokens and a cookie, and responds to everything else with an empty object. */
async function startServer() {
  const recorder = await openRecorder((request) => {
    const path = request.split(' ')[1] ?? '';
    const body = /^\/(?:token|oauth)/.test(path)
      ? '{"token":"t-1","access_token":"t-1","token_type":"Bearer","expires_in":60}'
      : '{}';
    if (path === '/redirect')
      return 'HTTP/1.1 302 Found\r\nlocation: /there\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';
    const cookie = path === '/cookie' ? 'set-cookie: a=1\r\n' : '';
    return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${cookie}content-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`;
  });
  onTestFinished(recorder.close);
  return recorder;
}

const all = [...here, ...different, ...absent];

it.each(all.map((feature) => [feature.id, feature] as const))('%s', async (_, { example, in: names }) => {
  const { file, name = 'a.http', files = {}, exit, sends, fields = [], line, prints = [], editor = [], env } = example;
  expect(Object.keys(names).filter((tool) => !(tool in tools))).toEqual([]);
  for (const command of editor) expect(manifest.contributes.commands.map((one) => one.command)).toContain(command);
  if (file === undefined && example.command === undefined) {
    expect(editor.length > 0).toBe(true);
    return;
  }
  const { requests, place } = await startServer();
  const filled = (text: string) => text.replaceAll('HOST', `http://${place}`).replaceAll('PLACE', place);
  const written = { ...files, ...(file !== undefined && { [name]: file }) };
  const folder = folderOf(Object.fromEntries(Object.entries(written).map(([path, text]) => [path, filled(text)])));
  const command = example.command ?? ['run', name, '--all'];
  const ended = await commandLine(command, { cwd: folder, ...(env && { env }) });
  const printed = ended.out + ended.error;
  if (exit !== 'any') expect([ended.code, printed]).toEqual([exit ?? 0, printed]);
  for (const text of prints) expect(printed).toContain(text);
  const targets = requests.map((request) => request.split(' ')[1] ?? '');
  if (sends !== undefined) {
    expect(targets).toHaveLength(sends.length);
    for (const [index, target] of sends.entries()) {
      if (typeof target === 'string') expect(targets[index]).toBe(target);
      else expect(targets[index]).toMatch(target);
    }
  }
  const last = requests.at(-1) ?? '';
  for (const field of fields) expect(last).toMatch(field);
  if (line !== undefined) expect(last.split('\r\n')[0]).toMatch(line);
});

describe('the list of features', () => {
  it('has an example that can fail for each', () => {
    const vacuous = all.filter(
      ({ example: { sends, prints, editor } }) =>
        sends === undefined && prints === undefined && editor === undefined,
    );
    expect(vacuous).toEqual([]);
  });

  it('names each once', () => {
    const ids = all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
