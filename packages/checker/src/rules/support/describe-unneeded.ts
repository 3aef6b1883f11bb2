import type { UnneededRight } from '../../privileges/unneeded-rights';
import { code, inList } from './wording';

/** More names are counted. */
const maxNames = 5;

/** Returns a right that is not needed as a sentence; `files` are those that use the key. */
export function describeUnneeded(
  { kind, granted, on, enough }: UnneededRight,
  files: string,
  areMany: boolean,
): string {
  const [need, needs] = areMany ? ['do not need', 'need'] : ['does not need', 'needs'];
  const isEnough = `${listedNames(enough, 'and')} ${enough.length === 1 ? 'is' : 'are'} enough`;
  if (kind === 'name')
    return enough.length === 0
      ? `${files} ${areMany ? 'need' : 'needs'} nothing on ${code(granted)}.`
      : `${code(granted)} covers more than ${files} ${needs}: ${isEnough}.`;
  if (enough.length > 0) return `${code(granted)} is more than ${files} ${needs}: ${isEnough}.`;
  const place = kind === 'index' && on.length > 0 ? ` on ${listedNames(on, 'or')}` : '';
  return `${files} ${need} the ${kind} privilege ${code(granted)}${place}.`;
}

function listedNames(names: readonly string[], conjunction: 'and' | 'or'): string {
  const more = names.length - maxNames;
  if (more <= 0) return inList(names, conjunction);
  return `${names.slice(0, maxNames).map(code).join(', ')} ${conjunction} ${more} more`;
}
