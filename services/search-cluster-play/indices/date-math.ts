import { isDateMathName, resolveDateMathName } from '@rulebook/text/date-math';
import { problem, type Problem } from './problem';

/** Returns a list of names with the dates that date math means, such as `<logs-{now/d}>`, or why one cannot be read. */
export function resolveDateMath(names: string, now: number): string | Problem {
  if (!names.includes('<')) return names;
  const resolved: string[] = [];
  for (const name of names.split(',')) {
    const isExclusion = name.startsWith('-') && isDateMathName(name.slice(1));
    const plain = resolveDateMathName(isExclusion ? name.slice(1) : name, now);
    if (typeof plain !== 'string') return problem(plain.problem, { type: 'parse_exception' });
    resolved.push(isExclusion ? `-${plain}` : plain);
  }
  return resolved.join(',');
}
