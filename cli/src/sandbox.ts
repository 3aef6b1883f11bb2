import { randomBytes } from 'node:crypto';
import {
  createEngine,
  createSandboxState,
  recordDelivery,
  sandboxEndpoints,
  stepSandbox,
  type SandboxServer,
  type SandboxState,
  type WireRequest,
} from '../../engine/src/index';
import { startSandboxListener, type SandboxListener } from '../../platform/node/sandbox-listener';
import { createSandboxStore } from '../../platform/node/sandbox-store';
import { complain, exitCodes } from './exit-codes';

/** The servers in the order of their ports. */
const servers: readonly SandboxServer[] = ['cluster', 'leader', 'host'];

/** The options of `rulebook sandbox`. */
export interface SandboxOptions {
  readonly json?: boolean;
  readonly portBase: number;
  readonly freePorts?: boolean;
  readonly repository: readonly string[];
  readonly allowHost: readonly string[];
}

/** Plays both services until told to stop; returns the exit code. */
export async function sandbox(options: SandboxOptions): Promise<number> {
  const wrong = options.repository.find((name) => !/^[^/\s]+\/[^/\s]+$/.test(name));
  if (wrong !== undefined) {
    complain(`${JSON.stringify(wrong)} is no repository; write owner/repo`);
    return exitCodes.usage;
  }
  const engine = createEngine();
  const credentials = { cluster: freshCredential(), host: freshCredential() };
  const [cluster, , host] = sandboxEndpoints;
  const checks = {
    cluster: (request: WireRequest) => (cluster ? engine.checkWire(request, cluster) : []),
    host: (request: WireRequest) => (host ? engine.checkWire(request, host) : []),
  };
  const store = createSandboxStore<SandboxState>({
    initial: createSandboxState({
      clusterCredential: credentials.cluster,
      hostCredential: credentials.host,
      repositories: options.repository,
    }),
    record: (state, outcome) => ({ ...state, host: recordDelivery(state.host, outcome) }),
    allowHosts: options.allowHost,
  });

  const listeners: SandboxListener[] = [];
  const stopAll = async (): Promise<void> => {
    await Promise.all(listeners.map((listener) => listener.stop()));
    await store.stop();
  };
  try {
    for (const [offset, server] of servers.entries()) {
      listeners.push(
        await startSandboxListener({
          answer: (request, baseUrl) =>
            store.answer((state, wire, input) => stepSandbox(state, server, wire, input, checks), request, baseUrl),
          port: options.freePorts ? 0 : options.portBase + offset,
        }),
      );
    }
  } catch (error) {
    await stopAll();
    complain(error instanceof Error ? error.message : String(error));
    return exitCodes.unsent;
  }
  const endpoints = sandboxEndpoints.map(({ name, service }, index) => ({
    name,
    service,
    baseUrl: listeners[index]?.baseUrl ?? '',
    credential: `Bearer ${servers[index] === 'host' ? credentials.host : credentials.cluster}`,
  }));
  const told = whenToldToStop(options.json === true);
  process.stdout.write(`${options.json ? JSON.stringify({ ready: true, endpoints }) : readyLine(endpoints)}\n`);
  await told;
  await stopAll();
  return exitCodes.success;
}

function readyLine(
  endpoints: readonly { readonly name: string; readonly baseUrl: string; readonly credential: string }[],
): string {
  const parts = endpoints.map(({ name, baseUrl, credential }) => `${name} ${baseUrl} (Authorization: ${credential})`);
  return `Sandbox ready, Ctrl-C stops it: ${parts.join(', ')}`;
}

function whenToldToStop(withInput: boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      resolve();
      process.stdin.pause();
    };
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    if (withInput) {
      // Whoever started this is gone when its end of the pipe closes.
      process.stdin.once('end', stop).once('close', stop).once('error', stop).resume();
    }
  });
}

function freshCredential(): string {
  return randomBytes(24).toString('base64url');
}
