import { isRequestFileName } from '@rulebook/request-file/syntax';
/** How far a folder is searched for request files. */
const limits = { files: 1000, folders: 5000, depth: 12 };

/** Folders that hold other people's files. */
const skipped: ReadonlySet<string> = new Set(['node_modules', 'bower_components', 'vendor', 'dist', 'target']);

/** An entry of a folder; links are neither. */
export interface SearchedEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
}

/** How folders are read where the search happens. */
interface SearchPorts {
  /** Returns an empty list for a folder that cannot be read. */
  readonly entries: (folder: string) => Promise<readonly SearchedEntry[]>;
  readonly join: (folder: string, name: string) => string;
}

/** Returns the request files in a folder and the folders below it, and others whose names match, within limits; links are skipped. */
export async function searchRequestFiles(
  folder: string,
  { entries: entriesOf, join }: SearchPorts,
  most = limits.files,
  others?: RegExp,
): Promise<readonly string[]> {
  const found: string[] = [];
  let level = [folder];
  let folders = 0;
  for (let depth = 0; depth < limits.depth && level.length > 0; depth++) {
    const next: string[] = [];
    for (const path of level) {
      if (++folders > limits.folders) return found;
      for (const { name, kind } of [...(await entriesOf(path))].sort((a, b) => (a.name < b.name ? -1 : 1))) {
        if (kind === 'folder' && !name.startsWith('.') && !skipped.has(name)) {
          next.push(join(path, name));
        } else if (kind === 'file' && (isRequestFileName(name) || others?.test(name) === true)) {
          if (found.push(join(path, name)) >= most) return found;
        }
      }
    }
    level = next;
  }
  return found;
}
