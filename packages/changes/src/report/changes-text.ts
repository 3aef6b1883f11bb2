import type { Change } from '../model';
import { byOperation, countsOf, levelTitles, listedLevels, sentenceOf } from './changes-words';

/** Returns what differs as lines for a terminal, by level and operation; with `isWhole`, also what breaks nothing. */
export function changesText(
  changes: readonly Change[],
  [old, now]: readonly [string, string],
  isWhole: boolean,
): string {
  const lines = [`${old} -> ${now}: ${countsOf(changes)}`];
  for (const [level, ones] of listedLevels(changes, isWhole)) {
    lines.push('', `${levelTitles[level]}:`);
    for (const [operation, own] of byOperation(ones)) {
      lines.push(`  ${operation === '' ? 'The whole' : operation}`);
      for (const one of own) lines.push(`    ${sentenceOf(one)} [${one.id}]`);
    }
  }
  const hidden = isWhole ? 0 : changes.filter(({ level }) => level === 'additive' || level === 'silent').length;
  if (hidden > 0) lines.push('', `${hidden} more that break nothing: add --all.`);
  return `${lines.join('\n')}\n`;
}
