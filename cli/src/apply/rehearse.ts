import {
  applySteps,
  compareResources,
  isUnrehearsed,
  loadedRequest,
  mediaTypeOf,
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
  /** Resources that the sandbox does not play. */
  readonly untried: readonly string[];
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
  const { chosen, compared } = parts;
  const { endpoint } = chosen;
  let started: SandboxProcess;
  try {
    started = await startSandboxProcess(process.argv[1] ?? '', [
      ...['--unlisted', '--free-ports'],
      ...playedOptions(chosen, compared),
    ]);
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

/** Returns the options of a sandbox that plays the services of the folder, in the version of the endpoint, with what the paths name. */
function playedOptions(
  { settings, endpoint, service }: ChosenEndpoint,
  compared: readonly ComparedResource[],
): readonly string[] {
  const own = settings.configuration.services.length > 0 ? ['--own-services', '--folder', settings.root] : [];
  const { startOptions = [] } = identities.find(({ id }) => id === service.id) ?? {};
  const ofEndpoint = startOptions.flatMap(({ flags, target }) => {
    const value = target === undefined ? undefined : wordOf(endpoint, target);
    return value === undefined ? [] : [flags.split(' ', 1)[0] ?? '', value];
  });
  const named = startOptions.flatMap(({ flags, ofPath }) => {
    if (ofPath === undefined) return [];
    const names = new Set(compared.flatMap(({ expected }) => nameInForm(ofPath, expected.named?.names ?? {})));
    return [...names].flatMap((name) => [flags.split(' ', 1)[0] ?? '', name]);
  });
  return [...own, ...ofEndpoint, ...named];
}

/** Returns a name that is made of parameters of a path, if the path has all of them. */
function nameInForm(form: string, names: Readonly<Record<string, string>>): readonly string[] {
  const parameters = [...form.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (parameters.some((name) => names[name] === undefined)) return [];
  return [form.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '')];
}

function wordOf({ vendor, version }: Endpoint, target: 'version' | 'vendor'): string | undefined {
  return target === 'vendor' ? vendor : version;
}

async function play(
  { chosen: { service }, compared, requests, steps, read: readEndpoint }: RehearsalParts,
  peer: SandboxPeer,
): Promise<Rehearsal | { readonly problem: string }> {
  try {
    const unloaded: string[] = [];
    let loaded = 0;
    const load = async (request: { readonly method: string; readonly path: string; readonly body?: string }) => {
      const sent = loadedRequest(request, service);
      const { status } = await peer.send(sent);
      if (status < 400) loaded++;
      else unloaded.push(`${request.method} ${request.path} (${status})`);
    };
    const pulled = await pullResources({ service, kinds: [] }, readEndpoint);
    if (pulled.problem !== undefined) return { problem: `the endpoint cannot be read: ${pulled.problem}` };
    for (const { method, path, body } of pulled.requests)
      await load({ method, path, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const known = new Set(pulled.requests.map(({ path }) => path));
    for (const one of compared) {
      const stored = storedRequest(one);
      if (stored !== undefined && !known.has(stored.path)) await load(stored);
    }
    const played = requests.map((one) =>
      'reason' in one ? one : { ...one, ...rehearsedRequest(withoutSecrets(one), service) },
    );
    const read: ReadPath = (path) => peer.send({ method: 'GET', path });
    // The sandbox gives ids of its own.
    const there = await compareResources(played, read);
    const planned = applySteps(there.compared);
    const refused: string[] = [];
    let accepted = 0;
    const unplayed = new Set<string>();
    for (const { request, step } of requestsOf(planned.steps)) {
      const { method, path, body } = 'declared' in request ? request.declared : request.made;
      const own = 'declared' in request ? mediaTypeOf(request.declared.operation) : request.made;
      const type = own.mediaType === undefined ? {} : { mediaType: own.mediaType };
      const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
      const sent = { method, path, ...type, ...(text !== undefined && { body: text }) };
      if (isUnrehearsed(sent, service)) {
        unplayed.add(step.resource.resource);
        continue;
      }
      const response = await peer.send(rehearsedRequest(sent, service));
      if (response.status < 400) accepted++;
      else if (response.status === 501) unplayed.add(step.resource.resource);
      else refused.push(`${lineOf(request)}: ${response.status} ${reasonIn(response.body)}`);
    }
    const tried = new Set(
      planned.steps.map(({ resource: { resource } }) => resource).filter((one) => !unplayed.has(one)),
    );
    const untried = steps
      .filter(({ resource }) => !tried.has(resource.resource))
      .map(({ resource: { resource } }) => resource);
    const after = await planResources(played, read);
    return { loaded, unloaded, untried, accepted, refused, after };
  } finally {
    peer.end();
  }
}

/** No private value goes to the sandbox. */
function withoutSecrets(request: DeclaringRequest): DeclaringRequest {
  const { body, secrets } = request;
  if (body === undefined) return request;
  return {
    ...request,
    body: secrets.reduce(
      (text, secret) =>
        secret.length < 4 ? text : text.replaceAll(JSON.stringify(secret).slice(1, -1), 'rehearsed-value'),
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
