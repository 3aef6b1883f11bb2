import type { ReportFormat } from './format';
import { framesFormat } from './frames-format';
import { githubFormat } from './github-format';
import { jsonFormat } from './json-format';
import { junitFormat } from './junit-format';
import { sarifFormat } from './sarif-format';
import { textFormat } from './text-format';

/** The forms of the report, the default one first; on a terminal it is the second. */
export const reportFormats: readonly [ReportFormat, ReportFormat, ...ReportFormat[]] = [
  textFormat,
  framesFormat,
  jsonFormat,
  sarifFormat,
  junitFormat,
  githubFormat,
];

/** Returns the form with this name. */
export function reportFormatOf(name: string): ReportFormat | undefined {
  return reportFormats.find((format) => format.name === name);
}
