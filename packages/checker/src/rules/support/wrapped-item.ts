import type { Shape } from '@rulebook/catalogue/shape';
import type { JsonNode } from '@rulebook/json/json-node';
import { shapesOf } from './bound-values';

/** Returns the JSON text of an array with a value as its only item; undefined unless an array with such items is wanted instead of the value. */
export function wrappedItem(node: JsonNode, shape: Shape, text: string): string | undefined {
  if (shape.type !== 'array' || node.type === 'array' || node.type === 'null') return undefined;
  const isItem = shapesOf(shape.items).some((item) => item.type === node.type || item.type === 'any');
  return isItem ? `[${text.slice(node.offset, node.offset + node.length)}]` : undefined;
}
