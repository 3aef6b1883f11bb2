import type { Endpoint } from '@rulebook/checker/binding/model';
import type { RequestPlan } from '../plan/plan';
import type { PreparePorts, SenderPorts } from '../ports/sender-ports';
import { iterationsOf } from '../variables/iterations';
import type { RequestValues } from '../variables/request-values';
import { ofOneRequest } from '../variables/system-variables';
import type { SendPolicy } from './policy';

/** One request that is filled in, with what serves it. */
export interface Preparing {
  readonly plan: RequestPlan;
  /** The endpoint for paths. */
  readonly endpoint: Endpoint | undefined;
  readonly values: RequestValues;
  readonly ports: PreparePorts;
}

/** One request on its way to the socket. */
export interface Sending extends Preparing {
  readonly ports: SenderPorts;
  readonly policy: SendPolicy;
}

/** Returns what one request is filled in with. Only here, members of several ports come together. */
export function preparingOf(plan: RequestPlan, ports: PreparePorts): Preparing {
  const { values, ways, responses } = ports;
  return {
    plan,
    ports,
    endpoint: ways.endpointOf(plan),
    values: {
      resolve: values.resolveFor(plan),
      system: ofOneRequest(values.system),
      answers: responses.answers,
    },
  };
}

/** Returns a plan for each time that a request is sent. */
export function turnsOf(
  plan: RequestPlan,
  { values, files, responses }: Pick<PreparePorts, 'values' | 'files' | 'responses'>,
): readonly RequestPlan[] | Promise<readonly RequestPlan[]> {
  // Most requests are sent once, and nothing is waited for.
  if (plan.repetition === undefined) return [plan];
  return iterationsOf(plan, {
    resolve: values.resolveFor(plan),
    system: values.system,
    answers: responses.answers,
    readFile: (path) => files.readFile(path, plan),
  });
}
