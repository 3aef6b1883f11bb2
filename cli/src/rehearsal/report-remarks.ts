import { count } from '@rulebook/text';
import type { Rehearsal } from './model';
import { groupsOf } from './report-groups';
import { headings } from './report-words';

/** Returns what was counted, and what was not understood or not played, a sentence each. */
export function remarksOf({ release, files, requests, lines, unread, notes, play }: Rehearsal): readonly string[] {
  const found = Object.keys(headings)
    .map((kind) => [kind, lines.filter((line) => line.kind === kind).length] as const)
    .filter(([, number]) => number > 0)
    .map(([kind, number]) => `${number} ${kind === 'absent' ? 'not there' : kind}`);
  const changes = groupsOf(lines).length;
  const reasons = (play?.left ?? []).map(({ reason, count: number }) => `${number} since ${reason}`);
  return [
    `${found.join(', ') || (play?.differences.length ? 'Nothing is reported' : 'Nothing differs')} in ${count(requests, 'request')} of ${count(files, 'file')}${changes < lines.length ? `: ${count(changes, 'different change')}` : ''}.`,
    ...(release.note === undefined ? [] : [`Note: ${release.note}.`]),
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
      : [
          `${count(play.shown, 'resource')} made first, as logs and recordings show that ${play.shown === 1 ? 'it was' : 'they were'} there.`,
        ]),
    ...(reasons.length === 0 ? [] : [`Not played: ${reasons.join(', ')}.`]),
  ];
}
