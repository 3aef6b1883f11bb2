/** The options of `rulebook coverage`. */
export interface CoverageOptions {
  readonly service: readonly string[];
  /** The environment whose variables count. */
  readonly env?: string;
  /** JSON reports of runs. */
  readonly run: readonly string[];
  readonly format: 'text' | 'json' | 'github';
  /** Files for a page (.html) or JSON (.json). */
  readonly report: readonly string[];
  readonly threshold?: number;
  readonly thresholdParameters?: number;
  readonly thresholdValues?: number;
  readonly thresholdResponses?: number;
}
