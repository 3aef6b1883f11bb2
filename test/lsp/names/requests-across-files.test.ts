import { describe, expect, it } from 'vitest';
import { orderRequest, type RequestOrderResult } from '../../../server/src/protocol';
import { startNames, uriOf, type NameClient } from './name-client';

const login = '@user = ann\n\n### login\nGET http://localhost:1/{{user}}\n';
const files = {
  'login.http': login,
  'a.http': `import ./login.http\n\n### a\n# @ref login\nGET http://localhost:1/a\n\n###\nrun #login (@user=ben)\n`,
  'missing.http': `# @import ./no.http\nGET http://localhost:1/\n`,
  'other.http': '### call\nGRPC localhost:1/a.B/c\n\n###\nGET http://localhost:1/a\n',
  'circle.http': `### x\n# @ref y\nGET http://localhost:1/x\n\n### y\n# @ref x\nGET http://localhost:1/y\n`,
};

function order(client: NameClient, name: keyof typeof files, lines?: readonly (readonly [number, number])[]) {
  const uri = uriOf(name);
  client.open(name, files[name]);
  return client.request<RequestOrderResult>(orderRequest, { uri, ...(lines && { lines }) });
}

describe('the order of requests', () => {
  it('has those of imported files, with what they may use', async () => {
    const client = await startNames(files);
    const step = { uri: uriOf('login.http'), line: 3 };
    expect(await order(client, 'a.http')).toEqual({
      ...{ lines: [4], reused: [] },
      steps: [
        step,
        { uri: uriOf('a.http'), line: 4, imports: [uriOf('login.http')] },
        { ...step, given: { user: 'ben' } },
      ],
    });
    expect(await order(client, 'a.http', [[7, 7]])).toEqual({
      ...{ lines: [], reused: [] },
      steps: [{ ...step, given: { user: 'ben' } }],
    });
  });

  it('leaves out what `@ref` names and the client has kept, unless its text has changed', async () => {
    const client = await startNames(files);
    const text = '### login\nGET http://localhost:1/{{user}}\n';
    const kept = { uri: uriOf('login.http'), name: 'login', text };
    client.open('a.http', files['a.http']);
    const stepsFor = (requests: readonly object[]) =>
      client.request<RequestOrderResult>(orderRequest, { uri: uriOf('a.http'), lines: [[4, 4]], kept: requests });
    expect(await stepsFor([kept])).toMatchObject({ reused: [kept], steps: [{ uri: uriOf('a.http') }] });
    expect(await stepsFor([{ ...kept, text: `${text}X-A: 1\n` }])).toMatchObject({
      ...{ reused: [], steps: [{ uri: uriOf('login.http') }, { uri: uriOf('a.http') }] },
    });
  });

  it('has those of other protocols, which are left out where they are sent', async () => {
    const client = await startNames(files);
    expect(await order(client, 'other.http')).toMatchObject({ lines: [1, 4] });
    expect(await order(client, 'other.http', [[1, 1]])).toMatchObject({ lines: [1] });
  });

  it('names a file that is missing, and a circle', async () => {
    const client = await startNames(files);
    expect(await order(client, 'missing.http')).toEqual({
      reason: 'Line 1: ./no.http cannot be imported: there is no such request file in the workspace.',
    });
    expect(await order(client, 'circle.http')).toEqual({ reason: expect.stringContaining('in a circle') as string });
  });
});
