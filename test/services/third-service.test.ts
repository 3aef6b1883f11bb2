import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as ConfigurationModule from '../../packages/sender/src/configuration/index';
import type * as EngineModule from '../../packages/engine/src/index';
import type * as ReadViewModule from '../../client/src/sandbox-view/read-view';
import type * as ServicesModule from '../../packages/services/src/sandbox/index';
import type * as SandboxModule from '../../packages/sandbox/src/index';
import { extendCheckout, type ExtendedCheckout } from './extended-checkout';

const fixture = join(import.meta.dirname, 'added/services');

let checkout: ExtendedCheckout;
let configurationModule: typeof ConfigurationModule;
let engineModule: typeof EngineModule;
let folder: string;

beforeAll(async () => {
  checkout = await extendCheckout('parcel-tracking', fixture);
  configurationModule = await checkout.load<typeof ConfigurationModule>('packages/sender/src/configuration/index.ts');
  engineModule = await checkout.load<typeof EngineModule>('packages/engine/src/index.ts');
  folder = mkdtempSync(join(tmpdir(), 'rulebook-third-'));
}, 120_000);

afterAll(() => {
  checkout.remove();
  rmSync(folder, { recursive: true, force: true });
});

const heavy =
  'POST /parcels\nContent-Type: application/json\n\n{ "address": "Kyoto", "grams": 90000, "speed": "slow", "colour": 1 }\n';

function opened(text: string) {
  const engine = engineModule.createEngine();
  const { endpoints, defaults } = configurationModule.defaultConfiguration;
  return { engine, file: engine.openFile(text), options: { context: { endpoints, defaults }, severities: {} } };
}

/** Runs the command line of the copy, which finds no other sandbox. */
function run(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [checkout.commandLine, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, RULEBOOK_RUNTIME_DIR: folder },
  });
  return { status, stdout, stderr };
}

describe('a service that is one folder and one line', () => {
  it('is known to the configuration, with its endpoint in the sandbox', () => {
    const { defaultConfiguration, parseConfiguration } = configurationModule;
    expect(defaultConfiguration.defaults['parcel-tracking']).toBe('sandbox-parcels');
    expect(defaultConfiguration.endpoints.find(({ name }) => name === 'sandbox-parcels')).toMatchObject({
      service: 'parcel-tracking',
      baseUrl: 'http://127.0.0.1:9273',
    });
    const text = '{ "endpoints": { "depot": { "service": "parcel-tracking", "baseUrl": "https://depot.example" } } }';
    expect(parseConfiguration(text).problems).toEqual([]);
  });

  it('is checked by the rules and by its own one', () => {
    const { engine, file, options } = opened(heavy);
    const found = engine.check(file, options).findings.flat();
    expect(found.map(({ rule, severity }) => `${severity} ${rule}`).sort()).toEqual([
      'error excessive-weight',
      'error unknown-value',
      'warning unknown-field',
    ]);
    expect(found.find(({ rule }) => rule === 'excessive-weight')?.provenance).toEqual({
      kind: 'documented',
      document: 'parcel-tracking',
      section: 'Parcels',
    });
  });

  it('is explained by hovers, which name its document', () => {
    const { engine, file, options } = opened(heavy);
    const markdown = engine.hover(file, 0, heavy.indexOf('grams') + 1, options)?.markdown;
    expect(markdown).toContain('The weight of the parcel.');
    expect(markdown).toContain('Parcel Service');
  });

  it('is completed: paths, members and values', () => {
    const labelsAt = (marked: string) => {
      const { engine, file, options } = opened(marked.replace('|', ''));
      const context = { ...options.context, chosenServices: [['parcel-tracking']] };
      return engine.complete(file, 0, marked.indexOf('|'), { ...options, context }).items.map(({ label }) => label);
    };
    expect(labelsAt('GET /|')).toContain('/parcels/{number}');
    expect(labelsAt('POST /parcels\n\n{ "address": "Kyoto", | }\n')).toEqual(
      expect.arrayContaining(['grams', 'speed']),
    );
    expect(labelsAt('POST /parcels\n\n{ "speed": "|" }\n')).toEqual(expect.arrayContaining(['"normal"', '"express"']));
  });

  it('gives the plan its endpoint and the scheme of its credential', () => {
    const { engine, file, options } = opened('GET /parcels/7\n');
    expect(engine.plan(file, 0, options)).toMatchObject({
      service: 'parcel-tracking',
      operation: 'parcel-tracking.parcels.find',
      endpoint: 'sandbox-parcels',
      scheme: 'Bearer',
    });
  });

  it('says which files hold its bodies', () => {
    const { associateBody, defaultConfiguration } = configurationModule;
    expect(associateBody('a/b.parcel.json', '{}', defaultConfiguration)).toEqual({
      method: 'POST',
      target: '/parcels',
      at: '',
      isByName: true,
    });
  });

  it('shows what it holds in the view of the editor, and which events can be raised', async () => {
    const { createSandbox } = await checkout.load<typeof SandboxModule>('packages/sandbox/src/index.ts');
    const { sandboxParts } = await checkout.load<typeof ServicesModule>('packages/services/src/sandbox/index.ts');
    const { readView } = await checkout.load<typeof ReadViewModule>('client/src/sandbox-view/read-view.ts');
    const sandbox = createSandbox(sandboxParts);
    let state = sandbox.createState(sandbox.freshSeed((length) => 'c'.repeat(length)));
    const send = (server: string, method: string, target: string, body: unknown) => {
      const headers = [['Authorization', `Bearer ${sandbox.credentialOf(state.seed, server)}`]] as const;
      const input = { now: 0, randomText: (length: number) => 'r'.repeat(length), baseUrl: 'http://127.0.0.1:9273' };
      const request = { method, target, headers, body: body === undefined ? '' : JSON.stringify(body) };
      const step = sandbox.step(state, server, request, input, {});
      state = step.state;
      return JSON.parse(step.response.body) as unknown;
    };
    const view = () => readView(send('cluster', 'GET', '/_sandbox/view', undefined));
    send('parcels', 'POST', '/parcels', { address: 'Kyoto' });
    expect(view().items.find(({ id }) => id === 'parcels')).toEqual({
      id: 'parcels',
      label: 'Parcels',
      description: '1',
      icon: 'package',
      children: [{ id: 'parcels/1', label: 'Parcel 1', description: 'Kyoto', icon: 'package', copies: '1' }],
    });
    const [, floods] = view().events;
    expect(floods).toEqual({
      endpoint: 'sandbox-parcels',
      choices: [{ name: 'flood', summary: 'Water comes in.' }],
      subject: { member: 'depot', noun: 'depot', names: ['north'] },
      receiver: 'subscriber',
    });
    // Another service has a control request of the same path.
    expect(send('parcels', 'POST', '/_sandbox/events', { event: 'flood', depot: 'north' })).toMatchObject({
      happened: { event: 'flood' },
    });
    expect(view().items.find(({ id }) => id === 'parcels')?.description).toBe('none');
  });

  it('is played by the sandbox, with its rules and with control requests', async () => {
    const { createSandbox } = await checkout.load<typeof SandboxModule>('packages/sandbox/src/index.ts');
    const { sandboxParts } = await checkout.load<typeof ServicesModule>('packages/services/src/sandbox/index.ts');
    const sandbox = createSandbox(sandboxParts);
    expect(sandbox.servers.map(({ name }) => name)).toEqual(['cluster', 'leader', 'host', 'parcels']);
    let state = sandbox.createState(sandbox.freshSeed((length) => 'c'.repeat(length)));
    const send = (method: string, target: string, body = '') => {
      const headers = [['Authorization', `Bearer ${sandbox.credentialOf(state.seed, 'parcels')}`]] as const;
      const input = { now: 0, randomText: (length: number) => 'r'.repeat(length), baseUrl: 'http://127.0.0.1:9273' };
      const step = sandbox.step(state, 'parcels', { method, target, headers, body }, input, {});
      state = step.state;
      return step.response;
    };
    expect(send('POST', '/parcels', '{"address":"Kyoto"}')).toMatchObject({ status: 201, body: '{"number":"1"}' });
    expect(send('GET', '/parcels/1').body).toBe('{"address":"Kyoto"}');
    expect(sandbox.writeState(state)).toContain('"Kyoto"');
    expect(send('POST', '/_sandbox/reset').status).toBe(200);
    expect(send('GET', '/parcels/1').status).toBe(404);
  });
});

