import type { RequestPlan } from '../plan/plan';
import { withoutScripts } from '../plan/planned-script';
import { refused } from '../refusal';
import type { SenderPorts } from '../ports/sender-ports';
import type { SendPolicy } from '../send/policy';
import type { Follow } from '../send/exchange';
import { preparingOf, turnsOf, type Sending } from '../send/sending';
import type { Outcome } from './outcome';
import { runPlan } from './run-plan';

/** Sends requests by its ports, as its policy says. */
export interface Sender {
  /** Returns a plan for each time that a request is sent. */
  readonly turnsOf: (plan: RequestPlan) => readonly RequestPlan[] | Promise<readonly RequestPlan[]>;
  /** Sends a plan once, unless there is a reason not to, and says what became of it. Never rejects because of a request. */
  readonly send: (plan: RequestPlan, follow?: Follow) => Promise<Outcome>;
}

/** Creates what sends requests. Every face sends by it, and brings its six ports. */
export function createSender(ports: SenderPorts, policy: SendPolicy): Sender {
  const { answers } = ports.responses;
  return {
    turnsOf: (plan) => turnsOf(plan, ports),
    send: async (planned, follow) => {
      const plan = ports.values.scriptBox === undefined ? withoutScripts(planned) : planned;
      const missing = answers.refusedOf(plan.dependsOn ?? []);
      const outcome =
        missing === undefined ? await runPlan(sendingOf(plan, ports, policy), follow) : unsentAfter(missing, plan);
      const { sent } = outcome;
      if (plan.name !== undefined && sent.kind === 'unsent' && sent.refusal.kind !== 'omitted')
        answers.refuse(plan.name);
      return outcome;
    },
  };
}

function sendingOf(plan: RequestPlan, ports: SenderPorts, policy: SendPolicy): Sending {
  const { endpoint, values } = preparingOf(plan, ports);
  return { plan, endpoint, values, ports, policy };
}

/** What was refused for one request must not happen in another one that comes with it. */
function unsentAfter(name: string, plan: RequestPlan): Outcome {
  const refusal = refused(`it depends on the request ${name}, which was not sent`);
  return { plan, sent: { kind: 'unsent', refusal }, asserts: [] };
}
