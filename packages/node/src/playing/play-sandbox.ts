import { createEngine, type Endpoint } from '@rulebook/engine';
import {
  createReceivedRequests,
  createSandbox,
  isControlTarget,
  perRequest,
  refusalsIn,
  type ReceivedRequests,
  type Recording,
  type Sandbox,
  type SandboxChecks,
  type SandboxServer,
  type SandboxState,
  type WireRequest,
  type WireResponse,
} from '@rulebook/sandbox';
import { createExamples, identities, type ServiceId } from '@rulebook/services';
import { framesOf } from '@rulebook/text';
import { createFolderTasks } from '../sandbox/folder-tasks';
import { createBodyMemory } from '../sandbox/request-body';
import { boundUnread, startSandboxListener, type Answered, type SandboxListener } from '../sandbox/sandbox-listener';
import type { SandboxEndpoint } from '../sandbox/sandbox-process';
import { createSandboxStore, type SandboxStore, type Step } from '../sandbox/sandbox-store';
import { createStateFile, type StateFile } from '../sandbox/state-file';
import { createDescriptionLoader } from '../shipped-descriptions';
import { loadQueries } from '../shipped-queries';
import { folderOptions, ownFolders, type OwnFolders } from './own-folders';
import type { PlayedParts } from './played-parts';
import { listIn, startingState, type StartOptions } from './sandbox-start';

const mebibyte = 1024 * 1024;
/** An export is longer than any request to the services. */
const longestControl = 512 * mebibyte;
/** Bodies that arrive at the same time have to share this. */
const bodyMemory = 512 * mebibyte;
/** The memory of responses that wait until their clients read them. */
const unreadMemory = 128 * mebibyte;

/** Which port a server has makes no difference to what is checked. */
const checkedPort = 9270;

/** What is played, and how. */
export interface PlayOptions extends StartOptions {
  readonly played: PlayedParts;
  /** Responses that come before those of the services. */
  readonly recording?: Recording | undefined;
  /** Rejects only what the documents forbid. */
  readonly lenient?: boolean;
  /** The most bytes of a body, in place of what each service takes. */
  readonly maxBody?: number;
  /** Hosts in addition to this machine to which webhooks are delivered. */
  readonly allowHost: readonly string[];
  readonly host: string;
  /** The first port; the servers take the next ones. 0 takes free ones. */
  readonly portBase: number;
  /** The servers do not keep the process alive. */
  readonly isBackground?: boolean;
  /** Receives what went wrong, in lines for people. */
  readonly say: (text: string) => void;
}

/** A sandbox that has its first state and does not listen yet. */
export interface PreparedSandbox {
  /** Starts its servers. Rejects with a sentence for the user; nothing runs then. */
  start(): Promise<RunningSandbox>;
}

/** A sandbox with its servers. */
export interface RunningSandbox {
  /** In the order of their ports, with the whole value of an `Authorization` header field. */
  readonly endpoints: readonly (SandboxEndpoint & { readonly service: ServiceId; readonly credential: string })[];
  readonly servers: readonly SandboxServer[];
  readonly sandbox: Sandbox;
  readonly store: SandboxStore<SandboxState>;
  readonly received: ReceivedRequests;
  /** The state that a reset returns to. */
  readonly initial: SandboxState;
  /** Folders that exist as long as it runs. */
  readonly temporary: readonly string[];
  /** Carries out a control request about the state at once, without a socket. */
  control(server: string, request: Pick<WireRequest, 'method' | 'target' | 'body'>): WireResponse;
  /** Ends the servers and deliveries, and saves the state. Rejects with a sentence for the user. */
  stop(): Promise<void>;
}

/** Makes the first state of a sandbox. Rejects with a sentence for the user about what cannot be used. */
export async function prepareSandbox(options: PlayOptions): Promise<PreparedSandbox> {
  const { sandbox, checks } = createPlayed(options);
  const start = await startingState(sandbox, options);
  return {
    start: async () => {
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
      return listenWith({ ...options, sandbox, checks, initial, file, own });
    },
  };
}

