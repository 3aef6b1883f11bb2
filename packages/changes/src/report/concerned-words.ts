import { count } from '@rulebook/text/count';
import type { Concerned } from '../concerned/model';
import type { ChangeLevel, ConcernedLine } from '../model';

/** What every form of a report has in front. */
export function headlineOf({ requests, concerned, lines }: Concerned): string {
  const are = concerned === 1 || requests === 1 ? 'is' : 'are';
  const others = lines.filter(({ what }) => what !== 'request').length;
  const read = others === 0 ? '' : `, and ${count(others, 'place')} that read${others === 1 ? 's' : ''} a response`;
  return `${concerned} of ${count(requests, 'request')} ${are} concerned${lines.length > 0 ? read : ''}.`;
}

const levelWords: Readonly<Record<ChangeLevel, string>> = {
  breaking: 'breaks',
  risky: 'may break',
  additive: 'announced',
  silent: 'changes silently',
};

/** Returns what a change does to a line, in a word or two. */
export function levelWordOf({ change: { level }, isProved }: ConcernedLine): string {
  return isProved && level === 'breaking' ? 'refused' : levelWords[level];
}

/** Returns how a line is repaired, as half a sentence; undefined where nothing is safe. */
export function repairWordsOf({ edits, change: { repair } }: ConcernedLine): string | undefined {
  if (edits === undefined || repair === undefined) return undefined;
  switch (repair.kind) {
    case 'rename':
      return `rename it to \`${repair.to}\``;
    case 'move':
      return `send it to \`${repair.method} ${repair.path}\``;
    case 'insert':
      return `add \`${repair.name}\``;
    case 'value':
      return `use \`${repair.to}\``;
    case 'remove':
      return 'leave it out';
  }
}

/** Returns the lines by their files, in their order. */
export function linesByFile({ lines }: Concerned): ReadonlyMap<string, readonly ConcernedLine[]> {
  const files = new Map<string, ConcernedLine[]>();
  for (const line of lines) {
    const list = files.get(line.file);
    if (list === undefined) files.set(line.file, [line]);
    else list.push(line);
  }
  return files;
}

/** How many lines have a safe repair. */
export function repairableIn({ lines }: Concerned): number {
  return lines.filter((line) => repairWordsOf(line) !== undefined).length;
}
