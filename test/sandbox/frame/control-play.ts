import type {
  MachineOutcome,
  SandboxSeed,
  SandboxState,
  StepInput,
  StepResult,
  WireRequest,
} from '../../../packages/sandbox/src/index';
import { sandbox } from '../whole-sandbox';
import { checkFor } from '../play';

export const checks = { 'search-cluster': checkFor('search-cluster'), 'code-hosting': checkFor('code-hosting') };

export const seed: SandboxSeed = {
  clusterCredential: 'cluster-credential',
  hostCredential: 'host-credential',
  repositories: [],
};

/** What came back, with its body read when it is JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly result: StepResult<SandboxState>;
}

export type Send = (server: string, line: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Answer;

/** Plays a whole sandbox; the machine's clock stands still unless the test moves it. */
export function playSandbox(
  over: Partial<SandboxSeed> = {},
  initial = sandbox.createState({ ...seed, ...over }),
  received?: StepInput['received'],
) {
  let state: SandboxState = initial;
  let machineTime = Date.UTC(2026, 4, 5);
  let count = 0;
  const input = () => ({
    now: machineTime,
    randomText: (length: number) => `m${(count++).toString(36)}`.padEnd(length, '-').slice(0, length),
    baseUrl: 'http://sandbox',
    ...(received && { received }),
  });
  const send: Send = (server, line, body, more = {}) => {
    const [method = '', target = ''] = line.split(' ');
    const credential = server === 'host' ? state.seed.hostCredential : state.seed.clusterCredential;
    const headers = Object.entries({ Authorization: `Bearer ${credential}`, ...more }).filter(
      ([, text]) => text !== '',
    );
    if (body !== undefined) headers.push(['Content-Type', 'application/json']);
    const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
    const request: WireRequest = { method, target, headers, body: text };
    const before = JSON.stringify(state);
    const earlier = state;
    let result = sandbox.step(state, server, request, input(), checks);
    if (JSON.stringify(earlier) !== before) throw new Error('The step changed the state that it was given.');
    const outcome: MachineOutcome = {};
    while (result.pending) result = result.pending.resume(result.state, outcome, input());
    state = result.state;
    const { response } = result;
    const names = response.headers.map(([name, value]) => [name.toLowerCase(), value] as const);
    return {
      status: response.status,
      headers: Object.fromEntries(names),
      text: response.body,
      body: (/^[[{]/.test(response.body) ? JSON.parse(response.body) : {}) as Answer['body'],
      result,
    };
  };
  return {
    send,
    state: () => state,
    passOnMachine: (milliseconds: number) => {
      machineTime += milliseconds;
    },
  };
}

/** A state with something of everything that is easily made. */
export function usedSandbox() {
  const play = playSandbox();
  play.send('cluster', 'POST /_security/api_key', { name: 'one', expiration: '7d', metadata: { team: 'search' } });
  play.send('leader', 'POST /_security/api_key', { name: 'two', role_descriptors: { r: { cluster: ['monitor'] } } });
  play.send('host', 'POST /repos/octocat/hello-world/hooks', {
    name: 'web',
    config: { url: 'http://127.0.0.1:9/hook?x=1', content_type: 'json', secret: 'hook-secret-text' },
  });
  play.send('host', 'POST /_sandbox/faults', { fault: 'drop', path: '/never', count: 3 });
  return play;
}
