import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf } from '../command-line';

it('masks what the configuration declares as secrets, and shows nothing that it declares as none', async () => {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ customer_pin: 'canary-of-the-pin', token: 'canary-of-the-token', open: 'shown' }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const request = `GET http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`;
  const secretNames = { masked: ['customer-pin'], shown: ['token'] };
  const folder = folderOf({ 'a.http': request, 'rulebook.json': JSON.stringify({ secretNames }) });
  for (const format of ['text', 'json']) {
    const { out } = await commandLine(['run', 'a.http', '--format', format], { cwd: folder });
    expect(out).toContain('shown');
    expect(out).not.toContain('canary');
  }
});
