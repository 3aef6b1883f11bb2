import type { RehearsedKind } from '@rulebook/engine/rehearsal';
import { count } from '@rulebook/text';
import type { PlayedDifference, RehearsedLine } from './model';
import { differenceOf, placeOfLine } from './report-words';

/** So many places of a change are listed one by one; of more, these are named. */
export const maxPlaces = 3;

/** What is said of several requests alike. */
export interface ChangeGroup {
  /** In order. */
  readonly lines: readonly [RehearsedLine, ...RehearsedLine[]];
  readonly message: string;
  /** How many requests it is about, as far as they are counted. */
  readonly requests: number;
}

/** Responses that differ alike. */
export interface DifferenceGroup {
  readonly differences: readonly [PlayedDifference, ...PlayedDifference[]];
  readonly difference: string;
  readonly requests: number;
}

/** Puts together what is said alike, in the order in which it is said first. For people, few places of a change stay in their order. */
export function groupsOf(lines: readonly RehearsedLine[], kind?: RehearsedKind): readonly ChangeGroup[] {
  const isForPeople = kind !== undefined;
  const own = isForPeople ? lines.filter((line) => line.kind === kind) : lines;
  const keyOf = (line: RehearsedLine) =>
    JSON.stringify([line.kind, line.finding.rule, changeOf(line), line.finding.fix?.title]);
  return together(own, keyOf, isForPeople).map((group) => ({
    lines: group,
    message: changeOf(group[0]),
    requests: group.reduce((sum, { count: more = 1 }) => sum + more, 0),
  }));
}

/** Puts together the requests whose responses differ alike. For people, a few of them stay in their order. */
export function differenceGroupsOf(
  differences: readonly PlayedDifference[],
  isForPeople: boolean,
): readonly DifferenceGroup[] {
  return together(differences, differenceOf, isForPeople).map((group) => ({
    differences: group,
    difference: differenceOf(group[0]),
    requests: group.reduce((sum, { count: more = 1 }) => sum + more, 0),
  }));
}

/** Returns the first places of a group, and how many more there are. */
export function placesOf({ lines }: ChangeGroup): string {
  return firstOf(lines.map(placeOfLine));
}

/** Returns the first requests of a group, and how many more there are. */
export function requestsOf({ differences }: DifferenceGroup): string {
  return firstOf(differences.map((one) => `${placeOfDifference(one)} ${one.request}`));
}

/** Returns where a request is whose response differs. */
export function placeOfDifference({ path, line }: PlayedDifference): string {
  return line === undefined ? path : `${path}:${line}`;
}

/** Returns how often a group is there: in requests, and in places where these are others. */
export function countOfGroup({ lines, requests }: ChangeGroup): string {
  const places = count(lines.length, 'place');
  return lines.some((line) => line.count !== undefined) ? `${count(requests, 'request')}, ${places}` : places;
}

function changeOf({ change, finding }: RehearsedLine): string {
  return change ?? finding.message;
}

function firstOf(texts: readonly string[]): string {
  const more = texts.length - maxPlaces;
  return `${texts.slice(0, maxPlaces).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function together<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  isForPeople: boolean,
): readonly [Item, ...Item[]][] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [item]);
    else known.push(item);
  }
  if (!isForPeople) return [...groups.values()];
  return items.flatMap((item): readonly [Item, ...Item[]][] => {
    const group = groups.get(keyOf(item));
    if (group === undefined || group.length <= maxPlaces) return [[item]];
    return group[0] === item ? [group] : [];
  });
}
