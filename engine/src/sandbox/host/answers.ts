import { codeHosting } from '../../catalogue/code-hosting/service';
import type { Operation } from '../../catalogue/model';
import type { HostState } from './model';
import type { StepResult, WireResponse } from '../model';
import { answer, result, type Refusal } from '../wire';

/** Where the public service documents what it answers. */
const documentation = 'https://docs.github.com/rest/repos/webhooks';

export type HostStep = StepResult<HostState>;

/** The service's public form of an error: message, link and the status as text. */
export function hostFailure(
  status: number,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
): WireResponse {
  return answer(status, { message, ...more, documentation_url: documentation, status: String(status) });
}

/** Says that a credential may change the answer; HTTP allows that beside every status, see RFC 9110, section 11.6.1. */
export function challenging(response: WireResponse): WireResponse {
  return { ...response, headers: [...response.headers, ['WWW-Authenticate', codeHosting.defaultScheme]] };
}

/** Answers that something is not there; `detail` helps where the public service says nothing. */
export function notFound(state: HostState, detail: string): HostStep {
  return result(state, hostFailure(404, 'Not Found', { detail }));
}

/** Answers that the caller may not do something, with the status that the operation lists for it. */
export function refuseCaller(state: HostState, operation: Operation, detail: string): HostStep {
  return operation.responses.some(({ status }) => status === 403)
    ? result(state, hostFailure(403, 'Forbidden', { detail }))
    : notFound(state, detail);
}

/** Answers that the values of a request are refused, with the rules that say so. */
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
