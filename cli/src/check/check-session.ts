import { isRequestFile } from '@rulebook/node/files/find-files';
import picocolors from 'picocolors';
import type { GivenRights } from '@rulebook/checker/privileges';
import type { Severity } from '@rulebook/services';
import {
  isAtLeast,
  plainPaint,
  reportFormatOf,
  reportFormats,
  SummaryCounter,
  type Paint,
  type ReportedFinding,
  type ReportFormat,
} from '@rulebook/sender/report';
import { missingInput, type FoundFiles } from '@rulebook/node/files/find-files';
import type { CheckCache } from './check-cache';
import type { Fixing } from './check-fixing';
import { createInputChecker, type InputChecker } from './check-inputs';
import type { IncludedBodies } from '../requests/included-files';
import { complain, exitCodes } from '../exit-codes';
import { writeUnguarded, type ReportStream } from '../runner-log';
import { standardOutput } from '../standard-output';
import { createPrinter } from './printer';

/** Filled in by the build. */
declare const RULEBOOK_VERSION: string;

/** The options of `rulebook check`. */
export interface CheckCommandOptions {
  /** Absent: lines for other programs, or frames on a terminal. */
  readonly format?: string;
  readonly minSeverity: Severity;
  readonly failOn: Severity;
  /** The name of the file that standard input stands for. */
  readonly stdinPath: string;
  readonly fix?: boolean;
  readonly fixUnsafe?: boolean;
  readonly dryRun?: boolean;
  readonly watch?: boolean;
  /** The environment that is chosen for all files. */
  readonly env?: string;
  /** The releases that requests are checked for, as if their endpoints had them. */
  readonly as?: readonly string[];
  /** The release that endpoints have at present, in place of what they say. */
  readonly from?: string;
  /** Whether requests are played in the sandboxes of both. */
  readonly play?: boolean;
  /** The file with the rights that all requests are compared with. */
  readonly rights?: string;
  /** Findings of an earlier run are used where nothing has changed. */
  readonly cache?: boolean;
  /** The file in which they are kept. */
  readonly cacheLocation?: string;
  /** In how many threads files are checked; `auto` decides by their sizes. */
  readonly jobs?: number | 'auto';
}

/** What checks of the same files have in common. */
export interface CheckSession {
  readonly options: CheckCommandOptions;
  readonly checker: InputChecker;
  readonly fixing: Fixing | undefined;
  readonly stream: ReportStream;
  readonly format: ReportFormat;
  /** The report shows lines of the files, and fixes. */
  readonly showsSource: boolean;
}

/** Creates a session; `input` is what standard input holds, and `included` receives which JSON files are bodies. */
export async function createCheckSession(
  options: CheckCommandOptions,
  input?: { readonly path: string; readonly text: string },
  included?: IncludedBodies,
): Promise<CheckSession> {
  const fixing = isFixing(options) ? (await import('./check-fixing')).createFixing(options, input) : undefined;
  // Where standard output holds a text or a difference, the report is next to it.
  const isNextTo = fixing !== undefined && (input !== undefined || options.dryRun === true);
  const stream = isNextTo ? process.stderr : standardOutput();
  const format = chooseFormat(options.format, stream);
  const showsSource = format.showsSource === true && options.dryRun !== true;
  return {
    options,
    checker: createInputChecker({
      input,
      showsSource,
      fix: fixing?.fix,
      env: options.env,
      cache: await cacheOf(options),
      rights: await rightsOf(options),
      included,
    }),
    fixing,
    stream,
    format,
    showsSource,
  };
}

