import { withoutLogCommands, pathText } from './log-text';
import { visibleLine } from '@rulebook/text/visible';
import { plainPaint } from './format';
import type { ReportedFinding } from './model';

/** Returns a finding in one line for people, with `path:line:column` in front, both counted from one. */
export function findingLine(path: string, finding: ReportedFinding, paint = plainPaint): string {
  const { line, character } = finding.range.start;
  const source = sourceText(finding.provenance);
  const position = paint.path(`${pathText(path)}:${line + 1}:${character + 1}`);
  const severity = paint.severity(finding.severity, finding.severity);
  return `${position} ${severity} ${withoutLogCommands(visibleLine(finding.message))} ${paint.dim(`[${finding.rule}${source === '' ? '' : ` — ${visibleLine(source)}`}]`)}`;
}

/** Returns where the fact of a finding is. A message names the description that it is from, so that only the place is left to say. */
export function sourceText({ kind, document, section, link }: ReportedFinding['provenance']): string {
  switch (kind) {
    case 'syntax':
      return '';
    case 'described':
      return section ?? link ?? '';
    case 'documented':
    case 'reference':
    case 'house':
      return `${document ?? ''}, ${section ?? ''}${layers[kind]}`;
  }
}

const layers = { documented: '', reference: ' (reference)', house: ' (house rule)' } as const;
