import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Octokit } from '@octokit/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type RunningSandbox } from '../cli/command-line';
import { startReceiver, type DeliveryReceiver } from './delivery-receiver';

const seed = `// The code host of the tests, under the vendor's own header names.
{
  "vendor": "github",
  "repositories": [{ "name": "Octo-Org/Octo-Repo", "private": true, "collaborators": { "hubot": "write" } }],
  "tokens": [
    { "name": "writer", "user": "hubot", "webhooks": "write" },
    { "name": "reader", "user": "octo-org", "scopes": ["read:repo_hook"] },
    { "name": "stranger", "user": "monalisa", "webhooks": "write" },
  ],
  "requestsPerHour": 5000,
}
`;
const repository = { owner: 'octo-org', repo: 'octo-repo' };
const secret = 'it is a secret, even with ümlauts';

const folder = mkdtempSync(join(tmpdir(), 'rulebook-octokit-'));
let sandbox: RunningSandbox;
let receiver: DeliveryReceiver;

beforeAll(async () => {
  const file = join(folder, 'seed.jsonc');
  writeFileSync(file, seed);
  [sandbox, receiver] = await Promise.all([startSandbox(['--free-ports', '--seed', file]), startReceiver(secret)]);
});
afterAll(async () => {
  await Promise.all([sandbox.end(), receiver.stop()]);
  rmSync(folder, { recursive: true });
});

/** The official client as it would be pointed at the public service, with the sandbox's address instead. */
function client(token = ''): Octokit {
  const { baseUrl, credential } = sandbox.ready.endpoints.find(({ name }) => name === 'sandbox-hub')!;
  const auth = `${credential.replace('Bearer ', '')}${token === '' ? '' : `-${token}`}`;
  const silent = () => undefined;
  return new Octokit({ baseUrl, auth, log: { debug: silent, info: silent, warn: silent, error: silent } });
}

async function createHook(content_type = 'json', events = ['push', 'issues']): Promise<number> {
  const { data } = await client().rest.repos.createWebhook({
    ...repository,
    events,
    config: { url: `${receiver.url}?${Math.trunc(performance.now() * 1000)}`, content_type, secret },
  });
  return data.id;
}

/** Resolves with the hook's newest delivery, once it is known what became of it. */
async function newestDelivery(hook_id: number) {
  const { rest } = client();
  for (;;) {
    const { data } = await rest.repos.listWebhookDeliveries({ ...repository, hook_id, per_page: 1 });
    const [delivery] = data;
    if (delivery && delivery.status !== 'pending') return delivery;
  }
}

