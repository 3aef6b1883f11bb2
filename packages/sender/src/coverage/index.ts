/** Counts what requests exercise of services. */
export { createCoverage, type CoverageCount } from './create-coverage';
/** Shows what is covered. */
export { coverageHtml } from './coverage-html';
export { coverageJson } from './coverage-json';
export { coverageText } from './coverage-text';
/** Says what is below the least that was asked for. */
export { belowThresholds, type Thresholds } from './thresholds';
export type { Coverage, RequestPlace } from './model';
