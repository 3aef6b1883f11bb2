import type {} from '../../services/search-cluster/facts/mappings/mapping-types';
import { createEngine, type CheckOptions } from '../../packages/engine/src/index';
import { defaultConfiguration } from '../../packages/sender/src/configuration/index';
import type { RequestPlan } from '../../packages/sender/src/plan/index';
import { refusalsIn } from '../../packages/sandbox/src/index';
import type { Operation } from '../../packages/catalogue/src/operation';
import { stepHost } from '../../services/code-hosting/play/host';
import { createHostState } from '../../services/code-hosting/play/seed';
import { queryLanguages } from '../../packages/queries/src/index';
import { createClusterPair, stepCluster } from '../../services/search-cluster-play/cluster/cluster';
import type { ClusterPair } from '../../services/search-cluster-play/cluster/model';
import { checkFor, createPlay, type Played } from './play';

const engine = createEngine({ loadQueries: () => queryLanguages });
const options: CheckOptions = {
  context: { endpoints: defaultConfiguration.endpoints, defaults: defaultConfiguration.defaults },
  severities: {},
};

/** A request of a file, with what the checker says of it. */
export interface Example {
  readonly plan: RequestPlan;
  readonly operation: Operation;
  /** The requests above it in the same file, which made what it uses. */
  readonly earlier: readonly RequestPlan[];
  /** The rules that call it an error, or say that the real service refuses it. */
  readonly errors: readonly string[];
  /** Rules that report it with a lower severity. */
  readonly doubts: readonly string[];
  /** The file, for messages. */
  readonly text: string;
}

/** Returns the requests of a file that match an operation. Variables are replaced by a value first, as they are before a request is sent. */
export function examplesIn(source: string): readonly Example[] {
  const text = withValues(source);
  const file = engine.openFile(text);
  const { findings } = engine.check(file, options);
  const earlier: RequestPlan[] = [];
  return [...file.blocks].flatMap((_, block) => {
    const binding = engine.bind(file, block, options.context);
    const plan = engine.plan(file, block, options);
    if (!plan || plan.body?.kind === 'file' || binding?.match.kind !== 'operation') return [];
    const refusals = refusalsIn(findings[block] ?? [], false);
    const rulesOf = (isError: boolean) =>
      (findings[block] ?? []).filter((one) => refusals.includes(one) === isError).map(({ rule }) => rule);
    const before = [...earlier];
    earlier.push(plan);
    const { operation } = binding.match;
    return [{ plan, operation, earlier: before, errors: rulesOf(true), doubts: rulesOf(false), text }];
  });
}

/** A value for all variables: an id, a name and a number at once. */
function withValues(text: string): string {
  const file = engine.openFile(text);
  const names = new Set([...file.blocks].flatMap((_, block) => engine.plan(file, block, options)?.variables ?? []));
  return [...names].reduce((left, name) => left.replaceAll(`{{${name}}}`, '1'), text);
}

const credential = 'Bearer b';

/** Plays the request as the administrator, with its own credential where that is an API key; `isPrepared`: where what it names is there. */
export function playExample(example: Example, isPrepared = false): Played {
  return example.plan.service === 'search-cluster' ? playCluster(example, isPrepared) : playHost(example, isPrepared);
}

function playHost({ plan }: Example, isPrepared: boolean): Played {
  const [, ...path] = targetOf(plan).split('/repos/');
  const repository = path.join('').split('/').slice(0, 2).join('/');
  const host = createPlay(createHostState('b', [repository]), stepHost, checkFor('code-hosting'), credential);
  if (isPrepared) host.send(`POST /repos/${repository}/hooks`, { config: { url: 'http://127.0.0.1:9/hook' } });
  return host.send(...lineOf(plan), credential, headersOf(plan));
}

function playCluster({ plan, earlier, operation }: Example, isPrepared: boolean): Played {
  const check = checkFor('search-cluster');
  // Where repositories may lie is the nodes' affair: anywhere, on a machine of the kind that the request is written for.
  const root = /"location"\s*:\s*"[A-Za-z]:/.test(bodyOf(plan) ?? '') ? 'E:\\' : '/';
  const nodeSettings = { pathRepo: [root], allowedUrls: ['http://*/*', 'https://*/*', 'ftp://*/*'] };
  const cluster = createPlay<ClusterPair>(
    createClusterPair('b'),
    (state, request, input, checks) => {
      const local = { ...input, nodeSettings, queries: () => queryLanguages };
      const server = request.headers.some(([name]) => name === 'X-Server') ? 'leader' : 'cluster';
      return stepCluster(state, server, request, local, checks);
    },
    check,
    credential,
  );
  for (const one of earlier) cluster.send(...lineOf(one));
  if (isPrepared) {
    const [index] = targetOf(plan).slice(1).split(/[/?]/);
    const leader = /"leader_index"\s*:\s*"([^"]+)"/.exec(bodyOf(plan) ?? '')?.[1];
    if (leader !== undefined) cluster.send(`PUT /${leader}`, undefined, credential, { 'X-Server': '1' });
    if (operation.path.startsWith('/{index}') && operation.indexEffect !== 'create' && leader === undefined) {
      cluster.send(`PUT /${index}`);
    }
    const repository = /^\/_snapshot\/([^/?]+)\//.exec(targetOf(plan))?.[1];
    if (repository !== undefined) {
      cluster.send(`PUT /_snapshot/${repository}?verify=false`, { type: 'fs', settings: { location: 'prepared' } });
    }
  }
  const own = plan.headers.find(({ name }) => textOf(name).toLowerCase() === 'authorization');
  if (!own || !/^apikey /i.test(textOf(own.value))) return cluster.send(...lineOf(plan), credential, headersOf(plan));
  const { body: key } = cluster.send('PUT /_security/api_key', { name: 'caller' });
  return cluster.send(...lineOf(plan), `ApiKey ${String(key.encoded)}`, headersOf(plan));
}

function lineOf(plan: RequestPlan): readonly [line: string, body: string | undefined] {
  return [`${plan.method} ${targetOf(plan)}`, bodyOf(plan)];
}

/** Its own header fields; the credential is the play's. */
function headersOf({ headers }: RequestPlan): Readonly<Record<string, string>> {
  const own = headers.map(({ name, value }) => [textOf(name), textOf(value)] as const);
  return Object.fromEntries(own.filter(([name]) => name.toLowerCase() !== 'authorization'));
}

function bodyOf({ body }: RequestPlan): string | undefined {
  return body?.kind === 'text' ? textOf(body.segments) : undefined;
}

function targetOf({ target }: RequestPlan): string {
  return textOf(target).replace(/^https?:\/\/[^/]+/, '');
}

function textOf(segments: readonly unknown[]): string {
  return segments.join('');
}
