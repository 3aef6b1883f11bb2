import { sandboxParts } from '../../packages/services/src/sandbox/index';
import { describe, expect, it } from 'vitest';
import { sandboxEndpoints } from '../../packages/sender/src/configuration/index';
import { createEngine } from '../../packages/engine/src/index';
import { createSandbox, type SandboxSeed } from '../../packages/sandbox/src/index';
import { loadPublished } from '../unit/binding/published';

const engine = createEngine({ loadDescription: loadPublished });
const sandbox = createSandbox(sandboxParts, {
  read: (service, request) => {
    const endpoint = sandboxEndpoints.find((one) => one.service === service)!;
    const found = engine.describedWire(request, endpoint);
    return found && { operation: found.operation, refusals: found.findings, needs: found.needs };
  },
});
const randomText = (length: number) => 'r'.repeat(length);
const seed = {
  ...sandbox.freshSeed(randomText),
  clusterUsers: {
    reader: { password: 'p', roles: { r: { indices: [{ names: ['logs-*'], privileges: ['read'] }] } } },
    watcher: { password: 'p', roles: { r: { cluster: ['monitor'] } } },
  },
  host: {
    tokens: [
      { token: 'issues', user: 'octocat', permissions: { issues: 'read' } },
      { token: 'elsewhere', user: 'octocat', permissions: { issues: 'read' }, repositories: ['octocat/other'] },
      { token: 'gists', user: 'octocat', scopes: ['gist'] },
    ],
  },
} as SandboxSeed;

function send(server: 'cluster' | 'host', line: string, authorization: string): number {
  const [method = '', target = ''] = line.split(' ');
  const endpoint = sandboxEndpoints.find(
    ({ name }) => name === (server === 'host' ? 'sandbox-hub' : 'sandbox-cluster'),
  )!;
  const input = { now: 0, randomText, baseUrl: endpoint.baseUrl };
  const request = { method, target, headers: [['Authorization', authorization]] as const, body: '' };
  return sandbox.step(sandbox.createState(seed), server, request, input, {}).response.status;
}

const basic = (user: string) => `Basic ${Buffer.from(`${user}:p`).toString('base64')}`;
const administrator = (server: string) => `Bearer ${sandbox.credentialOf(seed, server)}`;

describe('an operation that the sandbox does not play', () => {
  it.each([
    ['GET /_nodes/hot_threads', 'reader', 403],
    ['GET /_nodes/hot_threads', 'watcher', 501],
    ['GET /logs-1/_termvectors/1', 'reader', 501],
    ['GET /metrics/_termvectors/1', 'reader', 403],
  ])('asks for its privileges before it says so: %s as %s', (line, user, status) => {
    expect(send('cluster', line, basic(user))).toBe(status);
  });

  it.each([
    ['GET /repos/octocat/hello-world/issues', 'issues', 501],
    ['GET /repos/octocat/hello-world/issues', 'elsewhere', 403],
    ['GET /repos/octocat/hello-world/commits', 'issues', 403],
    // A document says that the code host hides what a token may not see.
    ['GET /repos/octocat/hello-world/hooks', 'issues', 404],
    ['GET /user/emails', 'gists', 403],
  ])('asks for the permissions of a token: %s as %s', (line, token, status) => {
    expect(send('host', line, `Bearer ${token}`)).toBe(status);
  });

  it('is open to who may do everything', () => {
    expect(send('cluster', 'GET /_nodes/hot_threads', administrator('cluster'))).toBe(501);
    expect(send('host', 'GET /user/emails', administrator('host'))).toBe(501);
  });
});
