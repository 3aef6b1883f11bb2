import { failure, withProductHeader } from '../cluster/answers';
import { hostFailure } from '../host/answers';
import type { Fault, StepResult, WireRequest, WireResponse } from '../model';
import type { FaultRule, SandboxServer, SandboxState } from '../sandbox-state';
import { result } from '../wire';

/** A fault that a request meets, and the state in which it has met it. */
export interface MetFault {
  readonly fault: Fault;
  readonly state: SandboxState;
}

/** Returns the first fault that waits for such a request, counted down; undefined when there is none. */
export function meetFault(state: SandboxState, server: SandboxServer, request: WireRequest): MetFault | undefined {
  const { faults } = state.control;
  if (faults.length === 0) return undefined;
  const met = faults.find((rule) => isFor(rule, server, request));
  if (met === undefined) return undefined;
  const counted = faults.map((rule) => (rule === met ? { ...met, remaining: met.remaining - 1 } : rule));
  const control = { ...state.control, faults: counted.filter(({ remaining }) => remaining > 0) };
  return { fault: met.fault, state: { ...state, control } };
}

/**
 * Answers a request that a fault keeps from the service: one that is dropped or answered with a status never arrives there, so it
 * changes nothing. Returns undefined for the other faults, which meet the answer on its way back.
 */
export function answerInstead({ fault, state }: MetFault, server: SandboxServer): StepResult<SandboxState> | undefined {
  if (fault.kind === 'drop') return { ...result(state, { status: 500, headers: [], body: '' }), fault };
  return fault.kind === 'status' ? result(state, faultyAnswer(fault.status, server)) : undefined;
}

function faultyAnswer(status: number, server: SandboxServer): WireResponse {
  const reason = 'The sandbox was told to answer so.';
  const response =
    server === 'host' ? hostFailure(status, reason) : withProductHeader(failure(status, 'sandbox_fault', [{ reason }]));
  const headers: WireResponse['headers'] = status === 429 || status === 503 ? [['Retry-After', '1']] : [];
  const isBodiless = status === 204 || status === 304;
  return { status, headers: [...response.headers, ...headers], body: isBodiless ? '' : response.body };
}

function isFor(rule: FaultRule, server: SandboxServer, { method, target }: WireRequest): boolean {
  if (rule.server !== undefined && rule.server !== server) return false;
  if (rule.method !== undefined && rule.method !== method.toUpperCase()) return false;
  return matchesPattern(target.replace(/[?#].*$/s, ''), rule.path);
}

/** Compares piece by piece: a regular expression of many `*` could take very long. */
function matchesPattern(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
