import { createEngine } from '../../packages/engine/src/index';
import { sandboxEndpoints } from '../../packages/sender/src/configuration/index';
import { refusalsIn } from '../../packages/sandbox/src/index';
import type { DeliverEffect, StepInput, StepResult, WireRequest, WireResponse } from '../../packages/sandbox/src/index';
import type { CheckWire } from '../../packages/sandbox/src/wire';
import { stepCluster } from '../../services/search-cluster-play/cluster/cluster';
import { expectFittingLine } from './written-line';
import type { ClusterPair } from '../../services/search-cluster-play/cluster/model';

const engine = createEngine({
  onRuleFailure: (rule) => {
    throw new Error(`rule ${rule} failed`);
  },
});

/** The engine's own check of what comes over the wire, as the listener uses it. */
export function checkFor(service: 'search-cluster' | 'code-hosting', isLenient = false): CheckWire {
  const endpoint = sandboxEndpoints.find((candidate) => candidate.service === service)!;
  return (request) => refusalsIn(engine.checkWire(request, endpoint), isLenient);
}

/** An answer with its body read. */
export interface Played {
  readonly status: number;
  // Tests look into answers of many forms; a wrong path in one fails the test.
  readonly body: Readonly<Record<string, never>> & readonly Readonly<Record<string, never>>[];
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly effects: readonly DeliverEffect[];
}

/** Plays a state machine request by request, with a clock and random text that the test moves. */
export function createPlay<State>(
  initial: State,
  step: (state: State, request: WireRequest, input: StepInput, check: CheckWire) => StepResult<State>,
  check: CheckWire,
  credential: string,
  isLenient = false,
) {
  let state = initial;
  let now = Date.UTC(2026, 0, 1);
  let count = 0;
  const randomText = (length: number) => `r${(count++).toString(36)}`.padEnd(length, '-').slice(0, length);
  return {
    state: () => state,
    change: (change: (state: State) => State) => {
      state = change(state);
    },
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    now: () => now,
    /** Sends `METHOD /path` with a body; `authorization` of `''` sends none. */
    send(
      line: string,
      body?: unknown,
      authorization = credential,
      more: Readonly<Record<string, string>> = {},
    ): Played {
      const [method = '', target = ''] = line.split(' ');
      const headers: [string, string][] = authorization === '' ? [] : [['Authorization', authorization]];
      headers.push(...Object.entries(more));
      const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type');
      if (body !== undefined && !hasType) headers.push(['Content-Type', 'application/json']);
      const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
      const input = { now, randomText, baseUrl: 'http://sandbox', isLenient };
      const before = JSON.stringify(state);
      const earlier = state;
      const result = step(state, { method, target, headers, body: text }, input, check);
      if (JSON.stringify(earlier) !== before) throw new Error('The step changed the state that it was given.');
      state = result.state;
      expectFittingLine(earlier, state);
      return {
        status: result.response.status,
        text: result.response.body,
        body: (isJson(result.response) ? JSON.parse(result.response.body) : {}) as Played['body'],
        headers: Object.fromEntries(result.response.headers.map(([name, value]) => [name.toLowerCase(), value])),
        effects: result.effects,
      };
    },
  };
}

function isJson({ body, headers }: WireResponse): boolean {
  return body !== '' && !headers.some(([name, value]) => name === 'Content-Type' && value.startsWith('text/'));
}

/** Plays the first of the two clusters. */
export function stepFirstCluster(
  state: ClusterPair,
  request: WireRequest,
  input: StepInput,
  check: CheckWire,
): StepResult<ClusterPair> {
  return stepCluster(state, 'cluster', request, input, check);
}
