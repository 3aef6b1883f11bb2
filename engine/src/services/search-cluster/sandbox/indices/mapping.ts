import { flattenedType, updatableParameters } from '../../catalogue/mappings/flattened-field';
import { fieldTableOf, type MappedField } from './fields';
import { problem, type Problem } from './problem';
import { isTooDeep } from './values';
import { isRecord, ownValue } from '../../../../sandbox/wire';

type Mappings = Readonly<Record<string, unknown>>;

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
    return problem(`The field [${path}] is mapped as [${before.type}], which cannot become [${now.type}].`);
  }
  if (now.type !== flattenedType) return undefined;
  const fixed = [...new Set([...Object.keys(before.options), ...Object.keys(now.options)])].find(
    (name) =>
      !updatableParameters.has(name) &&
      ownValue(now.options, name) !== undefined &&
      JSON.stringify(ownValue(before.options, name)) !== JSON.stringify(ownValue(now.options, name)),
  );
  return fixed === undefined
    ? undefined
    : problem(`The parameter [${fixed}] of the flattened field [${path}] cannot be changed.`);
}

/** Merges fields; other members are replaced. */
function mergeObjects(before: Mappings, addition: Mappings): Mappings {
  const merged = new Map<string, unknown>(Object.entries(before));
  for (const [key, value] of Object.entries(addition)) {
    const known = merged.get(key);
    const isDeep = isRecord(known) && isRecord(value) && (key === 'properties' || key === 'fields');
    merged.set(key, isDeep ? mergeFields(known, value) : value);
  }
  return Object.fromEntries(merged);
}

function mergeFields(before: Mappings, addition: Mappings): Mappings {
  const merged = new Map<string, unknown>(Object.entries(before));
  for (const [name, value] of Object.entries(addition)) {
    const known = merged.get(name);
    merged.set(name, isRecord(known) && isRecord(value) ? mergeObjects(known, value) : value);
  }
  return Object.fromEntries(merged);
}
