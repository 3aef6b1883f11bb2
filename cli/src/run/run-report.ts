import { redact } from '../../../engine/src/masking/index';
import type { RequestPlan } from '../../../engine/src/sending/plan/index';
import {
  runAsHtml,
  runAsJson,
  runAsJunit,
  type ReportedRequest,
  type RunReport,
} from '../../../engine/src/report/index';
import { causeOf } from '../../../platform/node/files/files';
import { replacePrivately } from '../../../platform/node/files/private-file';

/** Returns why no report can be written to a path. */
export function reportProblem(path: string): string | undefined {
  return writerFor(path) === undefined
    ? `--report ${path} does not say which report; use a name that ends with .xml (JUnit), .html or .json`
    : undefined;
}

/** Writes the report of a run; a reader sees the whole new file or the former one. Returns why it could not be written. */
export function writeReport(path: string, report: RunReport): string | undefined {
  try {
    replacePrivately(path, (writerFor(path) ?? runAsJson)(report));
    return undefined;
  } catch (error) {
    return `${path}: the report cannot be written: ${causeOf(error)}`;
  }
}

/** Returns what writes the report that the end of a name asks for. */
function writerFor(path: string): ((report: RunReport) => string) | undefined {
  const writers = { xml: runAsJunit, html: runAsHtml, json: runAsJson };
  const end = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(writers, end) ? writers[end as keyof typeof writers] : undefined;
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
