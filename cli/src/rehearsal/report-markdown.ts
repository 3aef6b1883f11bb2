import { rehearsedKinds } from '@rulebook/engine/rehearsal';
import { count } from '@rulebook/text';
import type { Rehearsal } from './model';
import {
  countOfGroup,
  differenceGroupsOf,
  groupsOf,
  maxPlaces,
  placeOfDifference,
  placesOf,
  requestsOf,
  type ChangeGroup,
  type DifferenceGroup,
} from './report-groups';
import { remarksOf } from './report-remarks';
import { countOfLine, differenceOf, headings, placeOfLine, titleOfRehearsal } from './report-words';

/** Returns what came of a rehearsal as Markdown, for a pull request. */
export function rehearsalMarkdown(rehearsal: Rehearsal): string {
  const { lines, play } = rehearsal;
  const groups = rehearsedKinds.map((kind) => {
    const own = groupsOf(lines, kind);
    if (own.length === 0) return [];
    return ['', `### ${headings[kind]}`, '', '| Where | What |', '| --- | --- |', ...own.flatMap(rowsOfGroup)];
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
          ...differenceGroupsOf(differences, true).flatMap(rowsOfDifferences),
        ]),
    '',
    ...remarksOf(rehearsal).flatMap((line) => [cell(line), '']),
  ].join('\n');
}

function rowsOfGroup(group: ChangeGroup): readonly string[] {
  const [{ finding }] = group.lines;
  const fix = finding.fix === undefined ? '' : ` *${cell(finding.fix.title)}*`;
  if (group.lines.length > maxPlaces)
    return [`| ${cell(placesOf(group))} | ${cell(group.message)} (${countOfGroup(group)})${fix} |`];
  return group.lines.map(
    (line) => `| ${cell(placeOfLine(line))} | ${cell(line.finding.message)}${countOfLine(line)}${fix} |`,
  );
}

function rowsOfDifferences(group: DifferenceGroup): readonly string[] {
  const { differences, difference, requests } = group;
  if (differences.length > maxPlaces)
    return [`| ${cell(requestsOf(group))} | ${cell(difference)} (${count(requests, 'request')}) |`];
  return differences.map(
    (one) => `| ${cell(placeOfDifference(one))} ${cell(one.request)} | ${cell(differenceOf(one))}${countOfLine(one)} |`,
  );
}

/** A bar would end the cell, and a tag would be one of the page. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replace(/\s+/g, ' ');
}
