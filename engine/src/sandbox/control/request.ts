import type { StepInput, StepResult, WireRequest } from '../model';
import type { SandboxServer, SandboxState } from '../sandbox-state';
import { answer, result } from '../wire';

/** An authorized control request with its parsed body. */
export interface ControlCall {
  readonly state: SandboxState;
  /** The server that received it; all servers accept all control requests. */
  readonly server: SandboxServer;
  readonly request: WireRequest;
  readonly query: ReadonlyMap<string, string>;
  /** The JSON value of the body; undefined without one. */
  readonly body: unknown;
  /** `now` is the sandbox's time. */
  readonly input: StepInput;
  /** Milliseconds since 1970. */
  readonly machineTime: number;
  /** Returns the response to a wrong request: a sentence that says what is wrong, and an example that works. */
  readonly refuse: (cause: string) => StepResult<SandboxState>;
}

/** One of the requests below `/_sandbox`. */
export interface ControlRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  /** A query that works, with its question mark. */
  readonly exampleQuery?: string;
  /** A body that works; absent when the request takes none. */
  readonly exampleBody?: unknown;
  readonly play: (call: ControlCall) => StepResult<SandboxState>;
}

/** Responds to a successful control request. */
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
