import type { Severity } from '@rulebook/catalogue/facts';
import type { ReportedFile, ReportedFinding } from '@rulebook/sender/report/model';
import { lineStartsOf, positionAt } from '@rulebook/text/lines';
import type { Concerned } from '../concerned/model';
import type { ChangeLevel, ConcernedLine } from '../model';
import { linesByFile } from './concerned-words';

const severities: Readonly<Record<ChangeLevel, Severity>> = {
  breaking: 'error',
  risky: 'warning',
  additive: 'information',
  silent: 'information',
};

/** Returns what is concerned as findings in files, for the formats of reports that tools read. */
export function concernedFiles(concerned: Concerned, textOf: (file: string) => string): readonly ReportedFile[] {
  return [...linesByFile(concerned)].map(([path, lines]) => {
    const starts = lineStartsOf(textOf(path));
    const findings = lines.map(({ change, span }): ReportedFinding => ({
      rule: change.id,
      severity: severities[change.level],
      message: change.message,
      range: { start: positionAt(starts, span.start), end: positionAt(starts, span.end) },
      provenance: { kind: 'described', document: null, section: change.pointers?.after ?? null },
    }));
    return { path, findings, requests: 0 };
  });
}

/** Returns what is concerned as data, for programs. */
export function concernedJson({ requests, concerned, lines }: Concerned): unknown {
  return { requests, concerned, lines: lines.map(lineAsJson) };
}

function lineAsJson({ file, line, span, what, change, isProved, edits }: ConcernedLine): unknown {
  return { file, line, span, what, isProved, change, ...(edits && { edits }) };
}
