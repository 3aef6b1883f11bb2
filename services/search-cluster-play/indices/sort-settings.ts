import { isRecord } from '@rulebook/json/is-record';
import { problem, type Problem } from './problem';

type Members = Readonly<Record<string, unknown>>;

const field = 'index.sort.field';

/** Returns why the segments of a new index cannot be sorted as its settings say. */
export function refuseSort(settings: Members, mappings: Members): Problem | undefined {
  const fields = listOf(settings[field]);
  for (const name of ['index.sort.order', 'index.sort.mode', 'index.sort.missing']) {
    const values = listOf(settings[name]);
    if (values.length > 0 && values.length !== fields.length) {
      return problem(`${field}:[${fields.join(', ')}] ${name}:[${values.join(', ')}], size mismatch`);
    }
  }
  const unknown = fields.find((path) => !isMapped(path, mappings));
  return unknown === undefined ? undefined : problem(`unknown index sort field:[${unknown}]`);
}

function listOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((one) => (typeof one === 'string' ? one.split(',').map((word) => word.trim()) : []));
}

/** Returns whether a mapping has a field; those of the index itself begin with an underscore. */
function isMapped(path: string, mappings: Members): boolean {
  if (path.startsWith('_')) return true;
  let level: unknown = mappings;
  const words = path.split('.');
  for (let at = 0; at < words.length; at++) {
    const [fields, further] = isRecord(level) ? [level.properties, level.fields] : [];
    const known = { ...(isRecord(further) && further), ...(isRecord(fields) && fields) };
    const rest = words.slice(at).join('.');
    if (Object.hasOwn(known, rest)) return true;
    const word = words[at] ?? '';
    if (!Object.hasOwn(known, word)) return isRecord(level) && (level.type === 'flattened' || level.type === 'alias');
    level = (known as Members)[word];
  }
  return true;
}
