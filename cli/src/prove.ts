import { dirname } from 'node:path';
import { count } from '@rulebook/text';
import { type Endpoint } from '@rulebook/engine';
import { sandboxEndpoints, isSandboxEndpoint, type Configuration } from '@rulebook/sender/configuration';
import { lineOf, type EndpointRights, type Right } from '@rulebook/checker/privileges';
import { sandboxParts } from '@rulebook/services/sandbox';
import { createSandbox, perRequest, refusalsIn, type Sandbox, type SandboxSeed } from '@rulebook/sandbox';
import {
  type PreparedRequest,
  type RequestPlan,
  type ReceivedResponse,
  type Transport,
  refused,
  reasonOf,
} from '@rulebook/sender/plan';
import { createSender, type Outcome } from '@rulebook/sender/outcome';
import { createNamedResponses, isMeantBy, requestsReferredTo } from '@rulebook/sender/variables';
import { bodyFoldersOf, readBodyFile } from '@rulebook/node/files/body-folders';
import { environmentsFor } from '@rulebook/node/files/environment-files';
import { loadQueries } from '@rulebook/node/shipped-queries';
import { systemOf } from '@rulebook/node/system';
import { createConfigurationFinder, environment } from './configuration/configuration-file';
import { createServiceFinder } from './configuration/own-services';
import { createCommandEngine } from './command-engine';
import { openRequests } from './requests/named-requests';
import { runSources } from './run/run-sources';
import { valuesOf } from './requests/variable-layers';

/** What became of the requests of a file: of each its status, and whether rights were lacking in a part of it. */
type Outcomes = readonly string[];

/** The result of a proof, for one file. */
export interface Proof {
  readonly path: string;
  readonly requests: number;
  /** How many of them fail for an administrator, too, so that nothing is proved of them. */
  readonly failing: number;
  /** The endpoints of which each request fails for an administrator, too: nothing is proved for them. */
  readonly unproved: readonly string[];
  /** Those of them that nothing in the sandbox plays. */
  readonly unplayed: readonly string[];
  /** The requests whose outcome with the derived rights differs from the one with all rights. */
  readonly differing: readonly string[];
  /** Those of which it is not known what they need, and whose outcome differs: nothing was derived for them. */
  readonly unknown: readonly string[];
  /** Each line of the rights, and whether some request needs it: with the line taken away, its outcome differs. */
  readonly lines: readonly ProvenLine[];
}

/** A line of the rights: one right on one thing. */
interface ProvenLine {
  readonly line: string;
  readonly isNeeded: boolean;
  /** Each request that needs it needs it in some cases only. */
  readonly isConditional: boolean;
  /** Each request that needs it fails for an administrator, too, so nothing can be seen. */
  readonly isUnseen: boolean;
}

/** What is replayed, and as whom. */
interface ProofOptions {
  readonly env?: string;
  readonly var: readonly string[];
}

