import { redact } from '@rulebook/catalogue/masking';
import type { RequestPlan } from '@rulebook/sender/plan';
import { runAsHtml, runAsJson, runAsJunit, type ReportedRequest, type RunReport } from '@rulebook/sender/report';
import { causeOf } from '@rulebook/node/files/files';
import { replacePrivately } from '@rulebook/node/files/private-file';

/** Returns why no report can be written to one of the paths. */
export function reportProblem(paths: readonly string[]): string | undefined {
  const unknown = paths.find((path) => writerFor(path) === undefined);
  if (unknown !== undefined)
    return `--report ${unknown} does not say which report; use a name that ends with .xml (JUnit), .html or .json`;
  const twice = paths.find((path, index) => paths.indexOf(path) < index);
  return twice === undefined
    ? undefined
    : `--report ${twice} is given twice, and one report would replace the other; leave out one`;
}

/** Returns whether a page is among the reports: only it shows requests and responses. */
export function hasPage(paths: readonly string[]): boolean {
  return paths.some((path) => writerFor(path) === runAsHtml);
}

/** Writes the reports of a run, and returns why one of them could not be written; the others are there then. */
export function writeReports(paths: readonly string[], report: RunReport): string | undefined {
  return paths.map((path) => writeReport(path, report)).find((problem) => problem !== undefined);
}

/** Writes the report of a run; a reader sees the whole new file or the former one. Returns why it could not be written. */
function writeReport(path: string, report: RunReport): string | undefined {
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
export function leftRequest({ label, method, line, template }: RequestPlan, turn: number | undefined): ReportedRequest {
  return {
    label: redact(label),
    method,
    ...(line !== undefined && { line: line + 1 }),
    ...(template !== undefined && { operation: `${method} ${template}` }),
    ...(turn !== undefined && { turn }),
    outcome: 'skipped',
    isSent: false,
    reason: leftReason,
    asserts: [],
  };
}
