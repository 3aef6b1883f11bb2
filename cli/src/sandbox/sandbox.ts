import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createEngine, type Endpoint, type Engine } from '../../../engine/src/index';
import { createExamples, startOptions, type Service, type ServiceId } from '../../../engine/src/services/index';
import { framesOf } from '../../../engine/src/text/index';
import {
  createSandbox,
  isControlTarget,
  perRequest,
  refusalsIn,
  type SandboxChecks,
  type SandboxSeed,
  type SandboxServer,
  type SandboxState,
} from '../../../engine/src/sandbox/index';
import { createDescriptionLoader } from '../../../platform/node/shipped-descriptions';
import { lockFile } from '../../../platform/node/files/file-lock';
import { isLoopback } from '../../../platform/node/http/loopback';
import { createFolderTasks, createTemporaryFolder } from '../../../platform/node/sandbox/folder-tasks';
import { createBodyMemory } from '../../../platform/node/sandbox/request-body';
import {
  boundUnread,
  startSandboxListener,
  type SandboxListener,
} from '../../../platform/node/sandbox/sandbox-listener';
import type { SandboxEndpoint } from '../../../platform/node/sandbox/sandbox-process';
import { announceSandbox } from '../../../platform/node/sandbox/sandbox-runtime';
import { createSandboxStore } from '../../../platform/node/sandbox/sandbox-store';
import { createStateFile, refuseStateFile, releaseReserve } from '../../../platform/node/sandbox/state-file';
import { environment } from '../configuration/configuration-file';
import { complain, exitCodes, sayOnError } from '../exit-codes';
import { playedParts, type ChosenServices, type PlayedParts } from './played-parts';
import { listIn, startingState, type Start, type StartOptions } from './sandbox-start';

const mebibyte = 1024 * 1024;
/** An export is longer than any request to the services. */
const longestControl = 512 * mebibyte;
/** Bodies that arrive at the same time have to share this. */
const bodyMemory = 512 * mebibyte;
/** The memory of responses that wait until their clients read them. */
const unreadMemory = 128 * mebibyte;

/** The options of `rulebook sandbox`. */
export interface SandboxOptions extends StartOptions, ChosenServices {
  readonly json?: boolean;
  readonly portBase: number;
  readonly freePorts?: boolean;
  /** Other programs of this user do not find it. */
  readonly unlisted?: boolean;
  readonly host: string;
  readonly allowRemote?: boolean;
  readonly allowHost: readonly string[];
  /** Rejects only what the documents forbid. */
  readonly lenient?: boolean;
  /** The most bytes of a body, in place of what each service takes. */
  readonly maxBody?: number;
}

/** Runs the services until a signal or the end of standard input stops them; returns the exit code. */
export async function sandbox(options: SandboxOptions): Promise<number> {
  const host = options.host.replace(/^\[(.*)\]$/, '$1');
  const problem = refuseHost(host, options);
  if (problem !== undefined) {
    complain(problem);
    return exitCodes.usage;
  }
  const unfit = options.state === undefined ? undefined : await refuseStateFile(options.state);
  const missing = unfit ?? (await missingFolder(options));
  if (missing !== undefined) {
    complain(missing);
    return exitCodes.usage;
  }
  let unlock: (() => Promise<void>) | undefined;
  try {
    // Before it is read: what another sandbox is about to write there would be lost.
    unlock = options.state === undefined ? undefined : await lockStateFile(options.state);
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return exitCodes.unsent;
  }
  try {
    return await play(options, host);
  } finally {
    await unlock?.();
  }
}

/** Locks a state file. Where the disk is full, the room that a killed sandbox has kept is released for the lock. */
async function lockStateFile(path: string): Promise<() => Promise<void>> {
  try {
    return await lockFile(path);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('ENOSPC'))) throw error;
    await releaseReserve(path);
    return lockFile(path);
  }
}

