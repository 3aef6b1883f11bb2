import { Minimatch } from 'minimatch';
import type { BodyFileName } from '../catalogue/identity';
import { identities } from '../services/identities';
import type { BodyAssociation } from '../syntax/model';
import type { Configuration } from './configuration';
import { longestGlob } from './configuration/description';

/** Endings of file names that say which request a JSON file is the body of, of all services. */
export const bodyFileNames: readonly BodyFileName[] = identities.flatMap(({ bodyFiles = [] }) => bodyFiles);

/**
 * Returns the request whose body a JSON file is, or undefined. The first line `// @request PUT /path` (optionally `@at /pointer`) comes first,
 * then the `bodies` of the configuration, then the file's name. `path` is relative to the folder of `rulebook.json`, with slashes.
 */
export function associateBody(path: string, text: string, configuration: Configuration): BodyAssociation | undefined {
  const [, method, target, at = ''] =
    /^\uFEFF?\s*(?:\/\/|\/\*|#)\s*@request[ \t]+([A-Za-z]+)[ \t]+(\S+)(?:[ \t]+@at[ \t]+(\/\S*))?/.exec(text) ?? [];
  if (method && target) return { method: method.toUpperCase(), target, at };
  const named = configuration.bodies.find(({ files }) => matchesGlob(path, files));
  if (named) return named.association;
  const known = bodyFileNames.find(({ suffix, holds }) => path.endsWith(suffix) && hasOneOf(text, holds));
  return known && { method: known.method, target: known.target, at: known.at };
}

/** Returns whether the text has one of these keys; the text may be cut off, and need not be JSON. */
function hasOneOf(text: string, keys: readonly string[] | undefined): boolean {
  return keys === undefined || keys.some((key) => new RegExp(`"${key}"\\s*:`).test(text));
}

/** Restricts minimatch to what is documented: no negation or comments, and no huge expansion of braces. */
const globOptions = {
  dot: true,
  nocomment: true,
  noext: true,
  nonegate: true,
  braceExpandMax: 100,
  platform: 'linux',
} as const;

/** Matchers by glob, since each change of a JSON file uses them. */
const matchers = new Map<string, Minimatch>();
const keptMatchers = 200;

/** Returns whether the path matches the glob: `*` and `?` stay inside a folder, `**` crosses folders, `[ab]` and `{a,b}` choose. */
export function matchesGlob(path: string, glob: string): boolean {
  if (glob.length > longestGlob) return false;
  let matcher = matchers.get(glob);
  if (matcher === undefined) {
    if (matchers.size >= keptMatchers) matchers.clear();
    matchers.set(glob, (matcher = new Minimatch(glob.replace(/^\.\//, ''), globOptions)));
  }
  return matcher.match(path);
}
