import { withoutValues } from '@rulebook/catalogue/masking';
import type { Endpoint } from '@rulebook/engine';
import type { RecordedExchange } from '@rulebook/exchange';
import {
  knownExchange,
  resourceReadsOf,
  type KnownExchange,
  type ResourceRead,
  type SeenExchange,
} from '@rulebook/sandbox/drift';
import { pullResources } from '@rulebook/sandbox/comparison';
import { createSender, type Sender } from '@rulebook/sender/outcome';
import { withoutScripts, type RequestPlan } from '@rulebook/sender/plan';
import type { Service } from '@rulebook/services';
import type { RequestInput } from '../requests/find-inputs';
import { prepareFile } from '../run/prepare-file';
import type { RunFolder, RunSession } from '../run/run-session';
import { sendPolicyOf } from '../run/send-policy';
import { senderPortsOf } from '../run/sender-ports';
import type { AnsweredOutcome, Asked, PoliteSender } from './polite-sender';

/** What is asked, and by what. */
export interface AskedParts {
  readonly session: RunSession;
  readonly folder: RunFolder;
  readonly service: Service;
  readonly endpoint: Endpoint;
  readonly polite: PoliteSender;
  readonly inputs: readonly RequestInput[];
  /** How many items of a list are followed; undefined: the resource model is not asked. */
  readonly items: number | undefined;
  /** The sandbox plays the service without a description, and can be given what the service has. */
  readonly isPlayed: boolean;
}

/** What was answered. */
export interface AskedRequests {
  readonly known: readonly KnownExchange[];
  /** Requests that were answered and are of no operation. */
  readonly others: number;
  readonly unsent: readonly { readonly request: string; readonly reason: string }[];
  readonly unasked: ReturnType<ReturnType<typeof resourceReadsOf>['unasked']>;
  readonly recorded: readonly RecordedExchange[];
}

/** Sends the reading requests of files, then those of the resource model; what is read leads to what is below it. */
export async function askRequests(parts: AskedParts): Promise<AskedRequests> {
  const { session, service, endpoint, polite, items, isPlayed } = parts;
  const reads = resourceReadsOf(service, items ?? 0);
  const known: KnownExchange[] = [];
  const recorded: RecordedExchange[] = [];
  const unsent: { request: string; reason: string }[] = [];
  const waiting: ResourceRead[] = [];
  let others = 0;
  const receive = (answered: AnsweredOutcome, source?: SeenExchange['source']): void => {
    recorded.push({ ...answered, ended: Date.now() });
    const seen = seenExchange(answered, endpoint, source);
    const exchange = knownExchange(service, seen);
    if (exchange === undefined) {
      others++;
      return;
    }
    known.push(exchange);
    waiting.push(...reads.after(exchange));
  };
  for (const input of parts.inputs) {
    const prepared = await prepareFile(input, session, true);
    if ('code' in prepared) {
      unsent.push({ request: input.path, reason: prepared.message });
      continue;
    }
    for (const planned of prepared.plans) {
      if (!isAsked(planned, endpoint, service)) continue;
      for (const plan of await prepared.sender.turnsOf(readingPlan(planned))) {
        const source = { file: plan.file ?? input.path, line: (plan.line ?? 0) + 1 };
        const asked = await polite.ask((observe) => prepared.sender.send(plan, observe));
        if (asked === undefined) break;
        if ('answered' in asked) receive(asked.answered, source);
        else unsent.push({ request: `${plan.label} (${source.file}:${source.line})`, reason: asked.reason });
      }
    }
  }
  if (items !== undefined) {
    const sender = modelSender(parts);
    const done = new Set<string>();
    const readOne = async (next: ResourceRead | { readonly path: string }): Promise<Asked> => {
      const plan = modelPlan(next, parts);
      if (plan === undefined) return { reason: 'it is not a path of the endpoint' };
      const asked = await polite.ask((observe) => sender.send(plan, observe));
      if (asked === undefined) return undefined;
      done.add(next.path);
      if ('answered' in asked) receive(asked.answered);
      else unsent.push({ request: `GET ${next.path}`, reason: asked.reason });
      return asked;
    };
    // What a sandbox is set from comes first.
    if (isPlayed) await readResources(service, readOne);
    // What is below an item comes behind the lists, so that a bound leaves out details and no list.
    const queue = [...reads.first, ...waiting.splice(0)];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (!done.has(next.path) && (await readOne(next)) === undefined) break;
      queue.push(...waiting.splice(0));
    }
  }
  return { known, others, unsent, recorded, unasked: items === undefined ? [] : reads.unasked() };
}

/** More lists are not read for the sake of the sandbox. */
const maxLists = 40;

