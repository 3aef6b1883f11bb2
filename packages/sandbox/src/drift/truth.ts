import type { Service } from '@rulebook/catalogue/service';
import type { WireRequest, WireResponse } from '../model';
import type { SandboxSeed } from '../sandbox-state';
import type { CheckWire } from '../wire';
import { responseWith } from '@rulebook/checker/resource-model/successes';
import { formDifferences } from './form-difference';
import { isAbsent } from './judge-answer';
import { methodOf } from './known-exchanges';
import { partLike } from './like';
import type { KnownExchange, OperationTruth, Truth } from './model';
import { withMembers } from './with-members';

/**
 * Plays the exchanges in their order in a sandbox that was set from them, and says how many it answers alike: with the same status and media type, and
 * a body of the same members and types. What a limit, a failure or a lack of rights has answered is not played.
 */
export function truthOf(service: Service, exchanges: readonly KnownExchange[], check: CheckWire): Truth {
  const free = withoutCredentials(service);
  const byId = new Map(free.operations.map((operation) => [operation.id, operation]));
  const ofFree = exchanges.map((one) => ({ ...one, operation: byId.get(one.operation.id) ?? one.operation }));
  const part = partLike(free, ofFree);
  const seed = {} as SandboxSeed;
  let state = part.create(seed);
  const counted = countAlike();
  for (const exchange of exchanges.filter(isPlayable)) {
    const { request, response } = exchange;
    const step = part.step(state, {
      ...{ server: service.id, request, check, service: part.service, seed },
      input: { now: Date.UTC(2026, 0, 1), randomText: (length) => 'r'.repeat(length), baseUrl: 'http://127.0.0.1' },
    });
    ({ state } = step);
    counted.add(exchange, formDifferences(response, step.response, { isHead: request.method === 'HEAD' }));
  }
  return counted.truth();
}

/**
 * Hands the exchanges in their order to a sandbox, and says how many it answers alike. The keys of maps are data, what an empty list would hold is not
 * known, and what the sandbox does not play is counted by itself. `onPlayed` receives what it answers.
 */
export async function truthOfPlayed(
  { absence }: Pick<Service, 'absence'>,
  exchanges: readonly KnownExchange[],
  answer: (request: WireRequest) => Promise<WireResponse>,
  onPlayed?: (exchange: KnownExchange, played: WireResponse) => void,
): Promise<Truth> {
  const counted = countAlike();
  // What this server does not have, another one of its version has.
  const isThere = ({ response, operation }: KnownExchange): boolean =>
    !isAbsent(response, absence, responseWith(operation, response.status) !== undefined);
  for (const exchange of exchanges.filter((one) => isPlayable(one) && isThere(one))) {
    const { request, response, operation } = exchange;
    const headers = request.headers.filter(([name]) => !/^(?:authorization|host|cookie|content-length)$/i.test(name));
    const played = await answer({ ...request, headers });
    if (played.status === notPlayed && response.status !== notPlayed) counted.leave(exchange);
    else {
      onPlayed?.(exchange, played);
      counted.add(
        exchange,
        formDifferences(response, played, {
          ...{ isHead: request.method === 'HEAD', isByItems: true },
          shape: responseWith(operation, response.status)?.shape,
        }),
      );
    }
  }
  return counted.truth();
}

/** The status with which a sandbox says that it does not play an operation. */
export const notPlayed = 501;

/** What a limit, a failure or a lack of rights has answered says nothing of a sandbox. */
function isPlayable({ response: { status }, isPart }: KnownExchange): boolean {
  return isPart !== true && status < 500 && ![304, 401, 403, 429].includes(status);
}

/** More differences of an operation are not kept. */
const maxShown = 20;

/** Counts by operation what is answered alike. */
function countAlike() {
  const found = new Map<
    string,
    { played: number; alike: number; unplayed?: number; differences?: readonly string[] }
  >();
  const countedOf = (exchange: KnownExchange) => {
    const name = `${methodOf(exchange)} ${exchange.operation.path}`;
    const counted = found.get(name) ?? { played: 0, alike: 0 };
    found.set(name, counted);
    return counted;
  };
  return {
    add: (exchange: KnownExchange, differences: readonly string[]): void => {
      const counted = countedOf(exchange);
      counted.played++;
      if (differences.length === 0) counted.alike++;
      else counted.differences = [...new Set([...(counted.differences ?? []), ...differences])].slice(0, maxShown);
    },
    leave: (exchange: KnownExchange): void => {
      const counted = countedOf(exchange);
      counted.unplayed = (counted.unplayed ?? 0) + 1;
    },
    truth: (): Truth => {
      const operations = [...found].map(([operation, counted]): OperationTruth => ({ operation, ...counted }));
      const sum = (of: (one: OperationTruth) => number): number => operations.reduce((all, one) => all + of(one), 0);
      const unplayed = sum((one) => one.unplayed ?? 0);
      return {
        ...{ played: sum(({ played }) => played), alike: sum(({ alike }) => alike), operations },
        ...(unplayed > 0 && { unplayed }),
      };
    },
  };
}

/** What was recorded holds no credentials. */
function withoutCredentials(service: Service): Service {
  const operations = service.operations.map((operation) =>
    operation.credentials === undefined ? operation : withMembers(operation, { credentials: [] }),
  );
  return { ...service, operations };
}
