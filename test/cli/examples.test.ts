import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aboveSummary, commandLine, root, startSandbox } from './command-line';

const names = readdirSync(join(root, 'examples'));
const dirty = names.filter((name) => /\.(http|rest)$/.test(name) && name !== 'broken.http');

it('shows both areas', () => {
  expect(dirty).toEqual(expect.arrayContaining(['api-keys.http', 'webhooks.http']));
});

it.each(dirty)('%s checks without a warning', async (name) => {
  const { code, out } = await commandLine(['check', '--fail-on', 'warning', `examples/${name}`]);
  expect({ code, out }).toMatchObject({ code: 0 });
});

it.each(dirty)('%s runs against a fresh sandbox', async (name) => {
  const sandbox = await startSandbox();
  const { code, error } = await commandLine(['run', '--all', `examples/${name}`], { env: sandbox.env });
  expect({ code, error: aboveSummary(error) }).toEqual({ code: 0, error: '' });
  await sandbox.end();
});

it.each(['webhooks.http', 'collaborators.http'])('%s runs again against a used sandbox', async (name) => {
  const sandbox = await startSandbox();
  const { baseUrl, credential } = sandbox.ready.endpoints[2]!;
  const headers = { Authorization: credential };
  const url = `${baseUrl}/repos/octocat/hello-world/hooks`;
  // A hook that stays, so that no number of the file's own is the first one.
  await fetch(url, { method: 'POST', headers, body: '{"config":{"url":"http://127.0.0.1:1/"}}' });
  const args = ['run', '--all', `examples/${name}`];
  const { code: first } = await commandLine(args, { env: sandbox.env });
  const { code: second, error } = await commandLine(args, { env: sandbox.env });
  expect({ first, second, error: aboveSummary(error) }).toEqual({ first: 0, second: 0, error: '' });
  expect(await (await fetch(url, { headers })).json()).toHaveLength(1);
  await sandbox.end();
});

it('broken.http is broken, at its first request', async () => {
  const { code, out } = await commandLine(['check', '--format', 'json', 'examples/broken.http']);
  expect(code).toBe(1);
  const report = JSON.parse(out) as {
    files: { findings: { severity: string; range: { start: { line: number } } }[] }[];
  };
  const first = report.files[0]?.findings.find(({ severity }) => severity === 'error');
  expect(first?.range.start.line).toBeLessThan(16);
});
