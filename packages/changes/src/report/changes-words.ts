import type { Change, ChangeLevel } from '../model';

/** The levels, the worst one first. */
export const changeLevels: readonly ChangeLevel[] = ['breaking', 'risky', 'additive', 'silent'];

/** The titles of the levels. */
export const levelTitles: Readonly<Record<ChangeLevel, string>> = {
  breaking: 'Breaks requests or what reads responses',
  risky: 'May break something',
  additive: 'New',
  silent: 'Changes nothing for requests',
};

const nouns: Readonly<Record<ChangeLevel, string>> = {
  breaking: 'breaking',
  risky: 'risky',
  additive: 'additive',
  silent: 'silent',
};

/** Returns how many changes there are of each level: "3 breaking, 1 risky, 12 additive". */
export function countsOf(changes: readonly Change[]): string {
  const counts = changeLevels.flatMap((level) => {
    const number = changes.filter((one) => one.level === level).length;
    return number === 0 ? [] : [`${number} ${nouns[level]}`];
  });
  return counts.length === 0 ? 'no changes' : counts.join(', ');
}

/** Returns the levels that are listed, with their changes. */
export function listedLevels(
  changes: readonly Change[],
  isWhole: boolean,
): readonly (readonly [ChangeLevel, readonly Change[]])[] {
  return changeLevels
    .filter((level) => isWhole || level === 'breaking' || level === 'risky')
    .map((level) => [level, changes.filter((one) => one.level === level)] as const)
    .filter(([, ones]) => ones.length > 0);
}

/** Returns the changes by their operation, in their order; the whole description is empty. */
export function byOperation(changes: readonly Change[]): ReadonlyMap<string, readonly Change[]> {
  const found = new Map<string, Change[]>();
  for (const change of changes) {
    const { method = '', path = '' } = change.place;
    const name = `${method} ${path}`.trim();
    const list = found.get(name);
    if (list === undefined) found.set(name, [change]);
    else list.push(change);
  }
  return found;
}

/** So many other places are named. */
const shownPlaces = 2;

/** Returns what a change is, and its other places, as one or two sentences. */
export function sentenceOf({ message, alsoAt }: Change): string {
  const places = (alsoAt?.(shownPlaces + 1) ?? []).map((one) => `\`${/\$.*/s.exec(one)?.[0] ?? one}\``);
  if (places.length === 0) return message;
  const more = places.length > shownPlaces ? ' and more' : '';
  return `${message} Also at ${places.slice(0, shownPlaces).join(', ')}${more}.`;
}
