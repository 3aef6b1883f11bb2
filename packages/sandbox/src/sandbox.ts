import type { ServiceId } from '@rulebook/catalogue/facts';
import type { QueryLanguages } from '@rulebook/catalogue/query-languages';
import { inOrderOfPorts } from '@rulebook/catalogue/played-order';
import { createControl } from './control/control';
import { exportState, importState, writeState } from './control/export-state';
import { answerInstead, applyFault } from './control/fault-rules';
import { adoptState, readState, readStateText, type ReadState } from './control/read-state';
import { filterRequests, unmetExpectation, type Expectation, type RequestFilter } from './control/expectations';
import type { ReceivedRequest, ReceivedRequests } from './model';
import { knownSecrets, maskedText } from './control/requests';
import { showRequests, type ShownRequest } from './control/shown-requests';
import { readSeedFile } from './control/seed-file';
import { createSeededRandom } from './control/seeded-random';
import { describeChange } from './control/state-change';
import { welcome } from './control/welcome';
import { answerDescribed, type DescribedLayer } from './described';
import { widen } from './widen';
import { createReplay, type Recording } from './recorded';
import { rememberRequests } from './remember-requests';
import type {
  DeliverEffect,
  DeliveryOutcome,
  Effect,
  Fault,
  StepInput,
  StepResult,
  WireRequest,
  WireResponse,
} from './model';
import { credentialOfSeed, serversOf, stateOf, withStateOf } from './part';
import type { RightsHolder, RightsHolders, SandboxPart, SandboxServer } from './part';
import {
  createControlState,
  sandboxTime,
  schemaVersion,
  type ExportedState,
  type SandboxSeed,
  type SandboxState,
} from './sandbox-state';
import { result, type CheckWire } from './wire';

/** The rules of the services, applied to received requests. A service without an entry is played without rules. */
export type SandboxChecks = Readonly<Record<ServiceId, CheckWire>>;

/**
 * The services as functions over an immutable state. Nothing here reads a file, a clock or the network. A server is given by its name; a
 * name that is not in `servers` is an error of the program.
 */
export interface Sandbox {
  /** In the order of their ports. */
  readonly servers: readonly SandboxServer[];

  /** Returns a seed with new credentials; `randomText` returns that many random characters. */
  readonly freshSeed: (randomText: (length: number) => string) => SandboxSeed;
  /** Creates a sandbox from a seed. */
  readonly createState: (seed: SandboxSeed) => SandboxState;
  /** Returns what callers of the server send behind `Bearer`. */
  readonly credentialOf: (seed: SandboxSeed, server: string) => string;
  /** Returns the members of the seed with callers that have just these rights, by the names of the endpoints that they call. */
  readonly holders: (holders: readonly RightsHolder[]) => RightsHolders;

  /** Answers one request to one of the servers; `input.now` is the machine's time. Never throws on bad input. */
  readonly step: (
    state: SandboxState,
    server: string,
    request: WireRequest,
    input: StepInput,
    checks: SandboxChecks,
  ) => StepResult<SandboxState>;
  /** Carries out what is due without a request; `input.now` is the machine's time. */
  readonly wake: (
    state: SandboxState,
    input: Pick<StepInput, 'now'>,
  ) => Pick<StepResult<SandboxState>, 'state' | 'effects'>;
  /** Returns the machine's time at which something is due without a request; undefined when nothing is, or the clock is stopped. */
  readonly nextWake: (state: SandboxState, now: number) => number | undefined;
  /** Records the outcome of a delivery. */
  readonly record: (
    state: SandboxState,
    outcome: DeliveryOutcome,
    delivery: Pick<DeliverEffect, 'service'>,
  ) => SandboxState;
  /** Returns those received requests that a filter means, without secrets. */
  readonly shownRequests: (
    state: SandboxState,
    received: readonly ReceivedRequest[],
    filter: RequestFilter,
  ) => readonly ShownRequest[];
  /** Returns why the received requests are not as expected, in lines without secrets; undefined if they are. */
  readonly unmetExpectation: (
    state: SandboxState,
    received: readonly ReceivedRequest[],
    expectation: Expectation,
  ) => string | undefined;
  /** Returns an error in the format of the server's service for a request that did not reach the service. */
  readonly answerUnheard: (server: string, status: number, reason: string) => WireResponse;

