// Reads the templates, mappings, policies and pipelines that the product installs by itself: JSON files with variables.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * @typedef {object} ProductBody
 * @property {'mapping' | 'legacy index template' | 'index template' | 'component template' | 'lifecycle policy' | 'ingest pipeline'} kind
 * @property {string} name
 * @property {any} body
 */

/**
 * Returns what the files of a folder declare.
 * @param {string} folder
 * @returns {ProductBody[]}
 */
export function productTemplates(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .flatMap((name) => {
      const value = filled(readFileSync(join(folder, name), 'utf8'));
      return value === undefined ? [] : bodiesIn(basename(name, '.json'), value);
    });
}

/** Returns the JSON with a value for each variable: a text in a text, a truth value or a number elsewhere. */
function filled(text) {
  const whole = text.replace(/"\$\{[^}]*\}"/g, '"filled"');
  const bare = whole.replace(/(:\s*)\$\{([^}]*)\}/g, (_, before, name) => `${before}${valueOf(name)}`);
  try {
    return JSON.parse(bare.replace(/\$\{[^}]*\}/g, 'filled'));
  } catch {
    return undefined;
  }
}

function valueOf(name) {
  if (name.includes('deprecated')) return 'false';
  return name.endsWith('mappings') ? '{}' : '8';
}

/** @returns {ProductBody[]} */
function bodiesIn(name, value) {
  if (value.phases !== undefined) return [{ kind: 'lifecycle policy', name, body: { policy: value } }];
  if (value.policy?.phases !== undefined) return [{ kind: 'lifecycle policy', name, body: value }];
  if (value.processors !== undefined) return [{ kind: 'ingest pipeline', name, body: value }];
  const { mappings = value.template?.mappings ?? (value.properties && value) } = value;
  const untyped = value._doc ?? mappings?._doc ?? mappings;
  const mapping =
    Object.keys(untyped ?? {}).length === 0 ? [] : [{ kind: 'mapping', name, body: { mappings: untyped } }];
  const kind = kindOf(value);
  return /** @type {ProductBody[]} */ ([...(kind === undefined ? [] : [{ kind, name, body: value }]), ...mapping]);
}

/** Returns which template a body is; undefined for mappings alone. */
function kindOf({ index_patterns, template, settings, mappings }) {
  const isPlain = settings !== undefined || mappings !== undefined;
  if (index_patterns === undefined) return template === undefined || isPlain ? undefined : 'component template';
  return isPlain ? 'legacy index template' : 'index template';
}
