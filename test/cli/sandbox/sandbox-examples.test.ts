import { expect, it } from 'vitest';
import { startSandbox } from '../command-line';

async function play(server = 0, prefer = 'example') {
  const sandbox = await startSandbox(['--free-ports']);
  const cluster = sandbox.ready.endpoints[server];
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${cluster!.baseUrl}${path}`, {
      method,
      headers: { Authorization: cluster!.credential, 'Content-Type': 'application/json', Prefer: prefer },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, mark: response.headers.get('x-sandbox-example'), text: await response.text() };
  };
  return { sandbox, send };
}

it('names an operation that only the published description knows, and does not play it', async () => {
  const { sandbox, send } = await play(0, '');
  const answer = await send('GET', '/_cluster/stats');
  expect(answer).toMatchObject({ status: 501, mark: null });
  expect(answer.text).toMatch(/`cluster\.stats` of Elasticsearch \d/);
  await sandbox.end();
});

it('answers it with an example where the caller asks for one, after a check by the description', async () => {
  const { sandbox, send } = await play();
  const path = '/_query_rules/p';
  const wrong = await send('PUT', path, { ruls: [] });
  expect(wrong).toMatchObject({ status: 400, mark: null });
  expect(wrong.text).toContain('ruls');
  const right = await send('PUT', path, { rules: [] });
  expect(right.status).toBe(200);
  expect(right.mark).toMatch(/^Elasticsearch \d.*, query_rules\.put_ruleset/);
  expect(JSON.parse(right.text)).toHaveProperty('result');
  const played = await send('GET', '/_cluster/health');
  expect(played).toMatchObject({ status: 200, mark: null });
  await sandbox.end();
});

it('shows the example of the description where it has one', async () => {
  const { sandbox, send } = await play(2);
  const { status, mark, text } = await send('GET', '/repos/octocat/hello-world/issues/1');
  expect({ status, mark }).toEqual({ status: 200, mark: expect.not.stringContaining('made from') as string });
  expect(JSON.parse(text)).toMatchObject({ number: 1347, title: 'Found a bug', user: { login: 'octocat' } });
  await sandbox.end();
});