  /** Returns the state in the format of exports. */
  readonly exportState: (state: SandboxState) => ExportedState;
  /** Returns the text of an export. */
  readonly writeState: (state: SandboxState) => string;
  /** Returns the change between the exports of two states as one line of a state file, or undefined when they are equal. */
  readonly describeChange: (before: SandboxState, now: SandboxState) => string | undefined;
  /** Returns the state of an export that has its form. */
  readonly importState: (exported: ExportedState) => SandboxState;
  /** Reads the JSON value of an export. A service that is missing there has no state before `adoptState`. */
  readonly readState: (value: unknown) => ReadState;
  /** Reads the text of an export or of a state file. */
  readonly readStateText: (text: string) => ReadState;
  /** Adapts a state to a sandbox that was started with another seed. */
  readonly adoptState: (state: SandboxState, seed: SandboxSeed) => SandboxState;
  /** Reads a seed file, which is JSON with comments; otherwise returns one sentence that says what is wrong, and in which line. */
  readonly readSeedFile: (text: string) => { readonly seed: Partial<SandboxSeed> } | { readonly cause: string };
}

/**
 * Creates a sandbox that plays these services. `described` knows the operations that only the published
 * descriptions of the services have; without it, they are unknown paths. Responses of a recording come before those of the services. `queries`
 * loads what reads queries with the first one; without it, no query is carried out.
 */
export function createSandbox(
  parts: readonly SandboxPart[],
  described?: DescribedLayer,
  recording?: Recording,
  queries?: () => QueryLanguages,
): Sandbox {
  const replay = recording && createReplay(recording);
  const servers = new Map(
    parts.flatMap((part) => serversOf(part).map((server) => [server.name, { ...server, part }] as const)),
  );
  const serverAt = (name: string): SandboxServer & { readonly part: SandboxPart } => {
    const server = servers.get(name);
    if (server === undefined) throw new Error(`The sandbox has no server ${name}.`);
    return server;
  };
  const createState = (seed: SandboxSeed): SandboxState => {
    const states = parts.map((part) => [part.member, part.create(seed)]);
    const control = createControlState(seed);
    return { schema: schemaVersion, seed, control, ...Object.fromEntries(states) } as SandboxState;
  };
  const stepControl = createControl(parts, createState);
  const remembered = rememberRequests();
  const stepService = (
    state: SandboxState,
    { name, summary, part }: SandboxServer & { readonly part: SandboxPart },
    request: WireRequest,
    input: StepInput,
    checks: SandboxChecks,
  ): StepResult<SandboxState> => {
    const recorded = replay?.next(state, { name, service: part.service }, request);
    if (recorded) return result(recorded.state, recorded.response);
    if (request.bytes !== undefined && !part.takesBytes && request.body.includes('\ufffd'))
      return result(state, part.failure(400, 'The body is not UTF-8 text.', 'sandbox_exception', state.seed));
    const page = welcome({ summary }, request);
    if (page) return result(state, page);
    const local: StepInput = {
      ...input,
      now: sandboxTime(state, input.now),
      ...(queries && { queries }),
      ...(described && { describe: (unplayed) => answerDescribed(described, part.service.id, unplayed) }),
    };
    const check = checks[part.service.id] ?? withoutRules;
    const call = { server: name, request, input: local, check, seed: state.seed, service: part.service };
    return widen(part, part.step(stateOf(part, state), call), state);
  };

  /** Injects a fault if one is to be. */
  const stepRequest: typeof stepService = (state, server, request, input, checks) => {
    const met = applyFault(state, server.name, request);
    if (met === undefined) return stepService(state, server, request, input, checks);
    const instead = answerInstead(met, server.part);
    if (instead !== undefined) return instead;
    const step = stepService(met.state, server, request, input, checks);
    return met.fault === undefined ? step : withFault(step, met.fault);
  };

  return {
    servers: inOrderOfPorts(parts.flatMap(serversOf)),
    freshSeed: (randomText) =>
      Object.assign(
        {},
        ...parts.map(({ credential, plainSeed }) => ({ [credential]: randomText(credentialLength), ...plainSeed })),
      ) as SandboxSeed,
    createState,
    credentialOf: (seed, server) => credentialOfSeed(serverAt(server).part, seed),
    holders: (holders) => holdersOf(parts, holders),
    step: (state, name, received, input, checks) => {
      const server = serverAt(name);
      const request = remembered(received);
      return drawing(state, input, (drawn) => {
        const control = stepControl(state, server, request, drawn);
        if (control) return control;
        const step = stepRequest(state, server, request, drawn, checks);
        // What was received is kept for people, who read no bytes.
        const { bytes: _, ...shown } = request;
        const kept = request.bytes === undefined ? request : shown;
        const note = input.received?.add({ server: name, time: sandboxTime(state, input.now), request: kept });
        return note === undefined ? step : answered(step, note);
      });
    },
    wake: (state, { now }) => {
      let next = state;
      const effects: Effect[] = [];
      for (const part of parts) {
        const woken = part.wake?.step(stateOf(part, next), sandboxTime(next, now));
        if (woken === undefined) continue;
        next = withStateOf(part, next, woken.state);
        effects.push(...woken.effects);
      }
      return { state: next, effects };
    },
    nextWake: (state, now) => {
      const times = parts.flatMap((part) => part.wake?.next(stateOf(part, state)) ?? []);
      if (times.length === 0) return undefined;
      const due = Math.min(...times);
      const { clock } = state.control;
      if ('offset' in clock) return due - clock.offset;
      return clock.fixed >= due ? now : undefined;
    },
    record: (state, outcome, { service }) => {
      const part = parts.find((one) => one.service.id === service);
      return part?.record ? withStateOf(part, state, part.record(stateOf(part, state), outcome)) : state;
    },
    shownRequests: (state, received, filter) =>
      showRequests(filterRequests(received, filter), knownSecrets(parts, state)),
    unmetExpectation: (state, received, expectation) => {
      const unmet = unmetExpectation(received, expectation);
      return unmet === undefined ? undefined : maskedText(unmet, knownSecrets(parts, state));
    },
    answerUnheard: (server, status, reason) => serverAt(server).part.failure(status, reason, 'sandbox_exception'),
    exportState: (state) => exportState(parts, state),
    writeState: (state) => writeState(parts, state),
    describeChange: (before, now) => describeChange(parts, before, now),
    importState: (exported) => importState(parts, exported),
    readState: (value) => readState(parts, value),
    readStateText: (text) => readStateText(parts, text),
    adoptState: (state, seed) => adoptState(parts, state, seed),
    readSeedFile: (text) => readSeedFile(parts, text),
  };
}

