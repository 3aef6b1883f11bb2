import { watch, type FSWatcher } from 'node:fs';

/** Follows the files in folders. */
interface FolderWatch {
  /** Follows these folders, and no others any more. */
  follow(folders: readonly string[]): void;
  close(): void;
}

/** Changes shortly after each other, as of a formatter or a checkout, are reported once; in milliseconds. */
const quiet = 100;
/** How often a user must look where the system cannot report changes, in milliseconds. */
const pause = 2000;
/** More folders than this are not followed one by one. */
const maxFolders = 4000;

/**
 * Calls `onChange` after something may have changed in the folders. What has changed is for the caller to find out: systems report changes of other
 * files, too, and on some file systems none. Where folders cannot be followed, it is called at intervals.
 */
export function watchFolders(onChange: () => void): FolderWatch {
  const watchers = new Map<string, FSWatcher>();
  let soon: NodeJS.Timeout | undefined;
  let later: NodeJS.Timeout | undefined;
  const changed = (): void => {
    clearTimeout(soon);
    soon = setTimeout(onChange, quiet);
  };
  const look = (): void => {
    later ??= setInterval(onChange, pause);
  };
  const forget = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const start = (folder: string): void => {
    try {
      const watcher = watch(folder, changed);
      // A removed folder ends its watcher on some systems with an error.
      watcher.on('error', () => {
        forget(folder);
        changed();
      });
      watchers.set(folder, watcher);
    } catch {
      // For example more folders than the system follows.
      look();
    }
  };
  return {
    follow(folders) {
      const wanted = new Set(folders.slice(0, maxFolders));
      if (folders.length > maxFolders) look();
      for (const folder of [...watchers.keys()]) if (!wanted.has(folder)) forget(folder);
      for (const folder of wanted) if (!watchers.has(folder)) start(folder);
    },
    close() {
      clearTimeout(soon);
      clearInterval(later);
      for (const folder of [...watchers.keys()]) forget(folder);
    },
  };
}
