import { isRecord } from '@rulebook/json/is-record';
import { longestMetadataName } from '@rulebook/search-cluster/facts/mappings/metadata-fields';
import { depthLimit, fieldLimit, nameLimit, nestedLimit } from '@rulebook/search-cluster/facts/indices/index-settings';
import { problem, type Problem } from '../indices/problem';
import { settingOf } from '../indices/settings';

type Members = Readonly<Record<string, unknown>>;

/** What the limits of an index count in its mappings. */
interface Counted {
  fields: number;
  nested: number;
  /** The object that is nested most deeply, and how deeply that is. */
  deepest: { readonly path: string; readonly depth: number };
  longest: string;
}

/** The rule that knows the limits of an index from the same file. */
const rule = 'exceeded-limit';

/** Returns why an index with these settings cannot have these mappings. `isOfDocument` is set if a document adds to them. */
export function refuseMappings(settings: Members, mappings: Members, isOfDocument = false): Problem | undefined {
  const counted: Counted = { fields: 0, nested: 0, deepest: { path: '', depth: 1 }, longest: longestMetadataName };
  countFields(mappings, '', 1, counted);
  if (isRecord(mappings.runtime)) counted.fields += Object.keys(mappings.runtime).length;
  // A document is refused while it is read, but for the lengths of names.
  const more = isOfDocument ? { rule, type: 'document_parsing_exception' } : { rule };
  const [fields, depth, nested, length] = [fieldLimit, depthLimit, nestedLimit, nameLimit].map((limit) =>
    Number(settingOf(settings, limit) ?? Infinity),
  );
  if (counted.fields > (fields ?? Infinity))
    return problem(`Limit of total fields [${String(fields)}] has been exceeded`, more);
  const { deepest } = counted;
  if (deepest.depth > (depth ?? Infinity))
    return problem(
      `Limit of mapping depth [${String(depth)}] has been exceeded due to object field [${deepest.path}]`,
      more,
    );
  if (counted.longest.length > (length ?? Infinity))
    return problem(`Field name [${counted.longest}] is longer than the limit of [${String(length)}] characters`, {
      rule,
    });
  return counted.nested > (nested ?? Infinity)
    ? problem(`Limit of nested fields [${String(nested)}] has been exceeded`, { rule })
    : undefined;
}

/** Returns how many fields a mapping of a field counts as: itself, those below it, and those that index its value in other ways. */
export function countOf(mapping: Members): number {
  const counted: Counted = { fields: 0, nested: 0, deepest: { path: '', depth: 1 }, longest: '' };
  countFields({ properties: { field: mapping } }, '', 1, counted);
  return counted.fields;
}

function countFields(mapping: Members, path: string, depth: number, counted: Counted): void {
  for (const members of [mapping.properties, mapping.fields]) {
    if (!isRecord(members)) continue;
    for (const [name, field] of Object.entries(members)) {
      counted.fields += 1;
      if (name.length > counted.longest.length) counted.longest = name;
      if (!isRecord(field)) continue;
      const isObject = field.type === undefined || field.type === 'object' || field.type === 'nested';
      const own = `${path}${name}`;
      if (field.type === 'nested') counted.nested += 1;
      if (isObject && depth + 1 > counted.deepest.depth) counted.deepest = { path: own, depth: depth + 1 };
      countFields(field, `${own}.`, depth + 1, counted);
    }
  }
}
