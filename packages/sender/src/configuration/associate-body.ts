import type { ServiceId } from '@rulebook/catalogue/facts';
import type { BodyFileName } from '@rulebook/catalogue/identity';
import { identities } from '@rulebook/services/identities';
import type { BodyAssociation } from '@rulebook/request-file/syntax/model';
import { expressionOf } from '@rulebook/text/expressions';
import { globPattern } from '@rulebook/text/patterns';
import type { Configuration } from './configuration';
import { longestGlob } from './description';

/** Endings of file names that say which request a JSON file is the body of, of all services. */
export const bodyFileNames: readonly BodyFileName[] = identities.flatMap(({ bodyFiles = [] }) => bodyFiles);

/**
 * Returns the request whose body a JSON file is, or undefined. The first line `// @request PUT /path` (optionally `@at /pointer`) comes first,
 * then the `bodies` of the configuration, then the file's name; the rights of an endpoint with `rightsOf` need none of these. `path` is relative to the folder of `rulebook.json`, with slashes.
 */
export function associateBody(path: string, text: string, configuration: Configuration): BodyAssociation | undefined {
  const association = associationOf(path, text, configuration);
  const endpoint = configuration.endpoints.find(
    ({ rights, rightsOf }) => rightsOf !== undefined && rights?.replace(/^\.\//, '') === path,
  );
  if (endpoint === undefined) return association;
  const { name, service, rightsOf = [] } = endpoint;
  const own = association ?? rightsBody(service, text);
  // As if `# @rights-of` was above the request.
  return own && { ...own, directives: { endpoint: name, ...own.directives, 'rights-of': rightsOf.join(', ') } };
}

function rightsBody(service: ServiceId, text: string): BodyAssociation | undefined {
  const all = identities.find(({ id }) => id === service)?.bodyFiles ?? [];
  const known = all.find(({ isOfRights, bareHolds }) => isOfRights && hasOneOf(text, bareHolds));
  return known && { method: known.method, target: known.target, at: known.at };
}

function associationOf(path: string, text: string, configuration: Configuration): BodyAssociation | undefined {
  const [, method, target, at = ''] =
    /^\uFEFF?\s*(?:\/\/|\/\*|#)\s*@request[ \t]+([A-Za-z]+)[ \t]+(\S+)(?:[ \t]+@at[ \t]+(\/\S*))?/.exec(text) ?? [];
  if (method && target) return { method: method.toUpperCase(), target, at };
  const named = configuration.bodies.find(({ files }) => matchesGlob(path, files));
  if (named) return named.association;
  const known = bodyFileNames.find((one) => isNamed(path, text, one));
  return known && { method: known.method, target: known.target, at: known.at, isByName: true };
}

function isNamed(path: string, text: string, { suffix, holds, bareHolds = holds }: BodyFileName): boolean {
  if (path.endsWith(suffix)) return hasOneOf(text, holds);
  const name = path.slice(path.lastIndexOf('/') + 1);
  // A file that names its schema says itself what it is.
  return name === suffix.slice(1) && hasOneOf(text, bareHolds) && !hasOneOf(text, ['\\$schema']);
}

/** Returns whether the text has one of these keys; the text may be cut off, and need not be JSON. */
function hasOneOf(text: string, keys: readonly string[] | undefined): boolean {
  return keys === undefined || keys.some((key) => expressionOf(`"${key}"\\s*:`).test(text));
}

/** Returns whether the path matches the glob: `*` and `?` stay inside a folder, `**` crosses folders, `[ab]` and `{a,b}` choose. */
export function matchesGlob(path: string, glob: string): boolean {
  return glob.length <= longestGlob && globPattern(glob.replace(/^\.\//, ''))?.matches(path) === true;
}
