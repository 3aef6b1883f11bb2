import { createEngine } from '../../create-engine';
import { createReceivedRequests } from '@rulebook/sandbox/control/received';
import { createSandbox as createWholeSandbox } from '@rulebook/sandbox/sandbox';
import { refusalsIn } from '@rulebook/sandbox/refusals';
import { perRequest } from '@rulebook/sandbox/remember-requests';
import { sandboxEndpoints, usualPort } from '@rulebook/sender/configuration/configuration';
import type { Endpoint } from '@rulebook/checker/binding/model';
import type { SandboxServer } from '@rulebook/sandbox/part';
import type { CheckWire } from '@rulebook/sandbox/wire';
import type { DeliverEffect, StepResult } from '@rulebook/sandbox/model';
import type { SandboxSeed, SandboxState } from '@rulebook/sandbox/sandbox-state';
import { charactersOf } from '@rulebook/sandbox/played/content';
import { createExamples } from '@rulebook/description/examples';
import { identities } from '@rulebook/services/identities';
import { readDescription } from '../read-description';
import { chosenParts } from './chosen-parts';
import type { Sandbox, SandboxDelivery, SandboxOptions, SandboxRequest, SandboxResponse } from './model';

/** Creates a sandbox with a new state: the services as functions in memory. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { now, randomText, isLenient = false, hmac, loadDescription } = options;
  const load = loadDescription && ((name: string) => readDescription(name, loadDescription));
  const engine = createEngine({ ...(load && { loadDescription: load }) });
  const { parts, described } = chosenParts(options);
  const endpoints = new Map<string, Endpoint>();
  const sandbox = createWholeSandbox(
    parts,
    load && {
      exampleOf: createExamples(engine.catalogue, load),
      read: (service, request) => {
        const endpoint = endpoints.get(service);
        const found = endpoint && engine.describedWire(request, endpoint);
        // A lenient sandbox applies the documents alone.
        return found && { operation: found.operation, refusals: isLenient ? [] : found.findings, needs: found.needs };
      },
    },
  );
  const kept = options.state === undefined ? undefined : readWhole(sandbox.readStateText(options.state), 'state');
  const written = options.seed === undefined ? undefined : readWhole(sandbox.readSeedFile(options.seed), 'seed');
  const seed: SandboxSeed = {
    ...sandbox.freshSeed(randomText),
    ...kept?.state.seed,
    ...written?.seed,
    ...(parts.length > described.length && foldersOf(options)),
  };
  const endpointOf = ({ endpoint: name, service, portOffset }: SandboxServer): Endpoint => ({
    ...(sandboxEndpoints.find((endpoint) => endpoint.name === name) ?? {
      ...{ name, service },
      baseUrl: `http://127.0.0.1:${usualPort + portOffset}`,
    }),
    ...targetOf(service, seed),
  });
  for (const server of sandbox.servers)
    if (!endpoints.has(server.service)) endpoints.set(server.service, endpointOf(server));
  const checkOf = (server: SandboxServer): CheckWire => {
    const endpoint = endpointOf(server);
    if (!described.some(({ id }) => id === server.service))
      return (request) => refusalsIn(engine.checkWire(request, endpoint), isLenient);
    return (request) => (isLenient ? [] : (engine.describedWire(request, endpoint, described)?.findings ?? []));
  };
  const checks = Object.fromEntries(
    sandbox.servers.map((server) => [server.service, perRequest(checkOf(server))] as const),
  );
  const received = createReceivedRequests();
  let state = kept === undefined ? sandbox.createState(seed) : sandbox.adoptState(kept.state, seed);

  const keep = (result: StepResult<SandboxState>): StepResult<SandboxState> => {
    state = result.state;
    return result;
  };
  /** Carries out what is due by now, such as a replication that goes on by itself; returns what it delivers. */
  const wake = (): readonly DeliverEffect[] => {
    const due = sandbox.nextWake(state, now());
    if (due === undefined || due > now()) return [];
    const woken = sandbox.wake(state, { now: now() });
    state = woken.state;
    return woken.effects;
  };

  return {
    servers: sandbox.servers.map(({ name, endpoint, service }) => ({
      name: endpoint,
      service,
      credential: `Bearer ${sandbox.credentialOf(seed, name)}`,
    })),
    send(server: string, { method, target, headers, bytes, body = '' }: SandboxRequest): SandboxResponse {
      const found = sandbox.servers.find(({ name, endpoint }) => endpoint === server || name === server);
      if (found === undefined) {
        throw new RangeError(
          `The sandbox has no server ${server}. Use ${sandbox.servers.map(({ endpoint }) => endpoint).join(', ')}.`,
        );
      }
      const effects = [...wake()];
      const { baseUrl } = endpointOf(found);
      const input = () => ({ now: now(), randomText, baseUrl, received, isLenient });
      const request = {
        method,
        target,
        headers,
        ...(bytes === undefined ? { body } : { bytes, body: charactersOf(bytes) }),
      };
      let result = keep(sandbox.step(state, found.name, request, input(), checks));
      effects.push(...result.effects);
      while (result.pending) {
        result = keep(result.pending.resume(state, {}, input()));
        effects.push(...result.effects);
      }
      const { fault } = result;
      return {
        ...result.response,
        ...(fault !== undefined && fault.kind !== 'status' && { fault }),
        deliveries: effects.map((effect) => deliveryOf(effect, hmac)),
      };
    },
    exportState: () => sandbox.writeState(state),
  };
}

/** Returns the version and the vendor that a seed gives the servers of a service, as endpoints name them. */
function targetOf(service: string, seed: SandboxSeed): Partial<Endpoint> {
  const given = new Map<string, unknown>(Object.entries(seed));
  return Object.fromEntries(
    (identities.find(({ id }) => id === service)?.startOptions ?? []).flatMap(({ target, member }) => {
      const value = given.get(member);
      return value === undefined || target === undefined ? [] : [[target, value]];
    }),
  );
}

/** Returns what the services without a description may use. */
function foldersOf({ pathRepo = ['/repositories'], allowedUrls = [] }: SandboxOptions): Partial<SandboxSeed> {
  return { pathRepo, allowedUrls };
}

function deliveryOf({ url, headers, body, signing }: DeliverEffect, hmac: SandboxOptions['hmac']): SandboxDelivery {
  if (signing === undefined) return { url, headers, body };
  const { secret, fields } = signing;
  if (hmac === undefined) return { url, headers, body, secret };
  const signed = fields.map(({ name, hash, prefix }) => [name, `${prefix}${hmac(hash, secret, body)}`] as const);
  return { url, headers: [...headers, ...signed], body };
}

/** Returns what was read; throws when it cannot be used. */
function readWhole<T extends object>(read: T | { readonly cause: string }, name: 'seed' | 'state'): T {
  if ('cause' in read) throw new RangeError(`The option ${name} cannot be used. ${read.cause}`);
  return read;
}
