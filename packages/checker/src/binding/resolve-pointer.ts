import type { Shape } from '@rulebook/catalogue/shape';
import { fieldOf, shapeOfKey } from './field-of';
import { casesOf } from './choose-shape';

/** Returns the shape at a JSON pointer below a shape; `*` stands for any key. Undefined when nothing is documented there. */
export function shapeAtPointer(root: Shape, pointer: string): Shape | undefined {
  if (pointer === '' || pointer === '/') return root;
  const words = pointer.replace(/^\//, '').split('/');
  return words.reduce<Shape | undefined>((shape, word) => shape && childShape(shape, word), root);
}

/** Returns the shape of a member or item of a shape. */
function childShape(shape: Shape, key: string): Shape | undefined {
  switch (shape.type) {
    case 'object':
      return key === '*' ? shape.entries?.shape : (fieldOf(shape, key)?.shape ?? shapeOfKey(shape, key));
    case 'array':
      return /^(?:\d+|\*|-)$/.test(key) ? shape.items : undefined;
    case 'switch':
      // The member on which the switch depends is not known here, so the first case with the key is taken.
      for (const [, option] of casesOf(shape)) {
        const found = childShape(option, key);
        if (found) return found;
      }
      return undefined;
    case 'choice':
      for (const option of shape.options) {
        const found = childShape(option, key);
        if (found) return found;
      }
      return undefined;
    default:
      return undefined;
  }
}
