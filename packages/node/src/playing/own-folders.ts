import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { SandboxSeed } from '@rulebook/sandbox';
import { startOptions } from '@rulebook/services';
import { createTemporaryFolder } from '../sandbox/folder-tasks';
import { listIn, type StartOptions } from './sandbox-start';

/** The options of the services that name folders. */
export const folderOptions = startOptions.filter(({ takes }) => takes === 'folders');

/** Returns why a folder of an option cannot be used: better at the start than when it is used first. */
export async function missingFolder({ ofServices }: Pick<StartOptions, 'ofServices'>): Promise<string | undefined> {
  for (const { flags, member } of folderOptions) {
    const [name = ''] = flags.split(' ');
    for (const folder of ofServices[member] ?? []) {
      const found = await stat(folder).catch(() => undefined);
      if (!found) return `${name} ${folder} does not exist; create the folder first`;
      if (!found.isDirectory()) return `${name} ${folder} is not a folder; use a folder that exists`;
    }
  }
  return undefined;
}

/** Folders of a sandbox, as members of its seed. */
export interface OwnFolders {
  readonly seed: Partial<SandboxSeed>;
  /** Those that exist as long as the sandbox runs. */
  readonly temporary: readonly string[];
  readonly remove: () => Promise<void>;
}

/** Makes the folders that options did not name. They exist as long as the state that names them: next to its file, or until the sandbox stops. */
export async function ownFolders(seed: SandboxSeed, state: string | undefined): Promise<OwnFolders> {
  const members: Record<string, readonly string[]> = {};
  const temporary: Awaited<ReturnType<typeof createTemporaryFolder>>[] = [];
  for (const { member, own } of folderOptions) {
    if (own === undefined || listIn(seed, member).length > 0) continue;
    if (state === undefined) {
      const made = await createTemporaryFolder(own);
      members[member] = [made.folder];
      temporary.push(made);
    } else members[member] = [`${resolve(state)}.${own}`];
  }
  return {
    seed: members as Partial<SandboxSeed>,
    temporary: temporary.map(({ folder }) => folder),
    remove: async () => {
      for (const { remove } of temporary) await remove();
    },
  };
}
