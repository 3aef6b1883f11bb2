import { count } from '@rulebook/text/count';
import { groupBy } from './group-by';
import type { CountedDifference, Drift, OperationDrift, OperationTruth, Truth } from './model';

/** More of what was not asked is counted. */
const maxListed = 20;

/** Returns a comparison as lines for people: an operation a line, with its differences as a diff. */
export function driftText(drift: Drift): string {
  const { title, operations, unasked, unsent, others, requests, end } = drift;
  const width = Math.min(50, Math.max(0, ...operations.map((one) => nameOfDrifting(one).length)));
  const unjudged = unjudgedAlike(operations);
  const folded = new Set([...unjudged.values()].flat());
  const lines = [
    title,
    '',
    ...operations.filter((one) => !folded.has(one)).flatMap((operation) => linesOfOperation(operation, width)),
    ...linesOfUnjudged(unjudged),
    ...(operations.length === 0 ? ['  Nothing was answered.'] : []),
    '',
  ];
  const listed = (name: string, all: readonly string[]): readonly string[] =>
    all.length === 0
      ? []
      : [
          `${name}:`,
          ...all.slice(0, maxListed).map((line) => `  ${line}`),
          ...(all.length > maxListed ? [`  … and ${all.length - maxListed} more; --format json lists all`] : []),
          '',
        ];
  return `${[
    ...lines,
    ...listed(
      'Not asked',
      unasked.map(({ operation, reason }) => `${operation}: ${reason}`),
    ),
    ...listed(
      'Not answered',
      unsent.map(({ request, reason }) => `${request}: ${reason}`),
    ),
    ...(others === 0 ? [] : [`${count(others, 'request')} ${others === 1 ? 'is' : 'are'} of no operation.`]),
    ...(end === undefined ? [] : [end]),
    ...(drift.sandbox === undefined || drift.sandbox.played === 0 ? [] : [truthLine(drift.sandbox)]),
    summaryOf(drift, requests),
  ].join('\n')}\n`;
}

/** Returns the numbers of a comparison in a sentence. */
export function summaryOf({ operations }: Drift, requests: number): string {
  const sum = (of: (operation: OperationDrift) => number): number =>
    operations.reduce((total, operation) => total + of(operation), 0);
  const [asked, same, differing] = [
    sum((one) => one.asked),
    sum((one) => one.asDescribed),
    sum((one) => one.differing),
  ];
  return `${count(requests, 'request')}, ${count(operations.length, 'operation')}: ${asked} answered, ${same} as described, ${differing} differing.`;
}

/** Returns a share such as `5 of 6 (83.3 %)`. */
export function shareOf({ played, alike }: Pick<Truth, 'played' | 'alike'>): string {
  const percent = played === 0 ? 100 : Math.floor((1000 * alike) / played) / 10;
  return `${alike} of ${played} (${percent} %)`;
}

/** Says how true a sandbox is. */
export function truthLine(truth: Omit<Truth, 'operations'>): string {
  const { unplayed = 0, isOfVersion } = truth;
  if (isOfVersion !== true) return `A sandbox that is set from this answers ${shareOf(truth)} alike.`;
  const more = unplayed === 0 ? '' : ` ${unplayed} more ${unplayed === 1 ? 'is' : 'are'} not played.`;
  return `The sandbox of this version, with what was read, answers ${shareOf(truth)} alike.${more}`;
}

