import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { server, startClient } from '../language-client';

it('a missing description is said once, and the documents go on being checked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rulebook-bare-'));
  const dist = join(folder, 'dist');
  cpSync(dirname(server), dist, { recursive: true, filter: (path) => !/descriptions|\.vsix$|\.map$/.test(path) });
  const client = await startClient({}, {}, join(dist, 'server.js'));
  const messages: string[] = [];
  client.connection.onNotification('window/showMessage', ({ message }: { message: string }) => {
    messages.push(message);
  });
  const text = 'GET /_cluster/stats\n\n###\n\nGET /_cluster/state\n\n###\n\nPUT /_security/api_key\n\n{ "nam": "x" }\n';
  const found = await client
    .open('file:///bare/a.http', text)
    .then(() => client.publishedWith(({ diagnostics }) => diagnostics.length > 0));
  expect(found.map(({ message }) => message).join('\n')).toContain("'nam'");
  expect(messages.sort()).toEqual(
    ['elasticsearch', 'github'].map((name) =>
      expect.stringContaining(`The published description "${name}" cannot be read`),
    ),
  );
  await client.stop();
  rmSync(folder, { recursive: true });
});
