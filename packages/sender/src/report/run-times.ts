import { nearestRank } from '@rulebook/text/nearest-rank';
import { describeDuration } from '../response/measures';
import type { ReportedRequest, RunReport } from './run-report';

/** The times of a request or an operation that was sent more than once, in milliseconds. */
export interface RunTimes {
  /** The name of the request, or method and path of the operation. */
  readonly name: string;
  /** The file of the request, in a run of several. */
  readonly file?: string;
  /** The line of the request, counted from 1. */
  readonly line?: number;
  readonly count: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}

/** The times of a run, of what was sent more than once. */
export interface TimesOfRun {
  readonly requests: readonly RunTimes[];
  /** Only those with several requests: of one alone, the request says the same. */
  readonly operations: readonly RunTimes[];
}

/** Returns the times of what a run has sent more than once; undefined where it was all sent once. */
export function timesOfRun({ requests }: Pick<RunReport, 'requests'>): TimesOfRun | undefined {
  const byRequest = new Map<string, Group>();
  const byOperation = new Map<string, Group>();
  for (const request of requests) {
    const { duration, operation, file, line, label } = request;
    if (duration === undefined) continue;
    const key = `${file ?? ''}\n${line ?? ''}\n${label}`;
    add(byRequest, key, label, request, key);
    if (operation !== undefined) add(byOperation, operation, operation, request, key);
  }
  const times = {
    requests: repeated(byRequest).map(({ request: { file, line }, ...group }) => ({
      ...timesOf(group),
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
    })),
    operations: repeated(byOperation)
      .filter(({ members }) => members.size > 1)
      .map(timesOf),
  };
  return times.requests.length + times.operations.length === 0 ? undefined : times;
}

interface Group {
  readonly name: string;
  readonly durations: number[];
  /** The keys of its requests. */
  readonly members: Set<string>;
  readonly request: ReportedRequest;
}

function add(groups: Map<string, Group>, key: string, name: string, request: ReportedRequest, member: string): void {
  const group = groups.get(key) ?? { name, durations: [], members: new Set<string>(), request };
  groups.set(key, group);
  group.durations.push(request.duration ?? 0);
  group.members.add(member);
}

function repeated(groups: ReadonlyMap<string, Group>): readonly Group[] {
  return [...groups.values()].filter(({ durations }) => durations.length > 1);
}

function timesOf({ name, durations }: Pick<Group, 'name' | 'durations'>): RunTimes {
  return {
    ...{ name, count: durations.length },
    median: nearestRank(durations, 50),
    p95: nearestRank(durations, 95),
    max: nearestRank(durations, 100),
  };
}

/** A table on a terminal has so many lines at most; the slowest come first. */
const longest = 15;

/** Returns the times as tables of text. */
export function timesText({ requests, operations }: TimesOfRun): string {
  return [tableOf('time of requests', requests), tableOf('time of operations', operations)]
    .filter((table) => table !== '')
    .join('\n');
}

function tableOf(title: string, all: readonly RunTimes[]): string {
  if (all.length === 0) return '';
  const slowest = [...all].sort((a, b) => b.p95 - a.p95).slice(0, longest);
  const rows = [[title, ...timeColumns], ...slowest.map((one) => [placeOfTimes(one), ...timeCells(one)])];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
  return [...lines, ...(all.length > longest ? [`and ${all.length - longest} more, which were faster`] : [])].join(
    '\n',
  );
}

/** Returns where a request is, with its name. */
function placeOfTimes({ name, file, line }: RunTimes): string {
  return file === undefined ? name : `${file}${line === undefined ? '' : `:${line}`} ${name}`;
}

/** The names of the columns behind that of what is timed. */
export const timeColumns = ['count', 'median', 'p95', 'max'] as const;

/** Returns the cells of these columns. */
export function timeCells({ count, median, p95, max }: RunTimes): readonly string[] {
  return [String(count), ...[median, p95, max].map(describeDuration)];
}
