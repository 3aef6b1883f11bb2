import { randomUUID } from 'node:crypto';
import { chmodSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/** Replaces the content of a file: a reader sees the whole new text or the former one. Its mode stays, and a link stays a link. Throws. */
export function replaceFile(path: string, text: string): void {
  const target = realpathSync(path);
  const { mode } = statSync(target);
  const draft = `${target}.${randomUUID()}`;
  try {
    writeFileSync(draft, text, { flag: 'wx' });
    chmodSync(draft, mode);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
