import { globPattern } from '@rulebook/text/patterns';
import { span } from '@rulebook/text/span';
import { environmentFileKind } from './environment-file-kind';
import type { EnvironmentProblem } from './model';

/** Returns whether a file of variables is private by its name alone. Some repositories keep a `.env` without secrets. */
export function isPrivateByName(path: string): boolean {
  const { kind, isPrivate = false } = environmentFileKind(path) ?? {};
  return kind === 'http-client' && isPrivate;
}

/** What is reported in a private file that Git does not ignore. */
export const exposedProblem: EnvironmentProblem = {
  message: 'The values of this file are private, and Git does not ignore it. Add it to `.gitignore`.',
  severity: 'warning',
  span: span(0, 0),
};

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

/** Returns the text of a `.gitignore` that also ignores a file next to it. */
export function withIgnored(text: string | undefined, name: string): string {
  const former = text ?? '';
  const lineEnd = former.includes('\r\n') ? '\r\n' : '\n';
  const separator = former === '' || /[\r\n]$/.test(former) ? '' : lineEnd;
  return `${former}${separator}${name}${lineEnd}`;
}

function matches(pattern: string, path: string): boolean {
  const isFolder = pattern.endsWith('/');
  const plain = pattern.replace(/^\/|\/$/g, '');
  if (plain === '') return false;
  const isAnchored = pattern.slice(0, -1).includes('/');
  // Whatever is below a folder that is ignored is ignored, too. A class of characters that is not closed stands for itself.
  const glob = `${isAnchored ? '' : '**/'}${plain}`;
  const globs = isFolder ? [`${glob}/**`] : [glob, `${glob}/**`];
  return globs.some((one) => globPattern(one, { hasBraces: false })?.matches(path) === true);
}
