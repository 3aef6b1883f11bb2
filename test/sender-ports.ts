import { refused } from '../packages/sender/src/refusal';
import { createSender, type Outcome, type Sender } from '../packages/sender/src/outcome/index';
import type { RequestPlan } from '../packages/sender/src/plan/index';
import type {
  CredentialsPort,
  FilesPort,
  ResponsesPort,
  SenderPorts,
  TransportPort,
  ValuesPort,
  WaysPort,
} from '../packages/sender/src/ports/index';
import { prepareRequest, type SendPolicy } from '../packages/sender/src/send/index';
import { createNamedResponses, type Resolve } from '../packages/sender/src/variables/index';
import type { Endpoint } from '../packages/engine/src/index';
import { anyWay } from './any-way';

/** What a test changes of the usual ports and the usual policy, each by its name. */
export interface Situation
  extends
    Partial<Omit<ValuesPort, 'resolveFor'>>,
    Partial<CredentialsPort>,
    Partial<Omit<WaysPort, 'endpointOf'>>,
    Partial<FilesPort>,
    Partial<ResponsesPort>,
    Partial<Omit<TransportPort, 'send'>>,
    Partial<SendPolicy> {
  /** The endpoint of every request. */
  readonly endpoint?: Endpoint | undefined;
  readonly resolve?: Resolve;
  readonly send?: TransportPort['send'];
}

/** Returns ports that know nothing and allow everything, but for what the situation says. */
export function portsOf(situation: Situation): SenderPorts {
  const { endpoint, resolve = () => undefined, ...given } = situation;
  const usual = {
    system: { now: () => 0, guid: () => '', random: () => 0, environment: () => undefined },
    askForValues: (names: readonly string[]) => Promise.resolve(refused(`no ${names.join()}`)),
    credentialOf: () => Promise.resolve({ credential: undefined }),
    ...{ endpoints: [], privateWays: anyWay },
    readFile: (path: string) => Promise.resolve(refused(`no ${path}`)),
    answers: createNamedResponses(),
    ...{ isKept: () => true, evaluateAsserts: () => [], compare: () => undefined },
    send: () => Promise.reject(new Error('Nothing is sent.')),
  };
  const all = { ...usual, ...given };
  return {
    values: { ...all, resolveFor: () => resolve },
    credentials: all,
    ways: { ...all, endpointOf: () => endpoint },
    files: all,
    responses: all,
    transport: all,
  };
}

/** Returns a sender of a situation, which sends everything that it may. */
export function senderOf(situation: Situation): Sender {
  return createSender(portsOf(situation), { decide: () => 'proceed', ...situation });
}

/** Sends a plan in a situation. */
export async function sendIn(plan: RequestPlan, situation: Situation): Promise<Outcome> {
  return senderOf(situation).send(plan);
}

/** Fills in a plan in a situation. */
export async function prepareIn(plan: RequestPlan, situation: Situation): ReturnType<typeof prepareRequest> {
  return prepareRequest(plan, portsOf(situation));
}