describe('the official client', () => {
  it('learns who it is and where the repository is', async () => {
    const { rest } = client();
    expect((await rest.users.getAuthenticated()).data.login).toBe('Octo-Org');
    const { data, headers } = await rest.repos.get(repository);
    expect(data).toMatchObject({ full_name: 'Octo-Org/Octo-Repo', private: true, permissions: { admin: true } });
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '5000', 'x-ratelimit-resource': 'core' });
  });

  it('creates, reads, updates and deletes a webhook', async () => {
    const { rest } = client();
    const created = await rest.repos.createWebhook({ ...repository, config: { url: receiver.url, secret } });
    expect(created.status).toBe(201);
    const { data: hook } = created;
    expect(hook).toMatchObject({
      type: 'Repository',
      name: 'web',
      active: true,
      events: ['push'],
      config: { url: receiver.url, content_type: 'form', insecure_ssl: '0', secret: '********' },
      last_response: { code: null, status: 'unused', message: null },
    });
    const one = { ...repository, hook_id: hook.id };
    expect((await rest.repos.getWebhook(one)).data).toMatchObject({ id: hook.id, url: hook.url });
    const { data: updated } = await rest.repos.updateWebhook({
      ...one,
      add_events: ['issues', 'pull_request'],
      remove_events: ['push'],
      active: false,
    });
    expect(updated).toMatchObject({ active: false, events: ['issues', 'pull_request'] });
    const { data: config } = await rest.repos.updateWebhookConfigForRepo({ ...one, content_type: 'json' });
    expect(config).toEqual({ url: receiver.url, content_type: 'json', insecure_ssl: '0', secret: '********' });
    expect((await rest.repos.getWebhookConfigForRepo(one)).data).toEqual(config);
    expect((await rest.repos.deleteWebhook(one)).status).toBe(204);
    await expect(rest.repos.getWebhook(one)).rejects.toMatchObject({ name: 'HttpError', status: 404 });
  });

  it('walks through all pages of webhooks and of deliveries', async () => {
    const octokit = client();
    const made = [await createHook(), await createHook(), await createHook()];
    const hooks = await octokit.paginate(octokit.rest.repos.listWebhooks, { ...repository, per_page: 2 });
    expect(hooks.map(({ id }) => id)).toEqual(expect.arrayContaining(made));
    const [hook_id = 0] = made;
    for (let count = 0; count < 4; count++) await octokit.rest.repos.pingWebhook({ ...repository, hook_id });
    await newestDelivery(hook_id);
    const deliveries = await octokit.paginate(octokit.rest.repos.listWebhookDeliveries, {
      ...repository,
      hook_id,
      per_page: 2,
    });
    expect(deliveries.map(({ event }) => event)).toEqual(['ping', 'ping', 'ping', 'ping', 'ping']);
    const ids = deliveries.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    for (const id of made) await octokit.rest.repos.deleteWebhook({ ...repository, hook_id: id });
  });

  it.each(['json', 'form'])(
    'is delivered to as %s, signed so that the official verifier agrees',
    async (contentType) => {
      const { rest } = client();
      const before = receiver.received.length;
      const hook_id = await createHook(contentType);
      const one = { ...repository, hook_id };
      expect((await rest.repos.testPushWebhook(one)).status).toBe(204);
      await receiver.arrived(before + 2);
      const arrived = receiver.received.slice(before);
      expect(arrived.map(({ isSigned }) => isSigned)).toEqual([true, true]);
      const push = arrived.find(({ headers }) => headers['x-github-event'] === 'push')!;
      expect(push.headers).toMatchObject({
        'x-github-hook-id': String(hook_id),
        'x-github-hook-installation-target-type': 'repository',
        'x-github-delivery': expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/) as string,
      });
      const text = contentType === 'json' ? push.body : new URLSearchParams(push.body).get('payload');
      expect(JSON.parse(text ?? '')).toMatchObject({ ref: 'refs/heads/main', repository: { name: 'Octo-Repo' } });
      await rest.repos.deleteWebhook(one);
    },
  );

  it('reads a delivery and has it sent again', async () => {
    const { rest } = client();
    const hook_id = await createHook();
    const first = await newestDelivery(hook_id);
    expect(first).toMatchObject({
      event: 'ping',
      status: 'OK',
      status_code: 200,
      redelivery: false,
      throttled_at: null,
    });
    const delivery = { ...repository, hook_id, delivery_id: first.id };
    const { data } = await rest.repos.getWebhookDelivery(delivery);
    expect(data).toMatchObject({
      guid: first.guid,
      request: { headers: { 'X-GitHub-Event': 'ping' }, payload: { hook_id } },
      response: { payload: 'seen' },
    });
    expect((await rest.repos.redeliverWebhookDelivery(delivery)).status).toBe(202);
    const again = await newestDelivery(hook_id);
    expect(again).toMatchObject({ guid: first.guid, redelivery: true, status_code: 200 });
    expect(again.id).not.toBe(first.id);
    const { data: hook } = await rest.repos.getWebhook({ ...repository, hook_id });
    expect(hook.last_response).toEqual({ code: 200, status: 'active', message: 'OK' });
    await rest.repos.deleteWebhook({ ...repository, hook_id });
  });

  it('receives what is wrong, as by the public service', async () => {
    const { rest } = client();
    await expect(
      rest.repos.createWebhook({ ...repository, name: 'irc', config: { url: receiver.url } }),
    ).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('Validation Failed') as string,
      response: { data: { rule: 'unknown-value' } },
    });
    await expect(rest.repos.listWebhooks({ owner: 'octo-org', repo: 'nowhere' })).rejects.toMatchObject({
      status: 404,
    });
    await expect(client('nobody').rest.repos.listWebhooks(repository)).rejects.toMatchObject({ status: 401 });
  });

  it('may do what its token and its user may', async () => {
    const hook_id = await createHook();
    const one = { ...repository, hook_id };
    const { repos: writer } = client('writer').rest;
    expect((await writer.getWebhook(one)).status).toBe(200);
    expect((await writer.updateWebhook({ ...one, active: false })).data.active).toBe(false);
    await expect(writer.deleteWebhook(one)).rejects.toMatchObject({ status: 404 });
    const { repos: reader } = client('reader').rest;
    expect((await reader.getWebhookConfigForRepo(one)).status).toBe(200);
    await expect(reader.createWebhook({ ...repository, config: { url: receiver.url } })).rejects.toMatchObject({
      status: 403,
    });
    await expect(client('stranger').rest.repos.get(repository)).rejects.toMatchObject({ status: 404 });
    await client().rest.repos.deleteWebhook(one);
  });
});

it('verifies nothing that was signed with another secret', async () => {
  const { rest } = client();
  const { data } = await rest.repos.createWebhook({
    ...repository,
    config: { url: `${receiver.url}/other`, content_type: 'json', secret: 'another' },
  });
  expect(await newestDelivery(data.id)).toMatchObject({ status_code: 401 });
  const failed = await rest.repos.listWebhookDeliveries({ ...repository, hook_id: data.id });
  expect(failed.data).toHaveLength(1);
  await rest.repos.deleteWebhook({ ...repository, hook_id: data.id });
});