/** Returns the sandbox as functions, with what checks its requests. */
function createPlayed({ played, recording, lenient: isLenient = false, say, ofServices }: PlayOptions) {
  const loadDescription = createDescriptionLoader(say);
  const engine = createEngine({
    loadDescription,
    onRuleFailure: (rule, frames) => {
      say(`The rule ${rule} failed and is skipped.\n${frames}`);
    },
  });
  const endpoints = new Map<ServiceId, Endpoint>();
  const { described } = played;
  const sandbox = createSandbox(
    played.parts,
    {
      exampleOf: createExamples(engine.catalogue, loadDescription),
      read: (service, request) => {
        const endpoint = endpoints.get(service);
        const found = endpoint && engine.describedWire(request, endpoint);
        // A lenient sandbox applies the documents alone.
        return found && { operation: found.operation, refusals: isLenient ? [] : found.findings, needs: found.needs };
      },
    },
    recording,
    loadQueries,
  );
  for (const server of sandbox.servers) {
    if (!endpoints.has(server.service))
      endpoints.set(server.service, {
        ...endpointOf(server, `http://127.0.0.1:${checkedPort + server.portOffset}`),
        ...targetOf(server.service, ofServices),
      });
  }
  const checks = Object.fromEntries(
    [...endpoints].map(([service, endpoint]) => [
      service,
      perRequest(
        described.some(({ id }) => id === service)
          ? (request) => (isLenient ? [] : (engine.describedWire(request, endpoint, described)?.findings ?? []))
          : (request) => refusalsIn(engine.checkWire(request, endpoint), isLenient),
      ),
    ]),
  );
  return { sandbox, checks };
}

interface Listened extends PlayOptions {
  readonly sandbox: Sandbox;
  readonly checks: SandboxChecks;
  readonly initial: SandboxState;
  readonly file: StateFile<SandboxState> | undefined;
  readonly own: OwnFolders;
}

const starting = 'The sandbox is not ready yet. Send the request again.';

async function listenWith(options: Listened): Promise<RunningSandbox> {
  const { sandbox, checks, initial, file, own, host, portBase } = options;
  const { servers } = sandbox;
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
  const received = createReceivedRequests();
  const stepOf =
    (server: string): Step<SandboxState> =>
    (state, wire, input) =>
      sandbox.step(state, server, wire, { ...input, received, isLenient: options.lenient === true }, checks);
  const answer = (server: string, request: WireRequest, baseUrl: string): Promise<Answered> =>
    store.answer(stepOf(server), request, baseUrl, (status, reason) => sandbox.answerUnheard(server, status, reason));
  const memory = createBodyMemory(bodyMemory);
  const unread = boundUnread(unreadMemory);
  const listeners: SandboxListener[] = [];
  let isReady = false;
  const stop = async (): Promise<void> => {
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
            isReady ? answer(name, request, baseUrl) : { response: sandbox.answerUnheard(name, 503, starting) },
          port: portBase === 0 ? 0 : portBase + portOffset,
          host,
          refusal: (status, reason) => sandbox.answerUnheard(name, status, reason),
          onRuleFailure: ({ method, target }, error) => {
            // A query may hold a credential.
            options.say(`The sandbox failed at ${method} ${target.split('?')[0] ?? ''}.\n${framesOf(error)}`);
          },
          maximumBody: (target) => (isControlTarget(target) ? longestControl : (options.maxBody ?? longestBody)),
          memory,
          unread,
          ...(options.isBackground && { isBackground: true }),
        }),
      );
    }
    // Only now: a sandbox that cannot listen must not touch the file of one that runs.
    await file?.save(store.state());
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
  isReady = true;
  const endpoints = servers.map((server, index) => ({
    ...endpointOf(server, listeners[index]?.baseUrl ?? ''),
    credential: `Bearer ${sandbox.credentialOf(initial.seed, server.name)}`,
  }));
  return {
    ...{ endpoints, servers, sandbox, store, received, initial, temporary: own.temporary, stop },
    control: (server, request) => {
      const { credential = '', baseUrl = '' } = endpoints[servers.findIndex(({ name }) => name === server)] ?? {};
      const headers = [['Authorization', credential]] as const;
      return store.step(stepOf(server), { ...request, headers }, baseUrl).response;
    },
  };
}

/** Returns the version and the vendor that the options of a start give the servers of a service. */
function targetOf(service: ServiceId, given: StartOptions['ofServices']): Partial<Endpoint> {
  return Object.fromEntries(
    (identities.find(({ id }) => id === service)?.startOptions ?? []).flatMap(({ target, member }) => {
      const value = given[member]?.at(-1);
      return value === undefined || target === undefined ? [] : [[target, value]];
    }),
  );
}

function endpointOf({ endpoint, service }: SandboxServer, baseUrl: string): Endpoint & { readonly service: ServiceId } {
  return { name: endpoint, service, baseUrl };
}
