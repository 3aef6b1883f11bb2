import { createClusterPair } from '../services/search-cluster/sandbox/cluster/cluster';
import type { ClusterPair, UserRecord } from '../services/search-cluster/sandbox/cluster/model';
import type { HostState } from '../services/code-hosting/sandbox/model';
import { createHostState, type HostSeed } from '../services/code-hosting/sandbox/seed';
import type { Fault } from './model';

/** The servers of a sandbox: the search cluster, its remote cluster `leader`, and the code host. */
export type SandboxServer = 'cluster' | 'leader' | 'host';

/** What a sandbox starts from, and returns to on reset. */
export interface SandboxSeed {
  /** What callers of both clusters send behind `Bearer`. */
  readonly clusterCredential: string;
  readonly hostCredential: string;
  /** Repositories of the code host beside its own, `owner/repo`. */
  readonly repositories: readonly string[];
  /** Users, repositories, projects and tokens of the code host. */
  readonly host?: HostSeed;
  /** The folders below which snapshot repositories may be; none when absent. */
  readonly pathRepo?: readonly string[];
  /**
   * Addresses that read-only repositories may have; `*` stands for any characters in host, path, query or fragment. Absent: those of
   * this machine and of `example.com`, which belongs to documentation.
   */
  readonly allowedUrls?: readonly string[];
  /** Users of both clusters beside the administrator, by name. */
  readonly clusterUsers?: Readonly<Record<string, UserRecord>>;
  /** Ids and secrets come from a generator whose state is stored here, and the clock is stopped until it is moved. */
  readonly isDeterministic?: boolean;
}

/** An injected fault that waits for requests. */
export interface FaultRule {
  readonly id: number;
  readonly server?: SandboxServer;
  readonly method?: string;
  /** A path; `*` stands for any characters. */
  readonly path: string;
  /** The number of requests that it still applies to. */
  readonly remaining: number;
  readonly fault: Fault;
}

/** What the control requests below `/_sandbox` change. */
export interface ControlState {
  /** The clock: the machine's plus `offset` milliseconds, or stopped at `fixed`, milliseconds since 1970. */
  readonly clock: { readonly offset: number } | { readonly fixed: number };
  readonly faults: readonly FaultRule[];
  readonly nextFault: number;
  /** The state of the generator for ids and secrets; without it, they come from the machine. */
  readonly random?: number;
}

/** The first time of a deterministic sandbox. */
const firstMoment = Date.UTC(2026, 0, 1);
/** The first state of its generator. */
const firstRandom = 1;

/** The version of the format of exports; it increases when older sandboxes cannot read the format. */
export const schemaVersion = 1;

/** The whole state of a sandbox. */
export interface SandboxState {
  /** The version of the format. */
  readonly schema: typeof schemaVersion;
  readonly seed: SandboxSeed;
  readonly control: ControlState;
  readonly clusters: ClusterPair;
  readonly host: HostState;
}

/** Creates a sandbox from a seed. */
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
