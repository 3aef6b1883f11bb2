import type { Shape } from '@rulebook/catalogue/shape';
import type { JsonNode } from '@rulebook/json/json-node';

/** Returns whether the JSON type of the value is that of the shape. */
export function fits(node: JsonNode, shape: Shape): boolean {
  switch (shape.type) {
    case 'any':
      return true;
    case 'switch':
      return node.type === 'object';
    case 'integer':
      return node.type === 'number' && Number.isInteger(node.value);
    case 'choice':
      return shape.options.some((option) => fits(node, option));
    default:
      return node.type === shape.type;
  }
}
