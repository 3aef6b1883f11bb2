import type { Fault } from './model';

/** What the played services start from: each adds its members in its `states.ts`, by a declaration of this module. */
export interface PlayedSeeds {}

/** The states of the played services, by the member of their parts. */
export interface PlayedStates {}

/** The same in the format of exports. */
export interface ExportedStates {}

/** What a sandbox starts from, and returns to on reset: the members of its services, and the following ones. */
export type SandboxSeed = PlayedSeeds & {
  /** Ids and secrets come from a generator whose state is stored here, and the clock is stopped until it is moved. */
  readonly isDeterministic?: boolean;
  /** The first state of that generator; 1 unless given. */
  readonly firstRandom?: number;
};

/** An injected fault that waits for requests. */
export interface FaultRule {
  readonly id: number;
  /** The name of a server. */
  readonly server?: string;
  readonly method?: string;
  /** A path; `*` stands for any characters. */
  readonly path: string;
  /** The number of requests that it still applies to. */
  readonly remaining: number;
  /** The number of requests that it still lets through first. */
  readonly skip?: number;
  /** It applies to each request whose number is a multiple of this; absent: to each. */
  readonly every?: number;
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
  /** How many recorded responses were given, by the server and the first of them. */
  readonly replayed?: Readonly<Record<string, number>>;
}

/** The version of the format of exports; it increases when older sandboxes cannot read the format. */
export const schemaVersion = 1;

/** What every state of a sandbox has, whatever it plays. */
interface CommonState {
  /** The version of the format. */
  readonly schema: typeof schemaVersion;
  readonly seed: SandboxSeed;
  readonly control: ControlState;
}

/** The whole state of a sandbox. */
export type SandboxState = CommonState & PlayedStates;

/** A sandbox's state in the format of exports, which people read and write. */
export type ExportedState = CommonState & ExportedStates;

/** The first time of a deterministic sandbox. */
const firstMoment = Date.UTC(2026, 0, 1);
/** The first state of its generator unless the seed says another. */
const usualRandom = 1;

/** Creates the state that the control requests change. */
export function createControlState({ isDeterministic, firstRandom = usualRandom }: SandboxSeed): ControlState {
  return {
    clock: isDeterministic ? { fixed: firstMoment } : { offset: 0 },
    faults: [],
    nextFault: 1,
    ...(isDeterministic && { random: firstRandom }),
  };
}

/** Returns the sandbox's time at a time of the machine, milliseconds since 1970. */
export function sandboxTime({ control }: Pick<SandboxState, 'control'>, machineTime: number): number {
  return 'fixed' in control.clock ? control.clock.fixed : machineTime + control.clock.offset;
}
