import type { StepInput, StepResult, WireRequest } from '../model';
import type { SandboxServer, SandboxState } from '../sandbox-state';
import { answer, result } from '../wire';

/** A control request whose sender is known and whose body is read. */
export interface ControlCall {
  readonly state: SandboxState;
  /** The server that got it; all of them take all control requests. */
  readonly server: SandboxServer;
  readonly request: WireRequest;
  readonly query: ReadonlyMap<string, string>;
  /** The JSON value of the body; undefined without one. */
  readonly body: unknown;
  /** `now` is the sandbox's time. */
  readonly input: StepInput;
  /** Milliseconds since 1970. */
  readonly machineTime: number;
  /** Makes the answer to a wrong request: says in one sentence what is wrong, beside an example that works. */
  readonly refuse: (cause: string) => StepResult<SandboxState>;
}

/** One of the requests below `/_sandbox`. */
export interface ControlRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  /** A query that works, with its question mark. */
  readonly exampleQuery?: string;
  /** A body that works; absent: the request takes none. */
  readonly exampleBody?: unknown;
  readonly play: (call: ControlCall) => StepResult<SandboxState>;
}

/** Answers a control request that went well. */
export function acknowledge(
  state: SandboxState,
  value: Readonly<Record<string, unknown>> = { acknowledged: true },
): StepResult<SandboxState> {
  return result(state, answer(200, value));
}

/** Returns the form in which a control request is shown to people. */
export function showControlRequest({ method, path, exampleQuery = '', exampleBody }: ControlRequest): {
  readonly request: string;
  readonly body?: unknown;
} {
  const request = `${method} ${path}${exampleQuery}`;
  return exampleBody === undefined ? { request } : { request, body: exampleBody };
}
