/** What a description says of an operation, and requests can exercise. */
export type ElementKind = 'parameter' | 'value' | 'response';

/** What exercises something: `written`: a request of a file, without being sent; `answered`: a request that received a response. */
export type Half = 'written' | 'answered';

/** Something that a description says of an operation. */
export interface CoveredElement {
  readonly kind: ElementKind;
  /** As it is shown: `query limit`, `$.color`, `$.color=green`, `404`. */
  readonly name: string;
  readonly written: boolean;
  readonly answered: boolean;
}

/** Where a request is. */
export interface RequestPlace {
  readonly file: string;
  /** Counted from 1; absent for an entry of a recording. */
  readonly line?: number;
}

/** An operation, and what of it is exercised. */
export interface CoveredOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly title: string;
  readonly isDeprecated: boolean;
  readonly requests: readonly RequestPlace[];
  /** How many requests of it received a response. */
  readonly answers: number;
  readonly elements: readonly CoveredElement[];
  /** Statuses that were received and are not described. */
  readonly undescribed: readonly number[];
}

/** How many there are, and how many of them are exercised. */
export interface Share {
  readonly all: number;
  readonly written: number;
  readonly answered: number;
}

/** The numbers of a service. */
export interface CoverageTotals {
  readonly operations: Share;
  readonly parameters: Share;
  readonly values: Share;
  readonly responses: Share;
}

/** What of a service is exercised. */
export interface ServiceCoverage {
  readonly service: string;
  readonly title: string;
  readonly operations: readonly CoveredOperation[];
  readonly totals: CoverageTotals;
}

/** What of the services is exercised. */
export interface Coverage {
  readonly services: readonly ServiceCoverage[];
  /** Answers were given, so that the second half means something. */
  readonly hasAnswers: boolean;
  /** How many requests are of no operation of these services. */
  readonly others: number;
}

/** Returns the percentage of a half, rounded down to a tenth, so that 100 means all; 100 where there is nothing to exercise. */
export function percentOf(share: Share, half: Half): number {
  return share.all === 0 ? 100 : Math.floor((1000 * share[half]) / share.all) / 10;
}
