import { memberOfObject } from '@rulebook/description/openapi/place';
import type { SchemaNode, Surface } from '../surface/surface';
import { typesOf } from './types';

/** More levels are not filled in. */
const deepest = 4;

/**
 * Returns a value for a member that is new and required, as JSON text: its default, its only value or the one that the description shows; a
 * placeholder of its type otherwise.
 */
export function sampleValue(node: SchemaNode, surface: Surface): string {
  return JSON.stringify(sample(node, surface, 0));
}

function sample(node: SchemaNode, surface: Surface, depth: number): unknown {
  const { schema } = node;
  for (const keyword of ['default', 'const', 'example', 'x-example']) {
    const value = memberOfObject(schema, keyword);
    if (value !== undefined) return value;
  }
  for (const keyword of ['enum', 'examples']) {
    const list = memberOfObject(schema, keyword);
    if (Array.isArray(list) && list.length > 0) return list[0] as unknown;
  }
  const [type = surface.children(node, 'properties').size > 0 ? 'object' : ''] = typesOf(node).filter(
    (one) => one !== 'null',
  );
  if (type === 'integer' || type === 'number') return least(node);
  if (type === 'boolean') return false;
  if (type === 'array') {
    const items = surface.child(node, 'items');
    const isFilled = Number(memberOfObject(schema, 'minItems') ?? 0) > 0 && items !== undefined && depth < deepest;
    return isFilled ? [sample(items, surface, depth + 1)] : [];
  }
  const [first] = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => surface.items(node, keyword));
  if (type === '' && first !== undefined && depth < deepest) return sample(first, surface, depth + 1);
  if (type !== 'object') return '';
  const required = memberOfObject(schema, 'required');
  const members = [...surface.children(node, 'properties')].filter(
    ([name]) => Array.isArray(required) && required.includes(name),
  );
  return Object.fromEntries(
    depth < deepest ? members.map(([name, one]) => [name, sample(one, surface, depth + 1)]) : [],
  );
}

function least({ schema }: SchemaNode): number {
  const minimum = memberOfObject(schema, 'minimum');
  return typeof minimum === 'number' && minimum > 0 ? Math.ceil(minimum) : 0;
}
