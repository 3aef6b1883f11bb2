import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createEngine, type Endpoint } from '../../../../packages/engine/src/index';
import { createTransport } from '../../../../packages/node/src/http/transport';
import type { RequestPlan } from '../../../../packages/sender/src/plan/index';
import { anyWay } from '../../../any-way';
import { senderOf } from '../../../sender-ports';
import { listen } from '../../platform/http/loopback-server';

const context = { context: { endpoints: [], defaults: {} }, severities: {} };

function plansOf(count: number, header: string): readonly RequestPlan[] {
  const one = (at: number) =>
    `### Key ${at}\n# @endpoint prod\nPOST /_security/api_key\n${header}\n{ "name": "key-${at}" }\n`;
  const engine = createEngine();
  const file = engine.openFile(Array.from({ length: count }, (_, at) => one(at)).join('\n'));
  const endpoints: readonly Endpoint[] = [{ name: 'prod', service: 'search-cluster', baseUrl: 'http://h.example' }];
  return [...engine.planAll(file, { ...context, context: { ...context.context, endpoints } })];
}

/** Sends requests one after the other to a server of this machine, and counts what that takes. */
async function workOf(plans: readonly RequestPlan[]) {
  const work = { sent: 0, connections: 0, resolved: 0, ways: 0, credentials: 0, judged: 0, reached: 0, lists: 0 };
  const server = createServer((request, response) => {
    work.sent++;
    request.resume().on('end', () => response.end('{}'));
  }).on('connection', () => work.connections++);
  const endpoint: Endpoint = {
    name: 'prod',
    service: 'search-cluster',
    baseUrl: `http://127.0.0.1:${await listen(server)}`,
  };
  const transport = createTransport({ keepsConnections: true });
  const sender = senderOf({
    ...{ endpoint, endpoints: [endpoint], send: transport.send },
    resolve: () => {
      work.resolved++;
      return { value: 'of-a-tenant', isSecret: true, from: { kind: 'secret', name: 'tenant' } };
    },
    privateWays: {
      ...anyWay,
      isAllowed: () => {
        work.ways++;
        return true;
      },
    },
    credentialOf: () => {
      work.credentials++;
      return Promise.resolve({ credential: 'key-of-prod' });
    },
    judge: () => {
      work.judged++;
      return undefined;
    },
    connectionOf: () => {
      work.reached++;
      return Promise.resolve(undefined);
    },
  });
  const lists = new Set<unknown>();
  const heads = new Set<unknown>();
  for (const plan of plans) {
    const { sent } = await sender.send(plan);
    // A mask is made for each list of private values.
    if (sent.kind === 'answered') {
      lists.add(sent.secrets);
      // What follows from a list of header fields is found out once for each list.
      heads.add(sent.request.headers);
    }
  }
  transport.close();
  return { ...work, lists: lists.size, heads: heads.size };
}

/**
 * What is done for requests that are alike, recorded: growth is seen here before it is felt. What is recorded may become less; more needs a
 * reason.
 */
describe('the work of sending', () => {
  it('asks nothing about the values of requests that have none, and makes one mask', async () => {
    expect(await workOf(plansOf(10, ''))).toEqual({
      ...{ sent: 10, connections: 1, lists: 1, heads: 1 },
      ...{ resolved: 0, ways: 0, credentials: 10, judged: 0, reached: 10 },
    });
  });

  it('fills in a value once without and once with the credential, and asks once where it may go', async () => {
    expect(await workOf(plansOf(10, 'X-Tenant: {{tenant}}\n'))).toEqual({
      ...{ sent: 10, connections: 1, lists: 1, heads: 10 },
      ...{ resolved: 20, ways: 10, credentials: 10, judged: 0, reached: 10 },
    });
  });

  it('grows with the number of requests alone', async () => {
    const [few, many] = [await workOf(plansOf(5, 'X: {{a}}\n')), await workOf(plansOf(20, 'X: {{a}}\n'))];
    expect(many).toEqual({
      ...{ connections: few.connections, lists: few.lists, judged: few.judged },
      ...Object.fromEntries(
        (['sent', 'resolved', 'ways', 'credentials', 'reached', 'heads'] as const).map((name) => [name, few[name] * 4]),
      ),
    });
  });
});
