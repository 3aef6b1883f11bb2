/** Returns a URI in the form by which URIs are compared: clients escape differently (`%3A` or `:` behind a drive). */
export function plainUri(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/**
 * Returns where a file may be that a document names by a path: relative to the document first, then to the folder of the workspace.
 * Empty for a document that is not in a folder.
 */
export function candidateUris(document: string, path: string, root: string | undefined): readonly string[] {
  const [, origin = '', below = ''] = /^([a-z][a-z0-9+.-]*:\/\/[^/]*)(\/.*)?$/i.exec(document) ?? [];
  const written = path.replaceAll('\\', '/');
  if (/^[a-z]:\//i.test(written)) return origin === '' ? [] : [`${origin}/${escapedPath(written)}`];
  if (written.startsWith('/')) return origin === '' ? [] : [origin + escapedPath(normalized(written))];
  const found = origin === '' ? [] : [origin + joinedPath(below.slice(0, below.lastIndexOf('/')), written)];
  const [, rootOrigin, rootPath = ''] = /^([a-z][a-z0-9+.-]*:\/\/[^/]*)(\/.*)?$/i.exec(root ?? '') ?? [];
  if (rootOrigin !== undefined) found.push(rootOrigin + joinedPath(rootPath, written));
  return found.filter((uri, index) => found.indexOf(uri) === index);
}

function joinedPath(folder: string, path: string): string {
  return escapedPath(normalized(`${plainUri(folder)}/${path}`));
}

function normalized(path: string): string {
  const kept: string[] = [];
  for (const word of path.split('/')) {
    if (word === '..') kept.pop();
    else if (word !== '' && word !== '.') kept.push(word);
  }
  return `/${kept.join('/')}`;
}

function escapedPath(path: string): string {
  return path.split('/').map(escapedWord).join('/');
}

function escapedWord(word: string): string {
  try {
    return encodeURIComponent(word).replaceAll('%3A', ':');
  } catch {
    // A lone surrogate cannot be escaped; file names do not contain any.
    return '%EF%BF%BD';
  }
}
