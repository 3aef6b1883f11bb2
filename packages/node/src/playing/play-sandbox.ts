import type {
  ReceivedRequests,
  Sandbox,
  SandboxChecks,
  SandboxServer,
  SandboxState,
  WireRequest,
  WireResponse,
} from '@rulebook/sandbox';
import { createReceivedRequests, isControlTarget } from '@rulebook/sandbox';
import type { ServiceId } from '@rulebook/services';
import { framesOf } from '@rulebook/text';
import { createFolderTasks } from '../sandbox/folder-tasks';
import { createBodyMemory } from '../sandbox/request-body';
import { boundUnread, startSandboxListener, type Answered, type SandboxListener } from '../sandbox/sandbox-listener';
import type { SandboxEndpoint } from '../sandbox/sandbox-process';
import { createSandboxStore, type SandboxStore, type Step } from '../sandbox/sandbox-store';
import { createStateFile, type StateFile } from '../sandbox/state-file';
import { createPlayed, endpointOf, type CreatedOptions } from './created-sandbox';
import { folderOptions, ownFolders, type OwnFolders } from './own-folders';
import { listIn, startingState, type StartOptions } from './sandbox-start';

const mebibyte = 1024 * 1024;
/** An export is longer than any request to the services. */
const longestControl = 512 * mebibyte;
/** Bodies that arrive at the same time have to share this. */
const bodyMemory = 512 * mebibyte;
/** The memory of responses that wait until their clients read them. */
const unreadMemory = 128 * mebibyte;

/** What is played, and how. */
export interface PlayOptions extends StartOptions, CreatedOptions {
  /** The most bytes of a body, in place of what each service takes. */
  readonly maxBody?: number;
  /** Hosts in addition to this machine to which webhooks are delivered. */
  readonly allowHost: readonly string[];
  readonly host: string;
  /** The first port; the servers take the next ones. 0 takes free ones. */
  readonly portBase: number;
  /** The servers do not keep the process alive. */
  readonly isBackground?: boolean;
  /** Called for each request that a service answers. */
  readonly onRequest?: () => void;
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
      const seed = { ...start.initial.seed, ...own.seed };
      // A part may be set by what it stores in its folders.
      const initial = start.kept === undefined ? sandbox.createState(seed) : { ...start.initial, seed };
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
          answer: (request, baseUrl) => {
            if (!isReady) return { response: sandbox.answerUnheard(name, 503, starting) };
            options.onRequest?.();
            return answer(name, request, baseUrl);
          },
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
