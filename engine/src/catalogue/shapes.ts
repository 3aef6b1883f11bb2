import type { AnyShape, BooleanShape, ListShape, NumberShape, ObjectShape, Shape, TextShape } from './model';

/** Any text. */
export const text = { type: 'string' } as const satisfies TextShape;

/** True or false. */
export const flag = { type: 'boolean' } as const satisfies BooleanShape;

/** A whole number. */
export const wholeNumber = { type: 'integer' } as const satisfies NumberShape;

/** A number. */
export const anyNumber = { type: 'number' } as const satisfies NumberShape;

/** Anything; nothing is checked below it. */
export const anything = { type: 'any' } as const satisfies AnyShape;

/** Any list of texts. */
export const textList = { type: 'array', items: text } as const satisfies ListShape;

/** One text or a list of them. */
export const textOrTextList = { type: 'choice', options: [text, textList] } as const satisfies Shape;

/** A list of texts; one text alone is taken as well. */
export const textListOrText = { type: 'choice', options: [textList, text] } as const satisfies Shape;

/** Returns the shape, or null. */
export function nullable<S extends Exclude<Shape, { readonly type: 'choice' }>>(shape: S): Shape {
  return { type: 'choice', options: [shape, { type: 'null' }] };
}

/** Returns the documented shape; the service is known to take null as well, for a field that is left out. */
export function orNull(shape: Exclude<Shape, { readonly type: 'choice' }>): Shape {
  return { type: 'choice', options: [shape, { type: 'null', isTolerated: true }] };
}

/** Returns an object whose members are not described. */
export function undescribedObject(name: string): ObjectShape {
  return { type: 'object', name, fields: [], isOpen: true };
}

/** Returns the shape as one value or as a list of such values. */
export function oneOrList(shape: Exclude<Shape, { readonly type: 'choice' }>): Shape {
  return { type: 'choice', options: [shape, { type: 'array', items: shape }] };
}
