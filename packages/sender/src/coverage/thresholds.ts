import { nameOfCovered } from './coverage-text';
import { percentOf, type Coverage, type CoverageTotals } from './model';

/** The least percentages, by what is counted. */
export type Thresholds = Partial<Readonly<Record<keyof CoverageTotals, number>>>;

/** More missing operations are counted. */
const maxNamed = 20;

/** Returns what is below its threshold, each with what is missing first. Where answers are known, they count; otherwise what is written does. */
export function belowThresholds(coverage: Coverage, thresholds: Thresholds): readonly string[] {
  const half = coverage.hasAnswers ? 'answered' : 'written';
  return coverage.services.flatMap(({ service, operations, totals }) =>
    countedKinds.flatMap(({ kind, element }) => {
      const least = thresholds[kind];
      const percent = percentOf(totals[kind], half);
      if (least === undefined || percent >= least) return [];
      const missing =
        element === undefined
          ? operations
              .filter(({ requests, answers }) => (half === 'written' ? requests.length : answers) === 0)
              .map(nameOfCovered)
          : operations.flatMap((operation) =>
              operation.elements
                .filter((one) => one.kind === element && !one[half])
                .map(({ name }) => `${nameOfCovered(operation)}: ${name}`),
            );
      const rest = missing.length > maxNamed ? `; and ${missing.length - maxNamed} more` : '';
      const { [half]: reached, all } = totals[kind];
      return [
        `missing of ${service}: ${missing.slice(0, maxNamed).join('; ')}${rest}. ${reached} of ${all} ${kind} are ${half}, ${percent} %, which is below ${least} %; write requests for what is missing, or set a lower threshold`,
      ];
    }),
  );
}

const countedKinds = [
  { kind: 'operations', element: undefined },
  { kind: 'parameters', element: 'parameter' },
  { kind: 'values', element: 'value' },
  { kind: 'responses', element: 'response' },
] as const;
