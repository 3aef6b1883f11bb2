import { redact } from '../../../engine/src/masking/index';
import type { RequestPlan } from '../../../engine/src/sending/plan/index';
import { runAsJson, runAsJunit, type ReportedRequest, type RunReport } from '../../../engine/src/report/index';
import { causeOf } from '../../../platform/node/files/files';
import { replacePrivately } from '../../../platform/node/files/private-file';

/** Returns why no report can be written to a path. */
export function reportProblem(path: string): string | undefined {
  return /\.(?:xml|json)$/i.test(path)
    ? undefined
    : `--report ${path} does not say which report; use a name that ends with .xml (JUnit) or .json`;
}

/** Writes the report of a run; a reader sees the whole new file or the former one. Returns why it could not be written. */
export function writeReport(path: string, report: RunReport): string | undefined {
  try {
    replacePrivately(path, /\.xml$/i.test(path) ? runAsJunit(report) : runAsJson(report));
    return undefined;
  } catch (error) {
    return `${path}: the report cannot be written: ${causeOf(error)}`;
  }
}

const leftReason = 'The run ended before this request.';

/** Returns a request that the run did not reach. */
export function leftRequest({ label, method, line }: RequestPlan, turn: number | undefined): ReportedRequest {
  return {
    label: redact(label),
    method,
    ...(line !== undefined && { line: line + 1 }),
    ...(turn !== undefined && { turn }),
    outcome: 'skipped',
    isSent: false,
    reason: leftReason,
    asserts: [],
  };
}