describe('the command line with such a service', () => {
  it('checks its requests', () => {
    writeFileSync(join(folder, 'heavy.http'), heavy);
    const { status, stdout } = run('check', 'heavy.http');
    expect(status).toBe(1);
    expect(stdout).toContain('excessive-weight');
  });

  it('sends them to a sandbox that plays it by its rules', () => {
    writeFileSync(
      join(folder, 'send.http'),
      'POST /parcels\nContent-Type: application/json\n\n{ "address": "Kyoto" }\n',
    );
    const sent = run('run', '--sandbox', 'send.http');
    expect(sent.stderr).toBe('');
    expect(sent.stdout).toContain('201');
    expect(sent.stdout).toContain('"number": "1"');
    const refused = run('run', '--sandbox', '--send-anyway', 'heavy.http');
    expect(refused.stdout).toContain('422');
    expect(refused.stdout).toContain('excessive-weight');
  });

  it('offers its options in the help', () => {
    expect(run('sandbox', '--help').stdout).toMatch(/--depot <name> +add a depot; repeatable/);
    const stdout = run('event', '--help').stdout.replace(/\s+/g, ' ');
    expect(stdout).toMatch(/--depot <name> +depot in which it happens/);
    expect(stdout).toContain('push, issues, pull_request or flood');
    expect(stdout).toContain('code host or parcel service');
  });

  it('starts a sandbox with its options, and raises its events', async () => {
    expect(run('sandbox', '--depot', 'NORTH')).toMatchObject({
      status: 2,
      stderr: 'rulebook: "NORTH" is not a depot; use small letters\n',
    });
    const args = [checkout.commandLine, 'sandbox', '--json', '--free-ports', '--depot', 'east', '--depot', 'west'];
    const env = { ...process.env, RULEBOOK_RUNTIME_DIR: folder };
    const sandbox = spawn(process.execPath, args, { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] });
    try {
      const [line] = (await once(createInterface(sandbox.stdout), 'line')) as [string];
      const ready = JSON.parse(line) as { endpoints: { name: string; baseUrl: string; credential: string }[] };
      const { baseUrl, credential } = ready.endpoints.find(({ name }) => name === 'sandbox-parcels')!;
      const view = await fetch(`${baseUrl}/_sandbox/view`, { headers: { Authorization: credential } });
      expect(await view.json()).toMatchObject({ events: [{}, { subject: { names: ['east', 'west'] } }] });
      const raised = run('event', 'flood', '--depot', 'east', '--endpoint', 'sandbox-parcels');
      expect(raised).toMatchObject({ status: 0, stderr: '' });
      expect(JSON.parse(raised.stdout)).toMatchObject({ happened: { event: 'flood', depot: 'east' } });
    } finally {
      const ended = once(sandbox, 'exit');
      sandbox.stdin.end();
      await ended;
    }
  });
});
