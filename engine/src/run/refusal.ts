import { count } from '../text/count';
import type { Endpoint } from '../binding/model';
import { environmentConflict } from './environment-overrides';
import { allowsSending, problemsOf } from './explain-plan';
import type { RequestPlan } from './plan';

/** Why a request is not sent, in half a sentence; the sender adds what can be done about it. */
export interface Refusal {
  readonly kind: 'conflict' | 'problems' | 'errors' | 'no-endpoint' | 'protected';
  readonly reason: string;
}

/** Where a request may go, and what the user has allowed. */
export interface RefusalContext {
  readonly endpoints: readonly Endpoint[];
  readonly environment: (name: string) => string | undefined;
  /** The user wants to send what has errors, and to change what is protected. */
  readonly isForced?: boolean;
}

/** Returns why a request is not sent to the endpoint of its path, before anything is filled in. */
export function refusalOf(
  plan: RequestPlan,
  target: Endpoint | undefined,
  context: RefusalContext,
): Refusal | undefined {
  const { endpoints, environment, isForced = false } = context;
  const conflict = target && environmentConflict(target, endpoints, environment);
  if (conflict !== undefined) return { kind: 'conflict', reason: conflict };
  const problems = problemsOf(plan);
  if (problems.length > 0 && !(isForced && allowsSending(plan)))
    return { kind: 'problems', reason: problems.join('; ') };
  if (plan.errors > 0 && !isForced) return { kind: 'errors', reason: `the check finds ${count(plan.errors, 'error')}` };
  if (!target && !plan.isAbsolute) {
    const reason =
      plan.unknownEndpoint === undefined
        ? 'it has no known endpoint; choose one of rulebook.json with `# @endpoint name`'
        : unknownEndpoint(plan.unknownEndpoint, endpoints);
    return { kind: 'no-endpoint', reason };
  }
  return target && refusalAt(plan, target, context);
}

/** Returns why a request is not sent to an endpoint; a variable may have led there. */
export function refusalAt(
  plan: RequestPlan,
  place: Endpoint,
  { endpoints, environment, isForced = false }: RefusalContext,
): Refusal | undefined {
  const conflict = environmentConflict(place, endpoints, environment);
  if (conflict !== undefined) return { kind: 'conflict', reason: conflict };
  if (!plan.isUnsafe || place.protected !== true || isForced) return undefined;
  return { kind: 'protected', reason: `the endpoint ${place.name} is protected` };
}

/** Returns the message for a name that no endpoint has. */
export function unknownEndpoint(name: string, endpoints: readonly Endpoint[]): string {
  const known = endpoints.map((endpoint) => endpoint.name);
  return `there is no endpoint named ${name}; the endpoints are ${known.join(', ')}`;
}
