import { isRecord } from '@rulebook/json/is-record';
import type { Shape } from '@rulebook/catalogue/shape';
import { responseWith } from '@rulebook/checker/resource-model/successes';
import type { WireResponse } from '../model';
import { kindsIn, valueParts } from './form-difference';
import { jsonIn } from './judge-answer';
import { methodOf } from './known-exchanges';
import type { KnownExchange } from './model';

/** Places of members that a sandbox shows and the service does not, although both were asked the same; by operation and status. */
export type UnseenMembers = ReadonlyMap<string, ReadonlySet<string>>;

/** Collects what only the sandbox shows; what the service has shown once is not among it. */
export function collectUnseen() {
  const surplus = new Map<string, Set<string>>();
  const recorded = new Map<string, Set<string>>();
  const placesIn = (map: Map<string, Set<string>>, key: string): Set<string> => {
    const found = map.get(key) ?? new Set();
    map.set(key, found);
    return found;
  };
  return {
    add: (exchange: KnownExchange, played: WireResponse): void => {
      const { response } = exchange;
      if (response.status > 299 || response.status !== played.status) return;
      const key = keyOfAnswer(exchange);
      const shape = shapeOfAnswer(exchange);
      const own = kindsIn(jsonIn(response.body), shape);
      for (const place of own.keys()) placesIn(recorded, key).add(place);
      for (const [place, { parent }] of kindsIn(jsonIn(played.body), shape))
        if (!own.has(place) && own.get(parent)?.kinds.has('object') === true && !place.endsWith('.*'))
          placesIn(surplus, key).add(place);
    },
    unseen: (): UnseenMembers =>
      new Map(
        [...surplus].map(([key, places]) => {
          const shown = recorded.get(key);
          return [key, new Set([...places].filter((place) => shown?.has(place) !== true))] as const;
        }),
      ),
  };
}

/** Returns a response without the members that the service does not show. */
export function withoutUnseen(exchange: KnownExchange, unseen: UnseenMembers): WireResponse {
  const { response } = exchange;
  const places = unseen.get(keyOfAnswer(exchange));
  const value = places === undefined ? undefined : jsonIn(response.body);
  if (places === undefined || value === undefined) return response;
  return { ...response, body: JSON.stringify(without(value, '$', shapeOfAnswer(exchange), places)) };
}

function without(value: unknown, path: string, shape: Shape | undefined, places: ReadonlySet<string>): unknown {
  const kept = valueParts(value, shape).flatMap(({ name, value: inner, step, shape: own }) => {
    const at = `${path}${step}`;
    return places.has(at) ? [] : [[name, without(inner, at, own, places)] as const];
  });
  if (Array.isArray(value)) return kept.map(([, item]) => item);
  return isRecord(value) ? Object.fromEntries(kept) : value;
}

function keyOfAnswer(exchange: KnownExchange): string {
  return `${methodOf(exchange)} ${exchange.operation.path} ${exchange.response.status}`;
}

function shapeOfAnswer({ operation, response }: KnownExchange): Shape | undefined {
  return responseWith(operation, response.status)?.shape;
}
