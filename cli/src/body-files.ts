import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BodyFile } from '../../engine/src/index';
import { bodyFile } from '../../platform/node/body-file';

/** Reads a file that a body includes from the first of the folders that has it. */
export function readBodyFile(folders: readonly string[], path: string): BodyFile | { readonly problem: string } {
  for (const folder of folders) {
    try {
      return bodyFile(readFileSync(resolve(folder, path)));
    } catch {
      continue;
    }
  }
  return { problem: `its body file ${path} cannot be read` };
}
