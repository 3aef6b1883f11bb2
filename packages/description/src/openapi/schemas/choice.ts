import type { CompiledChoice, CompiledShape } from '../../compiled';

/** Returns a choice among shapes, each of them once; a single one is not a choice. */
export function choice(options: readonly CompiledShape[]): CompiledShape {
  const known = new Map<string, CompiledShape>();
  const add = (option: CompiledShape): void => {
    if (typeof option === 'object' && option.type === 'choice' && option.constraints === undefined)
      option.options.forEach(add);
    else known.set(typeof option === 'number' ? String(option) : optionKey(option, known.size), option);
  };
  options.forEach(add);
  const distinct = [...known.values()];
  const [only] = distinct;
  if (distinct.length === 1 && only !== undefined) return only;
  return { type: 'choice', options: distinct } satisfies CompiledChoice;
}

/** Large shapes are not compared. */
function optionKey(shape: Exclude<CompiledShape, number>, index: number): string {
  return shape.type === 'object' || shape.type === 'switch' || shape.type === 'array'
    ? `#${index}`
    : JSON.stringify(shape);
}
