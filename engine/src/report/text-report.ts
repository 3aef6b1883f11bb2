import type { Severity } from '../catalogue/model';
import { summarize, type ReportedFile, type ReportedFinding } from './model';

/** Colours a piece of the report; the terminal's business. */
export interface Paint {
  readonly severity: (text: string, severity: Severity) => string;
  readonly path: (text: string) => string;
  readonly dim: (text: string) => string;
}

const plain: Paint = { severity: (text) => text, path: (text) => text, dim: (text) => text };

/** Returns the report for people, one finding a line as `path:line:column`, both from one. */
export function textReport(files: readonly ReportedFile[], paint: Paint = plain): string {
  const lines = files.flatMap(({ path, findings }) => findings.map((finding) => findingLine(path, finding, paint)));
  const { files: fileCount, requests, errors, warnings, information, hints } = summarize(files);
  const counts = `${errors} errors, ${warnings} warnings, ${information} information, ${hints} hints`;
  return [...lines, `${counts} in ${requests} requests of ${fileCount} files`, ''].join('\n');
}

function findingLine(path: string, finding: ReportedFinding, paint: Paint): string {
  const { line, character } = finding.range.start;
  const { kind, document, section } = finding.provenance;
  const source = kind === 'syntax' ? '' : ` — ${document}, ${section}${kind === 'reference' ? ' (reference)' : ''}`;
  const place = paint.path(`${path}:${line + 1}:${character + 1}`);
  const severity = paint.severity(finding.severity, finding.severity);
  return `${place} ${severity} ${finding.message} ${paint.dim(`[${finding.rule}${source}]`)}`;
}
