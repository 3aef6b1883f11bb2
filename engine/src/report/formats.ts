import type { ReportFormat } from './format';
import { jsonFormat } from './json-format';
import { junitFormat } from './junit-format';
import { sarifFormat } from './sarif-format';
import { textFormat } from './text-format';

/** The forms of the report, the default one first. */
export const reportFormats: readonly [ReportFormat, ...ReportFormat[]] = [
  textFormat,
  jsonFormat,
  sarifFormat,
  junitFormat,
];

/** Returns the form with this name. */
export function reportFormatOf(name: string): ReportFormat | undefined {
  return reportFormats.find((format) => format.name === name);
}
