import type { Service } from '@rulebook/catalogue/service';
import { redact } from '@rulebook/catalogue/masking/masker';
import { groupBy } from './group-by';
import { judgeAnswer } from './judge-answer';
import { methodOf } from './known-exchanges';
import {
  driftLevels,
  type CountedDifference,
  type Drift,
  type DriftLevel,
  type KnownExchange,
  type OperationDrift,
  type Truth,
} from './model';

/** What is known of a comparison besides the exchanges. */
export type DriftFacts = Pick<Drift, 'unasked' | 'unsent' | 'others' | 'requests' | 'end'> & {
  readonly truth?: Truth | undefined;
};

/** Compares what was answered with the description of a service. */
export function driftOf(service: Service, exchanges: readonly KnownExchange[], { truth, ...facts }: DriftFacts): Drift {
  const byOperation = groupBy(exchanges, (exchange) => `${methodOf(exchange)} ${exchange.operation.path}`);
  return {
    ...{ service: service.id, title: service.title ?? service.id, ...facts },
    operations: [...byOperation.values()].flatMap((some): readonly OperationDrift[] => {
      const found = operationDrift(some, service);
      const own = truth?.operations.find(({ operation }) => operation === `${found.method} ${found.path}`);
      return [{ ...found, ...(own && { sandbox: own }) }];
    }),
    ...(truth && {
      sandbox: {
        ...{ played: truth.played, alike: truth.alike },
        ...(truth.unplayed !== undefined && { unplayed: truth.unplayed }),
        ...(truth.isOfVersion === true && { isOfVersion: true as const }),
      },
    }),
  };
}

function operationDrift(exchanges: readonly KnownExchange[], { absence }: Service): OperationDrift {
  const [first] = exchanges;
  const counted = new Map<string, CountedDifference>();
  let [asDescribed, differing] = [0, 0];
  let unjudged: string | undefined;
  for (const exchange of exchanges) {
    const found = judgeAnswer(exchange, absence);
    if ('unjudged' in found) {
      unjudged ??= found.unjudged;
      continue;
    }
    // Who reads a response takes no harm of a member more.
    if (found.some(({ level }) => level !== 'additive')) differing++;
    else asDescribed++;
    for (const difference of found) {
      const key = [difference.kind, difference.place, difference.seen ?? ''].join('\n');
      const known = counted.get(key);
      counted.set(key, {
        ...difference,
        responses: (known?.responses ?? 0) + 1,
        example: known?.example ?? nameOfExchange(exchange),
      });
    }
  }
  const operation = first?.operation;
  return {
    ...{ id: operation?.id ?? '', method: first === undefined ? '' : methodOf(first), path: operation?.path ?? '' },
    ...{ asked: exchanges.length, asDescribed, differing },
    ...(unjudged !== undefined && { unjudged }),
    differences: [...counted.values()].sort((one, other) => rank(one.level) - rank(other.level)),
  };
}

function nameOfExchange({ request: { method, target }, source }: KnownExchange): string {
  const asked = redact(`${method} ${target}`);
  return source === undefined ? asked : `${asked} (${source.file}:${source.line})`;
}

function rank(level: DriftLevel): number {
  return driftLevels.indexOf(level);
}

/** Returns whether a comparison found something of the level, or worse. */
export function reaches({ operations }: Drift, level: DriftLevel): boolean {
  return operations.some(({ differences }) => differences.some((one) => rank(one.level) <= rank(level)));
}
