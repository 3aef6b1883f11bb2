import type { BodyAssociation } from '../syntax/model';
import type { Configuration } from './configuration';

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

/** Returns whether the path matches the glob: `*` and `?` inside a folder, `**` across folders, `{a,b}` either. */
export function matchesGlob(path: string, glob: string): boolean {
  const pattern = glob.replace(/^\.\//, '').replace(/\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[^]/gu, (piece) => {
    if (piece === '**/') return '(?:.*/)?';
    if (piece === '**') return '.*';
    if (piece === '*') return '[^/]*';
    if (piece === '?') return '[^/]';
    if (piece.length > 1 && piece.startsWith('{')) {
      return `(?:${piece.slice(1, -1).split(',').map(escapePattern).join('|')})`;
    }
    return escapePattern(piece);
  });
  return new RegExp(`^${pattern}$`, 'u').test(path);
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
