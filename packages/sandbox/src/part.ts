import type { ServiceId } from '@rulebook/catalogue/facts';
import type { Service } from '@rulebook/catalogue/service';
import type { Right } from '@rulebook/checker/privileges/file-rights';
import type { Form } from './control/form';
import type { ControlRequest } from './control/request';
import type { Patch } from './control/patch';
import type { DeliveryOutcome, Effect, StepInput, StepResult, WireRequest, WireResponse } from './model';
import type { SandboxSeed } from './sandbox-state';
import type { ViewEvents, ViewItem } from './view';
import type { CheckWire } from './wire';

/** A caller of a server that has just these rights. */
export interface RightsHolder {
  /** The name of the endpoint that it calls. */
  readonly name: string;
  readonly rights: readonly Right[];
}

/** Callers with rights of their own. */
export interface RightsHolders {
  readonly seed: Partial<SandboxSeed>;
  /** Returns the value of `Authorization` of the caller of an endpoint. */
  readonly credentialOf: (name: string) => string;
}

/** A request to one of a service's servers. */
interface PartCall {
  /** The name of the server. */
  readonly server: string;
  readonly request: WireRequest;
  /** `now` is the sandbox's time. */
  readonly input: StepInput;
  /** The rules of the service. */
  readonly check: CheckWire;
  /** That of the part, with the products that serve it. */
  readonly service: Service;
  readonly seed: SandboxSeed;
}

/** Work of a service that is due without a request. */
interface PartWake<State> {
  /** Returns the sandbox's time at which something is due; undefined when nothing is. */
  next(state: State): number | undefined;
  /** Carries out what is due at the sandbox's time. */
  step(state: State, now: number): { readonly state: State; readonly effects: readonly Effect[] };
}

/** The part of a seed file that is about one service. */
interface SeedFilePart {
  /** The members of the file, each with its form. No other service may have one of the same name. */
  readonly forms: Readonly<Record<string, Form>>;
  /** Returns a contradiction between members that have their forms: a path and what is wrong there. */
  contradiction(members: Readonly<Record<string, unknown>>): string | undefined;
  /** Returns what the members mean for the seed. */
  seedOf(members: Readonly<Record<string, unknown>>): Partial<SandboxSeed>;
}

/**
 * What a service brings to the sandbox: the constant `part` of `packages/services/src/<id>/sandbox/part.ts`, which `npm run docs` adds to
 * `packages/services/src/sandbox-parts.ts`. `createSandbox` makes a sandbox of any list of parts.
 *
 * The servers are those of `service.servers`, so each of them gets a listener, an address in the ready line, control requests, faults and a
 * welcome page. A part is functions over an immutable state: `create` makes the first one from the seed, `step` answers one request and
 * returns the next one. Without `exported` and `imported`, the state has to be plain JSON.
 *
 * The types of its members of seeds, states and exports are in `states.ts` next to the part: `Seed`, `States` and `ExportedStates`.
 */
export interface SandboxPart<State = unknown> {
  /** The service that is played. Its `servers` are the servers of the sandbox. */
  readonly service: Service;
  /** The member of the sandbox's state and of exports that holds the state of this service. */
  readonly member: string;
  /** The member of the seed with what callers send behind `Bearer`. Control requests to the service's servers need it, too. */
  readonly credential: string;
  /** Further members of the seed, each with its form. */
  readonly seedForms?: Readonly<Record<string, Form>>;
  /** The further members of a seed without anything special. */
  readonly plainSeed?: Partial<SandboxSeed>;
  /** Absent: a seed file says nothing about the service. */
  readonly seedFile?: SeedFilePart;
  /** Returns the members of the seed with callers that have just these rights, and what they send. Absent: the service knows no rights. */
  readonly holders?: (holders: readonly RightsHolder[]) => RightsHolders;
  /** The most bytes of a body that the service accepts. */
  readonly longestBody: number;
  /** It takes bodies that are not UTF-8 text; otherwise, they are refused. */
  readonly takesBytes?: true;
  /** A path of the service, with `*` for any characters, for the example of a fault. */
  readonly examplePath: string;