/** Reads the lists of what the service has. */
async function readResources(
  service: Service,
  readOne: (one: { readonly path: string }) => Promise<Asked>,
): Promise<void> {
  let left = maxLists;
  await pullResources({ service, kinds: [] }, async (path) => {
    const asked = left-- > 0 ? await readOne({ path }) : undefined;
    if (asked === undefined) return { problem: 'No more is asked.', isLost: true };
    if (!('answered' in asked)) return { problem: asked.reason };
    const { status, body } = asked.answered.response;
    return { status, body };
  });
}

/** Only what reads, at this endpoint, is asked. */
function isAsked(plan: RequestPlan, endpoint: Endpoint, service: Service): boolean {
  const isReading = /^(?:GET|HEAD)$/.test(plan.method) && !plan.isUnsafe && plan.opensChannel !== true;
  const isLosing = plan.effects?.some(({ kind }) => kind === 'loss') === true;
  const isElsewhere =
    !isOf(plan, service) ||
    (plan.endpointBy === 'directive' && plan.endpoint !== endpoint.name) ||
    plan.unknownEndpoint !== undefined ||
    (plan.isAbsolute && typeof plan.target[0] === 'string' && !isBelow(plan.target[0], endpoint));
  return isReading && !isLosing && !isElsewhere && plan.omission === undefined;
}

/** Other services may have the path, too. A description seldom has HEAD, which is what GET is without its body. */
function isOf({ service: found, method, target }: RequestPlan, service: Service): boolean {
  if (found === undefined || found === service.id) return true;
  const path = target.map((part) => (typeof part === 'string' ? part : '1')).join('');
  const request = { method, target: path, headers: [], body: '' };
  return knownExchange(service, { request, response: { status: 200, headers: [], body: '' } }) !== undefined;
}

/** A URL that begins with a variable is judged when it is filled in. */
function isBelow(url: string, { baseUrl }: Endpoint): boolean {
  return !/^https?:\/\//i.test(url) || url.startsWith(baseUrl);
}

/** What is asked runs no script, evaluates no assert, writes no file, and is sent once. */
function readingPlan(plan: RequestPlan): RequestPlan {
  const { asserts: _asserts, outputs: _outputs, until: _until, ...rest } = withoutScripts(plan);
  return rest;
}

function modelSender({ session, folder, endpoint }: AskedParts): Sender {
  const { settings, configuration } = folder;
  const ports = senderPortsOf(session.tools, {
    ...{ configuration, endpoint, root: settings.root, signal: session.signal },
  });
  return createSender(ports, {
    ...sendPolicyOf(session.options, configuration),
    // The command writes these requests itself. They read, and follow no redirect.
    ...{ staysAtUrl: true, acceptsRedirects: true, yes: true, sendAnyway: true },
  });
}

function modelPlan(
  next: ResourceRead | { readonly path: string },
  { session, folder, endpoint }: AskedParts,
): RequestPlan | undefined {
  const { path } = next;
  const responses = 'operation' in next ? next.operation.responses : [];
  const types = responses.flatMap(({ status, mediaTypes = [] }) => (status < 300 ? mediaTypes : []));
  const accepted = [...new Set(types)].filter((type) => /^[\w.+-]+\/[\w.+-]*json$/i.test(type));
  const accept = accepted.length === 0 ? 'application/json' : accepted.join(', ');
  const file = session.engine.openFile(`# @endpoint ${endpoint.name}\nGET ${path}\nAccept: ${accept}\n`);
  const plan = session.engine.plan(file, 0, folder.checkOptions);
  return plan?.method === 'GET' && !plan.isAbsolute ? plan : undefined;
}

/** Returns what was answered, without what was sent as a secret. What is as short as a word of its own is compared. */
function seenExchange(
  { request, response, secrets }: AnsweredOutcome,
  { baseUrl }: Endpoint,
  source: SeenExchange['source'],
): SeenExchange {
  const hidden = secrets.filter((secret) => secret.length >= 8);
  const without = (text: string): string => withoutValues(text, hidden);
  const { url, method, headers } = request;
  const below = url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
  const target = without(below.split('#', 1)[0] ?? '');
  return {
    request: {
      ...{ method, target: target.startsWith('/') ? target : `/${target}`, body: '' },
      headers: headers.map(([name, value]) => [name, without(value)]),
    },
    response: {
      ...{ status: response.status, body: without(response.body) },
      headers: response.headers.map(([name, value]) => [name, without(value)]),
    },
    isPart: response.isTruncated || response.interruption !== undefined || response.binary !== undefined,
    ...(source !== undefined && { source }),
  };
}
