import { summarize, type ReportedFile } from './model';

/** Returns the report as JSON text, version 1. */
export function jsonReport(files: readonly ReportedFile[]): string {
  const listed = files.map(({ path, findings }) => ({ path, findings }));
  return `${JSON.stringify({ version: 1, files: listed, summary: summarize(files) }, null, 2)}\n`;
}
