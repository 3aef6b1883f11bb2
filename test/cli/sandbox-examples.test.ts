import { expect, it } from 'vitest';
import { startSandbox } from './command-line';

async function play(args: readonly string[]) {
  const sandbox = await startSandbox(['--free-ports', ...args]);
  const [cluster] = sandbox.ready.endpoints;
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${cluster!.baseUrl}${path}`, {
      method,
      headers: { Authorization: cluster!.credential, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, mark: response.headers.get('x-sandbox-example'), text: await response.text() };
  };
  return { sandbox, send };
}

it('names an operation that only the published description knows, and does not play it', async () => {
  const { sandbox, send } = await play([]);
  const answer = await send('GET', '/_cluster/stats');
  expect(answer).toMatchObject({ status: 501, mark: null });
  expect(answer.text).toMatch(/`cluster\.stats` of Elasticsearch \d/);
  await sandbox.end();
});

it('answers it with --examples, after a check by the description', async () => {
  const { sandbox, send } = await play(['--examples']);
  const path = '/_ingest/pipeline/p';
  const wrong = await send('PUT', path, { procesors: [] });
  expect(wrong).toMatchObject({ status: 400, mark: null });
  expect(wrong.text).toContain('procesors');
  const right = await send('PUT', path, { processors: [] });
  expect(right.status).toBe(200);
  expect(right.mark).toMatch(/^Elasticsearch \d.*, ingest\.put_pipeline/);
  expect(JSON.parse(right.text)).toHaveProperty('acknowledged');
  const played = await send('GET', '/_cluster/health');
  expect(played).toMatchObject({ status: 200, mark: null });
  await sandbox.end();
});
