import { count } from '@rulebook/text/count';
import type { Concerned } from '../concerned/model';
import { headlineOf, levelWordOf, linesByFile, mendableIn, mendWordsOf } from './concerned-words';

/** Returns what is concerned as lines for a terminal: file and line first, as editors and compilers write them. */
export function concernedText(concerned: Concerned): string {
  const lines = [headlineOf(concerned)];
  for (const [file, found] of linesByFile(concerned)) {
    lines.push('');
    for (const line of found) {
      const mend = mendWordsOf(line);
      const repair = mend === undefined ? '' : ` Mend: ${mend}.`;
      lines.push(`${file}:${line.line}: ${levelWordOf(line)}: ${line.change.message}${repair} [${line.change.id}]`);
    }
  }
  const mendable = mendableIn(concerned);
  if (mendable > 0) lines.push('', `${count(mendable, 'line')} can be mended safely: add --write.`);
  return `${lines.join('\n')}\n`;
}
