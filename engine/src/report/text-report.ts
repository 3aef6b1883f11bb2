import type { Severity } from '../catalogue/model';
import { visibleLine } from '../text/visible';
import type { ReportedFinding, ReportWriter } from './model';

/** Colours a piece of the report; the terminal's business. */
export interface Paint {
  readonly severity: (text: string, severity: Severity) => string;
  readonly path: (text: string) => string;
  readonly dim: (text: string) => string;
}

const plain: Paint = { severity: (text) => text, path: (text) => text, dim: (text) => text };

/** Returns the writer of the report for people, one finding a line as `path:line:column`, both from one. */
export function textReport(paint: Paint = plain): ReportWriter {
  return {
    *file({ path, findings }) {
      for (const finding of findings) yield findingLine(path, finding, paint);
    },
    *end({ files, requests, errors, warnings, information, hints }) {
      const counts = `${errors} errors, ${warnings} warnings, ${information} information, ${hints} hints`;
      yield `${counts} in ${requests} requests of ${files} files\n`;
    },
  };
}

function findingLine(path: string, finding: ReportedFinding, paint: Paint): string {
  const { line, character } = finding.range.start;
  const { kind, document, section } = finding.provenance;
  const source = kind === 'syntax' ? '' : ` — ${document}, ${section}${kind === 'reference' ? ' (reference)' : ''}`;
  const place = paint.path(`${visibleLine(path)}:${line + 1}:${character + 1}`);
  const severity = paint.severity(finding.severity, finding.severity);
  return `${place} ${severity} ${visibleLine(finding.message)} ${paint.dim(`[${finding.rule}${source}]`)}\n`;
}
