import { count } from '@rulebook/text/count';
import type { Concerned } from '../concerned/model';
import type { ConcernedLine } from '../model';
import { headlineOf, levelWordOf, linesByFile, repairWordsOf } from './concerned-words';

/** More rows would push everything else out of a comment on a pull request. */
const maxRows = 200;

/** Returns what is concerned as Markdown for a pull request: a table, and the words of each change behind a fold. */
export function concernedMarkdown(concerned: Concerned): string {
  const { lines } = concerned;
  const parts = [`**${headlineOf(concerned)}**`];
  if (lines.length > 0) {
    const rows = lines.slice(0, maxRows).map(rowOf);
    parts.push(['| Where | What happens | Change | Repair |', '| --- | --- | --- | --- |', ...rows].join('\n'));
    if (lines.length > maxRows) parts.push(`Left out here: ${count(lines.length - maxRows, 'more line')}.`);
    parts.push(detailsOf(concerned));
  }
  return `${parts.join('\n\n')}\n`;
}

function rowOf(line: ConcernedLine): string {
  const { method = '', path = '' } = line.change.place;
  const operation = path === '' ? '' : ` of ${code(`${method} ${path}`)}`;
  const repair = repairWordsOf(line);
  const cells = [
    code(`${line.file}:${line.line}`),
    levelWordOf(line),
    `${code(line.change.id)}${operation}`,
    repair === undefined ? '' : inCell(repair),
  ];
  return `| ${cells.join(' | ')} |`;
}

function detailsOf(concerned: Concerned): string {
  const files = [...linesByFile(concerned)].map(([file, lines]) => {
    const items = lines.slice(0, maxRows).map(({ line, change }) => `- line ${line}: ${inCell(change.message)}`);
    return [`**${code(file)}**`, '', ...items].join('\n');
  });
  return ['<details><summary>What changed there</summary>', ...files, '</details>'].join('\n\n');
}

function code(text: string): string {
  return `\`${inCell(text).replaceAll('`', "'")}\``;
}

/** What a description says is text of others: no cell ends early, and nothing of it is HTML. */
function inCell(text: string): string {
  return text
    .replace(/[\r\n]+/g, ' ')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;');
}
