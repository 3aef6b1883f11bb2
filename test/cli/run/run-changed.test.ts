import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf } from '../command-line';

async function startListener() {
  const received: string[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      received.push(`${request.method} ${request.url} ${Buffer.concat(pieces).toString()}`);
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, received };
}

/** Runs a request with a value of `x`. */
async function runWith(text: string, x: string, ...options: readonly string[]) {
  const { port, received } = await startListener();
  const endpoint = { service: 'search-cluster', baseUrl: `http://127.0.0.1:${port}` };
  const cwd = folderOf({ 'a.http': text, 'rulebook.json': JSON.stringify({ endpoints: { here: endpoint } }) });
  const { code, error } = await commandLine(['run', 'a.http', '--var', `x=${x}`, ...options], { cwd });
  return { code, error, received };
}

const bulk = 'POST /_bulk\n\n{"index":{"_index":"mine","_id":"{{x}}"}}\n{"a":1}\n';
const lines = '{"delete":{"_index":"prod","_id":"1"}}';

describe('a value that would change the request', () => {
  it.each([
    ['POST /mine/_doc/{{x}}\n\n{}\n', '../../prod/_delete_by_query', 'leaves its place in the path by dots'],
    ['PUT /mine/_doc/{{x}}\n\n{}\n', '../../_snapshot/backup', 'leaves its place in the path by dots'],
    ['PUT /{{x}}\n\n{}\n', '_snapshot/backup', 'sent would be `PUT /_snapshot/{repository}`'],
    ['PUT /mine/_doc/1\nCookie: a={{x}}\n\n{}\n', '1; admin=1', 'adds a cookie'],
    [`POST /_bulk\n\n{"index":{}}\n{}\n{{x}}\n`, lines, 'deletes 1 document; add --yes'],
  ])('is not sent: %j with %s', async (text, x, reason) => {
    const { code, error, received } = await runWith(text, x);
    expect({ code, received }).toEqual({ code: 3, received: [] });
    expect(error).toContain(reason);
  });

  it('is asked about as what it is', async () => {
    const { error, received } = await runWith('DELETE /mine/_doc/{{x}}\n', '../../prod', '--yes');
    expect(received).toEqual([]);
    expect(error).toContain('leaves its place in the path by dots');
  });

  it('is sent when the user insists', async () => {
    const { code, received } = await runWith('PUT /{{x}}\n\n{}\n', '_snapshot/backup', '--send-anyway');
    expect({ code, received }).toEqual({ code: 0, received: ['PUT /_snapshot/backup {}'] });
    expect((await runWith(`POST /_bulk\n\n{{x}}\n`, lines, '--yes')).received).toHaveLength(1);
  });

  it('adds no line to a bulk body', async () => {
    const { code, received } = await runWith(bulk, `x"}}\n${lines}\n{"index":{"z":"x`);
    expect(code).toBe(0);
    expect(received[0]?.trimEnd().split('\n')).toHaveLength(2);
  });
});
