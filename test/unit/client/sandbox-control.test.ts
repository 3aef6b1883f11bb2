import { refused } from '../../../packages/sender/src/refusal';
import { describe, expect, it } from 'vitest';
import { createSandboxControl } from '../../../client/src/sandbox-view/sandbox-control';
import type { PreparedRequest, ReceivedResponse, Transport } from '../../../packages/sender/src/plan/index';
import { controlEndpoint, playedServers } from '../../../packages/services/src/index';

const otherEndpoint = playedServers.find(({ endpoint }) => endpoint !== controlEndpoint)?.endpoint ?? '';

const servers = [
  { name: controlEndpoint, baseUrl: 'http://127.0.0.1:1', credential: 'Bearer a' },
  { name: otherEndpoint, baseUrl: 'http://127.0.0.1:2', credential: 'Bearer b' },
];

describe('asking the sandbox', () => {
  it('sends the credential of the server that is asked, and returns the value', async () => {
    const { ask, sent } = controlOf(200, '{"acknowledged":true}');
    expect(await ask({ method: 'POST', path: '/_sandbox/reset' })).toEqual({ value: { acknowledged: true } });
    await ask({ method: 'POST', path: '/x', server: otherEndpoint, body: { event: 'push' } });
    expect(sent).toEqual([
      { method: 'POST', url: 'http://127.0.0.1:1/_sandbox/reset', headers: [['Authorization', 'Bearer a']] },
      {
        method: 'POST',
        url: 'http://127.0.0.1:2/x',
        headers: [
          ['Authorization', 'Bearer b'],
          ['Content-Type', 'application/json'],
        ],
        body: '{"event":"push"}',
      },
    ]);
  });

  it.each([
    ['{"cause":"Wrong."}', 'Wrong.'],
    ['{"message":"Not Found"}', 'Not Found'],
    ['not JSON', 'The sandbox responded with status 400.'],
    ['null', 'The sandbox responded with status 400.'],
    ['{"cause":5}', 'The sandbox responded with status 400.'],
  ])('says why it was refused: %s', async (body, problem) => {
    expect(await controlOf(400, body).ask({ method: 'GET', path: '/' })).toEqual(refused(problem));
  });

  it('says that nothing answers, and sends nothing where there is no sandbox', async () => {
    const failing: Transport = {
      send: () => Promise.resolve({ failure: { kind: 'refused', message: 'Connection refused.' } }),
    };
    const ask = createSandboxControl({ serverOf: () => servers[0], transport: failing });
    expect(await ask({ method: 'GET', path: '/' })).toEqual(
      refused('The sandbox does not respond: Connection refused.'),
    );
    const { ask: askNoOne, sent } = controlOf(200, '{}', () => undefined);
    expect(await askNoOne({ method: 'GET', path: '/' })).toHaveProperty('cause');
    expect(sent).toEqual([]);
  });
});

function controlOf(
  status: number,
  body: string,
  serverOf = (name: string) => servers.find((one) => one.name === name),
) {
  const sent: PreparedRequest[] = [];
  const response: ReceivedResponse = {
    httpVersion: '1.1',
    status,
    statusText: '',
    headers: [],
    body,
    isTruncated: false,
    duration: 1,
    size: 1,
  };
  const transport: Transport = {
    send: (request) => {
      sent.push(request);
      return Promise.resolve({ response });
    },
  };
  return { ask: createSandboxControl({ serverOf, transport }), sent };
}
