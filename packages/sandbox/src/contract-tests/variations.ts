import { isRecord } from '@rulebook/json/is-record';
import type { Constraint } from '@rulebook/catalogue/constraints';
import type { Field, Shape } from '@rulebook/catalogue/shape';
import { fitsShape } from '@rulebook/checker/resource-model/fits-shape';
import { valueFor } from '@rulebook/checker/resource-model/make-value';
import { objectIn } from '@rulebook/checker/resource-model/shapes-in';
import { count } from '@rulebook/text/count';
import { someTime } from './bodies';
import { misfitOf, pathOf, type Place } from '@rulebook/checker/resource-model/misfit';

/** A value that is changed in one place. */
export interface Variation {
  /** What is special about it: `$.name with 30 characters`. */
  readonly title: string;
  readonly value: unknown;
}

/** Parts below this depth are not varied. */
const maxDepth = 4;
/** Longer texts are not sent, nor longer lists. */
const maxLength = 10_000;
const maxItems = 200;
/** Of more listed values, some are tried. */
const maxListed = 12;
/** Of more shapes of a part, the first ones are tried; and so many listed values within them. */
const maxVariants = 12;
const maxWithin = 60;

/**
 * Returns the value with each described limit reached once, each listed value, and each of several shapes that a part may have, with the listed
 * values of that shape; all of them fit the shape.
 */
export function boundariesOf(value: unknown, shape: Shape): readonly Variation[] {
  const limits = partsOfValue(value, shape).flatMap((part) =>
    changedPart(value, shape, part, limitsOf(part.value, part.shape)),
  );
  const known = new Set(limits.map((one) => JSON.stringify(one.value)));
  const variants = partsOfValue(value, shape).flatMap((part) =>
    changedPart(value, shape, part, variantsOf(part.value, part.shape)),
  );
  const within = variants.slice(0, maxVariants).flatMap((variant) =>
    partsOfValue(variant.value, shape)
      .filter(({ place }) => variant.place.every((name, index) => place[index] === name))
      .flatMap((part) => changedPart(variant.value, shape, part, listedOf(part.shape)))
      .map((one) => ({ ...one, title: `${variant.title}, ${one.title}` })),
  );
  const further = [...variants, ...within.slice(0, maxWithin)].filter((one) => {
    const json = JSON.stringify(one.value);
    return !known.has(json) && known.add(json);
  });
  return [...limits, ...further];
}

/** Returns the value with each of the changes of one part, as far as it still fits the shape. */
function changedPart(
  value: unknown,
  shape: Shape,
  { place, value: part }: Part,
  changes: readonly Changed[],
): readonly (Variation & { readonly place: Place })[] {
  return changes.flatMap(({ words, value: other }) => {
    if (JSON.stringify(other) === JSON.stringify(part)) return [];
    const changed = withPart(value, place, other);
    return fitsShape(changed, shape) ? [{ title: `${pathOf(place)} ${words}`, value: changed, place }] : [];
  });
}

/** Returns a value of each shape that a part may have; what the part has already stays as far as it fits. */
function variantsOf(value: unknown, shape: Shape): readonly Changed[] {
  const like = (made: unknown, option: Shape): unknown => {
    const kept = isRecord(value) ? value : {};
    if (!isRecord(made)) return made;
    const fields = objectIn(option, made)?.fields ?? [];
    const same = fields.filter((field) => Object.hasOwn(kept, field.name) && fitsShape(kept[field.name], field.shape));
    return { ...made, ...Object.fromEntries(same.map(({ name }) => [name, kept[name]])) };
  };
  const variant = (option: Shape, name: string, more: object = {}): Changed => {
    const made = valueFor(option, someTime);
    return { words: `as ${name}`, value: isRecord(made) ? { ...(like(made, option) as object), ...more } : made };
  };
  if (shape.type === 'switch')
    return shape.of === 'parent'
      ? []
      : Object.entries(shape.cases)
          .slice(0, maxVariants)
          .map(([name, option]) => variant(option, name, { [shape.on]: name }));
  if (shape.type !== 'choice') return [];
  const [only, ...others] = shape.options.filter(({ type }) => type !== 'null');
  if (only !== undefined && others.length === 0 && fitsShape(value, only)) return [];
  return shape.options.slice(0, maxVariants).flatMap((option, index): readonly Changed[] => {
    // A value that may be absent is often described as null.
    if (option.type === 'null' || option.type === 'any') return [];
    if (option.type === 'switch') return variantsOf(value, option);
    const name = option.type === 'object' ? `${option.name} (${index + 1})` : option.type;
    return [variant(option, name)];
  });
}

/** Returns the value with each thing that its shape asks for violated once. */
export function violationsOf(value: unknown, shape: Shape): readonly Variation[] {
  return partsOfValue(value, shape).flatMap(({ place, shape: inner, value: part, field }) => {
    const others = wrongValues(part, inner).map(({ words, value: other }) => ({
      title: `${pathOf(place)} ${words}`,
      value: withPart(value, place, other),
    }));
    const absent =
      field?.required === true ? [{ title: `without ${pathOf(place)}`, value: withoutPart(value, place) }] : [];
    const surplus =
      objectIn(inner, part)?.isClosed === true
        ? [
            {
              title:
                place.length === 0
                  ? 'with a member that is not described'
                  : `${pathOf(place)} with a member that is not described`,
              value: withPart(value, [...place, 'notDescribed'], 'text'),
            },
          ]
        : [];
    return [...absent, ...others, ...surplus].filter((one) => !fitsShape(one.value, shape));
  });
}

