import { createEngine } from '../engine/create-engine';
import { createSandbox as createWholeSandbox } from '../sandbox/sandbox';
import { refusalsIn } from '../sandbox/refusals';
import { perRequest } from '../sandbox/remember-requests';
import { sandboxEndpoints } from '../run/configuration';
import type { DeliverEffect, StepResult, WireRequest } from '../sandbox/model';
import type { SandboxState } from '../sandbox/sandbox-state';
import type { Sandbox, SandboxDelivery, SandboxOptions, SandboxRequest, SandboxResponse } from './model';

/** Creates a sandbox with a new state: the services as functions in memory. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { now, randomText, isLenient = false } = options;
  const engine = createEngine();
  const sandbox = createWholeSandbox();
  const seed = sandbox.freshSeed(randomText);
  const endpointOf = (name: string) => sandboxEndpoints.find((endpoint) => endpoint.name === name);
  const checks = Object.fromEntries(
    sandbox.servers.flatMap(({ service, endpoint }) => {
      const known = endpointOf(endpoint);
      if (known === undefined) return [];
      return [[service, perRequest((request: WireRequest) => refusalsIn(engine.checkWire(request, known), isLenient))]];
    }),
  );
  let state = sandbox.createState(seed);

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
    servers: sandbox.servers.map(({ name, service }) => ({
      name,
      service,
      credential: `Bearer ${sandbox.credentialOf(seed, name)}`,
    })),
    send(server: string, { method, target, headers, body = '' }: SandboxRequest): SandboxResponse {
      const found = sandbox.servers.find(({ name }) => name === server);
      if (found === undefined) {
        throw new RangeError(
          `The sandbox has no server ${server}. Use ${sandbox.servers.map(({ name }) => name).join(', ')}.`,
        );
      }
      const effects = [...wake()];
      const baseUrl = endpointOf(found.endpoint)?.baseUrl ?? '';
      const input = () => ({ now: now(), randomText, baseUrl });
      let result = keep(sandbox.step(state, server, { method, target, headers, body }, input(), checks));
      effects.push(...result.effects);
      while (result.pending) {
        result = keep(result.pending.resume(state, {}, input()));
        effects.push(...result.effects);
      }
      return { ...result.response, deliveries: effects.map(deliveryOf) };
    },
    exportState: () => sandbox.writeState(state),
  };
}

function deliveryOf({ url, headers, body, signing }: DeliverEffect): SandboxDelivery {
  return { url, headers, body, ...(signing && { secret: signing.secret }) };
}
