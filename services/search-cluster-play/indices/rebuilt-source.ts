import { isRecord } from '@rulebook/json/is-record';
import type { FieldTable, MappedField } from './fields';
import { literalOf } from './literals';

type Source = Readonly<Record<string, unknown>>;

/** The setting by which an index rebuilds its documents from what is indexed. */
const mode = 'index.mapping.source.mode';

/**
 * Returns a document as an index with a synthetic source shows it, as far as flattened fields go: their values are texts, each once and in order, and
 * what is empty is left out. Other fields stay as they were written.
 */
export function rebuiltSource(source: Source, { fields }: FieldTable, settings: Source): Source {
  if (settings[mode] !== 'synthetic') return source;
  const rebuild = (value: unknown, path: string): unknown => {
    const field = fields.get(path);
    if (field?.kind === 'flattened') return isWritten(field, value) ? value : rebuiltField(field, value);
    return isRecord(value) ? rebuiltMembers(value, path) : value;
  };
  const rebuiltMembers = (object: Source, path: string): Source => {
    const members = Object.entries(object).map(([name, value]): readonly [string, unknown] => [
      name,
      rebuild(value, path === '' ? name : `${path}.${name}`),
    ]);
    const isSame = members.every(([name, value]) => value === object[name]);
    return isSame ? object : Object.fromEntries(members.filter(([, value]) => value !== undefined));
  };
  return rebuiltMembers(source, '');
}

/** Some parameters keep the values as they were written; with others, how they are rebuilt is not known. */
function isWritten({ options }: MappedField, value: unknown): boolean {
  const { synthetic_source_keep: keep, properties, null_value: nullValue } = options;
  if (properties !== undefined || (nullValue !== undefined && nullValue !== null)) return true;
  return keep === 'all' || (keep === 'arrays' && Array.isArray(value));
}

/** Returns the value of a flattened field as it is rebuilt; undefined where nothing is left. */
function rebuiltField({ options }: MappedField, value: unknown): unknown {
  const isExact = options.preserve_leaf_arrays === 'exact';
  const leaves = new Map<string, (string | null)[]>();
  const visit = (part: unknown, key: string, literal?: string): void => {
    if (Array.isArray(part)) for (const [at, item] of part.entries()) visit(item, key, literalOf(part, at));
    else if (isRecord(part))
      for (const [name, member] of Object.entries(part))
        visit(member, key === '' ? name : `${key}.${name}`, literalOf(part, name));
    else if (key !== '' && (part !== null || isExact)) {
      const text = part === null ? null : (literal ?? String(part as string | number | boolean));
      leaves.set(key, [...(leaves.get(key) ?? []), text]);
    }
  };
  visit(value, '');
  return nested(
    [...leaves]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, texts]) => [key, isExact ? texts : [...new Set(texts)].sort()] as const),
  );
}

/** Returns dotted keys as objects in each other; a key that has both a value and more keys stays dotted. */
function nested(leaves: readonly (readonly [key: string, texts: readonly unknown[]])[]): unknown {
  if (leaves.length === 0) return undefined;
  const rebuilt: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [key, texts] of leaves) {
    const words = key.split('.');
    let level = rebuilt;
    for (let at = 0; at < words.length; at++) {
      const word = words[at] ?? '';
      const inner = level[word];
      if (at === words.length - 1) level[word] = texts.length === 1 ? texts[0] : texts;
      else if (inner === undefined) level = level[word] = Object.create(null) as Record<string, unknown>;
      else if (isRecord(inner)) level = inner as Record<string, unknown>;
      else {
        level[words.slice(at).join('.')] = texts.length === 1 ? texts[0] : texts;
        break;
      }
    }
  }
  return JSON.parse(JSON.stringify(rebuilt)) as unknown;
}
