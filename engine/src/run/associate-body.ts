import { Minimatch } from 'minimatch';
import type { BodyAssociation } from '../syntax/model';
import type { Configuration } from './configuration';
import { longestGlob } from './configuration-members';

/** File names that say by themselves what a JSON file is. */
const wellKnownNames: readonly {
  readonly suffix: string;
  /** What the text must hold; absent: anything. */
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
 * Returns the request whose body a JSON file is, or undefined: by its first line `// @request PUT /path` (optionally `@at /pointer`),
 * else by the `bodies` of the configuration, else by its name. `path` counts from the folder of `rulebook.json`, with slashes.
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

/** Of the matcher's language only what is documented: no classes of files are excluded, and no choice of thousands is written out. */
const globOptions = {
  dot: true,
  nocomment: true,
  noext: true,
  nonegate: true,
  braceExpandMax: 100,
  platform: 'linux',
} as const;

/** The matchers of the globs in use, which each change of a JSON file asks. */
const matchers = new Map<string, Minimatch>();
const keptMatchers = 200;

/** Returns whether the path matches the glob: `*` and `?` inside a folder, `**` across folders, `[ab]` and `{a,b}` either. */
export function matchesGlob(path: string, glob: string): boolean {
  if (glob.length > longestGlob) return false;
  let matcher = matchers.get(glob);
  if (matcher === undefined) {
    if (matchers.size >= keptMatchers) matchers.clear();
    matchers.set(glob, (matcher = new Minimatch(glob.replace(/^\.\//, ''), globOptions)));
  }
  return matcher.match(path);
}
