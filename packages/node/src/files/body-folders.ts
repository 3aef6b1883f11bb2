import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, parse, resolve } from 'node:path';
import type { BodyFile } from '@rulebook/sender/plan';
import { refused, type Refusal } from '@rulebook/sender/refusal';
import { bodyFile } from '@rulebook/platform/body-file';
import { pathInside, readBytes, realPathOf } from './files';

/** Where body files may be. */
export interface BodyFolders {
  /** What allows a file outside of them, as the end of a sentence. */
  readonly advice?: string;
  /** Where relative paths begin, the nearest first. */
  readonly bases: readonly string[];
  /** Files may be sent from these folders; undefined: from everywhere. */
  readonly allowed: readonly string[] | undefined;
}

/**
 * Returns where the body files of a request file may be: in its folder, and in that of `rulebook.json`. Without a `rulebook.json`, the
 * current folder is the workspace if it contains the request file, and is neither the root of the file system nor the user's home.
 */
export function bodyFoldersOf(
  path: string,
  options: { readonly root: string; readonly isConfigured: boolean; readonly allowsOutside: boolean },
): BodyFolders {
  const { root, isConfigured, allowsOutside } = options;
  const folder = resolve(dirname(path));
  const isEverything = root === parse(root).root || root === homedir();
  const isWorkspace = isConfigured || (!isEverything && pathInside(path, [root]) !== undefined);
  return { bases: [folder, root], allowed: allowsOutside ? undefined : [folder, ...(isWorkspace ? [root] : [])] };
}

/** Returns the folders of a run for a request of another file, which a file of the run imports: paths begin next to that file. */
export function foldersNextTo(path: string, ofRun: string, folders: BodyFolders): BodyFolders {
  return path === ofRun ? folders : { ...folders, bases: [dirname(path), ...folders.bases.slice(1)] };
}

/** Reads a body file from the first folder that has it. Links are followed before the folder is checked. */
export function readBodyFile({ bases, allowed, advice = '' }: BodyFolders, path: string): BodyFile | Refusal {
  let problem: string | undefined;
  for (const base of bases) {
    const wanted = resolve(base, path);
    if (!existsSync(wanted)) continue;
    const found = allowed === undefined ? wanted : pathInside(wanted, allowed);
    if (found === undefined) {
      const where = allowed?.at(-1) ?? base;
      problem ??= `its body file ${path} lies outside of ${where}${advice}`;
      continue;
    }
    const content = readBytes(found);
    if ('bytes' in content) return bodyFile(content.bytes, realPathOf(found) ?? found);
    problem ??= `its body file ${path} cannot be read: ${content.cause}`;
  }
  return refused(problem ?? `its body file ${path} cannot be read: there is no such file`);
}
