/** The folder that a location means, or in one sentence why there is none. */
export type ResolvedFolder = { readonly folder: string } | { readonly problem: string };

/**
 * Resolves a location as the nodes do: absolute, or relative to the first folder of `path.repo`, and in any case below one of them. This
 * compares names only; whoever touches the folder looks for links, too.
 */
export function resolveFolder(pathRepo: readonly string[], location: string): ResolvedFolder {
  const [first] = pathRepo;
  if (first === undefined) {
    return { problem: 'The nodes have no setting [path.repo], so there is no folder for repositories.' };
  }
  if (location.trim() === '') return { problem: 'The location is empty.' };
  if (hasControlCharacter(location)) return { problem: 'The location holds a control character.' };
  const outside = {
    problem: `The location [${location}] lies in none of the folders of the setting [path.repo]; write a relative one, or start the sandbox with --path-repo.`,
  };
  const style = styleOf(first);
  const isAbsolute = location.startsWith('/') || styleOf(location) === 'windows';
  if (isAbsolute && styleOf(location) !== style) return outside;
  const folder = normalize(isAbsolute ? location : `${first}/${location}`, style);
  if (folder === undefined) return outside;
  const isBelow = pathRepo.some((root) => {
    const normal = normalize(root, styleOf(root));
    return normal !== undefined && isWithin(normal, folder, style);
  });
  return isBelow ? { folder } : outside;
}

type Style = 'posix' | 'windows';

function styleOf(path: string): Style {
  return /^(?:[A-Za-z]:(?:[\\/]|$)|\\\\)/.test(path) ? 'windows' : 'posix';
}

/** Takes out `.` and `..`; returns undefined for a path that leaves its root. */
function normalize(path: string, style: Style): string | undefined {
  const separator = style === 'windows' ? '\\' : '/';
  const [, root = '', rest = ''] =
    (style === 'windows' ? /^([A-Za-z]:|\\\\[^\\/]+[\\/][^\\/]+)(.*)$/s.exec(path) : /^()(\/.*)$/s.exec(path)) ?? [];
  const kept: string[] = [];
  for (const segment of rest.split(style === 'windows' ? /[\\/]/ : '/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') kept.push(segment);
    else if (kept.pop() === undefined) return undefined;
  }
  return `${root}${separator}${kept.join(separator)}`;
}

function isWithin(root: string, folder: string, style: Style): boolean {
  const separator = style === 'windows' ? '\\' : '/';
  const [outer, inner] = style === 'windows' ? [root.toLowerCase(), folder.toLowerCase()] : [root, folder];
  return inner === outer || inner.startsWith(outer.endsWith(separator) ? outer : outer + separator);
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character < ' ');
}
