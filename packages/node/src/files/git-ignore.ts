import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isIgnoredBy } from '@rulebook/request-file/environments';
import { readText } from './files';

/** In bytes. */
const longest = 1_000_000;

/**
 * Returns whether Git ignores a file: by the files `.gitignore` around it, by the repository's own list, or by the user's. Undefined for a file in
 * no repository, and where the repository is elsewhere.
 */
export function isIgnoredByGit(path: string): boolean | undefined {
  const file = resolve(path);
  // The nearest file that says something counts.
  for (let folder = dirname(file), said: boolean | undefined; ; folder = dirname(folder)) {
    const local = relative(folder, file).split(sep).join('/');
    said ??= saidBy(join(folder, '.gitignore'), local);
    const repository = join(folder, '.git');
    if (existsSync(repository)) {
      if (said !== undefined) return said;
      // The folder of a further worktree or a submodule names its repository in a file.
      if (!isFolder(repository)) return undefined;
      return saidBy(join(repository, 'info', 'exclude'), local) ?? saidByUser(local) ?? false;
    }
    if (dirname(folder) === folder) return undefined;
  }
}

/** Returns what the user's own lists say of a file in a repository. */
function saidByUser(local: string): boolean | undefined {
  const home = process.env['HOME'] || homedir();
  const settings = process.env['XDG_CONFIG_HOME'] || join(home, '.config');
  const configurations = [join(home, '.gitconfig'), join(settings, 'git', 'config')];
  const named = configurations.flatMap((path) => {
    const [, written = ''] = /^[ \t]*excludesfile[ \t]*=([^\r\n]*)/im.exec(textOfFile(path)) ?? [];
    const list = written.trim().replace(/^"|"$/g, '');
    return list === '' ? [] : [list.replace(/^~(?=[/\\])/, home)];
  });
  const lists = [...named.filter((path) => isAbsolute(path)), join(settings, 'git', 'ignore')];
  return lists.map((path) => saidBy(path, local)).find((said) => said !== undefined);
}

function saidBy(list: string, local: string): boolean | undefined {
  return isIgnoredBy(textOfFile(list), local);
}

function textOfFile(path: string): string {
  const content = readText(path, longest);
  return 'text' in content ? content.text : '';
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