async function play(options: SandboxOptions, host: string): Promise<number> {
  const loadDescription = createDescriptionLoader(sayOnError);
  const engine = createEngine({
    loadDescription,
    onRuleFailure: (rule, frames) => {
      sayOnError(`The rule ${rule} failed and is skipped.\n${frames}`);
    },
  });
  const endpointFor = (server: SandboxServer) =>
    endpointOf(server, `http://127.0.0.1:${options.portBase + server.portOffset}`);
  const endpoints = new Map<ServiceId, Endpoint>();
  const isLenient = options.lenient === true;
  let played: PlayedParts;
  try {
    played = await playedParts(options);
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return exitCodes.usage;
  }
  const { described, remarks } = played;
  const sandbox = createSandbox(played.parts, {
    exampleOf: createExamples(engine.catalogue, loadDescription),
    read: (service, request) => {
      const endpoint = endpoints.get(service);
      const found = endpoint && engine.describedWire(request, endpoint);
      // A lenient sandbox applies the documents alone.
      return found && { operation: found.operation, refusals: isLenient ? [] : found.findings, needs: found.needs };
    },
  });
  const { servers } = sandbox;
  for (const server of servers) if (!endpoints.has(server.service)) endpoints.set(server.service, endpointFor(server));
  const checks = checksOf(engine, endpoints, described, isLenient);
  let start: Start;
  try {
    start = await startingState(sandbox, options);
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return exitCodes.usage;
  }
  const own = await ownFolders(start.initial.seed, options.state);
  const initial = { ...start.initial, seed: { ...start.initial.seed, ...own.seed } };
  const file =
    options.state === undefined
      ? undefined
      : createStateFile<SandboxState>(
          options.state,
          { whole: sandbox.writeState, change: sandbox.describeChange },
          start.kept,
        );
  const store = createSandboxStore<SandboxState>({
    initial,
    record: sandbox.record,
    wake: { next: sandbox.nextWake, step: sandbox.wake },
    perform: createFolderTasks({
      roots: folderOptions.flatMap(({ member }) => listIn(initial.seed, member)),
      allowHosts: options.allowHost,
    }),
    allowHosts: options.allowHost,
    ...(file && { save: file.save }),
  });

  const memory = createBodyMemory(bodyMemory);
  const unread = boundUnread(unreadMemory);
  const listeners: SandboxListener[] = [];
  const stopAll = async (): Promise<void> => {
    await Promise.all(listeners.map((listener) => listener.stop()));
    await store.stop();
    await file?.close();
    await own.remove();
  };
  try {
    for (const { name, portOffset, longestBody } of servers) {
      listeners.push(
        await startSandboxListener({
          answer: (request, baseUrl) =>
            store.answer(
              (state, wire, input) => sandbox.step(state, name, wire, input, checks),
              request,
              baseUrl,
              (status, reason) => sandbox.answerUnheard(name, status, reason),
            ),
          port: options.freePorts ? 0 : options.portBase + portOffset,
          host,
          refusal: (status, reason) => sandbox.answerUnheard(name, status, reason),
          onRuleFailure: ({ method, target }, error) => {
            // A query may hold a credential.
            sayOnError(`The sandbox failed at ${method} ${target.split('?')[0] ?? ''}.\n${framesOf(error)}`);
          },
          maximumBody: (target) => (isControlTarget(target) ? longestControl : (options.maxBody ?? longestBody)),
          memory,
          unread,
        }),
      );
    }
    // Only now: a sandbox that cannot listen must not touch the file of one that runs.
    await file?.save(store.state());
  } catch (error) {
    await stopAll().catch(() => undefined);
    complain(error instanceof Error ? error.message : String(error));
    return exitCodes.unsent;
  }
  const listening = servers.map((server, index) => ({
    ...endpointOf(server, listeners[index]?.baseUrl ?? ''),
    credential: `Bearer ${sandbox.credentialOf(initial.seed, server.name)}`,
  }));
  const stopped = untilStopped(options.json === true);
  const conceal = options.unlisted ? () => undefined : announce(listening);
  process.stdout.write(
    `${options.json ? JSON.stringify({ ready: true, endpoints: listening }) : [readyText(listening), ...remarks].join('\n')}\n`,
  );
  await stopped;
  conceal();
  try {
    await stopAll();
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return exitCodes.unsent;
  }
  return exitCodes.success;
}

