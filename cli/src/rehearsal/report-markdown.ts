import { rehearsedKinds } from '@rulebook/engine/rehearsal';
import type { Rehearsal } from './model';
import { countOfLine, differenceOf, headings, placeOfLine, remarksOf, titleOfRehearsal } from './report-words';

/** Returns what came of a rehearsal as Markdown, for a pull request. */
export function rehearsalMarkdown(rehearsal: Rehearsal): string {
  const { lines, play } = rehearsal;
  const groups = rehearsedKinds.map((kind) => {
    const own = lines.filter((line) => line.kind === kind);
    if (own.length === 0) return [];
    return [
      '',
      `### ${headings[kind]}`,
      '',
      '| Where | What |',
      '| --- | --- |',
      ...own.map((line) => {
        const { message, fix } = line.finding;
        return `| ${cell(placeOfLine(line))} | ${cell(message)}${countOfLine(line)}${fix === undefined ? '' : ` *${cell(fix.title)}*`} |`;
      }),
    ];
  });
  const differences = play?.differences ?? [];
  return [
    `## As ${titleOfRehearsal(rehearsal)}`,
    ...groups.flat(),
    ...(differences.length === 0
      ? []
      : [
          '',
          '### Responses that differ',
          '',
          '| Request | Difference |',
          '| --- | --- |',
          ...differences.map(
            (one) =>
              `| ${cell(`${one.path}${one.line === undefined ? '' : `:${one.line}`}`)} ${cell(one.request)} | ${cell(differenceOf(one))} |`,
          ),
        ]),
    '',
    ...remarksOf(rehearsal).flatMap((line) => [cell(line), '']),
  ].join('\n');
}

/** A bar would end the cell, and a tag would be one of the page. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replace(/\s+/g, ' ');
}
