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

/** Returns what came of a rehearsal, for people on a terminal. */
export function rehearsalText(rehearsal: Rehearsal): string {
  const { lines, play } = rehearsal;
  const groups = rehearsedKinds.map((kind) => {
    const own = groupsOf(lines, kind);
    return own.length === 0 ? [] : ['', `${headings[kind]}:`, ...own.flatMap(linesOfGroup)];
  });
  const differences = play?.differences ?? [];
  return [
    `As ${titleOfRehearsal(rehearsal)}`,
    ...groups.flat(),
    ...(differences.length === 0
      ? []
      : ['', 'Responses that differ:', ...differenceGroupsOf(differences, true).flatMap(linesOfDifferences)]),
    '',
    ...remarksOf(rehearsal),
    '',
  ].join('\n');
}

/** Few places are listed one by one. */
function linesOfGroup(group: ChangeGroup): readonly string[] {
  const [{ finding }] = group.lines;
  const { rule, fix } = finding;
  const title = fix === undefined ? [] : [`    fix: ${fix.title}${fix.isSafe ? '' : ' (by --fix-unsafe)'}`];
  if (group.lines.length > maxPlaces)
    return [`  ${group.message} [${rule}] (${countOfGroup(group)})`, `    ${placesOf(group)}`, ...title];
  return group.lines.flatMap((line) => [
    `  ${placeOfLine(line)} ${line.finding.message} [${rule}]${countOfLine(line)}`,
    ...title,
  ]);
}

function linesOfDifferences(group: DifferenceGroup): readonly string[] {
  const { differences, difference, requests } = group;
  if (differences.length > maxPlaces)
    return [`  ${difference} (${count(requests, 'request')})`, `    ${requestsOf(group)}`];
  return differences.map(
    (one) => `  ${placeOfDifference(one)} ${one.request}: ${differenceOf(one)}${countOfLine(one)}`,
  );
}
