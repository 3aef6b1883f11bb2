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
