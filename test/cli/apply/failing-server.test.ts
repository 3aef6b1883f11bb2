import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUndoFile } from '../../../cli/src/apply/undo-file';
import { commandLine, folderOf, spawnCommandLine, startSandbox, type RunningSandbox } from '../command-line';

/** A request that arrives: whether it changes something, and how many before it did. */
interface Arrived {
  readonly isChange: boolean;
  readonly changes: number;
  readonly response: ServerResponse;
  /** Has it carried out, without its response. */
  readonly carryOut: () => Promise<Response>;
}

/** Deals with a request in a way of its own, or leaves it. */
type Fault = (arrived: Arrived) => boolean;

const none: Fault = () => false;
let fault = none;
let changes = 0;
let sandbox: RunningSandbox;
let server: Server;
let target: { readonly baseUrl: string; readonly credential: string };

beforeAll(async () => {
  sandbox = await startSandbox(['--free-ports']);
  target = sandbox.ready.endpoints.find(({ name }) => name === 'sandbox-cluster')!;
  server = createServer((asked, response) => {
    const { method = '', url = '', headers } = asked;
    const isChange = method !== 'GET';
    if (isChange) changes++;
    const carryOut = async () => {
      const body = await buffer(asked);
      return fetch(target.baseUrl + url, {
        method,
        headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
        ...(body.length > 0 && { body }),
      });
    };
    if (fault({ isChange, changes, response, carryOut })) return;
    void carryOut().then(async (answer) => {
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(await answer.text());
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await sandbox.end();
});
beforeEach(async () => {
  fault = none;
  await reset();
});

async function reset(): Promise<void> {
  await fetch(`${target.baseUrl}/_sandbox/reset`, { method: 'POST', headers: { authorization: target.credential } });
}

const names = ['one', 'two', 'three', 'four'];

/** Returns which of the indices are there. */
async function there(): Promise<readonly string[]> {
  const response = await fetch(`${target.baseUrl}/_all`, { headers: { authorization: target.credential } });
  return Object.keys((await response.json()) as object).toSorted();
}

/** Returns a folder with a file that makes four indices, and what runs commands in it. */
function folder() {
  const { port } = server.address() as AddressInfo;
  const endpoints = { far: { service: 'search-cluster', baseUrl: `http://127.0.0.1:${port}` } };
  const cwd = folderOf({
    'a.http': names.map((name) => `PUT /${name}\n`).join('\n###\n'),
    'rulebook.json': JSON.stringify({ endpoints }),
  });
  const env = { ...sandbox.env, RULEBOOK_CREDENTIAL_FAR: target.credential };
  const place = ['--endpoint', 'far', '--trust-endpoint', 'far'];
  changes = 0;
  const run = (...args: readonly string[]) => commandLine([...args, '--trust-endpoint', 'far'], { cwd, env });
  const sending = ['--yes', '--skip-rehearsal', '--undo-file'];
  return {
    cwd,
    apply: (...more: readonly string[]) => run('apply', 'a.http', '--endpoint', 'far', ...sending, 'u.http', ...more),
    start: () => spawnCommandLine(['apply', 'a.http', ...place, ...sending, 'u.http'], { cwd, env }),
    undo: () => run('undo', 'u.http', '--accept-losses', ...sending, 'r.http'),
    ask: (command: string, ...more: readonly string[]) => run(command, ...more, '--endpoint', 'far'),
  };
}

const respondWith =
  (status: number, isMeant: (arrived: Arrived) => boolean): Fault =>
  (arrived) => {
    if (!isMeant(arrived)) return false;
    arrived.response.writeHead(status, { 'retry-after': '1' }).end('{ "error": { "reason": "busy" }, "status": 0 }');
    return true;
  };

describe('a server that fails at a change', () => {
  it.each([429, 503])('is left as it is with %d, and the rest is undone', async (status) => {
    const { apply, undo } = folder();
    fault = respondWith(status, ({ isChange, changes: number }) => isChange && number === 3);
    const stopped = await apply();
    expect(stopped.error).toContain(`PUT /three: ${status} { "error": { "reason": "busy" }`);
    expect(stopped.error).toContain('stopped: 2 of 4 requests succeeded. Undo it with: rulebook undo u.http');
    expect(stopped.code).toBe(1);
    fault = none;
    expect((await undo()).out).toContain('2 requests were sent. Now nothing differs.');
    expect(await there()).toEqual([]);
  });

  it.each(['hangs', 'hangs behind the change', 'closes the connection behind the change'])(
    'and %s is said to be unclear; what was carried out is undone',
    async (how) => {
      const { apply, undo } = folder();
      fault = ({ isChange, changes: number, response, carryOut }) => {
        if (!isChange || number !== 3) return false;
        if (how !== 'hangs') void carryOut().then(() => how.startsWith('closes') && response.destroy());
        return true;
      };
      const stopped = await apply('--timeout', '1');
      expect(stopped.error).toContain(
        'stopped: 2 of 4 requests succeeded. The service may have carried out PUT /three. Undo it with:',
      );
      expect(stopped.code).toBe(3);
      fault = none;
      expect((await undo()).out).toContain(`${how === 'hangs' ? 2 : 3} requests were sent. Now nothing differs.`);
      expect(await there()).toEqual([]);
    },
  );

  it('loses nothing where the command is killed', async () => {
    const { cwd, start, undo } = folder();
    const child = start();
    fault = ({ isChange, changes: number, carryOut }) => {
      if (!isChange || number !== 3) return false;
      void carryOut().then(() => child.kill('SIGKILL'));
      return true;
    };
    await new Promise((done) => child.once('close', done));
    fault = none;
    expect(await there()).toEqual(['one', 'three', 'two']);
    expect(readFileSync(join(cwd, 'u.http'), 'utf8')).toContain('DELETE /four\n');
    expect((await undo()).out).toContain('3 requests were sent. Now nothing differs.');
    expect(await there()).toEqual([]);
  });
});

describe('a server that does not say what it has', () => {
  it.each([429, 503])('with %d before a change gets none', async (status) => {
    const { cwd, apply, ask } = folder();
    fault = respondWith(status, ({ isChange }) => !isChange);
    const refused = await apply();
    expect(refused.error).toContain(
      `the endpoint far cannot be read: it responds to /one with ${status}, so try again later`,
    );
    expect(refused.code).toBe(3);
    expect(changes).toBe(0);
    expect(existsSync(join(cwd, 'u.http'))).toBe(false);
    expect((await ask('plan', 'a.http')).code).toBe(3);
    const pulled = await ask('pull', '--into', 'have');
    expect(pulled.code).toBe(3);
    expect(existsSync(join(cwd, 'have'))).toBe(false);
  });

  it('behind the last change is not said to have everything', async () => {
    const { apply } = folder();
    fault = respondWith(503, ({ isChange, changes: number }) => !isChange && number === 4);
    const done = await apply();
    expect(done.out).toContain(
      '4 requests were sent. Now it is not known whether something differs, since it cannot be read: it responds to /one with 503',
    );
    expect(done.out).toContain('Undo it with: rulebook undo u.http');
    expect(done.code).toBe(3);
  });

  it('is not rehearsed with a part of it', async () => {
    const { ask } = folder();
    let reads = 0;
    fault = (arrived) => (arrived.isChange ? false : ++reads > 4 && respondWith(503, () => true)(arrived));
    const refused = await ask('apply', 'a.http', '--yes');
    expect(refused.error).toContain('nothing was sent: it cannot be rehearsed, since the endpoint cannot be read: ');
    expect(refused.code).toBe(3);
    expect(changes).toBe(0);
  });
});

describe('an undo file', () => {
  it('that cannot be written is the end before the first request', async () => {
    const { cwd, apply } = folder();
    const refused = await apply('--undo-file', 'missing/u.http');
    expect(refused.error).toContain('--undo-file missing/u.http: there is no folder missing; create it');
    expect(refused.code).toBe(2);
    expect(changes).toBe(0);
    expect(readdirSync(cwd).toSorted()).toEqual(['a.http', 'rulebook.json']);
  });

  it('that cannot be written again names the line that it lacks', () => {
    const own = join(folderOf({}), 'own');
    mkdirSync(own);
    const step = {
      ...{ resource: { resource: 'a', state: 'created' as const, sources: [], changes: [], unknown: [] }, sends: [] },
      undo: [
        {
          title: 'Remove it',
          method: 'DELETE',
          path: '/a/{{created_1}}',
          secrets: [],
          id: { mark: '{{created_1}}', member: ['id'] },
        },
      ],
      losses: [],
    };
    const endpoint = { name: 'far', service: 'search-cluster', baseUrl: 'http://127.0.0.1:1' };
    const file = createUndoFile(join(own, 'u.http'), { steps: [step], endpoint, time: 'now' });
    expect(file.begin()).toBe(undefined);
    expect(file.keepId(step, '{}')).toBe(undefined);
    rmSync(own, { recursive: true });
    expect(file.keepId(step, '{ "id": 42 }')).toEqual({ problem: expect.any(String), line: '@created_1 = 42' });
  });
});
