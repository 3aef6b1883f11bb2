import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SandboxState } from '../../../packages/sandbox/src/index';
import { redactState } from '../../../packages/sandbox/src/control/redact-state';
import { bounded } from './bounded';
import { playSandbox, seed, usedSandbox } from './control-play';
import { sandbox } from '../whole-sandbox';
import { triesOf } from '../../sample';

const exported = () => usedSandbox().send('cluster', 'GET /_sandbox/state');

describe('an export', () => {
  it('is the whole state, and makes the same sandbox', () => {
    const used = usedSandbox();
    const { text } = used.send('cluster', 'GET /_sandbox/state');
    const other = playSandbox();
    expect(other.send('host', 'PUT /_sandbox/state', text).status).toBe(200);
    expect(other.state()).toEqual(used.state());
  });

  it('leaves the credentials and folders of the sandbox that reads it', () => {
    const own = { ...seed, clusterCredential: 'another-one', hostCredential: 'and-another', pathRepo: ['/mine'] };
    const other = playSandbox(own);
    const foreign = { ...(JSON.parse(exported().text) as SandboxState) };
    const text = JSON.stringify({ ...foreign, seed: { ...foreign.seed, pathRepo: ['/'] } });
    expect(other.send('host', 'PUT /_sandbox/state', text).status).toBe(200);
    expect(other.state().seed).toEqual(own);
    expect(other.send('cluster', 'GET /_security/_authenticate').status).toBe(200);
    expect(other.send('host', 'GET /repos/octocat/hello-world/hooks').text).toContain('hello-world');
    expect(other.send('host', 'GET /_sandbox/clock').status).toBe(200);
  });

  it('is read by this schema only', () => {
    const { send, state } = usedSandbox();
    const before = state();
    const answer = send('host', 'PUT /_sandbox/state', { ...before, schema: 2 });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('schema 2');
    expect(state()).toBe(before);
  });

  it('that is broken anywhere is refused, or makes a sandbox that works', () => {
    const whole = JSON.parse(exported().text) as unknown;
    const paths = pathsOf(whole, []);
    const wrong = fc.constantFrom<unknown>(undefined, null, 0, 'x', [], {}, [[null]], { x: null }, true, -1.5);
    fc.assert(
      fc.property(fc.constantFrom(...paths), wrong, (path, value) => {
        const { send, state } = playSandbox();
        const before = state();
        const answer = send('host', 'PUT /_sandbox/state', JSON.stringify(replaced(whole, path, value)));
        if (answer.status === 400) expect(state()).toBe(before);
        else exercise(send);
      }),
      { ...bounded, numRuns: triesOf(400) },
    );
  });

  it.each([
    ['seed'],
    ['control'],
    ['clusters'],
    ['clusters/leader'],
    ['clusters/cluster/keys'],
    ['clusters/cluster/indices'],
    ['host/hooks'],
    ['host/hooks/1/deliveries'],
    ['control/faults/0/path'],
  ])('without %s is refused with the place', (path) => {
    const broken = replaced(JSON.parse(exported().text), path.split('/'), undefined);
    const answer = playSandbox().send('cluster', 'PUT /_sandbox/state', JSON.stringify(broken));
    expect(answer.status).toBe(400);
    expect(answer.body.cause).toContain(path);
  });
});

