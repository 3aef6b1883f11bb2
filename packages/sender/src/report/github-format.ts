import type { Severity } from '@rulebook/catalogue/facts';
import { annotation } from './annotation';
import { sourceText } from './finding-line';
import type { ReportFormat } from './format';
import type { ReportedFinding } from './model';
import { summaryLine } from './text-format';

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'notice'>> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
  hint: 'notice',
};

/** The findings as commands of a log, which GitHub Actions shows next to the lines of a pull request. */
export const githubFormat: ReportFormat = {
  name: 'github',
  purpose: 'annotations of GitHub Actions',
  write: () => ({
    *file({ path, findings }) {
      for (const finding of findings) yield `${annotationOf(path, finding)}\n`;
    },
    *end(summary) {
      yield `${summaryLine(summary)}\n`;
    },
  }),
};

function annotationOf(path: string, { rule, severity, message, range: { start, end }, provenance }: ReportedFinding) {
  const isOneLine = start.line === end.line;
  const source = sourceText(provenance);
  const properties = {
    file: path.replaceAll('\\', '/'),
    line: start.line + 1,
    endLine: end.line + 1,
    // Columns hold for one line only.
    col: isOneLine ? start.character + 1 : undefined,
    endColumn: isOneLine ? end.character + 1 : undefined,
    title: rule,
  };
  return annotation(levels[severity], properties, source === '' ? message : `${message} (${source})`);
}
