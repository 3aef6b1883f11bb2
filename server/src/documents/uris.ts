/** Returns a URI in the form by which URIs are compared: clients escape differently (`%3A` or `:` behind a drive). */
export function plainUri(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** Returns the name of the file at a URI. */
export function fileNameOf(uri: string): string {
  const [path = ''] = plainUri(uri).split(/[?#]/, 1);
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Some virtual workspaces have no authority: `memfs:/folder/a.http`. */
const originAndPath = /^([a-z][a-z0-9+.-]*:(?:\/\/[^/]*)?)(\/.*)?$/i;

/**
 * Returns where a file may be that a document names by a path: relative to the document first, then to the folder of the workspace.
 * Empty for a document that is not in a folder.
 */
export function candidateUris(document: string, path: string, root: string | undefined): readonly string[] {
  const [, origin = '', below = ''] = originAndPath.exec(document) ?? [];
  const written = path.replaceAll('\\', '/');
  if (/^[a-z]:\//i.test(written)) return origin === '' ? [] : [`${origin}/${escapedPath(written)}`];
  if (written.startsWith('/')) return origin === '' ? [] : [origin + escapedPath(normalized(written))];
  const found = origin === '' ? [] : [origin + joinedPath(below.slice(0, below.lastIndexOf('/')), written)];
  const [, rootOrigin, rootPath = ''] = originAndPath.exec(root ?? '') ?? [];
  if (rootOrigin !== undefined) found.push(rootOrigin + joinedPath(rootPath, written));
  return found.filter((uri, index) => found.indexOf(uri) === index);
}

/** Returns the path from one file to another, written like the former path: with a leading `./` or without it, and with its kind of slashes. */
export function relativePath(from: string, to: string, former: string): string {
  const [start, end] = [plainUri(from).split('/').slice(0, -1), plainUri(to).split('/')];
  let common = 0;
  while (common < start.length && common < end.length - 1 && start[common] === end[common]) common++;
  const up = start.slice(common).map(() => '..');
  const path = [...up, ...end.slice(common)];
  if (up.length === 0 && /^\.{1,2}[/\\]/.test(former)) path.unshift('.');
  return path.join(former.includes('\\') && !former.includes('/') ? '\\' : '/');
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
