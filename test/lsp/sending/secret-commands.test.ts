import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LanguageClient } from '../language-client';
import { showsDocuments, startSendingEditor } from './sending-editor';

const canary = 'canary-4714-of-the-vault';
const reference = 'op://My Vault/item/field';
const text = `GET /one\nX-Key: {{$secret ${reference}}}\n\n###\nGET /two\nX-Key: {{$secret ${reference}}}\n`;

let folder: string;
let service: ReturnType<typeof createServer>;
let url: string;
let received: (string | undefined)[];
let clients: LanguageClient[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rulebook-vault-'));
  received = [];
  clients = [];
  service = createServer((request, response) => {
    const key = request.headers['x-key'];
    received.push(typeof key === 'string' ? key : undefined);
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ seen: key }));
  });
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterEach(async () => {
  for (const client of clients) {
    expect(JSON.stringify(client.log)).not.toContain('canary');
    expect(await client.stop()).toBe(0);
  }
  service.closeAllConnections();
  service.close();
  rmSync(folder, { recursive: true });
});

/** A vault: a program that notes each call, and prints what its last argument says. */
function vault(printed: string) {
  writeFileSync(
    join(folder, 'vault.mjs'),
    [
      "import { appendFileSync } from 'node:fs';",
      "appendFileSync(new URL('calls.txt', import.meta.url), 'called\\n');",
      printed,
    ].join('\n'),
  );
  return JSON.stringify({ op: [process.execPath, join(folder, 'vault.mjs'), '{reference}'] });
}

function calls(): number {
  try {
    return readFileSync(join(folder, 'calls.txt'), 'utf8').trim().split('\n').length;
  } catch {
    return 0;
  }
}

async function start(commands?: string, files: Readonly<Record<string, string>> = {}) {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const editor = await startSendingEditor(text, {
    ...{ folder, url, capabilities: { window: showsDocuments }, answer: 'Yes' },
    ...(commands !== undefined && { env: { RULEBOOK_SECRET_COMMANDS: commands } }),
  });
  clients.push(editor.client);
  /** All that the editor was sent, with the documents that it shows. */
  const shown = () => {
    const documents = editor.documents.map((uri) => readFileSync(fileURLToPath(uri), 'utf8'));
    return [...editor.messages, ...editor.questions, ...documents].join('\n');
  };
  return { ...editor, shown };
}

describe('a secret by a command, sent by the server', () => {
  it.each([
    ['a line end', `console.log('${canary}')`],
    ['a line end of Windows', `process.stdout.write('${canary}\\r\\n')`],
    ['no line end', `process.stdout.write('${canary}'); console.error('${canary} on the side')`],
  ])('is what the command prints with %s, asked for once for all requests, and masked', async (_, printed) => {
    const { send, shown } = await start(vault(printed));
    const results = await Promise.all([send(0), send(4)]);
    results.push(await send(0));
    expect(received).toEqual([canary, canary, canary]);
    expect(calls()).toBe(1);
    expect(JSON.stringify(results)).not.toContain('canary');
    expect(shown()).not.toContain('canary');
    expect(shown()).toContain('"seen": "***"');
  });

  it.each([
    ['fails', `console.error('${canary}'); console.log('${canary}'); process.exit(7)`, 'ended with 7'],
    ['prints nothing', `console.error('${canary}')`, 'printed nothing'],
    ['prints a line end only', 'console.log()', 'printed nothing'],
    ['prints too much', `console.log('${canary}'.repeat(10_000))`, 'printed too much'],
  ])('is not sent when the command %s', async (_, printed, message) => {
    const { send, shown } = await start(vault(printed));
    const result = await send(0);
    expect(received).toEqual([]);
    const all = `${JSON.stringify(result)}\n${shown()}`;
    expect(all).toContain(message);
    expect(all).not.toContain('canary');
  });

  it('is never resolved by a command that came with the folder', async () => {
    const commands = vault(`console.log('${canary}')`);
    const { send, shown, client } = await start(undefined, {
      '.env': `RULEBOOK_SECRET_COMMANDS=${commands}\n`,
      'secret-commands.json': commands,
      'rulebook/secret-commands.json': commands,
      '.vscode/settings.json': `{ "rulebook.secretCommands": ${commands} }`,
      'http-client.env.json': JSON.stringify({ $shared: { RULEBOOK_SECRET_COMMANDS: commands } }),
    });
    // Settings that an editor passes on may be those of the folder.
    const settings = { rulebook: { secretCommands: JSON.parse(commands) as unknown } };
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings });
    const result = await send(0);
    expect({ received, calls: calls() }).toEqual({ received: [], calls: 0 });
    expect(`${JSON.stringify(result)}\n${shown()}`).toContain('is resolved by no command');
  });
});