/** Checks the found files, prints the report, and returns the exit code. `check` may know what is in a file. */
export async function checkFound(
  found: FoundFiles,
  { options, checker, fixing, stream, format }: CheckSession,
  check = checker.check,
): Promise<number> {
  const writer = format.write({
    rules: format.describesRules === true ? await checker.rules() : [],
    version: RULEBOOK_VERSION,
    failsAt: options.failOn,
    paint: paintOf(stream),
    ...(stream.isTTY && { width: stream.columns }),
  });
  const counter = new SummaryCounter();
  // The lines of this format are for the program that reads the log; what is quoted in them is escaped.
  const print = createPrinter((text) => (format.name === 'github' ? writeUnguarded(text, stream) : stream.write(text)));
  let isFailing = false;
  let left = 0;
  /** Yields the findings to be shown, one after the other: nothing of a file is kept once it is written. */
  function* shownOf(findings: Iterable<ReportedFinding>): Generator<ReportedFinding, undefined> {
    for (const finding of findings) {
      left++;
      // Judged before `--min-severity` hides anything.
      isFailing ||= isAtLeast(finding.severity, options.failOn);
      if (!isAtLeast(finding.severity, options.minSeverity)) continue;
      counter.add(finding);
      yield finding;
    }
  }
  let isUnreadable = found.missing.length > 0;
  for (const path of found.missing) complain(missingInput(path));
  // What fixes, knows earlier runs or shares files with others looks at one after the other.
  const isAlone = fixing !== undefined || options.cache === true || options.cacheLocation !== undefined;
  const isInGroups = check === checker.check && !isAlone;
  for (const group of isInGroups ? groupsOf(found.files) : found.files.map((path) => [path])) {
    const checkOne = async (path: string) => {
      const said: string[] = [];
      return { ...(await check(path, found.named.has(path), (line) => said.push(line))), said };
    };
    for (const checked of await Promise.all(group.map(checkOne))) {
      for (const line of checked.said) complain(line);
      for (const complaint of checked.complaints) complain(complaint);
      isUnreadable ||= checked.complaints.length > 0;
      for (const file of checked.files) {
        counter.addFile(file);
        const pieces = writer.file({ ...file, findings: shownOf(file.findings) });
        if (options.dryRun) drain(pieces);
        else print.all(pieces);
      }
    }
  }
  if (!options.dryRun) print.all(writer.end(counter.summary));
  print.flush();
  checker.end();
  if (fixing !== undefined) complain(fixing.end(left));
  const problem = checker.problem();
  if (problem !== undefined) complain(problem);
  if (isUnreadable || problem !== undefined) return exitCodes.usage;
  return isFailing ? exitCodes.findings : exitCodes.success;
}

/** So many request files go from step to step together: all steps are more code than a processor keeps at hand. */
const together = 32;

/** Returns the files in groups, in their order. What other files are may depend on the request files before them, so each is by itself. */
function* groupsOf(files: readonly string[]): Generator<readonly string[], undefined> {
  for (let at = 0, end = 0; at < files.length; at = end) {
    end = at + 1;
    if (isRequestFile(files[at] ?? ''))
      while (end < files.length && end - at < together && isRequestFile(files[end] ?? '')) end++;
    yield files.slice(at, end);
  }
}

/** Returns whether files are fixed, or only shown as they would be. */
export function isFixing({ fix, fixUnsafe, dryRun }: CheckCommandOptions): boolean {
  return fix === true || fixUnsafe === true || dryRun === true;
}

/** What is fixed is checked anew, and so is what is followed: its session remembers by itself. */
async function cacheOf({
  cache,
  cacheLocation,
  watch,
  ...options
}: CheckCommandOptions): Promise<CheckCache | undefined> {
  if ((cache !== true && cacheLocation === undefined) || watch === true || isFixing(options)) return undefined;
  const { defaultCacheLocation, openCheckCache } = await import('./check-cache');
  const location = cacheLocation ?? defaultCacheLocation();
  return openCheckCache(location, `Rulebook ${RULEBOOK_VERSION}`, (problem) => {
    complain(`the cache ${location} ${problem}`);
  });
}

/** Returns the rights that all requests are compared with; the command has seen that they can be read. */
export async function rightsOf({ rights }: CheckCommandOptions): Promise<GivenRights | undefined> {
  if (rights === undefined) return undefined;
  const { readRightsFile } = await import('../configuration/given-rights');
  const read = readRightsFile(rights);
  return 'cause' in read ? undefined : read;
}

function chooseFormat(name: string | undefined, stream: ReportStream) {
  const [lines, frames] = reportFormats;
  if (name === undefined) return stream.isTTY ? frames : lines;
  return reportFormatOf(name) ?? lines;
}

function drain(pieces: Iterable<string>): void {
  for (const piece of pieces) void piece;
}

/** Returns the colours of a stream. picocolors 1.1.1 colours a pipe too when `CI` is set, so the decision is made here. */
function paintOf(stream: ReportStream): Paint {
  if (stream.isTTY !== true) return plainPaint;
  const pico = picocolors.createColors(picocolors.isColorSupported);
  const colours = { error: pico.red, warning: pico.yellow, information: pico.blue, hint: pico.gray };
  return {
    severity: (text, severity) => colours[severity](text),
    path: pico.underline,
    bold: pico.bold,
    dim: pico.dim,
  };
}
