import { findFiles, type FoundFiles } from '../../platform/node/find-files';
import { checkFound, createCheckSession, isFixing, type CheckCommandOptions } from './check-session';
import { complain, exitCodes } from './exit-codes';

/** The argument that stands for standard input. */
const standardInput = '-';

/** Checks files, folders and globs, prints the report, and returns the exit code. */
export async function check(paths: readonly string[], options: CheckCommandOptions): Promise<number> {
  const problem = contradiction(paths, options);
  if (problem !== undefined) {
    complain(problem);
    return exitCodes.usage;
  }
  if (options.watch) {
    const { watchAndCheck } = await import('./check-watch');
    return watchAndCheck(paths, options);
  }
  const input = paths.includes(standardInput) ? { path: options.stdinPath, text: await readInput() } : undefined;
  const files = paths.filter((path) => path !== standardInput);
  return checkFound(withInput(findFiles(files), input?.path), createCheckSession(options, input));
}

function contradiction(paths: readonly string[], options: CheckCommandOptions): string | undefined {
  const takesInput = paths.includes(standardInput);
  if (takesInput && options.watch) return '--watch follows files; leave out -';
  if (options.watch && options.dryRun) return '--watch and --dry-run cannot be combined; use one of them';
  if (takesInput && isFixing(options) && paths.length > 1)
    return '- cannot be fixed together with files; fix them one after the other';
  return undefined;
}

async function readInput(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += String(chunk);
  return text;
}

/** Standard input counts as a named file, and replaces the file of that name. */
function withInput(found: FoundFiles, path: string | undefined): FoundFiles {
  if (path === undefined) return found;
  return { ...found, files: [...new Set([...found.files, path])], named: new Set([...found.named, path]) };
}
