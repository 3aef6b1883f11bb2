import { statSync } from 'node:fs';
import { isMarkdownName } from '@rulebook/request-file/syntax';
import { findFiles, isRequestFile } from '@rulebook/node/files/find-files';
import { decidingFiles, foldersOf } from '@rulebook/node/files/watched-folders';
import { watchFolders } from '@rulebook/node/files/watch-paths';
import { cancelOnInterrupt } from '../cancel';
import { checkFound, createCheckSession, type CheckCommandOptions, type CheckSession } from './check-session';
import type { CheckedInput } from './checked-input';
import { configurationName } from '@rulebook/sender/configuration';
import { exitCodes, sayOnError } from '../exit-codes';

/** What distinguishes the versions of each file; empty for one that is not there. */
type Snapshot = ReadonlyMap<string, string>;

/** Checks files, and again after each change, until Ctrl-C. Files that have not changed are not read again. */
export async function watchAndCheck(paths: readonly string[], options: CheckCommandOptions): Promise<number> {
  const { signal, end } = cancelOnInterrupt();
  let session: CheckSession | undefined;
  const known = new Map<string, CheckedInput>();
  let snapshot: Snapshot = new Map();
  let running: Promise<void> | undefined;
  let isWanted = false;

  const checkAgain = async (): Promise<void> => {
    const found = await findFiles(paths);
    const folders = foldersOf(paths);
    const files = [...new Set([...found.files, ...decidingFiles(folders, configurationName)])];
    const now = takeSnapshot(files);
    watching.follow(folders);
    const changed = changedPaths(snapshot, now);
    if (session !== undefined && changed.length === 0) return;
    // Configurations, descriptions and bodies may change what is found in any file.
    if (session === undefined || !changed.every((path) => isRequestFile(path) || isMarkdownName(path))) {
      session = await createCheckSession(options);
      known.clear();
    }
    const { checker } = session;
    for (const path of changed) known.delete(path);
    clearTerminal();
    await checkFound(found, session, async (path, isNamed) => {
      const checked = known.get(path) ?? keep(await checker.check(path, isNamed));
      known.set(path, checked);
      return checked;
    });
    // What was fixed here is known.
    snapshot = session.fixing === undefined ? now : takeSnapshot(files);
    sayOnError('Watching for changes; Ctrl-C ends.');
  };
  const run = (): void => {
    isWanted = true;
    running ??= (async () => {
      while (isWanted && !signal.isCancelled) {
        isWanted = false;
        await checkAgain();
      }
      running = undefined;
    })();
  };
  const watching = watchFolders(run);
  try {
    run();
    await running;
    await new Promise<void>((resolve) => {
      if (signal.isCancelled) resolve();
      else signal.onCancel(resolve);
    });
    return exitCodes.cancelled;
  } finally {
    watching.close();
    end();
  }
}

/** Findings can be read only once while they are made. */
function keep({ files, complaints }: CheckedInput): CheckedInput {
  return { files: files.map((file) => ({ ...file, findings: [...file.findings] })), complaints };
}

function takeSnapshot(files: readonly string[]): Snapshot {
  return new Map(files.map((path) => [path, versionOf(path)]));
}

function versionOf(path: string): string {
  try {
    const { mtimeMs, size, ino, mode } = statSync(path);
    return `${mtimeMs} ${size} ${ino} ${mode}`;
  } catch {
    return '';
  }
}

function changedPaths(before: Snapshot, now: Snapshot): readonly string[] {
  return [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path));
}

/** Only for people: a log keeps every report. */
function clearTerminal(): void {
  if (process.stdout.isTTY) process.stdout.write('\x1b[2J\x1b[H');
}
