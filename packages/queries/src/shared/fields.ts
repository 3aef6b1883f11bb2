import type { QueryContext, QueryField, QueryFields, QueryOffer } from '@rulebook/catalogue/query-languages';
import { nearest } from '@rulebook/text/edit-distance';
import { slipOf } from './slips';

/** What is known of a name that a query gives to a field. */
export type Named =
  | {
      readonly kind: 'field';
      readonly field: QueryField;
      /** It is a member of a flattened field. */
      readonly isMember?: true;
    }
  /** It may exist, or it is a field of every document. */
  | { readonly kind: 'unjudged' }
  | { readonly kind: 'object' }
  | {
      readonly kind: 'unknown';
      readonly meant?: string;
      /** Documents may have added it, but it is one slip away from a field. */
      readonly isLikely?: true;
    };

/** Returns what a name is among the fields that are known. */
export function fieldNamed(name: string, fields: QueryFields | undefined): Named {
  if (fields === undefined || name.startsWith('_')) return { kind: 'unjudged' };
  const own = fields.byName.get(name);
  if (own !== undefined) return { kind: 'field', field: own };
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const parent = fields.byName.get(name.slice(0, dot));
    if (parent?.isFlattened) return { kind: 'field', field: { name, type: 'keyword' }, isMember: true };
  }
  if (!fields.areAll && fields.areDeclared !== true) return { kind: 'unjudged' };
  const start = `${name}.`;
  for (const known of fields.byName.keys())
    if (known.startsWith(start)) return fields.areAll ? { kind: 'object' } : { kind: 'unjudged' };
  if (!fields.areAll) {
    const slip = slipOf(name, fields.byName.keys());
    return slip === undefined ? { kind: 'unjudged' } : { kind: 'unknown', meant: slip, isLikely: true };
  }
  const meant = nearest(name, fields.byName.keys());
  return meant === undefined ? { kind: 'unknown' } : { kind: 'unknown', meant };
}

/** Returns whether a field matches a name with `*`; true where that is not known. */
export function someFieldMatches(pattern: string, fields: QueryFields | undefined): boolean {
  if (fields?.areAll !== true || pattern.startsWith('_')) return true;
  const pieces = pattern.split('*');
  for (const [name, field] of fields.byName) if (field.isFlattened || matches(name, pieces)) return true;
  return false;
}

function matches(name: string, pieces: readonly string[]): boolean {
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= name.length - last.length;
}

/** Returns the sentence about a field that does not exist. */
export function unknownField(
  name: string,
  { meant, isLikely }: { readonly meant?: string; readonly isLikely?: true },
  effect: string,
): string {
  const question = meant === undefined ? '' : ` Did you mean \`${meant}\`?`;
  const cause = isLikely ? 'so unless documents have added it,' : 'so';
  return `The mapping has no field \`${name}\`, ${cause} ${effect}.${question}`;
}

/** Returns the fields as offers; `insertOf` writes what is behind the name. */
export function fieldOffers(context: QueryContext, insertOf: (name: string) => string): readonly QueryOffer[] {
  const offers: QueryOffer[] = [];
  for (const { name, type } of context.fieldsOf()?.byName.values() ?? [])
    offers.push({
      label: name,
      kind: 'field',
      insert: insertOf(name),
      ...(type !== undefined && { detail: type }),
    });
  return offers;
}

/** Returns what a field is, as Markdown; undefined where nothing is known of it. */
export function fieldHelp(name: string, context: QueryContext): string | undefined {
  const named = fieldNamed(name, context.fieldsOf());
  if (named.kind === 'object') return `**\`${name}\`**: an object, which holds other fields`;
  if (named.kind === 'unknown')
    return `**\`${name}\`**: the mapping has no such field${named.isLikely ? ', but documents may add it' : ''}`;
  if (named.kind === 'unjudged') return undefined;
  const { type = 'type not known' } = named.field;
  return `**\`${name}\`**: ${type === 'type not known' ? type : `\`${type}\``}`;
}

/** Returns the values that fields of a type often have, as offers. */
export function valueOffers(type: string | undefined): readonly QueryOffer[] {
  if (type === 'boolean') return ['true', 'false'].map((label) => ({ label, kind: 'keyword' }));
  if (type === 'date' || type === 'date_nanos')
    return ['now', 'now-15m', 'now-1d', 'now-7d/d'].map((label) => ({ label, kind: 'string', detail: 'date math' }));
  return [];
}
