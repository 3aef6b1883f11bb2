/** A pattern with more stars is not read: it would take long to match. */
const mostStars = 6;

/** Returns whether a `.gitignore` ignores a file; undefined where it says nothing of it. The path counts from the folder of the `.gitignore`, with slashes. */
export function isIgnoredBy(text: string, path: string): boolean | undefined {
  let result: boolean | undefined;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const pattern = line.trim();
    if (pattern === '' || pattern.startsWith('#')) continue;
    const isNegated = pattern.startsWith('!');
    if (matches(isNegated ? pattern.slice(1) : pattern, path)) result = !isNegated;
  }
  return result;
}

/** Returns the text of a `.gitignore` that also ignores a file beside it. */
export function withIgnored(text: string | undefined, name: string): string {
  const former = text ?? '';
  const lineEnd = former.includes('\r\n') ? '\r\n' : '\n';
  const separator = former === '' || /[\r\n]$/.test(former) ? '' : lineEnd;
  return `${former}${separator}${name}${lineEnd}`;
}

function matches(pattern: string, path: string): boolean {
  const isFolder = pattern.endsWith('/');
  const plain = pattern.replace(/^\/|\/$/g, '');
  if (plain === '' || plain.replace(/\*+/g, '*').split('*').length > mostStars + 1) return false;
  const isAnchored = pattern.slice(0, -1).includes('/');
  const glob = plain
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replace(/\*\*\/|\*+|\?/g, (star) =>
      star === '?' ? '[^/]' : star === '**/' ? '(?:.*/)?' : star === '**' ? '.*' : '[^/]*',
    );
  try {
    return new RegExp(`^${isAnchored ? '' : '(?:.*/)?'}${glob}${isFolder ? '/.*' : '(?:/.*)?'}$`, 's').test(path);
  } catch {
    // A class of characters that is not closed.
    return false;
  }
}
