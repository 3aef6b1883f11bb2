import { errorCodeOf } from '../files/error-code';
/** Why a folder cannot be used, in one sentence for the caller. */
export class FolderProblem extends Error {}

const sentences: Readonly<Record<string, string>> = {
  EACCES: 'The sandbox has no permission for this in the folder.',
  EPERM: 'The sandbox has no permission for this in the folder.',
  EROFS: 'The file system of the folder is read-only.',
  ENOSPC: 'There is no space left for the folder.',
  EDQUOT: 'There is no space left for the folder.',
  ENOENT: 'The folder does not exist.',
  ENOTDIR: 'The location is not a folder.',
  ELOOP: 'The symbolic links of the location form a loop.',
  ENAMETOOLONG: 'The location is too long.',
};

/** Says in one sentence why the file system refused something, without the paths of the machine. */
export function describeFileError(error: unknown): string {
  const code = errorCodeOf(error) ?? '';
  return sentences[code] ?? `The folder cannot be used${code === '' ? '' : ` (${code})`}.`;
}
