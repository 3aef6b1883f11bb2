import { count } from '@rulebook/text/count';
import type { DeclaringSource, MemberChange, PlannedResource, ResourcePlan, ResourceState } from './model';

/** What is in front of a resource, by its state. */
const marks: Readonly<Record<ResourceState, string>> = {
  created: '+',
  changed: '~',
  deleted: '-',
  unchanged: '=',
  unknown: '?',
};

/** A longer value is cut, in UTF-16 code units. */
const longestValue = 200;

/** Returns the resources as lines for people, with a summary; `elsewhere` is how many requests go to other places. */
export function planText({ resources, others }: ResourcePlan, elsewhere: number): string {
  const lines = resources.flatMap((one) => [
    `${marks[one.state]} ${one.resource}: ${one.state} (${aboutOf(one)})`,
    ...(one.reason === undefined ? [] : [`    not known: ${one.reason}`]),
    ...one.changes.map((change) => `    ${changeText(change)}`),
    ...one.unknown.map(({ path, reason }) => `    ${path === '' ? 'all of it' : path}: not known, since ${reason}`),
  ]);
  return [...lines, ...(lines.length === 0 ? [] : ['']), ...summaryLines(resources, others, elsewhere), ''].join('\n');
}

function aboutOf({ noun, sources }: PlannedResource): string {
  const places = sources.map(placeText).join(', ');
  return noun === undefined ? places : `${noun}; ${places}`;
}

function placeText({ file, line }: DeclaringSource): string {
  return line === undefined ? file : `${file}:${line}`;
}

function changeText({ path, declared, actual }: MemberChange): string {
  const at = path === '' ? 'all of it' : path;
  if (actual === undefined) return `${at}: ${valueText(declared)} in the file, absent at the endpoint`;
  if (declared === undefined) return `${at}: absent in the file, ${valueText(actual)} at the endpoint`;
  return `${at}: ${valueText(declared)} in the file, ${valueText(actual)} at the endpoint`;
}

/** Returns a value as it is shown; a long one is cut. */
export function valueText(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

/** Returns what the resources are together, a sentence each. */
export function summaryLines(
  resources: readonly PlannedResource[],
  others: number,
  elsewhere: number,
): readonly string[] {
  const counts = countsOf(resources);
  const states = (Object.keys(marks) as ResourceState[]).filter((state) => counts[state] > 0);
  const parts = states.map((state) => `${counts[state]} ${state}`);
  const lines = [`${count(resources.length, 'resource')}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}.`];
  if (others > 0) lines.push(`${count(others, 'request')} declared no resource.`);
  if (elsewhere > 0)
    lines.push(`${count(elsewhere, 'request')} went elsewhere and ${elsewhere === 1 ? 'was' : 'were'} not compared.`);
  const isKnown = counts.unknown === 0;
  if (areAllUncompared(resources)) lines.push('Nothing could be compared.');
  else if (counts.created + counts.changed + counts.deleted === 0 && resources.length > 0)
    lines.push(isKnown ? 'Nothing is to be done.' : 'As far as it is known, no change is needed.');
  return lines;
}

/** Returns how many resources have each state. */
export function countsOf(resources: readonly PlannedResource[]): Readonly<Record<ResourceState, number>> {
  const found = { created: 0, changed: 0, deleted: 0, unchanged: 0, unknown: 0 };
  for (const { state } of resources) found[state]++;
  return found;
}

/** Returns whether the endpoint has something else than the files declare. */
export function hasDifferences(resources: readonly PlannedResource[]): boolean {
  const { created, changed, deleted } = countsOf(resources);
  return created + changed + deleted > 0;
}

/** Returns whether there are resources, and none of them could be compared, not even in part. */
export function areAllUncompared(resources: readonly PlannedResource[]): boolean {
  return resources.length > 0 && resources.every(isUncompared);
}

function isUncompared({ state, reason, unknown }: PlannedResource): boolean {
  return state === 'unknown' && (reason !== undefined || unknown.some(({ path }) => path === ''));
}

/** Returns the plan as data, for `--format json`. */
export function planJson({ resources, others }: ResourcePlan, elsewhere: number) {
  return {
    version: 1,
    resources,
    summary: { ...countsOf(resources), others, elsewhere },
  };
}
