import { isRecord } from '@rulebook/json/is-record';
import { flattenedType, updatableParameters } from '@rulebook/search-cluster/facts/mappings/flattened-field';
import { fieldTableOf, type MappedField } from './fields';
import { problem, type Problem } from './problem';
import { isTooDeep } from './values';
import { defaultOf } from '../mappings/flattened-parameters';
import { ownValue } from '@rulebook/sandbox/wire';

type Mappings = Readonly<Record<string, unknown>>;

const rule = 'changed-mapping';

/** Returns the mappings with the additions of a request, or a problem: a field must keep its type. */
export function mergeMappings(mappings: Mappings, addition: Mappings): Mappings | Problem {
  if (isTooDeep(addition)) return problem('The mapping is nested too deeply.', { type: 'mapper_parsing_exception' });
  const before = fieldTableOf(mappings).fields;
  for (const [path, field] of fieldTableOf(addition).fields) {
    const refused = changeOf(path, before.get(path), field);
    if (refused) return refused;
  }
  return mergeObjects(mappings, addition);
}

function changeOf(path: string, before: MappedField | undefined, now: MappedField): Problem | undefined {
  if (!before) return undefined;
  if (before.type !== now.type) {
    return problem(`The field [${path}] is mapped as [${before.type}], which cannot become [${now.type}].`, { rule });
  }
  if (now.type !== flattenedType) return undefined;
  const valueOf = (field: MappedField, name: string): string =>
    JSON.stringify(ownValue(field.options, name) ?? defaultOf(name) ?? null);
  const fixed = [...new Set([...Object.keys(before.options), ...Object.keys(now.options)])].find(
    (name) => name !== 'properties' && !updatableParameters.has(name) && valueOf(before, name) !== valueOf(now, name),
  );
  return fixed === undefined
    ? undefined
    : problem(`The parameter [${fixed}] of the flattened field [${path}] cannot be changed.`, { rule });
}

/** Merges fields; other members are replaced. */
function mergeObjects(before: Mappings, addition: Mappings): Mappings {
  const merged = new Map<string, unknown>(Object.entries(before));
  for (const [key, value] of Object.entries(addition)) {
    const known = merged.get(key);
    const isDeep = isRecord(known) && isRecord(value) && (key === 'properties' || key === 'fields');
    merged.set(key, isDeep ? mergeFields(known, value) : value);
  }
  // Fields show that it is an object.
  if (merged.get('type') === 'object' && merged.has('properties')) merged.delete('type');
  return Object.fromEntries(merged);
}

/** Keys with a type of their own stay, also those that a request leaves out. */
function withKeys({ properties: before }: Mappings, addition: Mappings): Mappings {
  if (!isRecord(before)) return addition;
  const { properties: now } = addition;
  return { ...addition, properties: isRecord(now) ? mergeFields(before, now) : before };
}

function mergeFields(before: Mappings, addition: Mappings): Mappings {
  const merged = new Map<string, unknown>(Object.entries(before));
  for (const [name, value] of Object.entries(addition)) {
    const known = merged.get(name);
    // A parameter that a flattened field leaves out has its default again.
    const isWhole = isRecord(value) && value.type === flattenedType;
    if (isRecord(known) && isRecord(value))
      merged.set(name, isWhole ? withKeys(known, value) : mergeObjects(known, value));
    else merged.set(name, value);
  }
  return Object.fromEntries(merged);
}