/** Returns the checks of what the servers receive. A service that is played by its description has no other rules; a lenient sandbox has none for it. */
function checksOf(
  engine: Engine,
  endpoints: ReadonlyMap<ServiceId, Endpoint>,
  described: readonly Service[],
  isLenient: boolean,
): SandboxChecks {
  const byDescription = new Set(described.map(({ id }) => id));
  return Object.fromEntries(
    [...endpoints].map(([service, endpoint]) => [
      service,
      perRequest((request) => {
        if (!byDescription.has(service)) return refusalsIn(engine.checkWire(request, endpoint), isLenient);
        return isLenient ? [] : (engine.describedWire(request, endpoint, described)?.findings ?? []);
      }),
    ]),
  );
}

function endpointOf({ endpoint, service }: SandboxServer, baseUrl: string): Endpoint & { readonly service: ServiceId } {
  return { name: endpoint, service, baseUrl };
}

/** Lets other commands find the sandbox; it works without that too. */
function announce(endpoints: readonly SandboxEndpoint[]): () => void {
  try {
    return announceSandbox(endpoints, environment);
  } catch {
    complain('other commands cannot find this sandbox automatically, because its private file could not be written');
    return () => undefined;
  }
}

const folderOptions = startOptions.filter(({ takes }) => takes === 'folders');

/** Returns why a folder of an option cannot be used: better at the start than when it is used first. */
async function missingFolder({ ofServices }: StartOptions): Promise<string | undefined> {
  for (const { flags, member } of folderOptions) {
    const [name = ''] = flags.split(' ');
    for (const folder of ofServices[member] ?? []) {
      const found = await stat(folder).catch(() => undefined);
      if (!found) return `${name} ${folder} does not exist; create the folder first`;
      if (!found.isDirectory()) return `${name} ${folder} is not a folder; use a folder that exists`;
    }
  }
  return undefined;
}

/** Makes the folders that options did not name. They exist as long as the state that names them: next to its file, or until the sandbox stops. */
async function ownFolders(
  seed: SandboxSeed,
  state: string | undefined,
): Promise<{ readonly seed: Partial<SandboxSeed>; readonly remove: () => Promise<void> }> {
  const members: Record<string, readonly string[]> = {};
  const temporary: (() => Promise<void>)[] = [];
  for (const { member, own } of folderOptions) {
    if (own === undefined || listIn(seed, member).length > 0) continue;
    if (state === undefined) {
      const { folder, remove } = await createTemporaryFolder(own);
      members[member] = [folder];
      temporary.push(remove);
    } else members[member] = [`${resolve(state)}.${own}`];
  }
  return {
    seed: members as Partial<SandboxSeed>,
    remove: async () => {
      for (const remove of temporary) await remove();
    },
  };
}

function refuseHost(host: string, { allowRemote, deterministic }: SandboxOptions): string | undefined {
  if (isLoopback(host) || host === '::1') return undefined;
  if (!allowRemote) {
    return `--host ${host} lets other machines reach the sandbox; add --allow-remote if you intend that`;
  }
  return deterministic
    ? '--deterministic uses credentials that everybody knows; use it only with an address of this machine in --host'
    : undefined;
}

function readyText(
  endpoints: readonly { readonly name: string; readonly baseUrl: string; readonly credential: string }[],
): string {
  const width = Math.max(...endpoints.map(({ name }) => name.length)) + 2;
  const lines = endpoints.map(
    ({ name, baseUrl, credential }) => `  ${name.padEnd(width)}${baseUrl}  Authorization: ${credential}`,
  );
  return ['Sandbox ready. Press Ctrl-C to stop it.', ...lines].join('\n');
}

function untilStopped(withInput: boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      resolve();
      process.stdin.pause();
    };
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    if (withInput) {
      // The process that started this one has ended when its end of the pipe closes.
      process.stdin.once('end', stop).once('close', stop).once('error', stop).resume();
    }
  });
}
