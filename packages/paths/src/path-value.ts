import type { Operation } from '@rulebook/catalogue/operation';
import type { Shape } from '@rulebook/catalogue/shape';
import type { PathSegment } from '@rulebook/request-file/syntax/model';
import { perObject } from '@rulebook/text/structures/memo';
import { textFormatNamed } from '@rulebook/text/text-formats';
import { decodedSegment } from './path-template';

/** The shapes of the path parameters of an operation, by name; those that take any text are left out. */
const narrowShapesOf = perObject(({ parameters }: Operation): ReadonlyMap<string, Shape> => {
  // Of fields with the same name, the first one counts.
  const shapes = new Map([...parameters.path].reverse().map(({ name, shape }) => [name, shape]));
  for (const [name, shape] of shapes)
    if (shape.type === 'string' && shape.values === undefined && shape.format === undefined) shapes.delete(name);
  return shapes;
});

/**
 * Returns how well a segment fits a path parameter: 1 for a listed value or a value of a narrow type, -1 for one that contradicts the
 * parameter, 0 where nothing is known.
 */
export function fitOfSegment(operation: Operation, name: string, { text, hasPlaceholder }: PathSegment): number {
  const shape = hasPlaceholder ? undefined : narrowShapesOf(operation).get(name);
  return shape === undefined ? 0 : fitOfText(shape, text, 0);
}

/** Returns whether a segment has not the form that every value of a path parameter has, such as that of a UUID. */
export function lacksFormat(operation: Operation, name: string, { text, hasPlaceholder }: PathSegment): boolean {
  const shape = hasPlaceholder ? undefined : narrowShapesOf(operation).get(name);
  const format = shape?.type === 'string' ? shape.format : undefined;
  return format !== undefined && textFormatNamed(format)?.accepts(decodedSegment(text)) === false;
}

function fitOfText(shape: Shape, text: string, depth: number): number {
  // A recursive description has no end.
  if (depth > 4) return 0;
  switch (shape.type) {
    case 'integer':
    case 'number':
      return /^-?\d+(?:\.\d+)?$/.test(text) ? 1 : -1;
    case 'boolean':
      return text === 'true' || text === 'false' ? 1 : -1;
    case 'string': {
      const { values } = shape;
      if (values === undefined) return 0;
      if (values.values.some(({ value }) => String(value) === text)) return 1;
      return values.closed ? -1 : 0;
    }
    case 'array':
      return Math.min(...text.split(',').map((item) => fitOfText(shape.items, item, depth + 1)));
    case 'choice':
      return Math.max(...shape.options.map((option) => fitOfText(option, text, depth + 1)));
    default:
      return 0;
  }
}
