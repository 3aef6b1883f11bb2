import type { RehearsedKind } from '@rulebook/engine/rehearsal';
import { count } from '@rulebook/text';
import type { PlayedDifference, Rehearsal, RehearsedLine } from './model';

/** The headings of the report. */
export const headings: Readonly<Record<RehearsedKind, string>> = {
  refused: 'Refused there',
  absent: 'Not there',
  deprecated: 'Deprecated there',
  changed: 'Changed there',
  taken: 'Refused now, and taken there',
};

/** Returns what is rehearsed, and compared with what. */
export function titleOfRehearsal({ release, from }: Pick<Rehearsal, 'release' | 'from'>): string {
  return from === undefined ? release.title : `${release.title}, from ${from.title}`;
}

/** Returns where a finding is: the file, its line and column, counted from 1. */
export function placeOfLine({ path, finding: { range } }: RehearsedLine): string {
  return `${path}:${range.start.line + 1}:${range.start.character + 1}`;
}

/** Returns how many requests of a log or a recording something is about. */
export function countOfLine({ count: requests }: Pick<RehearsedLine, 'count'>): string {
  return requests === undefined || requests < 2 ? '' : ` (${count(requests, 'request')})`;
}

/** Returns how the responses to a request differ, in one line. */
export function differenceOf({ before, after, members }: PlayedDifference): string {
  const named = ({ status, type }: PlayedDifference['before']): string =>
    type === undefined ? String(status) : `${status} ${type}`;
  if (members.length === 0) return `${named(before)} → ${named(after)}`;
  const shown = members.slice(0, maxMembers).map((member) => {
    if (member.before === undefined) return `\`${member.path}\` is new: ${member.after ?? ''}`;
    if (member.after === undefined) return `\`${member.path}\` is missing`;
    return `\`${member.path}\`: ${member.before} → ${member.after}`;
  });
  const rest = members.length - shown.length;
  return `${named(after)}, ${shown.join('; ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

const maxMembers = 3;

/** Returns what was counted, and what was not understood or not played, a sentence each. */
export function remarksOf({ files, requests, lines, unread, notes, play }: Rehearsal): readonly string[] {
  const found = Object.keys(headings)
    .map((kind) => [kind, lines.filter((line) => line.kind === kind).length] as const)
    .filter(([, number]) => number > 0)
    .map(([kind, number]) => `${number} ${kind === 'absent' ? 'not there' : kind}`);
  const reasons = (play?.left ?? []).map(({ reason, count: number }) => `${number} since ${reason}`);
  return [
    `${found.join(', ') || 'Nothing differs'} in ${count(requests, 'request')} of ${count(files, 'file')}.`,
    ...unread.map(
      ({ path, count: number, of, first, reasons: why }) =>
        `${path}: ${number} of ${count(of, 'line')} ${number === 1 ? 'is' : 'are'} not understood, from line ${first} on: ${why.join(', ')}.`,
    ),
    ...notes.map(({ path, text }) => `${path}: ${text}.`),
    ...(play === undefined
      ? []
      : play.problem !== undefined
        ? [`Nothing was played: ${play.problem}.`]
        : [
            `${count(play.played, 'request')} played in the sandbox of both: ${count(play.differences.length, 'response')} differ${play.differences.length === 1 ? 's' : ''}.`,
          ]),
    ...(play === undefined || play.shown === 0
      ? []
      : [`${count(play.shown, 'resource')} made first, as logs and recordings show that ${play.shown === 1 ? 'it was' : 'they were'} there.`]),
    ...(reasons.length === 0 ? [] : [`Not played: ${reasons.join(', ')}.`]),
  ];
}