/** Returns an operation as it is named. */
export function nameOfDrifting({ method, path }: Pick<OperationDrift, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** Returns the numbers of an operation. */
export function numbersOf({ asked, asDescribed, differing, unjudged }: OperationDrift): string {
  const left = asked - asDescribed - differing;
  return [
    `${asked} answered`,
    `${asDescribed} as described`,
    ...(differing === 0 ? [] : [`${differing} differing`]),
    ...(left === 0 ? [] : [`${left} not judged, since ${unjudged ?? ''}`]),
  ].join(', ');
}

function linesOfOperation(operation: OperationDrift, width: number): readonly string[] {
  const { differences, differing, asDescribed, sandbox } = operation;
  const mark = differing > 0 ? '✗' : asDescribed > 0 ? '✓' : '?';
  const isTrue = sandbox === undefined || sandbox.alike === sandbox.played;
  return [
    `  ${mark} ${nameOfDrifting(operation).padEnd(width)}  ${numbersOf(operation)}`,
    ...diffsOf(differences).map((line) => `      ${line}`),
    ...(isTrue ? [] : linesOfTruth(sandbox).map((line) => `      ${line}`)),
  ];
}

/** From so many on, what is alike is said once. */
const fewestFolded = 4;
/** So many of these are named. */
const maxNamed = 3;

function namedOf(names: readonly string[]): string {
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '';
  return `${names.slice(0, maxNamed).join(', ')}${more}`;
}

/** Returns the operations of which nothing could be judged, where several have one reason. */
function unjudgedAlike(operations: readonly OperationDrift[]): ReadonlyMap<string, readonly OperationDrift[]> {
  const none = operations.filter(({ asDescribed, differing, sandbox }) => asDescribed + differing === 0 && !sandbox);
  return new Map([...groupBy(none, ({ unjudged = '' }) => unjudged)].filter(([, all]) => all.length >= fewestFolded));
}

function linesOfUnjudged(unjudged: ReadonlyMap<string, readonly OperationDrift[]>): readonly string[] {
  return [...unjudged].map(
    ([reason, all]) =>
      `  ? ${count(all.length, 'operation')} answered and not judged, since ${reason}: ${namedOf(all.map(nameOfDrifting))}`,
  );
}

/** Returns differences as lines of a diff. Many members that are not there, in responses alike, are two lines. */
export function diffsOf(differences: readonly CountedDifference[]): readonly string[] {
  const keyOf = (one: CountedDifference): string =>
    [one.kind, one.level, one.responses, one.example, statusOf(one)].join('\n');
  const missing = differences.filter(({ kind, place }) => kind === 'missing' && place.includes(' $'));
  const groups = new Map([...groupBy(missing, keyOf)].filter(([, all]) => all.length >= fewestFolded));
  return differences.flatMap((one) => {
    const group = one.kind === 'missing' ? groups.get(keyOf(one)) : undefined;
    if (group === undefined || !group.includes(one)) return diffOf(one);
    if (group[0] !== one) return [];
    const places = group.map(({ place }) => place.slice(place.indexOf('$')));
    return [
      `- ${statusOf(one)} ${count(group.length, 'member')} that are always there: ${namedOf(places)}`,
      `+ ${statusOf(one)} not there   (${whereOf(one)})`,
    ];
  });
}

function statusOf({ place }: CountedDifference): string {
  return place.split(' ', 1)[0] ?? '';
}

/** More differences of a sandbox are counted. */
const maxOfSandbox = 5;

/** Says how true a sandbox is for an operation, and where it differs. */
export function linesOfTruth({ played, alike, differences = [] }: OperationTruth): readonly string[] {
  const [first = '', ...others] = differences;
  const more = others.length >= maxOfSandbox ? [`  … and ${others.length - maxOfSandbox + 1} more`] : [];
  return [
    `sandbox: ${shareOf({ played, alike })} alike. ${first}`,
    ...others.slice(0, maxOfSandbox - 1).map((line) => `  ${line}`),
    ...more,
  ];
}

/** Returns a difference as lines of a diff: what is described, and what was seen. */
export function diffOf(difference: CountedDifference): readonly string[] {
  const { place, kind, described, seen } = difference;
  const name = kind === 'status' ? 'status' : place;
  const before = described === undefined ? [] : [`- ${name}: ${described}`];
  const after = `+ ${name}: ${seen ?? 'not there'}`;
  return [...before, `${after}   (${whereOf(difference)})`];
}

function whereOf({ responses, level, example }: CountedDifference): string {
  return `${count(responses, 'response')}, ${level}; ${example}`;
}
