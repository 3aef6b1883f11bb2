/** Returns whether a path lies in a folder or below. Both are paths, or both are URIs; in an empty folder lies nothing. */
export function isBelowFolder(path: string, folder: string): boolean {
  const outer = folder.replaceAll('\\', '/');
  return outer !== '' && path.replaceAll('\\', '/').startsWith(outer.endsWith('/') ? outer : `${outer}/`);
}
