import { beginWork, expectFiles } from '@rulebook/node/compiled-parts';
import { findFiles, type FoundFiles } from '@rulebook/node/files/find-files';
import { checkFound, createCheckSession, isFixing, type CheckCommandOptions } from './check-session';
import { complain, exitCodes } from '../exit-codes';
import { readInput } from '../requests/read-input';

/** The argument that stands for standard input. */
const standardInput = '-';

/** Checks files, folders and globs, prints the report, and returns the exit code. */
export async function check(paths: readonly string[], options: CheckCommandOptions): Promise<number> {
  const problem = contradiction(paths, options);
  if (problem !== undefined) {
    complain(problem);
    return exitCodes.usage;
  }
  if (options.rights !== undefined) {
    const { readRightsFile } = await import('../configuration/given-rights');
    const read = readRightsFile(options.rights);
    if ('cause' in read) {
      complain(`${options.rights}: ${read.cause}`);
      return exitCodes.usage;
    }
  }
  if (options.watch) {
    const { watchAndCheck } = await import('./check-watch');
    return watchAndCheck(paths, options);
  }
  const content = paths.includes(standardInput) ? await readInput() : undefined;
  if (content && 'cause' in content) {
    complain(`${options.stdinPath}: cannot be read: ${content.cause}`);
    return exitCodes.usage;
  }
  const input = content && { path: options.stdinPath, text: content.text };
  const files = paths.filter((path) => path !== standardInput);
  const found = withInput(await findFiles(files), input?.path);
  const jobs = input === undefined ? await jobsFor(found, options) : 1;
  if (jobs === 1) {
    beginWork();
    expectFiles(found.files.length);
    return checkFound(found, await createCheckSession(options, input));
  }
  const { checkInThreads } = await import('./jobs/check-in-threads');
  return checkInThreads(found, options, jobs);
}

/** What is fixed or kept is checked one file after the other. */
async function jobsFor(found: FoundFiles, { jobs = 1, cache, cacheLocation, ...options }: CheckCommandOptions) {
  if (jobs === 1 || cache === true || cacheLocation !== undefined || isFixing(options)) return 1;
  const { countJobs } = await import('./jobs/count-jobs');
  return countJobs(found, jobs);
}

/** Returns why options of a check cannot be combined. */
export function contradiction(paths: readonly string[], options: CheckCommandOptions): string | undefined {
  const takesInput = paths.includes(standardInput);
  if (takesInput && options.watch) return '--watch follows files; leave out -';
  if (options.watch && options.dryRun) return '--watch and --dry-run cannot be combined; use one of them';
  if (takesInput && isFixing(options) && paths.length > 1)
    return '- cannot be fixed together with files; fix them one after the other';
  const needsAs =
    options.from !== undefined ? '--from' : options.format === 'markdown' ? '--format markdown' : undefined;
  if (options.as === undefined)
    return needsAs && `${needsAs} is about a rehearsal; add --as with a release, such as --as es@9.5`;
  const other = takesInput ? '-' : options.watch ? '--watch' : options.rights === undefined ? undefined : '--rights';
  return other && `${other} and --as cannot be combined; leave out one of them`;
}

/** Standard input counts as a named file, and replaces the file of that name. */
function withInput(found: FoundFiles, path: string | undefined): FoundFiles {
  if (path === undefined) return found;
  return { ...found, files: [...new Set([...found.files, path])], named: new Set([...found.named, path]) };
}