/** Replays the requests of a file in a sandbox in memory: with all rights, with the derived ones, and with each line of them removed. */
export async function proveRights(
  path: string,
  text: string,
  rights: readonly EndpointRights[],
  options: ProofOptions,
): Promise<Proof> {
  const local = rights.filter(({ remote, endpoint }) => remote === undefined && endpoint !== undefined);
  const replay = await createReplay(path, text, options);
  const labels = replay.labels;
  const all = await replay.send(undefined);
  const derived = await replay.send(local);
  const lines: ProvenLine[] = [];
  for (const endpoint of local) {
    for (const right of endpoint.rights) {
      if (right.kind === 'scope' || right.kind === 'role') continue;
      const things = right.on.length > 1 ? right.on.map((thing) => [thing]) : [right.on];
      for (const on of things) {
        const less = local.map((one) => (one === endpoint ? { ...one, rights: without(one.rights, right, on) } : one));
        const outcomes = await replay.send(less);
        const isNeeded = outcomes.some((outcome, index) => outcome !== derived[index]);
        const reasons = right.reasons.filter((reason) => on.every((thing) => reason.on.includes(thing)));
        const isConditional = reasons.every(({ condition }) => condition !== undefined);
        const needing = reasons.map(({ request }) => replay.lines.indexOf(request.line));
        const isUnseen = needing.every((index) => !isSuccess(all[index] ?? ''));
        lines.push({ line: lineOf({ ...right, on, isConditional }), isNeeded, isConditional, isUnseen });
      }
    }
  }
  const unknown = new Set(rights.flatMap((endpoint) => endpoint.unknown.map(({ request }) => request.line)));
  const differing = all.flatMap((outcome, index) =>
    outcome === derived[index]
      ? []
      : [
          {
            text: `${labels[index] ?? ''}: ${outcome} as administrator, ${derived[index] ?? ''}`,
            isUnknown: unknown.has(replay.lines[index] ?? 0),
          },
        ],
  );
  const textsOf = (isUnknown: boolean) => differing.flatMap((one) => (one.isUnknown === isUnknown ? [one.text] : []));
  const failing = all.filter((outcome) => !isSuccess(outcome)).length;
  const named = replay.endpoints.flatMap((endpoint) => endpoint ?? []);
  const unproved = [...new Set(named)].filter((endpoint) =>
    all.every((outcome, index) => replay.endpoints[index] !== endpoint || !isSuccess(outcome)),
  );
  const unplayed = unproved.filter((endpoint) => !replay.isPlayed(endpoint));
  const common = { path, requests: all.length, failing, unproved, unplayed };
  return { ...common, differing: textsOf(false), unknown: textsOf(true), lines };
}

function isSuccess(outcome: string): boolean {
  return /^[23]/.test(outcome);
}

function without(rights: readonly Right[], right: Right, on: readonly string[]): readonly Right[] {
  return rights.flatMap((one) => {
    if (one !== right) return [one];
    const left = one.on.filter((thing) => !on.includes(thing));
    return left.length === 0 ? [] : [{ ...one, on: left }];
  });
}

/** Returns a proof as text for people. */
export function proofText(proof: Proof): string {
  const { path, requests, failing, unproved, unplayed, differing, unknown, lines } = proof;
  if (failing === requests && requests > 0 && differing.length === 0 && unplayed.length === 0)
    return `${path}: nothing is proved: each request fails for an administrator, too. Create in the same file what it names.\n`;
  const needed = lines.filter(({ isNeeded }) => isNeeded).length;
  const idle = lines.filter(({ isNeeded }) => !isNeeded);
  return [
    `${path}: ${requests - differing.length - unknown.length} of ${requests} requests end as for an administrator with the derived rights.`,
    ...(failing > 0 ? [`  not judged: ${count(failing, 'request')} without success for an administrator, too`] : []),
    ...unproved.map((endpoint) =>
      unplayed.includes(endpoint)
        ? `  nothing is proved for ${endpoint}: the sandbox does not play it. Use an endpoint of a service that it plays, one for each server`
        : `  nothing is proved for ${endpoint}: each of its requests fails for an administrator, too`,
    ),
    ...differing.map((line) => `  ${line}`),
    ...unknown.map((line) => `  ${line}, and what it needs is not known`),
    `${needed} of ${lines.length} lines are needed.`,
    ...idle.map(
      ({ line, isUnseen }) => `  not ${isUnseen ? 'seen here, since its requests fail' : 'needed here'}: ${line}`,
    ),
    '',
  ].join('\n');
}

