import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The content of a file, or half a sentence why there is none. */
export type FileContent = { readonly text: string } | { readonly cause: string };

/** The longest file that is read, in bytes. */
const longest = 20_000_000;

/** How far a folder is searched for request files. */
const limits = { files: 1000, folders: 5000, depth: 12 };

/** Folders that hold other people's files. */
const skipped: ReadonlySet<string> = new Set(['node_modules', 'bower_components', 'vendor', 'dist', 'target']);

const causes: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  ERR_INVALID_ARG_VALUE: 'its name cannot be the name of a file',
};

/** Reads a file as text; never throws. Devices, pipes and folders are not opened, for a read of them may not end. */
export async function readTextFile(path: string): Promise<FileContent> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return { cause: 'it is a folder' };
    if (!found.isFile()) return { cause: 'it is no ordinary file' };
    if (found.size > longest) return { cause: 'it is too large' };
    return { text: (await readFile(path, 'utf8')).replace(/^\uFEFF/, ' ') };
  } catch (error) {
    return { cause: causeOf(error) };
  }
}

/** Returns why an operation on a file failed, as half a sentence. */
export function causeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return causes[code] ?? (code === '' ? 'the cause is not known' : `the system says ${code}`);
}

/** Returns the paths of the request files in a folder and the folders below it, within limits; unreadable folders are passed over. */
export async function findRequestFiles(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  let level = [folder];
  let folders = 0;
  for (let depth = 0; depth < limits.depth && level.length > 0; depth++) {
    const next: string[] = [];
    for (const path of level) {
      if (++folders > limits.folders) return found;
      const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
      for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        if (entry.isDirectory() && !entry.name.startsWith('.') && !skipped.has(entry.name)) {
          next.push(join(path, entry.name));
        } else if (entry.isFile() && /\.(?:http|rest)$/i.test(entry.name)) {
          if (found.push(join(path, entry.name)) >= limits.files) return found;
        }
      }
    }
    level = next;
  }
  return found;
}
