import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns what writes texts into a private folder, which is removed when the process ends. */
export function createKeeper(): (text: string) => string {
  let folder: string | undefined;
  let count = 0;
  return (text) => {
    if (folder === undefined) {
      const made = mkdtempSync(join(tmpdir(), 'rulebook-'));
      folder = made;
      process.on('exit', () => {
        rmSync(made, { recursive: true, force: true });
      });
      // A signal would end the process without this.
      for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(name, () => process.exit(1));
    }
    const path = join(folder, `response-${++count}.txt`);
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
    return path;
  };
}
