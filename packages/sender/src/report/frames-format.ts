import { visible, visibleLine } from '@rulebook/text/visible';
import { pathText, withoutLogCommands } from './log-text';
import { codeFrame } from './code-frame';
import { sourceText } from './finding-line';
import type { Paint, ReportFormat } from './format';
import type { ReportedFile, ReportedFinding, ReportedFix } from './model';
import { summaryLine } from './text-format';

/** The report for people at a terminal: each finding with its lines of the file, where its fact is, and its quick fix. */
export const framesFormat: ReportFormat = {
  name: 'frames',
  purpose: 'each finding with its lines of the file, for people',
  showsSource: true,
  write: ({ paint, width = defaultWidth }) => ({
    *file(file) {
      for (const finding of file.findings) yield `${linesOfFinding(file, finding, paint, width).join('\n')}\n\n`;
    },
    *end(summary) {
      yield `${summaryLine(summary)}\n`;
    },
  }),
};

/** Where the width is not known, in columns. */
const defaultWidth = 100;

function wayOf({ isSafe, isUnfinished }: ReportedFix): string {
  if (isUnfinished === true) return 'in the editor';
  return isSafe ? '--fix' : '--fix-unsafe';
}

function linesOfFinding(
  { path, lineAt }: ReportedFile,
  finding: ReportedFinding,
  paint: Paint,
  width: number,
): readonly string[] {
  const { rule, severity, message, range, provenance, fix } = finding;
  const position = paint.path(`${pathText(path)}:${range.start.line + 1}:${range.start.character + 1}`);
  const source = sourceText(provenance);
  const notes = [
    ...(source === '' ? [] : [`From ${visibleLine(source)}.`]),
    ...(fix === undefined ? [] : [`Fix: ${visibleLine(fix.title)} (${wayOf(fix)}).`]),
  ];
  return [
    `${position} ${paint.severity(severity, severity)} ${paint.bold(rule)}`,
    ...wrapped(withoutLogCommands(visible(message)).replace(/\s+/g, ' '), width),
    ...(lineAt === undefined ? [] : ['', ...codeFrame(finding, { lineAt, paint, width })]),
    ...(notes.length === 0 ? [] : ['', ...notes.flatMap((note) => wrapped(note, width).map(paint.dim))]),
  ];
}

/** Returns the words in lines of at most so many columns, indented. A line that begins with `::` would be a command of a log. */
function wrapped(text: string, width: number): readonly string[] {
  const most = Math.max(20, width - 2);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length + 3 > most && !word.startsWith('::')) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? `  ${word}` : ` ${word}`;
  }
  return [...lines, line];
}
