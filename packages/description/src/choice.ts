import { anything, distinct, type CompiledShape } from './compiled';

/** Returns a choice without repeated options, or the only option. */
export function choiceOf(shapes: readonly CompiledShape[]): CompiledShape {
  const options = distinct(shapes);
  return options.length > 1 ? { type: 'choice', options } : (options[0] ?? anything);
}
