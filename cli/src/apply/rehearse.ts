import {
  pullResources,
  planResources,
  rehearsedRequest,
  storedRequest,
  type ComparedResource,
  type DeclaringRequest,
  type ReadPath,
  type ResourcePlan,
  type UnreadRequest,
} from '@rulebook/sandbox/comparison';
import type { ApplyStep } from '@rulebook/sandbox/comparison';
import { createSandboxPeer, type SandboxPeer } from '@rulebook/node/sandbox/sandbox-peer';
import { startSandboxProcess, type SandboxProcess } from '@rulebook/node/sandbox/sandbox-process';
import { identities } from '@rulebook/services';
import type { Endpoint } from '@rulebook/engine';
import { sayOnError } from '../exit-codes';
import type { ChosenEndpoint } from '../plan/planning';
import { lineOf, requestsOf } from './send-steps';

/** What became of a plan in a sandbox. */
export interface Rehearsal {
  /** How many resources of the endpoint the sandbox has. */
  readonly loaded: number;
  /** Those that it could not be given, by path, and why. */
  readonly unloaded: readonly string[];
  readonly accepted: number;
  /** The requests that it refuses, and how. */
  readonly refused: readonly string[];
  /** What the files declare, compared with the sandbox afterwards. */
  readonly after: ResourcePlan;
}

/** What is rehearsed. */
interface RehearsalParts {
  readonly chosen: ChosenEndpoint;
  readonly compared: readonly ComparedResource[];
  readonly requests: readonly (DeclaringRequest | UnreadRequest)[];
  readonly steps: readonly ApplyStep[];
  /** Reads the endpoint. */
  readonly read: ReadPath;
}

/** Gives a sandbox what the endpoint has, and plays a plan there; otherwise says why there is no sandbox. */
export async function rehearse(parts: RehearsalParts): Promise<Rehearsal | { readonly problem: string }> {
  const { chosen, compared, requests, steps, read } = parts;
  const { endpoint, service } = chosen;
  let started: SandboxProcess;
  try {
    started = await startSandboxProcess(process.argv[1] ?? '', [...['--unlisted', '--free-ports'], ...playedOptions(chosen)]);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'the sandbox could not be started' };
  }
  started.onLog(sayOnError);
  try {
    const place = started.endpoints.find((one) => one.service === endpoint.service);
    if (place === undefined) return { problem: `the sandbox does not play the service ${endpoint.service}` };
    return await play(parts, createSandboxPeer(place));
  } catch (error) {
    return { problem: `the sandbox does not respond: ${error instanceof Error ? error.message : ''}` };
  } finally {
    started.stop();
  }
}

/** Returns the options of a sandbox that plays the services of the folder, in the version of the endpoint. */
function playedOptions({ settings, endpoint, service }: ChosenEndpoint): readonly string[] {
  const own = settings.configuration.services.length > 0 ? ['--own-services', '--folder', settings.root] : [];
  const { startOptions = [] } = identities.find(({ id }) => id === service.id) ?? {};
  const ofEndpoint = startOptions.flatMap(({ flags, target }) => {
    const value = target === undefined ? undefined : wordOf(endpoint, target);
    return value === undefined ? [] : [flags.split(' ', 1)[0] ?? '', value];
  });
  return [...own, ...ofEndpoint];
}

function wordOf({ vendor, version }: Endpoint, target: 'version' | 'vendor'): string | undefined {
  return target === 'vendor' ? vendor : version;
}

async function play({ chosen: { service }, compared, requests, steps, read }: RehearsalParts, peer: SandboxPeer): Promise<Rehearsal> {
  try {
    const unloaded: string[] = [];
    let loaded = 0;
    const load = async (request: { readonly method: string; readonly path: string; readonly body?: string }) => {
      const sent = rehearsedRequest(request, service);
      const { status } = await peer.send(sent);
      if (status < 400) loaded++;
      else unloaded.push(`${request.method} ${request.path} (${status})`);
    };
    const pulled = await pullResources({ service, kinds: [] }, read);
    for (const { method, path, body } of pulled.requests)
      await load({ method, path, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const known = new Set(pulled.requests.map(({ path }) => path));
    for (const one of compared) {
      const stored = storedRequest(one);
      if (stored !== undefined && !known.has(stored.path)) await load(stored);
    }
    const refused: string[] = [];
    let accepted = 0;
    for (const { request } of requestsOf(steps)) {
      const sent =
        'declared' in request
          ? withoutSecrets(request.declared)
          : { ...request.made, body: request.made.body === undefined ? undefined : JSON.stringify(request.made.body) };
      const { method, path, body } = sent;
      const response = await peer.send(rehearsedRequest({ method, path, ...(body !== undefined && { body }) }, service));
      if (response.status < 400) accepted++;
      else refused.push(`${lineOf(request)}: ${response.status} ${reasonIn(response.body)}`);
    }
    const after = await planResources(
      requests.map((one) => ('reason' in one ? one : { ...one, ...rehearsedRequest(one, service) })),
      (path) => peer.send({ method: 'GET', path }),
    );
    return { loaded, unloaded, accepted, refused, after };
  } finally {
    peer.end();
  }
}

/** No private value goes to the sandbox. */
function withoutSecrets({ method, path, body, secrets }: DeclaringRequest): {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
} {
  if (body === undefined) return { method, path };
  return {
    ...{ method, path },
    body: secrets.reduce(
      (text, secret) => (secret.length < 4 ? text : text.replaceAll(JSON.stringify(secret).slice(1, -1), 'rehearsed-value')),
      body,
    ),
  };
}

/** Returns the reason of an error in a response. */
function reasonIn(body: string): string {
  const [, reason] = /"(?:reason|message)" ?: ?("(?:[^"\\]|\\.)*")/.exec(body) ?? [];
  if (reason === undefined) return body.slice(0, 200);
  return String(JSON.parse(reason));
}
