/** Why a folder cannot be used, in one sentence for the caller. */
export class FolderProblem extends Error {}

const sentences: Readonly<Record<string, string>> = {
  EACCES: 'The sandbox may not do this in the folder: permission is missing.',
  EPERM: 'The sandbox may not do this in the folder: permission is missing.',
  EROFS: 'The folder is on a file system that cannot be written.',
  ENOSPC: 'There is no space left for the folder.',
  EDQUOT: 'There is no space left for the folder.',
  ENOENT: 'The folder does not exist.',
  ENOTDIR: 'The location is no folder.',
  ELOOP: 'The location is a circle of links.',
  ENAMETOOLONG: 'The location is too long.',
};

/** Says in one sentence why the file system refused something, without the paths of the machine. */
export function describeFileError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return sentences[code] ?? `The folder cannot be used${code === '' ? '' : ` (${code})`}.`;
}
