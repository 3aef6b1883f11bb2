import { Minimatch } from 'minimatch';
import type { BodyAssociation } from '../syntax/model';
import type { Configuration } from './configuration';
import { longestGlob } from './configuration/description';

/** Endings of file names that say which request a JSON file is the body of. */
export const wellKnownNames: readonly {
  readonly suffix: string;
  /** What the text must contain; absent: anything. */
  readonly holds?: RegExp;
  readonly association: BodyAssociation;
}[] = [
  { suffix: '.api-key.json', association: { method: 'PUT', target: '/_security/api_key', at: '' } },
  {
    suffix: '.role-descriptor.json',
    association: { method: 'PUT', target: '/_security/api_key', at: '/role_descriptors/*' },
  },
  {
    suffix: '.snapshot-repository.json',
    association: { method: 'PUT', target: '/_snapshot/{{repository}}', at: '' },
  },
  // A mapping stands alone, or in the body that creates its index.
  { suffix: '.mapping.json', holds: /"(?:mappings|settings|aliases)"\s*:/, association: index('') },
  { suffix: '.mapping.json', association: index('/mappings') },
  { suffix: '.webhook.json', association: { method: 'POST', target: '/repos/{{owner}}/{{repo}}/hooks', at: '' } },
];

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
  return wellKnownNames.find(({ suffix, holds }) => path.endsWith(suffix) && (holds?.test(text) ?? true))?.association;
}

function index(at: string): BodyAssociation {
  return { method: 'PUT', target: '/{{index}}', at };
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
