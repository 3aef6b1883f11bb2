import { stepHost } from '../../services/code-hosting/play/host';
import { createHostState } from '../../services/code-hosting/play/seed';
import { createClusterPair, stepCluster } from '../../services/search-cluster-play/cluster/cluster';
import type { StepInput, StepResult, WireRequest } from '../../packages/sandbox/src/index';
import type { CheckWire } from '../../packages/sandbox/src/wire';
import type { ScalingTask } from './tasks';

type Step<State> = (state: State, request: WireRequest, input: StepInput, check: CheckWire) => StepResult<State>;

/** Returns what sends `n` requests, each to the state that the former one has left. */
function sending<State>(initial: State, step: Step<State>, n: number, request: (at: number) => [string, unknown?]) {
  const requests = Array.from({ length: n }, (_, at): WireRequest => {
    const [line, body] = request(at);
    const [method = '', target = ''] = line.split(' ');
    const headers = [
      ['Authorization', 'Bearer boot'],
      ['Content-Type', 'application/json'],
    ] as const;
    return {
      method,
      target,
      headers,
      body: typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body),
    };
  });
  return () => {
    let count = 0;
    let state = initial;
    const input: StepInput = { now: 0, randomText: () => `r${count++}`, baseUrl: 'http://sandbox' };
    for (const one of requests) {
      const { response, state: next } = step(state, one, input, () => []);
      if (response.status >= 400) throw new Error(`${one.method} ${one.target}: ${response.status} ${response.body}`);
      state = next;
    }
    return state;
  };
}

const onCluster = (n: number, request: (at: number) => [string, unknown?]) =>
  sending(
    createClusterPair('boot'),
    (state, one, input, check) => stepCluster(state, 'cluster', one, input, check),
    n,
    request,
  );
const onHost = (n: number, request: (at: number) => [string, unknown?]) => {
  // A repository takes only twenty webhooks.
  const repositories = Array.from({ length: Math.ceil(n / 20) }, (_, at) => `octocat/r${at}`);
  return sending(createHostState('boot', repositories), stepHost, n, request);
};

/** What clients can create very many of in the sandbox. */
export const sandboxTasks: readonly ScalingTask[] = [
  { name: 'indices', n: 4_000, prepare: (n) => onCluster(n, (at) => [`PUT /i${at}`]) },
  {
    name: 'indices with an alias',
    n: 4_000,
    prepare: (n) => onCluster(n, (at) => [`PUT /i${at}`, { aliases: { [`a${at}`]: {} } }]),
  },
  {
    name: 'documents in indices of their own',
    n: 4_000,
    prepare: (n) => onCluster(n, (at) => [`PUT /i${at}/_doc/1`, { title: 'a' }]),
  },
  { name: 'documents', n: 4_000, prepare: (n) => onCluster(n, (at) => [`PUT /books/_doc/${at}`, { title: 'a' }]) },
  {
    name: 'snapshot repositories',
    n: 4_000,
    prepare: (n) => onCluster(n, (at) => [`PUT /_snapshot/r${at}`, { type: 's3', settings: { bucket: `b${at}` } }]),
  },
  {
    name: 'snapshots',
    n: 4_000,
    prepare: (n) =>
      onCluster(n, (at) =>
        at === 0 ? ['PUT /_snapshot/r', { type: 's3', settings: { bucket: 'b' } }] : [`PUT /_snapshot/r/s${at}`],
      ),
  },
  {
    name: 'pages of a scroll',
    n: 4_000,
    prepare: (n) =>
      onCluster(n, (at) => {
        if (at === 0) return ['POST /books/_bulk', `{"index":{}}\n{"title":"a"}\n`.repeat(n)];
        return at === 1
          ? ['POST /books/_search?scroll=1m', { size: 1 }]
          : ['POST /_search/scroll', { scroll_id: `r${n + 1}` }];
      }),
  },
  {
    name: 'aliases that are given later',
    n: 4_000,
    prepare: (n) => onCluster(n, (at) => (at % 2 === 0 ? [`PUT /i${at}`] : [`PUT /i${at - 1}/_alias/a${at}`])),
  },
  { name: 'API keys', n: 4_000, prepare: (n) => onCluster(n, (at) => ['POST /_security/api_key', { name: `k${at}` }]) },
  {
    name: 'collaborators, and so accounts',
    n: 4_000,
    prepare: (n) => onHost(n, (at) => [`PUT /projects/1/collaborators/u${at}`, { permission: 'read' }]),
  },
  {
    name: 'invitations to a repository',
    n: 4_000,
    prepare: (n) => onHost(n, (at) => [`PUT /repos/octocat/hello-world/collaborators/u${at}`]),
  },
  {
    name: 'webhooks of a sandbox',
    n: 2_000,
    prepare: (n) =>
      onHost(n, (at) => [
        `POST /repos/octocat/r${Math.floor(at / 20)}/hooks`,
        { active: false, config: { url: `http://127.0.0.1:9/${at}` } },
      ]),
  },
];