/** Returns what a text of the query or a header must be, but is not; empty where any text will do. */
export function wrongTexts({ shape }: Field): readonly { readonly words: string; readonly text: string }[] {
  if (shape.type === 'integer' || shape.type === 'number') {
    const ofRange = wrongValues(1, shape).filter(({ value }) => typeof value === 'number');
    return [
      { words: 'as a text', text: 'text' },
      ...ofRange.map(({ words, value }) => ({ words, text: String(value) })),
    ];
  }
  if (shape.type === 'boolean') return [{ words: 'as a text', text: 'text' }];
  if (shape.type !== 'string') return [];
  return wrongValues('text', shape).flatMap(({ words, value }) =>
    typeof value === 'string' && value !== '' ? [{ words, text: value }] : [],
  );
}

/** Returns texts of the query at the limits of a parameter. */
export function limitTexts(
  { shape }: Field,
  usual: string,
): readonly { readonly words: string; readonly text: string }[] {
  const base = shape.type === 'integer' || shape.type === 'number' ? Number(usual) : usual;
  if (!['integer', 'number', 'string', 'boolean'].includes(shape.type)) return [];
  return limitsOf(base, shape)
    .filter(({ value }) => fitsShape(value, shape) && String(value) !== usual && value !== '')
    .map(({ words, value }) => ({ words, text: String(value) }));
}

/** A part of a value, and what is described there. */
export interface Part {
  readonly place: Place;
  readonly shape: Shape;
  readonly value: unknown;
  readonly field?: Field;
}

/** Returns the parts of a value that its shape describes: the members, and the first item of each list. */
export function partsOfValue(value: unknown, shape: Shape, place: Place = [], field?: Field): readonly Part[] {
  const own: Part = { place, shape, value, ...(field !== undefined && { field }) };
  if (place.length >= maxDepth) return [own];
  if (isRecord(value)) {
    const { fields = [] } = objectIn(shape, value) ?? {};
    const inner = fields.flatMap((one) =>
      Object.hasOwn(value, one.name) ? partsOfValue(value[one.name], one.shape, [...place, one.name], one) : [],
    );
    return [own, ...inner];
  }
  const items = shape.type === 'array' ? shape.items : undefined;
  if (items === undefined || !Array.isArray(value) || value.length === 0) return [own];
  return [own, ...partsOfValue(value[0], items, [...place, 0])];
}

interface Changed {
  readonly words: string;
  readonly value: unknown;
}

function listedOf(shape: Shape): readonly Changed[] {
  if (shape.type === 'choice') return shape.options.flatMap(listedOf);
  if (!('values' in shape) || shape.values?.closed !== true) return [];
  return shape.values.values.slice(0, maxListed).map((one) => ({ words: `as ${String(one.value)}`, value: one.value }));
}

function limitsOf(value: unknown, shape: Shape): readonly Changed[] {
  const { constraints = [] } = shape;
  const flags = shape.type === 'boolean' ? [{ words: 'as true', value: true }] : [];
  return [...listedOf(shape), ...flags, ...constraints.flatMap((one) => limitsOfConstraint(value, one, shape))];
}

function limitsOfConstraint(value: unknown, { rule, options }: Constraint, shape: Shape): readonly Changed[] {
  switch (rule) {
    case 'length-limit':
      return [options.minimum, options.maximum].flatMap((length) =>
        length === undefined || typeof value !== 'string' ? [] : textsOfLength(value, length),
      );
    case 'item-count':
      return [options.minimum, options.maximum].flatMap((length) =>
        length === undefined || !Array.isArray(value) ? [] : listsOfLength(value, length),
      );
    case 'number-range': {
      const step = shape.type === 'integer' ? 1 : 0.01;
      const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = options;
      const limits = [
        minimum,
        maximum,
        exclusiveMinimum === undefined ? undefined : exclusiveMinimum + step,
        exclusiveMaximum === undefined ? undefined : exclusiveMaximum - step,
      ];
      return limits.flatMap((limit) => (limit === undefined ? [] : [{ words: `as ${limit}`, value: limit }]));
    }
    default:
      return [];
  }
}

function textsOfLength(text: string, length: number): readonly Changed[] {
  if (length > maxLength || length < 0) return [];
  const value = text.slice(0, length).padEnd(length, 'x');
  return [{ words: `with ${count(length, 'character')}`, value }];
}

function listsOfLength(list: readonly unknown[], length: number): readonly Changed[] {
  if (length > maxItems || length < 0 || (list.length === 0 && length > 0)) return [];
  const value = Array.from({ length }, (_, index) => (index < list.length ? list[index] : unlike(list[0], index)));
  return [{ words: `with ${count(length, 'item')}`, value }];
}

