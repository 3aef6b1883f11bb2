import type {
  MachineOutcome,
  MachineTask,
  SandboxSeed,
  SandboxState,
  StepInput,
} from '../../../packages/sandbox/src/index';
import { sandbox } from '../whole-sandbox';
import { checkFor, type Played } from '../play';

const checks = { 'search-cluster': checkFor('search-cluster'), 'code-hosting': checkFor('code-hosting') };

/** Plays both clusters; the machine's answers come from `perform`, and what it was asked is kept. */
export function playClusters(
  seed: Partial<SandboxSeed> = {},
  perform: (task: MachineTask) => MachineOutcome | Promise<MachineOutcome> = () => ({}),
) {
  let state: SandboxState = sandbox.createState({
    clusterCredential: 'boot',
    hostCredential: 'boot',
    repositories: [],
    pathRepo: ['/mnt/a'],
    ...seed,
  });
  let now = Date.UTC(2026, 0, 1);
  let count = 0;
  const tasks: MachineTask[] = [];
  const input = (): StepInput => ({
    now,
    randomText: (length) => `r${(count++).toString(36)}`.padEnd(length, '-').slice(0, length),
    baseUrl: 'http://sandbox',
  });
  return {
    tasks,
    state: () => state,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    async send(
      line: string,
      body?: unknown,
      { server = 'cluster' as string, authorization = 'Bearer boot' } = {},
    ): Promise<Omit<Played, 'effects'>> {
      const [method = '', target = ''] = line.split(' ');
      const headers: [string, string][] = [['Authorization', authorization]];
      if (body !== undefined) headers.push(['Content-Type', 'application/json']);
      const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
      let result = sandbox.step(state, server, { method, target, headers, body: text }, input(), checks);
      state = result.state;
      while (result.pending) {
        tasks.push(result.pending.task);
        const outcome = await perform(result.pending.task);
        result = result.pending.resume(state, outcome, input());
        state = result.state;
      }
      const { response } = result;
      return {
        status: response.status,
        text: response.body,
        body: (response.body === '' ? {} : JSON.parse(response.body)) as Played['body'],
        headers: Object.fromEntries(response.headers.map(([name, value]) => [name.toLowerCase(), value])),
      };
    },
  };
}