describe('an export without secrets', () => {
  it('holds none, and names and outcomes nevertheless', () => {
    const used = usedSandbox();
    const { text, body } = used.send('cluster', 'GET /_sandbox/state?redacted');
    const { clusters, host } = used.state();
    const secrets = [
      'cluster-credential',
      'host-credential',
      'hook-secret-text',
      ...[...clusters.cluster.keys.values(), ...clusters.leader.keys.values()].map(({ secret }) => secret),
    ];
    expect(secrets.length).toBe(5);
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).toContain('"one"');
    expect(body).toMatchObject({
      schema: 1,
      isRedacted: true,
      host: { hooks: { 1: { owner: 'octocat', deliveries: [{}] } } },
    });
    expect(Object.keys(host.hooks.toJSON())).toEqual(['1']);
  });

  it('hides tokens of the seed, and not whose they are', () => {
    const tokens = [{ token: 'ghp_tokenOfSomebody', user: 'somebody', scopes: ['admin:repo_hook'] }];
    const { text } = playSandbox({ host: { tokens, users: ['somebody'] } }).send(
      'host',
      'GET /_sandbox/state?redacted',
    );
    expect(text).not.toContain('ghp_tokenOfSomebody');
    expect(text).toContain('"somebody"');
    expect(text).toContain('"octocat"');
  });

  it('hides what URLs and cookies hold of secrets', () => {
    const used = usedSandbox();
    used.send('host', 'POST /repos/octocat/hello-world/hooks', {
      config: { url: 'http://me:pw@127.0.0.1:9/in?page=2&api_token=abc#x', content_type: 'json' },
      events: ['issues'],
    });
    const { host, ...rest } = used.state();
    const hook = host.hooks.get(1)!;
    const outcome = {
      ...{ hook: 1, delivery: 9, status: 200, statusText: 'OK', requestHeaders: [], duration: 0 },
      responseHeaders: [['Set-Cookie', 'session=of-somebody'] as const],
      responseBody: 'session=of-somebody',
    };
    const deliveries = hook.deliveries.map((delivery) => ({ ...delivery, outcome }));
    const text = JSON.stringify(
      redactState(sandbox.exportState({ ...rest, host: { ...host, hooks: host.hooks.with({ ...hook, deliveries }) } })),
    );
    expect(text).not.toContain('of-somebody');
    expect(text).not.toContain('me:pw');
    expect(text).not.toContain('=abc');
    expect(text).toContain('http://********@127.0.0.1:9/in?page=2&api_token=********#x');
  });

  it('hides the longest of secrets that begin alike, each time', () => {
    const secrets = ['secret-one', 'secret-one-more', 'secret'];
    const tokens = secrets.map((token) => ({ token, user: 'octocat', scopes: ['repo'] }));
    const state = { ...sandbox.exportState(usedSandbox().state()), note: 'xsecret-onesecret-one-more secret. secre' };
    const redacted = redactState({ ...state, tokens });
    expect(redacted).toMatchObject({ note: 'x**************** ********. secre' });
  });

  it('masks what lies too deep to be followed', () => {
    const text = `{"secret":"deep-secret","metadata":${'{"a":'.repeat(100_000)}"deep-secret"${'}'.repeat(100_000)}}`;
    const state = { ...sandbox.exportState(usedSandbox().state()), deep: JSON.parse(text) as unknown };
    expect(JSON.stringify(redactState(state))).not.toContain('deep-secret');
  });

  it('cannot be read again', () => {
    const { text } = usedSandbox().send('cluster', 'GET /_sandbox/state?redacted=true');
    const answer = playSandbox().send('cluster', 'PUT /_sandbox/state', text);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('without secrets');
  });
});

function exercise(send: ReturnType<typeof playSandbox>['send']) {
  const answers = [
    send('cluster', 'GET /_sandbox/clock'),
    send('cluster', 'GET /_sandbox/faults'),
    send('cluster', 'GET /_security/_authenticate'),
    send('cluster', 'POST /_security/api_key', { name: 'n' }),
    send('leader', 'GET /_snapshot'),
    send('host', 'GET /repos/octocat/hello-world/hooks'),
    send('host', 'GET /repos/octocat/hello-world/hooks/1/deliveries'),
    send('host', 'POST /repos/octocat/hello-world/hooks/1/pings'),
    send('host', 'POST /repos/octocat/hello-world/hooks', { config: { url: 'http://127.0.0.1:9/' } }),
    send('host', 'GET /_sandbox/state?redacted'),
  ];
  for (const { status } of answers) expect(status).toBeGreaterThan(0);
}

function pathsOf(value: unknown, at: readonly string[]): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [
    ...(at.length > 0 ? [at] : []),
    ...Object.entries(value).flatMap(([name, member]) => pathsOf(member, [...at, name])),
  ];
}

function replaced(value: unknown, [first, ...rest]: readonly string[], by: unknown): unknown {
  if (first === undefined) return by;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value)
    ? [...(value as unknown[])]
    : { ...(value as Record<string, unknown>) };
  const members = copy as Record<string, unknown>;
  members[first] = replaced(members[first], rest, by);
  return copy;
}
