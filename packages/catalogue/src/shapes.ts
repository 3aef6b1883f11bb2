import type { AnyShape, BooleanShape, ListShape, NumberShape, ObjectShape, Shape, TextShape } from './shape';

/** Any string. */
export const text = { type: 'string' } as const satisfies TextShape;

/** True or false. */
export const flag = { type: 'boolean' } as const satisfies BooleanShape;

/** A whole number. */
export const wholeNumber = { type: 'integer' } as const satisfies NumberShape;

/** A number. */
export const anyNumber = { type: 'number' } as const satisfies NumberShape;

/** Any value. Nothing below it is checked. */
export const anything = { type: 'any' } as const satisfies AnyShape;

/** Any array of strings. */
export const textList = { type: 'array', items: text } as const satisfies ListShape;

/** A string or an array of strings. */
export const textOrTextList = { type: 'choice', options: [text, textList] } as const satisfies Shape;

/** An array of strings. A single string is accepted too. */
export const textListOrText = { type: 'choice', options: [textList, text] } as const satisfies Shape;

/** Returns the shape, or null. */
export function nullable<S extends Exclude<Shape, { readonly type: 'choice' }>>(shape: S): Shape {
  return { type: 'choice', options: [shape, { type: 'null' }] };
}

/** Returns the documented shape. The service is known to accept null too, as if the field were absent. */
export function orNull(shape: Exclude<Shape, { readonly type: 'choice' }>): Shape {
  return { type: 'choice', options: [shape, { type: 'null', isTolerated: true }] };
}

/** Returns an object whose fields are not described. */
export function undescribedObject(name: string): ObjectShape {
  return { type: 'object', name, fields: [], isOpen: true };
}

/** Returns the shape as one value or as an array of such values. */
export function oneOrList(shape: Exclude<Shape, { readonly type: 'choice' }>): Shape {
  return { type: 'choice', options: [shape, { type: 'array', items: shape }] };
}