const credentialLength = 32;

const withoutRules: CheckWire = () => [];

/** Takes random text from the sandbox's own generator when it has one, and stores the generator's state for the next step. */
function drawing(
  state: SandboxState,
  input: StepInput,
  step: (input: StepInput) => StepResult<SandboxState>,
): StepResult<SandboxState> {
  const { random } = state.control;
  const source = random === undefined ? undefined : createSeededRandom(random);
  const whole = step(source ? { ...input, randomText: source.text } : input);
  const hasDrawn = source !== undefined && source.state() !== random;
  if (!hasDrawn && whole.pending === undefined) return whole;
  const { pending, ...taken } = whole;
  const { control } = taken.state;
  const next = hasDrawn ? { ...taken.state, control: { ...control, random: source.state() } } : taken.state;
  if (pending === undefined) return { ...taken, state: next };
  const resume: typeof pending.resume = (current, outcome, later) =>
    drawing(current, later, (drawn) => pending.resume(current, outcome, drawn));
  return { ...taken, state: next, pending: { task: pending.task, resume } };
}

/** Applies a fault to the final response of a step. */
function withFault(step: StepResult<SandboxState>, fault: Fault): StepResult<SandboxState> {
  const { pending, ...rest } = step;
  if (pending === undefined) return { ...rest, fault };
  const resume: typeof pending.resume = (...given) => withFault(pending.resume(...given), fault);
  return { ...rest, pending: { task: pending.task, resume } };
}

/** Passes the final response of a step on. */
function answered(step: StepResult<SandboxState>, note: ReturnType<ReceivedRequests['add']>): StepResult<SandboxState> {
  const { pending, response, fault } = step;
  if (pending === undefined) {
    const { bytes: _, ...shown } = response;
    note({ response: shown, ...(fault && { fault }) });
    return step;
  }
  const resume: typeof pending.resume = (...given) => answered(pending.resume(...given), note);
  return { ...step, pending: { task: pending.task, resume } };
}

function holdersOf(parts: readonly SandboxPart[], holders: readonly RightsHolder[]): RightsHolders {
  const made = parts.flatMap((part) => {
    const names = new Set(serversOf(part).map(({ endpoint }) => endpoint));
    const own = holders.filter(({ name }) => names.has(name));
    return part.holders && own.length > 0 ? [{ names, ...part.holders(own) }] : [];
  });
  return {
    seed: Object.assign({}, ...made.map(({ seed }) => seed)) as Partial<SandboxSeed>,
    credentialOf: (name) => made.find(({ names }) => names.has(name))?.credentialOf(name) ?? '',
  };
}
