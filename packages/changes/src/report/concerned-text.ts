import { count } from '@rulebook/text/count';
import type { Concerned } from '../concerned/model';
import { headlineOf, levelWordOf, linesByFile, repairableIn, repairWordsOf } from './concerned-words';

/** Returns what is concerned as lines for a terminal: file and line first, as editors and compilers write them; `isRepaired`: the repairs are made. */
export function concernedText(concerned: Concerned, isRepaired = false): string {
  const lines = [headlineOf(concerned)];
  for (const [file, found] of linesByFile(concerned)) {
    lines.push('');
    for (const line of found) {
      const words = repairWordsOf(line);
      const repair = words === undefined ? '' : ` ${isRepaired ? 'Repaired' : 'Repair'}: ${words}.`;
      lines.push(`${file}:${line.line}: ${levelWordOf(line)}: ${line.change.message}${repair} [${line.change.id}]`);
    }
  }
  const repairable = repairableIn(concerned);
  if (repairable > 0 && !isRepaired)
    lines.push('', `${count(repairable, 'line')} can be repaired safely: add --write.`);
  return `${lines.join('\n')}\n`;
}
