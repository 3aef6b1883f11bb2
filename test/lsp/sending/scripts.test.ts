import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { showsDocuments as window, startSendingEditor } from './sending-editor';

async function startEditor(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'rulebook-scripts-'));
  const received: string[] = [];
  const service = createServer((request, response) => {
    received.push([request.url, request.headers['x-token']].filter((part) => part !== undefined).join(' '));
    response.setHeader('Content-Type', 'application/json');
    response.end('{"token":"t-4711"}');
  });
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${String((service.address() as AddressInfo).port)}`;
  const editor = await startSendingEditor(text, { folder, url, capabilities: { window } });
  onTestFinished(async () => {
    await editor.client.stop();
    service.closeAllConnections();
    service.close();
    rmSync(folder, { recursive: true });
  });
  return { ...editor, received };
}

it('scripts run when the server sends, and keep their values for the next request', async () => {
  const { send, received, documents } = await startEditor(
    'GET /_cluster/health\n\n> {%\n  client.global.set("t", response.body.token);\n  client.log("kept it");\n  client.test("has a token", () => client.assert(response.body.token === "other", "another token"));\n%}\n\n###\nGET /_cluster/stats\nX-Token: {{t}}\n',
  );
  await send(0);
  await send(9);
  expect(received).toEqual(['/_cluster/health', '/_cluster/stats t-4711']);
  const shown = readFileSync(fileURLToPath(documents[0] ?? ''), 'utf8');
  expect(shown).toContain('Log: kept it');
  expect(shown).toContain('FAILED: has a token (line 6): another token');
});

it('a request whose script in front fails is not sent', async () => {
  const { send, received, messages } = await startEditor('< {% nothing.here(); %}\nGET /_cluster/health\n');
  await send(1);
  expect(received).toEqual([]);
  expect(messages.join()).toContain('the script before it has failed');
});
