import { createClusterPair } from './cluster/cluster';
import type { ClusterPair, UserRecord } from './cluster/model';
import type { HostState } from './host/model';
import { createHostState, type HostSeed } from './host/seed';
import type { Fault } from './model';

/** The servers of a sandbox: the search cluster, a second one that it knows as remote `leader`, and the code host. */
export type SandboxServer = 'cluster' | 'leader' | 'host';

/** What a sandbox starts from, and returns to on reset. */
export interface SandboxSeed {
  /** What callers of both clusters send behind `Bearer`. */
  readonly clusterCredential: string;
  readonly hostCredential: string;
  /** Repositories of the code host beside its own, `owner/repo`. */
  readonly repositories: readonly string[];
  /** Whom and what the code host knows. */
  readonly host?: HostSeed;
  /** The folders below which snapshot repositories may lie; absent: none. */
  readonly pathRepo?: readonly string[];
  /**
   * Addresses that read-only repositories may have; `*` stands for any characters in host, path, query or fragment. Absent: those of
   * this machine and of `example.com`, which belongs to documentation.
   */
  readonly allowedUrls?: readonly string[];
  /** Users of both clusters beside the administrator, by name. */
  readonly clusterUsers?: Readonly<Record<string, UserRecord>>;
  /** Ids and secrets come from a generator whose state is kept here, and the clock stands until it is moved. */
  readonly isDeterministic?: boolean;
}

/** A disturbance that waits for requests. */
export interface FaultRule {
  readonly id: number;
  readonly server?: SandboxServer;
  readonly method?: string;
  /** A path; `*` stands for any characters. */
  readonly path: string;
  /** How many more requests it meets. */
  readonly remaining: number;
  readonly fault: Fault;
}

/** What the control requests below `/_sandbox` change. */
export interface ControlState {
  /** The clock: the machine's plus `offset` milliseconds, or standing at `fixed`, milliseconds since 1970. */
  readonly clock: { readonly offset: number } | { readonly fixed: number };
  readonly faults: readonly FaultRule[];
  readonly nextFault: number;
  /** The state of the generator that ids and secrets come from; absent: they come from the machine. */
  readonly random?: number;
}

/** Where the clock of a deterministic sandbox stands at first. */
const firstMoment = Date.UTC(2026, 0, 1);
/** Where its generator begins. */
const firstRandom = 1;

/** The version of the form in which a sandbox's state is exported; a form that older sandboxes cannot read gets the next one. */
export const schemaVersion = 1;

/** Everything that a sandbox knows; JSON all through. */
export interface SandboxState {
  /** The version of this form. */
  readonly schema: typeof schemaVersion;
  readonly seed: SandboxSeed;
  readonly control: ControlState;
  readonly clusters: ClusterPair;
  readonly host: HostState;
}

/** Makes a fresh sandbox. */
export function createSandboxState(seed: SandboxSeed): SandboxState {
  return {
    schema: schemaVersion,
    seed,
    control: {
      clock: seed.isDeterministic ? { fixed: firstMoment } : { offset: 0 },
      faults: [],
      nextFault: 1,
      ...(seed.isDeterministic && { random: firstRandom }),
    },
    clusters: createClusterPair(seed.clusterCredential, seed.clusterUsers),
    host: createHostState(seed.hostCredential, seed.repositories, seed.host),
  };
}

/** Returns the sandbox's time at a time of the machine, milliseconds since 1970. */
export function sandboxTime({ control }: SandboxState, machineTime: number): number {
  return 'fixed' in control.clock ? control.clock.fixed : machineTime + control.clock.offset;
}
