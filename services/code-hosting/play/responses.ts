import { codeHosting } from '../facts/service';
import type { Operation } from '@rulebook/catalogue/operation';
import type { HostState } from './model';
import type { StepResult, WireResponse } from '@rulebook/sandbox/model';
import { answer, result, type Refusal } from '@rulebook/sandbox/wire';

/** The public documentation to which errors link. */
const documentation = 'https://docs.github.com/rest/repos/webhooks';

export type HostStep = StepResult<HostState>;

/** Returns an error in the service's public format: message, link and the status as text. */
export function hostFailure(
  status: number,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
): WireResponse {
  return answer(status, { message, ...more, documentation_url: documentation, status: String(status) });
}

/** Adds a challenge, which asks for another credential. HTTP allows it with every status (RFC 9110, section 11.6.1). */
export function challenging(response: WireResponse): WireResponse {
  return { ...response, headers: [...response.headers, ['WWW-Authenticate', codeHosting.defaultScheme]] };
}

/** Returns "not found"; `detail` is an addition of the sandbox that says why. */
export function notFound(state: HostState, detail: string): HostStep {
  return result(state, hostFailure(404, 'Not Found', { detail }));
}

/** Refuses the caller, with the status that the operation documents for it. */
export function refuseCaller(state: HostState, operation: Operation, detail: string): HostStep {
  return operation.responses.some(({ status }) => status === 403)
    ? result(state, hostFailure(403, 'Forbidden', { detail }))
    : notFound(state, detail);
}

/** Refuses the values of a request, with the ids of the rules. */
export function invalid(
  state: HostState,
  refusals: readonly (Partial<Refusal> & { message: string })[],
  resource = 'Hook',
): HostStep {
  const errors = refusals.map(({ rule, message }) => ({
    resource,
    code: 'custom',
    message,
    ...(rule !== undefined && { rule }),
  }));
  const rule = refusals[0]?.rule;
  return result(state, hostFailure(422, 'Validation Failed', { errors, ...(rule !== undefined && { rule }) }));
}
