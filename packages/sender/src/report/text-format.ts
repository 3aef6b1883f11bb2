import { count } from '@rulebook/text/count';
import { findingLine } from './finding-line';
import type { ReportFormat } from './format';
import type { Summary } from './model';

/** The report for people: one line for each finding, and one with the counts. */
export const textFormat: ReportFormat = {
  name: 'text',
  purpose: 'one line for each finding, also for other programs',
  write: ({ paint }) => ({
    *file({ path, findings }) {
      for (const finding of findings) yield `${findingLine(path, finding, paint)}\n`;
    },
    *end(summary) {
      yield `${summaryLine(summary)}\n`;
    },
  }),
};

/** Returns the counts in one line, such as `1 error, 2 warnings in 3 requests of 1 file`. */
export function summaryLine({ files, requests, errors, warnings, information, hints }: Summary): string {
  const findings = [
    errors > 0 && count(errors, 'error'),
    warnings > 0 && count(warnings, 'warning'),
    information > 0 && count(information, 'info'),
    hints > 0 && count(hints, 'hint'),
  ].filter(Boolean);
  const inRequests = requests > 0 ? `${count(requests, 'request')} of ` : '';
  return `${findings.join(', ') || 'No findings'} in ${inRequests}${count(files, 'file')}`;
}
