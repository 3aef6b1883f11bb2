import type { Fault, StepResult, WireRequest, WireResponse } from '../model';
import type { SandboxPart } from '../part';
import type { FaultRule, SandboxState } from '../sandbox-state';
import { result } from '../wire';
import { matchesPattern, pathOfTarget } from './path-pattern';

/** A fault that applies to a request, and the state after it was counted. */
interface AppliedFault {
  /** Absent: the request was only counted by faults that begin later. */
  readonly fault?: Fault;
  readonly state: SandboxState;
}

/** Returns the first fault that applies to the request, and counts those that match it; undefined when none does. */
export function applyFault(state: SandboxState, server: string, request: WireRequest): AppliedFault | undefined {
  const { faults } = state.control;
  if (faults.length === 0) return undefined;
  const matching = faults.filter((rule) => isFor(rule, server, request));
  if (matching.length === 0) return undefined;
  const met = matching.find(({ skip = 0 }) => skip === 0);
  const counted = faults.map((rule) => {
    if (rule === met) {
      const { every } = met;
      return { ...met, remaining: met.remaining - 1, ...(every !== undefined && { skip: every - 1 }) };
    }
    return rule.skip !== undefined && rule.skip > 0 && matching.includes(rule)
      ? { ...rule, skip: rule.skip - 1 }
      : rule;
  });
  const control = { ...state.control, faults: counted.filter(({ remaining }) => remaining > 0) };
  return { ...(met && { fault: met.fault }), state: { ...state, control } };
}

/**
 * Returns the response to a request that a fault keeps from the service: a dropped request, or one with a given status, changes nothing
 * there. Returns undefined for the other faults, which change the service's response.
 */
export function answerInstead({ fault, state }: AppliedFault, part: SandboxPart): StepResult<SandboxState> | undefined {
  if (fault === undefined) return undefined;
  if (fault.kind === 'drop') return { ...result(state, { status: 500, headers: [], body: '' }), fault };
  return fault.kind === 'status' ? result(state, faultyResponse(fault, part, state)) : undefined;
}

function faultyResponse(
  fault: Fault & { readonly kind: 'status' },
  part: SandboxPart,
  { seed }: SandboxState,
): WireResponse {
  const { status, headers = {}, body } = fault;
  const response = part.failure(
    status,
    'This response was requested by a fault of the sandbox.',
    'sandbox_fault',
    seed,
  );
  const usual = [...response.headers, ...(status === 429 || status === 503 ? [['Retry-After', '1'] as const] : [])];
  const given = Object.entries(headers);
  const isGiven = (name: string): boolean => given.some(([other]) => other.toLowerCase() === name.toLowerCase());
  const isBodiless = status === 204 || status === 304;
  const text = typeof body === 'string' ? body : body === undefined ? response.body : JSON.stringify(body);
  return {
    status,
    headers: [...usual.filter(([name]) => !isGiven(name)), ...given],
    body: isBodiless ? '' : text,
  };
}

function isFor(rule: FaultRule, server: string, { method, target }: WireRequest): boolean {
  if (rule.server !== undefined && rule.server !== server) return false;
  if (rule.method !== undefined && rule.method !== method.toUpperCase()) return false;
  return matchesPattern(pathOfTarget(target), rule.path);
}
