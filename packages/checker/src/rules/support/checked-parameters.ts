import { acceptsParameter } from '../../binding/accepts-text';
import type { BoundParameter } from '../../binding/model';
import type { ListShape, Shape } from '@rulebook/catalogue/shape';
import { isKnownText, shapesOf } from './bound-values';
import { decodedTextOf } from './parameter-text';

/**
 * Returns what is checked of a parameter, each with a shape that is not a list: the parameter itself, or the items of a list, which are
 * separated by commas, with their texts as the service receives them. Returns nothing for a value that is not known, and for one that an option of its choice accepts.
 */
export function checkedParameters(parameter: BoundParameter): readonly BoundParameter[] {
  return isKnownText(parameter) ? checkedPart(parameter) : none;
}

/** Returns whether this holds for a shape by which `checkedParameters` checks a parameter or a part of it. */
export function someChecked(shape: Shape, holds: (shape: Shape) => boolean): boolean {
  if (shape.type === 'array') return someChecked(shape.items, holds);
  return shape.type === 'choice' ? shape.options.some((option) => someChecked(option, holds)) : holds(shape);
}

const none: readonly BoundParameter[] = [];

function checkedPart(parameter: BoundParameter): readonly BoundParameter[] {
  const { shape } = parameter.field;
  if (shape.type === 'array') return checkedItems(parameter, shape);
  const text = decodedTextOf(parameter);
  if (shape.type !== 'choice') return [text === parameter.text ? parameter : { ...parameter, text }];
  if (shape.options.some((option) => acceptsParameter(option, text))) return none;
  const list = shape.options.find((option) => option.type === 'array');
  if (list?.type === 'array' && itemsOf(parameter.text).length > 1) return checkedItems(parameter, list);
  if (list?.type !== 'array') return [{ ...parameter, text: decodedTextOf(parameter) }];
  // A list of one may be written like its only item.
  const options = [...shape.options.filter((option) => option.type !== 'array'), ...shapesOf(list.items)];
  const [only, ...more] = [...new Set(options)];
  return only === undefined ? none : [withShape(parameter, more.length > 0 ? { type: 'choice', options } : only)];
}

/** A text with other separators may be a list in a style that is not known. */
function checkedItems(parameter: BoundParameter, list: ListShape): readonly BoundParameter[] {
  const { items } = list;
  if (/[|;]|%7c|%20/i.test(parameter.text) || acceptsParameter(items, decodedTextOf(parameter))) return none;
  return entriesOf(parameter, list).flatMap((entry) => {
    if (entry.isWhole) return none;
    return itemsOf(entry.text).flatMap(({ text, offset }) => {
      const start = parameter.span.start + entry.offset + offset;
      const item = { ...withShape(parameter, items), text, span: { start, end: start + text.length } };
      return checkedPart(item);
    });
  });
}

/** What is between two commas of a list, as it is written. */
export interface Entry {
  readonly text: string;
  readonly offset: number;
  /** It contains an encoded comma, and is an item as a whole: as RFC 6570 says, a list is split before it is decoded. */
  readonly isWhole: boolean;
}

/**
 * Returns what is between the commas of a list. Where an entry with an encoded comma is not accepted as an item, its comma may be meant to separate:
 * many services decode first.
 */
export function entriesOf(parameter: BoundParameter, { items }: ListShape): readonly Entry[] {
  let offset = 0;
  return parameter.text.split(',').map((text) => {
    const entry = { text, offset };
    offset += text.length + 1;
    const isWhole = /%2c/i.test(text) && acceptsParameter(items, decodedTextOf({ ...parameter, text: text.trim() }));
    return { ...entry, isWhole };
  });
}

function itemsOf(text: string): readonly { readonly text: string; readonly offset: number }[] {
  let offset = 0;
  return text.split(/(,|%2c)/i).flatMap((part, index) => {
    const start = offset + part.length - part.trimStart().length;
    offset += part.length;
    const item = part.trim();
    return index % 2 === 1 || item === '' ? [] : [{ text: item, offset: start }];
  });
}

function withShape(parameter: BoundParameter, shape: Shape): BoundParameter {
  const { field } = parameter;
  // A described field computes its shape on first use, and must not be copied.
  return { ...parameter, field: Object.create(field, { shape: { value: shape, enumerable: true } }) as typeof field };
}
