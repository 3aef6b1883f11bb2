import { visibleLine } from '../text/visible';
import { plainPaint } from './format';
import type { ReportedFinding } from './model';

/** Returns a finding in one line for people, with `path:line:column` in front, both counted from one. */
export function findingLine(path: string, finding: ReportedFinding, paint = plainPaint): string {
  const { line, character } = finding.range.start;
  const { kind, document, section } = finding.provenance;
  const source =
    kind === 'syntax' ? '' : ` — ${visibleLine(document ?? '')}, ${visibleLine(section ?? '')}${layers[kind]}`;
  const position = paint.path(`${visibleLine(path)}:${line + 1}:${character + 1}`);
  const severity = paint.severity(finding.severity, finding.severity);
  return `${position} ${severity} ${visibleLine(finding.message)} ${paint.dim(`[${finding.rule}${source}]`)}`;
}

const layers: Readonly<Record<ReportedFinding['provenance']['kind'], string>> = {
  documented: '',
  reference: ' (reference)',
  described: ' (described)',
  house: ' (house rule)',
  syntax: '',
};