async function createReplay(path: string, text: string, options: ProofOptions) {
  const engine = createCommandEngine();
  const folder = dirname(path);
  const { settings } = await createServiceFinder()(createConfigurationFinder()(folder));
  const configuration: Configuration = {
    ...settings.configuration,
    endpoints: [
      ...settings.configuration.endpoints.filter((endpoint) => !isSandboxEndpoint(endpoint)),
      ...sandboxEndpoints,
    ],
  };
  const checkOptions = {
    ...settings.checkOptions,
    context: { ...settings.checkOptions.context, endpoints: configuration.endpoints },
  };
  const file = openRequests(engine, path, text);
  const variables = environmentsFor(folder, options.env);
  if ('cause' in variables) throw new Error(reasonOf(variables));
  const { environments } = variables;
  const folders = bodyFoldersOf(path, { ...settings, allowsOutside: false });
  const sources = runSources({
    engine,
    path,
    file,
    start: path,
    blocks: [...file.blocks].map((_, index) => index),
    withDependencies: false,
    checkOptions,
    optionsFor: () => checkOptions,
    folders,
    originsFor: () => ({ given: valuesOf(options.var), environments, environment: options.env }),
  });
  const plans = [...(('cause' in sources ? undefined : sources.plans?.()) ?? engine.planAll(file, checkOptions))];
  const resolveFor = 'cause' in sources ? () => () => undefined : sources.resolveFor;
  const checks = Object.fromEntries(
    sandboxEndpoints.map((endpoint) => [
      endpoint.service,
      perRequest((request: Parameters<typeof engine.checkWire>[0]) =>
        refusalsIn(engine.checkWire(request, endpoint), false),
      ),
    ]),
  );
  const referredTo = requestsReferredTo(text);
  const named = new Set(plans.map(({ endpoint }) => endpoint));
  const playedFor = playedEndpoints(configuration.endpoints.filter(({ name }) => named.has(name)));

  /** Sends all requests as holders of these rights; without rights, as those who may do everything. */
  const send = async (rights: readonly EndpointRights[] | undefined): Promise<Outcomes> => {
    const described: Parameters<typeof createSandbox>[1] = {
      read: (service, request) => {
        const endpoint = sandboxEndpoints.find((one) => one.service === service);
        const found = endpoint && engine.describedWire(request, endpoint);
        return found && { operation: found.operation, refusals: found.findings, needs: found.needs };
      },
    };
    const sandbox = createSandbox(sandboxParts, described, undefined, loadQueries);
    let serial = 0;
    const randomText = (length: number): string => `${++serial}`.padStart(length, 'r').slice(-length);
    const holders = sandbox.holders(
      (rights ?? []).map(({ endpoint = '', rights: own }) => ({
        name: playedFor.get(endpoint)?.name ?? '',
        rights: own,
      })),
    );
    const seed: SandboxSeed = {
      ...sandbox.freshSeed(randomText),
      allowedUrls: ['*'],
      pathRepo: ['/'],
      ...holders.seed,
    };
    const credentialOf = (name: string): string => {
      const played = playedFor.get(name)?.name ?? '';
      if (rights?.some(({ endpoint }) => endpoint === name) === true) return holders.credentialOf(played);
      const server = sandbox.servers.find(({ endpoint }) => endpoint === played);
      return `Bearer ${server === undefined ? '' : sandbox.credentialOf(seed, server.name)}`;
    };
    const transport = playing({
      ...{ sandbox, seed, randomText, checks, playedFor },
      endpoints: configuration.endpoints,
    });
    const sender = createSender(
      {
        values: {
          resolveFor,
          system: { ...systemOf(folder, environment), now: () => Date.now() },
          askForValues: (names) => Promise.resolve(refused(`no value for ${names.join(', ')}`)),
        },
        credentials: { credentialOf: (place) => Promise.resolve({ credential: credentialOf(place.name) }) },
        ways: {
          endpoints: configuration.endpoints,
          endpointOf: (plan) => configuration.endpoints.find(({ name }) => name === plan.endpoint),
          // Nothing leaves this process.
          privateWays: { isAllowed: () => true, ask: () => Promise.resolve(undefined) },
        },
        files: { readFile: (wanted) => Promise.resolve(readBodyFile(folders, wanted)) },
        responses: {
          answers: createNamedResponses(),
          isKept: (name) => isMeantBy(referredTo, name),
          evaluateAsserts: () => [],
          compare: () => undefined,
        },
        transport,
      },
      { decide: () => 'proceed' },
    );
    return outcomesOf(plans, sender);
  };
  return {
    labels: plans.map(({ label }: RequestPlan) => label),
    lines: plans.map(({ line }) => line),
    endpoints: plans.map(({ endpoint }) => endpoint),
    isPlayed: (endpoint: string) => playedFor.has(endpoint),
    send,
  };
}

