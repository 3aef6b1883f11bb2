import type { Service } from '@rulebook/catalogue/service';
import type { DescribedResponse, WireRequest } from '../model';
import { credentialOfSeed, serversOf, type SandboxPart } from '../part';
import { knownExchange } from './known-exchanges';
import { isPassing } from './learn';
import type { KnownExchange } from './model';
import { readCall } from '../wire';
import { readAnswers } from './setting-requests';
import { notPlayed } from './truth';
import { withoutUnseen, type UnseenMembers } from './unseen-members';

/** By what a part is set. */
export interface PartSetting {
  /** They store what was seen. */
  readonly requests: readonly WireRequest[];
  /** What is not played is answered as it was here. Empty: it is not answered. */
  readonly recorded: readonly KnownExchange[];
  /** Members that the service does not show, by the operations of `service`. */
  readonly unseen?: UnseenMembers;
  readonly service: Service;
  /** Receives the requests that a new state did not take, such as `PUT /a (400)`. */
  readonly onSet?: (refused: readonly string[]) => void;
}

/** Returns a part whose first server begins with what requests store in it, and that answers what it does not play as it was recorded. */
export function partSetBy<State>(
  part: SandboxPart<State>,
  { requests, recorded, unseen, service, onSet }: PartSetting,
): SandboxPart<State> {
  const [server] = serversOf(part);
  const answers = readAnswers(recorded);
  return {
    ...part,
    create: (seed) => {
      const refused: string[] = [];
      let state = part.create(seed);
      const authorization = ['Authorization', `Bearer ${credentialOfSeed(part, seed)}`] as const;
      const input = {
        ...{ now: Date.UTC(2026, 0, 1), baseUrl: 'http://127.0.0.1' },
        randomText: (length: number) => 'r'.repeat(length),
        describe: (request: WireRequest) => describedIn(service, request),
      };
      for (const request of requests) {
        let step = part.step(state, {
          ...{ server: server?.name ?? '', check: () => [], service: part.service, seed, input },
          request: { ...request, headers: [...request.headers, authorization] },
        });
        // No folder is asked: what the service has taken is there.
        while (step.pending !== undefined) step = step.pending.resume(step.state, {}, input);
        ({ state } = step);
        const { status } = step.response;
        // What it does not play, it answers as recorded.
        if (status > 299 && status !== notPlayed) refused.push(`${request.method} ${request.target} (${status})`);
      }
      onSet?.(refused);
      return state;
    },
    step: (state, call) => {
      const step = part.step(state, call);
      if (step.pending !== undefined || call.server !== server?.name) return step;
      if (step.response.status !== notPlayed) {
        if (unseen === undefined || unseen.size === 0) return step;
        const exchange = knownExchange(service, { request: call.request, response: step.response });
        return exchange === undefined ? step : { ...step, response: withoutUnseen(exchange, unseen) };
      }
      const seen = answers.get(`${call.request.method} ${call.request.target}`);
      if (seen === undefined) return step;
      const { status, headers, body } = seen.response;
      const kept = headers.filter(([name]) => /^content-type$/i.test(name) || !isPassing(name));
      return { ...step, response: { status, headers: kept, body } };
    },
  };
}

/** Returns what a service says of a request that no handler answers: the requests that set it need no rights. */
function describedIn(service: Service, request: WireRequest): DescribedResponse | undefined {
  const { match } = readCall(request, service);
  if (match.kind !== 'operation') return undefined;
  const { operation } = match;
  return { kind: 'not-played', reason: 'It is not played.', needs: [], title: operation.title, operation };
}
