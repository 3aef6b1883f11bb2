import { randomBytes } from 'node:crypto';
import {
  createClusterState,
  createEngine,
  createHostState,
  recordDelivery,
  sandboxEndpoints,
  stepCluster,
  stepHost,
  type Endpoint,
  type WireRequest,
} from '../../engine/src/index';
import { startSandboxListener, type SandboxListener } from '../../platform/node/sandbox-listener';
import { complain, exitCodes } from './exit-codes';

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
  const credentials = sandboxEndpoints.map(() => randomBytes(24).toString('base64url'));
  const [clusterSecret = '', hostSecret = ''] = credentials;
  const [cluster, host] = sandboxEndpoints;
  if (!cluster || !host) return exitCodes.unsent;
  const portOf = (offset: number): number => (options.freePorts ? 0 : options.portBase + offset);
  const checkFor = (endpoint: Endpoint) => (request: WireRequest) => engine.checkWire(request, endpoint);
  const checkCluster = checkFor(cluster);
  const checkHost = checkFor(host);

  const listeners: SandboxListener[] = [];
  const stopAll = async (): Promise<void> => {
    await Promise.all(listeners.map((listener) => listener.stop()));
  };
  try {
    listeners.push(
      await startSandboxListener({
        initial: createClusterState(clusterSecret),
        step: (state, request, input) => stepCluster(state, request, input, checkCluster),
        record: (state) => state,
        port: portOf(0),
      }),
    );
    listeners.push(
      await startSandboxListener({
        initial: createHostState(hostSecret, options.repository),
        step: (state, request, input) => stepHost(state, request, input, checkHost),
        record: recordDelivery,
        port: portOf(2),
        allowHosts: options.allowHost,
      }),
    );
  } catch (error) {
    await stopAll();
    complain(error instanceof Error ? error.message : String(error));
    return exitCodes.unsent;
  }
  const endpoints = [cluster, host].map(({ name, service }, index) => ({
    name,
    service,
    baseUrl: listeners[index]?.baseUrl ?? '',
    credential: `Bearer ${credentials[index] ?? ''}`,
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