/** Lists may ask for different items. */
function unlike(item: unknown, index: number): unknown {
  if (typeof item === 'number') return item + index;
  return typeof item === 'string' ? `${item}${index}` : item;
}

/** One value of each kind of JSON. */
const kinds: readonly Changed[] = [
  { words: 'as a number', value: 12_345 },
  { words: 'as a list', value: [] },
  { words: 'as an object', value: {} },
  { words: 'as a text', value: 'text' },
  { words: 'as null', value: null },
];

function wrongValues(value: unknown, shape: Shape): readonly Changed[] {
  const { constraints = [] } = shape;
  const ofType = shape.type === 'any' ? undefined : kinds.find((kind) => isOtherKind(kind.value, shape));
  const unlisted =
    'values' in shape && shape.values?.closed === true && shape.type === 'string'
      ? [{ words: 'as a text that is not listed', value: 'not-listed' }]
      : [];
  const format =
    shape.type === 'string' && shape.format !== undefined
      ? [{ words: 'in another format', value: 'not of this format' }]
      : [];
  return [
    ...(ofType === undefined ? [] : [ofType]),
    ...unlisted,
    ...format,
    ...constraints.flatMap((one) => beyond(value, one)),
  ].filter((one) => !fitsShape(one.value, shape));
}

/** Many services take a number for its text, so a number is not what shows that a text is wanted. */
function isOtherKind(value: unknown, shape: Shape): boolean {
  const isNumberForText = typeof value === 'number' && shape.type === 'string';
  return !isNumberForText && misfitOf(value, shape)?.reason === 'type';
}

function beyond(value: unknown, constraint: Constraint): readonly Changed[] {
  const { rule, options } = constraint;
  switch (rule) {
    case 'length-limit': {
      if (typeof value !== 'string') return [];
      const { minimum = 0, maximum } = options;
      const short = minimum > 0 ? textsOfLength(value, minimum - 1) : [];
      return [...short, ...(maximum === undefined ? [] : textsOfLength(value, maximum + 1))];
    }
    case 'item-count': {
      if (!Array.isArray(value)) return [];
      const { minimum = 0, maximum } = options;
      const short = minimum > 0 ? listsOfLength(value, minimum - 1) : [];
      return [...short, ...(maximum === undefined ? [] : listsOfLength(value, maximum + 1))];
    }
    case 'number-range': {
      const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = options;
      const numbers = [
        minimum === undefined ? undefined : minimum - 1,
        maximum === undefined ? undefined : maximum + 1,
        exclusiveMinimum,
        exclusiveMaximum,
      ];
      return numbers.flatMap((number) => (number === undefined ? [] : [{ words: `as ${number}`, value: number }]));
    }
    case 'malformed-text': {
      const other = ['!', '§', ' ', ''].find((text) => !fitsShape(text, { type: 'string', constraints: [constraint] }));
      return other === undefined ? [] : [{ words: 'against its pattern', value: other }];
    }
    case 'unmet-condition':
      if (options.of === 'items') return [{ words: 'without the items that it must contain', value: [] }];
      return ['not-named-so', '!', '0'].flatMap((name) => ({
        words: 'with a name of another form',
        value: { ...(isRecord(value) ? value : {}), [name]: 'text' },
      }));
    case 'duplicate-item':
      return Array.isArray(value) && value.length > 0
        ? [{ words: 'with an item twice', value: [...(value as unknown[]), value[0]] }]
        : [];
    default:
      return [];
  }
}

/** Returns the part of a value at the place; undefined where there is none. */
export function partAt(value: unknown, place: Place): unknown {
  return place.reduce<unknown>((inner, name) => {
    if (Array.isArray(inner)) return typeof name === 'number' ? (inner as readonly unknown[])[name] : undefined;
    return isRecord(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined;
  }, value);
}

/** Returns the value with another part at the place. */
export function withPart(value: unknown, [name, ...rest]: Place, part: unknown): unknown {
  if (name === undefined) return part;
  if (typeof name === 'number')
    return Array.isArray(value)
      ? (value as unknown[]).map((item, index) => (index === name ? withPart(item, rest, part) : item))
      : value;
  return isRecord(value) ? { ...value, [name]: withPart(value[name], rest, part) } : value;
}

/** Returns the value without the part at the place. */
export function withoutPart(value: unknown, [name, ...rest]: Place): unknown {
  if (name === undefined) return undefined;
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    if (rest.length === 0) return list.filter((_, index) => index !== name);
    return list.map((item, index) => (index === name ? withoutPart(item, rest) : item));
  }
  if (!isRecord(value)) return value;
  const others = Object.entries(value).flatMap(([key, inner]): readonly (readonly [string, unknown])[] => {
    if (key !== String(name)) return [[key, inner]];
    return rest.length === 0 ? [] : [[key, withoutPart(inner, rest)]];
  });
  return Object.fromEntries(others);
}

/** Returns the places of all members and items of a value, the outer ones first. */
export function placesIn(value: unknown, place: Place = []): readonly Place[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => [[...place, index], ...placesIn(item, [...place, index])]);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [[...place, name], ...placesIn(inner, [...place, name])]);
}
