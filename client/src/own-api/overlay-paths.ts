/** Returns the file that an overlay extends; undefined for one at a URL, or where none is named. */
export function extendedIn(text: string): string | undefined {
  const found =
    /^extends[ \t]*:[ \t]*(["']?)([^\s"'#]+)\1[ \t]*(?=#|\r?$)/m.exec(text) ??
    /"extends"()\s*:\s*"([^"\\]+)"/.exec(text);
  const written = found?.[2];
  return written === undefined || /^[a-z][a-z\d+.-]*:|^\//i.test(written) ? undefined : written;
}

/** Returns a path from a folder; undefined for one outside. */
export function pathFrom(folder: string, path: string): string | undefined {
  const root = `${folder.replace(/\/+$/, '')}/`;
  return path.startsWith(root) ? path.slice(root.length) : undefined;
}
