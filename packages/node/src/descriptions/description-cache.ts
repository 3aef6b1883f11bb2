import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { PlacedProblem } from '@rulebook/services';
import { areUnchanged, hashOf, type DescriptionRequest, type UsedFile } from './description-files';
import { readPrivateFile, writePrivateFile } from '../files/private-file';
import { userCacheFolder } from '../files/user-cache-folder';

/** What is kept of a description. */
export interface KeptDescription {
  readonly files: readonly UsedFile[];
  readonly problems: readonly PlacedProblem[];
  /** The lines of `packDescription`. Absent: the file is not a description that can be read. */
  readonly packed?: string;
}

/** The first line of a file of the cache; the second one has the problems, and those behind it are the compiled description. */
interface Head {
  /** Which program made it. */
  readonly maker: string;
  readonly files: readonly UsedFile[];
  /** Of the other lines. */
  readonly hash: string;
}

/** The most that is kept; what was not used for the longest time is removed. */
const most = { files: 50, bytes: 200_000_000 };
/** In bytes. */
const largest = 100_000_000;

/** Compiled descriptions on the disk, in a folder that only this user can read. */
interface DescriptionCache {
  /** Returns what was kept of a description whose files have not changed since, unless it has more bytes than `maximum`. */
  readonly get: (request: DescriptionRequest, maximum?: number) => KeptDescription | undefined;
  /** Keeps a compiled description. A folder that cannot be written to is ignored. */
  readonly set: (request: DescriptionRequest, kept: KeptDescription) => void;
}

/** Returns the cache in a folder. `maker` names the program with its version: what another one made is not used. */
export function createDescriptionCache(folder: string, maker: string): DescriptionCache {
  const pathOf = ({ root, description, overlays = [], form }: DescriptionRequest) => {
    const key = JSON.stringify([root, description, ...overlays, ...(form === undefined ? [] : [{ form }])]);
    return join(folder, `${hashOf(key).slice(0, 40)}.json`);
  };
  return {
    get: (request, maximum = largest) => {
      const path = pathOf(request);
      const text = readPrivateFile(path, maximum) ?? '';
      const end = text.indexOf('\n');
      try {
        const head = JSON.parse(text.slice(0, end)) as Head;
        const content = text.slice(end + 1);
        if (head.maker !== maker || head.hash !== hashOf(content)) return undefined;
        if (!areUnchanged(head.files, request.root)) return undefined;
        const now = new Date();
        utimesSync(path, now, now);
        const second = content.indexOf('\n');
        const packed = content.slice(second + 1);
        const problems = JSON.parse(content.slice(0, second)) as readonly PlacedProblem[];
        return { files: head.files, problems, ...(packed !== '' && { packed }) };
      } catch {
        // There is none, or it is damaged: it is compiled again.
        return undefined;
      }
    },
    set: (request, { files, problems, packed = '' }) => {
      try {
        const content = `${JSON.stringify(problems)}\n${packed}`;
        const head: Head = { maker, files, hash: hashOf(content) };
        writePrivateFile(pathOf(request), `${JSON.stringify(head)}\n${content}`);
        removeOldest(folder);
      } catch {
        // Without a cache it only takes longer.
      }
    },
  };
}

/** Returns the folder of the compiled descriptions of this user. */
export function descriptionCacheFolder(environment: (name: string) => string | undefined): string {
  return join(userCacheFolder(environment), 'rulebook', 'descriptions');
}

function removeOldest(folder: string): void {
  const kept = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const path = join(folder, name);
      const { size, mtimeMs } = statSync(path);
      return { path, size, mtimeMs };
    })
    .sort((a, b) => b.mtimeMs - a.mtimeMs);
  let bytes = 0;
  for (const [index, { path, size }] of kept.entries()) {
    bytes += size;
    if (index >= most.files || bytes > most.bytes) rmSync(path, { force: true });
  }
}
