import type { MachineOutcome, SandboxServer, StepInput, WireRequest, WireResponse } from '@rulebook/sandbox';
import { createFolderTasks } from '../sandbox/folder-tasks';
import { createPlayed, type CreatedOptions } from './created-sandbox';
import { folderOptions, ownFolders } from './own-folders';
import { listIn, startingState } from './sandbox-start';

/** A sandbox without servers: requests are handed to it, and nothing leaves it. */
export interface PlayedCalls {
  readonly servers: readonly SandboxServer[];
  /** Answers a request to a server with the rights of its administrator. */
  readonly answer: (server: string, request: WireRequest) => Promise<WireResponse>;
  /** Removes what it has stored in folders of its own. */
  readonly end: () => Promise<void>;
}

/** Where its servers seem to be. */
const baseUrl = 'http://127.0.0.1';

/** Starts a sandbox without servers, whose ids and times are the same each time. It delivers no webhooks, and asks no URL. */
export async function startPlayedCalls(options: CreatedOptions): Promise<PlayedCalls> {
  const { sandbox, checks } = createPlayed(options);
  const { initial } = await startingState(sandbox, { ofServices: options.ofServices, deterministic: true });
  const own = await ownFolders(initial.seed, undefined);
  const seed = { ...initial.seed, ...own.seed };
  const perform = createFolderTasks({
    roots: folderOptions.flatMap(({ member }) => listIn(seed, member)),
    allowHosts: [],
  });
  // A part may be set by what it stores in its folders.
  let state = sandbox.createState(seed);
  const input = (): StepInput => ({ now: 0, randomText: (length) => 'x'.repeat(length), baseUrl });
  return {
    servers: sandbox.servers,
    answer: async (server, request) => {
      const credential = `Bearer ${sandbox.credentialOf(seed, server)}`;
      const headers = [...request.headers, ['Authorization', credential] as const];
      let result = sandbox.step(state, server, { ...request, headers }, input(), checks);
      ({ state } = result);
      while (result.pending !== undefined) {
        const { task, resume } = result.pending;
        const outcome: MachineOutcome =
          task.kind === 'pause'
            ? {}
            : task.kind === 'probe-url'
              ? { problem: 'No URL is asked while requests are only played.' }
              : await perform(task);
        result = resume(state, outcome, input());
        ({ state } = result);
      }
      return result.response;
    },
    end: own.remove,
  };
}
