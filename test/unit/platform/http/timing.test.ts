import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ResponseTiming, SendOptions } from '../../../../packages/sender/src/plan/index';
import { createTransport, type NodeTransport } from '../../../../packages/node/src/http/transport';
import { createSelfSigned } from '../../../certificate';
import { listen, serve } from './loopback-server';

async function timingOf(transport: NodeTransport, url: string, options: SendOptions = {}): Promise<ResponseTiming> {
  const result = await transport.send({ method: 'GET', url, headers: [] }, options);
  if ('failure' in result) throw new Error(result.failure.message);
  expect(result.response.timing).toBeDefined();
  return result.response.timing!;
}

describe('the timing of a response', () => {
  it('says where the time went', async () => {
    const base = await serve((_, response) => {
      void (async () => {
        await sleep(100);
        response.write('a');
        await sleep(400);
        response.end('b');
      })();
    });
    const timing = await timingOf(createTransport(), base);
    expect(timing.firstByte).toBeGreaterThan(90);
    expect(timing.firstByte).toBeLessThan(400);
    expect(timing.download).toBeGreaterThan(300);
    expect(Object.keys(timing).sort()).toEqual(['connect', 'download', 'firstByte']);
  });

  it('has the look-up of a name, and the handshake of TLS', async () => {
    const port = await listen(createTlsServer(createSelfSigned(['localhost']), (_, response) => response.end()));
    const url = `https://localhost:${port}/`;
    const timing = await timingOf(createTransport(), url, { unverifiedOrigin: url });
    expect(Object.keys(timing).sort()).toEqual(['connect', 'dns', 'download', 'firstByte', 'tls']);
    for (const part of Object.values(timing) as number[]) expect(part).toBeGreaterThanOrEqual(0);
    expect(timing.tls).toBeGreaterThan(0);
  });

  it('has no connection when one was kept', async () => {
    const base = await serve((_, response) => response.end('x'));
    const transport = createTransport({ keepsConnections: true });
    expect(await timingOf(transport, base)).toHaveProperty('connect');
    const again = await timingOf(transport, base);
    transport.close();
    expect(Object.keys(again).sort()).toEqual(['download', 'firstByte']);
  });

  it('is that of each request when several are under way', async () => {
    const server = createServer((request, response) => {
      setTimeout(() => response.end(), Number(request.url?.slice(1)));
    });
    const base = `http://127.0.0.1:${await listen(server)}`;
    const transport = createTransport({ keepsConnections: true });
    const waits = [10, 600, 300];
    const all = await Promise.all(waits.map((wait) => timingOf(transport, `${base}/${wait}`)));
    transport.close();
    waits.forEach((wait, index) => {
      expect(all[index]?.connect).toBeGreaterThanOrEqual(0);
      expect(all[index]?.firstByte).toBeGreaterThan(wait - 20);
      expect(all[index]?.firstByte).toBeLessThan(wait + 250);
    });
  });
});