/** What plays the requests of one replay. */
interface Playing {
  readonly sandbox: Sandbox;
  readonly seed: SandboxSeed;
  readonly randomText: (length: number) => string;
  readonly checks: Parameters<Sandbox['step']>[4];
  readonly endpoints: readonly Endpoint[];
  readonly playedFor: ReadonlyMap<string, Endpoint>;
}

/** Returns what answers requests from the sandbox, whose state it keeps. */
function playing({ sandbox, seed, randomText, checks, endpoints, playedFor }: Playing): Transport {
  let state = sandbox.createState(seed);
  return {
    send: (request) => {
      const endpoint = endpoints.find(({ name, baseUrl }) => playedFor.has(name) && isBelow(baseUrl, request.url));
      const played = playedFor.get(endpoint?.name ?? '');
      const server = sandbox.servers.find((one) => one.endpoint === played?.name);
      if (endpoint === undefined || server === undefined) return Promise.resolve({ failure: elsewhere });
      const input = () => ({ now: Date.now(), randomText, baseUrl: endpoint.baseUrl });
      const wire = wireOf(request, endpoint);
      let step = sandbox.step(state, server.name, wire, input(), checks);
      ({ state } = step);
      while (step.pending) {
        step = step.pending.resume(state, {}, input());
        ({ state } = step);
      }
      return Promise.resolve({ response: receivedOf(step.response) });
    },
  };
}

/**
 * Returns the endpoint of the sandbox that plays each endpoint of a file, by the name of the latter: an endpoint of one's own is played by a server of
 * its service which the file has no other use for, since endpoints do not share what they have.
 */
function playedEndpoints(endpoints: readonly Endpoint[]): ReadonlyMap<string, Endpoint> {
  const found = new Map(
    endpoints.flatMap((endpoint) => (isPlayed(endpoint) ? [[endpoint.name, endpoint] as const] : [])),
  );
  for (const { name, service } of endpoints) {
    const taken = new Set([...found.values()].map((one) => one.name));
    const played = sandboxEndpoints.find((one) => one.service === service && !taken.has(one.name));
    if (played !== undefined && !found.has(name)) found.set(name, played);
  }
  return found;
}

function isPlayed({ name }: Endpoint): boolean {
  return sandboxEndpoints.some((one) => one.name === name);
}

function isBelow(baseUrl: string, url: string): boolean {
  return url.startsWith(baseUrl) && /^(?:[/?#]|$)/.test(url.slice(baseUrl.length));
}

/** Sends each request, also several times if it says so, and returns what became of it. */
async function outcomesOf(
  plans: readonly RequestPlan[],
  { turnsOf, send }: ReturnType<typeof createSender>,
): Promise<Outcomes> {
  const outcomes: string[] = [];
  for (const plan of plans) {
    const ofTurns = new Set<string>();
    for (const turn of await turnsOf(plan)) ofTurns.add(outcomeOf((await send(turn)).sent));
    outcomes.push(ofTurns.size === 0 ? 'unsent' : [...ofTurns].join(', '));
  }
  return outcomes;
}

const elsewhere = { kind: 'other', message: 'It does not go to the sandbox.' } as const;

function wireOf({ method, url, headers, body }: PreparedRequest, { baseUrl }: Endpoint) {
  const decoder = new TextDecoder();
  const text =
    typeof body === 'string'
      ? body
      : (body ?? []).map((piece) => (typeof piece === 'string' ? piece : decoder.decode(piece))).join('');
  return { method, target: url.slice(baseUrl.length) || '/', headers, body: text };
}

function receivedOf({
  status,
  headers,
  body,
}: {
  status: number;
  headers: ReceivedResponse['headers'];
  body: string;
}): ReceivedResponse {
  return {
    httpVersion: '1.1',
    status,
    statusText: '',
    headers,
    body,
    isTruncated: false,
    size: body.length,
    duration: 0,
  };
}

function outcomeOf(sent: Outcome['sent']): string {
  if (sent.kind !== 'answered') return sent.kind;
  const { status, body } = sent.response;
  return /"security_exception"/.test(body) && status < 400 ? `${status} in part` : String(status);
}
