import type { StepInput, StepResult, WireRequest } from '../model';
import type { SandboxState } from '../sandbox-state';
import { answer, result } from '../wire';

/** An authorized control request with its parsed body. */
export interface ControlCall<State = SandboxState> {
  readonly state: State;
  /** The server that received it; all servers accept all control requests. */
  readonly server: string;
  readonly request: WireRequest;
  readonly query: ReadonlyMap<string, string>;
  /** The JSON value of the body; undefined without one. */
  readonly body: unknown;
  /** `now` is the sandbox's time. */
  readonly input: StepInput;
  /** Milliseconds since 1970. */
  readonly machineTime: number;
  /** Returns the response to a wrong request: a sentence that says what is wrong, and an example that works. */
  readonly refuse: (cause: string) => StepResult<State>;
}

/** One of the requests below `/_sandbox`. */
export interface ControlRequest<State = SandboxState> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  /** A query that works, with its question mark. */
  readonly exampleQuery?: string;
  /** A body that works; absent when the request takes none. */
  readonly exampleBody?: unknown;
  play(call: ControlCall<State>): StepResult<State>;
}

/** Responds to a successful control request. */
export function acknowledge<State>(
  state: State,
  value: Readonly<Record<string, unknown>> = { acknowledged: true },
): StepResult<State> {
  return result(state, answer(200, value));
}

/** Returns the form in which a control request is shown to people. */
export function showControlRequest({ method, path, exampleQuery = '', exampleBody }: Omit<ControlRequest, 'play'>): {
  readonly request: string;
  readonly body?: unknown;
} {
  const request = `${method} ${path}${exampleQuery}`;
  return exampleBody === undefined ? { request } : { request, body: exampleBody };
}
