/** The folder of a location, or one sentence that says why there is none. */
type ResolvedFolder = { readonly folder: string } | { readonly problem: string };

/**
 * Resolves a location as the nodes do: absolute, or relative to the first folder of `path.repo`, and always below one of these folders. This
 * compares names only; the code that accesses the folder checks for links, too.
 */
export function resolveFolder(pathRepo: readonly string[], location: string): ResolvedFolder {
  const [first] = pathRepo;
  if (first === undefined) {
    return { problem: 'The nodes have no setting [path.repo]. Start the sandbox with --path-repo.' };
  }
  if (location.trim() === '') return { problem: 'The location must not be empty.' };
  if (hasControlCharacter(location)) return { problem: 'The location must not contain a control character.' };
  const outside = {
    problem: `The location [${location}] is outside the folders of the setting [path.repo]. Use a relative location, or start the sandbox with --path-repo.`,
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

/** Resolves `.` and `..`; returns undefined for a path that leaves its root. */
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
