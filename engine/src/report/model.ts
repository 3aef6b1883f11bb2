import type { Severity } from '../catalogue/model';
import type { Finding } from '../rules/rule';
import type { FileReport } from '../rules/check-file';
import type { RequestFile } from '../syntax/request-file';
import type { Span } from '../text/span';
import { lineStartsOf, positionAt, type LinePosition } from '../text/lines';

/** A finding with its place in the file; lines and characters count from zero, characters in UTF-16 code units. */
export interface ReportedFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly range: { readonly start: LinePosition; readonly end: LinePosition };
  readonly provenance: {
    readonly kind: 'documented' | 'reference' | 'syntax';
    readonly document: string | null;
    readonly section: string | null;
  };
}

/** A checked file. */
export interface ReportedFile {
  readonly path: string;
  readonly findings: readonly ReportedFinding[];
  /** The number of its requests. */
  readonly requests: number;
}

export interface Summary {
  readonly files: number;
  readonly requests: number;
  readonly errors: number;
  readonly warnings: number;
  readonly information: number;
  readonly hints: number;
}

/** The severities from the weakest to the strongest. */
export const severities: readonly Severity[] = ['hint', 'information', 'warning', 'error'];

/** Returns whether a severity is at least another one. */
export function isAtLeast(severity: Severity, least: Severity): boolean {
  return severities.indexOf(severity) >= severities.indexOf(least);
}

/** Turns the findings of a file's blocks into findings with places in the file, leaving out those below `least`. */
export function reportFile(path: string, file: RequestFile, report: FileReport, least: Severity): ReportedFile {
  const findings: ReportedFinding[] = [];
  report.findings.forEach((list, index) => {
    const shown = list.filter((finding) => isAtLeast(finding.severity, least));
    if (shown.length === 0) return;
    const starts = lineStartsOf(file.blocks[index]?.text ?? '');
    const firstLine = file.startLines[index] ?? 0;
    const place = (offset: number) => {
      const { line, character } = positionAt(starts, offset);
      return { line: line + firstLine, character };
    };
    for (const finding of shown) findings.push(reported(finding, place));
  });
  return { path, findings, requests: report.requests };
}

function reported(finding: Finding, place: (offset: number) => LinePosition): ReportedFinding {
  const { provenance } = finding;
  const source = provenance.kind === 'syntax' ? undefined : provenance;
  return {
    rule: finding.rule,
    severity: finding.severity,
    message: finding.message,
    range: { start: place(finding.span.start), end: place(finding.span.end) },
    provenance: { kind: provenance.kind, document: source?.document ?? null, section: source?.section ?? null },
  };
}

/** Counts files, requests and findings by severity. */
export function summarize(files: readonly ReportedFile[]): Summary {
  const count = (severity: Severity) =>
    files.reduce((sum, file) => sum + file.findings.filter((finding) => finding.severity === severity).length, 0);
  return {
    files: files.length,
    requests: files.reduce((sum, file) => sum + file.requests, 0),
    errors: count('error'),
    warnings: count('warning'),
    information: count('information'),
    hints: count('hint'),
  };
}

/** Turns the problems of a `rulebook.json` into findings; it holds no requests. */
export function reportConfiguration(
  path: string,
  text: string,
  problems: readonly { readonly message: string; readonly severity: Severity; readonly span: Span }[],
): ReportedFile {
  const starts = lineStartsOf(text);
  const findings = problems.map(({ message, severity, span }) => ({
    rule: 'configuration',
    severity,
    message,
    range: { start: positionAt(starts, span.start), end: positionAt(starts, span.end) },
    provenance: { kind: 'syntax' as const, document: null, section: null },
  }));
  return { path, findings, requests: 0 };
}
