import { reasonOf } from '@rulebook/sender/plan';
import {
  changesJson,
  changesMarkdown,
  changesText,
  compareSurfaces,
  createTreeReader,
  concernedFiles,
  concernedJson,
  concernedMarkdown,
  concernedText,
  type Change,
} from '@rulebook/changes';
import { isMarkdownName, scriptFormOf } from '@rulebook/request-file/syntax';
import { plainPaint, reportFormatOf, SummaryCounter } from '@rulebook/sender/report';
import { count, visible, visibleJson } from '@rulebook/text';
import { findFiles, isRequestFile } from '@rulebook/node/files/find-files';
import { isRecording } from '../check/recording';
import type { FetchOptions } from '../configuration/with-description';
import { complain, exitCodes, sayOnError } from '../exit-codes';
import type { ConcernedResult } from './concerned-files';
import { readSide, type ReadSide } from './read-side';
import { releasesIn } from './releases';

declare const RULEBOOK_VERSION: string;

/** The options of `rulebook diff`. */
export interface DiffOptions extends FetchOptions {
  readonly format: 'text' | 'json' | 'sarif' | 'markdown';
  readonly failOn: 'breaking' | 'risky' | 'never';
  /** Also what adds something, or concerns no request. */
  readonly all?: boolean;
  /** Writes the safe repairs. */
  readonly write?: boolean;
}

/** Prints what differs between two descriptions or releases, and whom it concerns; returns the exit code. */
export async function diff(words: readonly string[], options: DiffOptions): Promise<number> {
  const [first = '', second = '', ...others] = words;
  const range = releasesIn(first);
  const [before, after] = range ?? [first, second];
  const inputs = range === undefined ? others : words.slice(1);
  if (after === '') return usage('diff needs two sides; name two descriptions, or a range such as es@8.19..9.5');
  if (options.write && inputs.length === 0)
    return usage('--write repairs request files; name them behind the two sides');
  if (options.format === 'sarif' && inputs.length === 0)
    return usage('SARIF names lines of files; name request files behind the two sides, or use --format json');
  const sides: ReadSide[] = [];
  const readTree = createTreeReader();
  for (const subject of [before, after]) {
    const side = await readSide(subject, options, readTree);
    if ('cause' in side) return usage(reasonOf(side));
    sides.push(side);
  }
  const [old, now] = sides;
  if (old === undefined || now === undefined) return exitCodes.usage;
  if (old.service !== undefined && now.service !== undefined && old.service !== now.service)
    return usage(`${old.title} and ${now.title} are of different services; name two releases of one`);
  const today = new Date().toISOString().slice(0, 10);
  const changes = compareSurfaces(old.surface, now.surface, { today });
  for (const note of new Set([...old.notes(), ...now.notes()])) sayOnError(`rulebook: note: ${note}`);
  if (inputs.length === 0) {
    process.stdout.write(printed({ changes, titles: [old.title, now.title] }, options));
    return exitCodeOf(changes, options);
  }
  const concerned = await concernedIn(inputs, changes, [old, now], options);
  if (typeof concerned === 'string') return usage(concerned);
  for (const line of concerned.complaints) complain(line);
  process.stdout.write(printed({ changes, titles: [old.title, now.title], concerned }, options));
  const { count: repaired, files } = concerned.repaired;
  if (repaired > 0) sayOnError(`Repaired ${count(repaired, 'line')} in ${count(files, 'file')}.`);
  if (concerned.complaints.length > 0) return exitCodes.usage;
  return exitCodeOf(
    concerned.left.lines.map(({ change }) => change),
    options,
  );
}

function usage(message: string): number {
  complain(message);
  return exitCodes.usage;
}

async function concernedIn(
  inputs: readonly string[],
  changes: readonly Change[],
  [old, now]: readonly [ReadSide, ReadSide],
  { write }: DiffOptions,
): Promise<ConcernedResult | string> {
  const { files, missing } = await findFiles(inputs);
  if (missing.length > 0) return `${missing.join(', ')}: there is no such file, folder or match of a glob`;
  const [before, after] = [await old.compared(), await now.compared()];
  if ('cause' in before) return reasonOf(before);
  if ('cause' in after) return reasonOf(after);
  const { findConcerned } = await import('./concerned-files');
  const holdsRequests = (path: string): boolean =>
    isRequestFile(path) || isMarkdownName(path) || scriptFormOf(path) !== undefined;
  const paths = [
    ...files.filter(holdsRequests),
    ...files.filter((path) => !holdsRequests(path) && (isRecording(path) || /\.json$/i.test(path))),
  ];
  return findConcerned({ changes, before, after, paths, writes: write === true });
}

interface Printed {
  readonly changes: readonly Change[];
  readonly titles: readonly [string, string];
  readonly concerned?: ConcernedResult;
}

function printed({ changes, titles, concerned }: Printed, { format, all, write }: DiffOptions): string {
  switch (format) {
    case 'json': {
      const whom = concerned && { files: concernedJson(concerned.concerned) };
      return `${visibleJson(JSON.stringify({ ...changesJson(changes, titles), ...whom }, null, 2))}\n`;
    }
    case 'sarif':
      return concerned === undefined ? '' : visibleJson(sarifOf(concerned));
    case 'markdown':
      return visible(
        (concerned ? `${concernedMarkdown(concerned.concerned)}\n` : '') +
          changesMarkdown(changes, titles, all === true),
      );
    case 'text':
      return visible(
        (concerned
          ? `${concernedText(concerned.concerned, write === true && concerned.complaints.length === 0)}\n`
          : '') + changesText(changes, titles, all === true),
      );
  }
}

function sarifOf({ concerned, textOf }: ConcernedResult): string {
  const writer = reportFormatOf('sarif')?.write({
    rules: [],
    version: RULEBOOK_VERSION,
    failsAt: 'error',
    paint: plainPaint,
  });
  if (writer === undefined) return '';
  const counter = new SummaryCounter();
  const parts: string[] = [];
  for (const file of concernedFiles(concerned, textOf)) {
    for (const finding of file.findings) counter.add(finding);
    parts.push(...writer.file(file));
  }
  return [...parts, ...writer.end(counter.summary)].join('');
}

function exitCodeOf(changes: readonly Change[], { failOn }: DiffOptions): number {
  const isWorse = ({ level }: Change): boolean => level === 'breaking' || (level === 'risky' && failOn === 'risky');
  return failOn !== 'never' && changes.some(isWorse) ? exitCodes.findings : exitCodes.success;
}
