import { rehearsedKinds } from '@rulebook/engine/rehearsal';
import type { Rehearsal } from './model';
import { countOfLine, differenceOf, headings, placeOfLine, remarksOf, titleOfRehearsal } from './report-words';

/** Returns what came of a rehearsal, for people on a terminal. */
export function rehearsalText(rehearsal: Rehearsal): string {
  const { lines, play } = rehearsal;
  const groups = rehearsedKinds.map((kind) => {
    const own = lines.filter((line) => line.kind === kind);
    if (own.length === 0) return [];
    return [
      '',
      `${headings[kind]}:`,
      ...own.flatMap((line) => {
        const { message, rule, fix } = line.finding;
        const title = fix === undefined ? [] : [`    fix: ${fix.title}${fix.isSafe ? '' : ' (by --fix-unsafe)'}`];
        return [`  ${placeOfLine(line)} ${message} [${rule}]${countOfLine(line)}`, ...title];
      }),
    ];
  });
  const differences = play?.differences ?? [];
  return [
    `As ${titleOfRehearsal(rehearsal)}`,
    ...groups.flat(),
    ...(differences.length === 0
      ? []
      : [
          '',
          'Responses that differ:',
          ...differences.map(
            (one) =>
              `  ${one.path}${one.line === undefined ? '' : `:${one.line}`} ${one.request}: ${differenceOf(one)}`,
          ),
        ]),
    '',
    ...remarksOf(rehearsal),
    '',
  ].join('\n');
}
