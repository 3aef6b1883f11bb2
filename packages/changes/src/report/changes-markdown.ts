import type { Change } from '../model';
import { countsOf, levelTitles, listedLevels, sentenceOf } from './changes-words';

/** More rows would push everything else out of a comment on a pull request. */
const maxRows = 200;

/** Returns what differs as Markdown for a pull request: a table for each level. */
export function changesMarkdown(
  changes: readonly Change[],
  [old, now]: readonly [string, string],
  isWhole: boolean,
): string {
  const parts = [`**${inText(old)} → ${inText(now)}: ${countsOf(changes)}**`];
  for (const [level, ones] of listedLevels(changes, isWhole)) {
    const rows = ones.slice(0, maxRows).map((change) => {
      const { method = '', path = '' } = change.place;
      const operation = path === '' ? '' : `\`${inText(`${method} ${path}`).replaceAll('`', "'")}\``;
      return `| ${operation} | ${inText(sentenceOf(change))} | \`${change.id}\` |`;
    });
    parts.push(
      `### ${levelTitles[level]}`,
      ['| Operation | What changes | Kind |', '| --- | --- | --- |', ...rows].join('\n'),
    );
    if (ones.length > maxRows) parts.push(`${ones.length - maxRows} more are left out here.`);
  }
  return `${parts.join('\n\n')}\n`;
}

/** What a description says is text of others: no cell ends early, and nothing of it is HTML. */
function inText(text: string): string {
  return text
    .replace(/[\r\n]+/g, ' ')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;');
}