  /** Creates the first state. */
  create(seed: SandboxSeed): State;
  /** Adapts an imported state to a sandbox with another seed: the credential of the sandbox holds. */
  adopt(state: State, seed: SandboxSeed): State;
  /** Responds to one request. Never throws on bad input. */
  step(state: State, call: PartCall): StepResult<State>;
  /**
   * Returns an error in the format of the service for a request that does not reach it: the listener refused it, or a fault was injected.
   * `seed` is that of the sandbox, where it is known.
   */
  failure(
    status: number,
    reason: string,
    type: 'sandbox_exception' | 'sandbox_fault',
    seed?: Partial<SandboxSeed>,
  ): WireResponse;

  /** Absent: nothing happens without a request. */
  readonly wake?: PartWake<State>;
  /** Records the outcome of a delivery that a step asked for. Absent: the service sends none. */
  record?(state: State, outcome: DeliveryOutcome): State;
  /** Control requests that only this service has, in addition to those of every sandbox. */
  readonly controlRequests?: readonly ServiceControlRequest<State>[];
  /** Absent: editors show nothing of the service. */
  readonly view?: PartView<State>;

  /** The form of an exported state. */
  readonly form: Form;
  /** Returns the state in the format of exports, which is JSON that people read and write. Absent: it is the state itself. */
  exported?(state: State): unknown;
  /** Returns the state of an export that has the form. Absent: it is the export itself. */
  imported?(exported: unknown): State;
  /** Returns the change from one state to another, of their exports. Absent: they are compared member by member. */
  change?(before: State, now: State): Patch | undefined;
}

/** What editors show of a service. Secrets of the state are masked wherever they occur in it. */
export interface PartView<State> {
  /** Returns the lines of the service's servers at the sandbox's time. Payloads and what callers authenticate with stay out. */
  items(state: State, now: number): readonly ViewItem[];
  /** Returns the delivery of the item with the id, for reading; undefined when it is no longer there. Absent: the service sends none. */
  delivery?(state: State, id: string): unknown;
  /** The events of a server with `events`, which a control request `POST /_sandbox/events` raises. Its response has a list `deliveries`. */
  readonly events?: {
    readonly choices: ViewEvents['choices'];
    /** Returns the names of what events can happen to, the usual one first. */
    subjects(state: State): readonly string[];
  };
}

/** A control request of one service, which sees the state of that service only. */
export interface ServiceControlRequest<State> extends ControlRequest<State> {
  /** The sentence for a request that was sent to a server of another service. */
  readonly elsewhere: string;
}

/** A server of the sandbox. */
export interface SandboxServer {
  readonly name: string;
  readonly service: ServiceId;
  /** The endpoint that leads to it where no configuration says otherwise. */
  readonly endpoint: string;
  readonly title: string;
  readonly summary: string;
  /** Its port, counted from the sandbox's first one. */
  readonly portOffset: number;
  /** The most bytes of a body that it accepts. */
  readonly longestBody: number;
}

/** Returns the state of one service. */
export function stateOf<State>(part: SandboxPart<State>, state: object): State {
  return (state as Readonly<Record<string, State>>)[part.member] as State;
}

/** Returns the sandbox's state with another state of one service; the same object when nothing changed. */
export function withStateOf<State, Whole extends object>(part: SandboxPart<State>, whole: Whole, state: State): Whole {
  return stateOf(part, whole) === state ? whole : { ...whole, [part.member]: state };
}

/** Returns the credential of a service. */
export function credentialOfSeed({ credential }: SandboxPart, seed: SandboxSeed): string {
  return String((seed as object as Readonly<Record<string, unknown>>)[credential] ?? '');
}

/** Returns the servers that a part plays. */
export function serversOf({ service, longestBody }: SandboxPart): readonly SandboxServer[] {
  return (service.servers ?? []).map(({ name, endpoint, title, summary, portOffset }) => ({
    name,
    service: service.id,
    endpoint,
    title,
    summary,
    portOffset,
    longestBody,
  }));
}
