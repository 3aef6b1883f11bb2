import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { plainShapesOf, type PlainShape } from '@rulebook/checker/binding/resolve-shape';
import { textFormatNamed } from '@rulebook/text/text-formats';

/** Below this depth, objects and lists are empty, so that a recursive shape ends. */
const deepest = 5;
/** Of an object that requires nothing and shows no examples, so many members stand for the others. */
const maxOptional = 8;

/** Returns a value of a shape, with the examples of its description. The same shape has always the same value. */
export function exampleValue(shape: Shape, name = 'text', depth = 0): unknown {
  const plain = preferred(shape);
  switch (plain?.type) {
    case 'object':
      return exampleObject(plain, shape, depth);
    case 'array': {
      const isClosed = depth >= deepest || plain.items.type === 'any';
      return isClosed ? [] : [exampleValue(plain.items, name, depth + 1)];
    }
    case 'string':
      return plain.values?.values[0]?.value ?? textOfFormat(plain.format) ?? name;
    case 'integer':
    case 'number':
      return plain.values?.values[0]?.value ?? smallest(plain);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'any':
    case undefined:
      return {};
  }
}

/** Returns the value that a description shows for a member, or one of its shape. */
function exampleOfField({ name, shape, example, default: standard }: Field, depth = 0): unknown {
  for (const text of [example, standard]) {
    if (text === undefined) continue;
    const value = parsed(text);
    if (value !== undefined && isOfShape(value, shape)) return value;
  }
  return exampleValue(shape, name, depth);
}

function exampleObject({ fields, entries }: ObjectShape, whole: Shape, depth: number): unknown {
  if (depth >= deepest) return {};
  const usable = fields.filter(({ deprecated, required }) => deprecated === undefined || required === true);
  const shown = usable.filter(({ required, example }) => required === true || example !== undefined);
  const members = shown.length > 0 ? shown : usable.filter((field) => isScalar(field.shape)).slice(0, maxOptional);
  const made: [string, unknown][] = members.map((field) => [field.name, exampleOfField(field, depth + 1)]);
  // The member that says which of several objects is meant.
  if (whole.type === 'switch' && whole.of === 'self') {
    const [first] = Object.keys(whole.cases);
    const of = members.find(({ name }) => name === whole.on);
    if (first !== undefined && of?.example === undefined) {
      const others = made.filter(([name]) => name !== whole.on);
      return Object.fromEntries([[whole.on, first], ...others]);
    }
  }
  if (made.length === 0 && entries !== undefined && fields.length === 0)
    return { [entries.keyName]: exampleValue(entries.shape, entries.keyName, depth + 1) };
  return Object.fromEntries(made);
}

/** Of several shapes, an object comes first, then a list, then what is not null. */
function preferred(shape: Shape): PlainShape | undefined {
  const [first] = shape.type === 'switch' ? Object.keys(shape.cases) : [];
  const shapes = plainShapesOf(shape, (of, name) =>
    shape.type === 'switch' && of === shape.of && name === shape.on ? (first ?? null) : null,
  );
  return (
    shapes.find(({ type }) => type === 'object') ??
    shapes.find(({ type }) => type === 'array') ??
    shapes.find(({ type }) => type !== 'null') ??
    shapes[0]
  );
}

function isScalar(shape: Shape): boolean {
  const plain = preferred(shape);
  return plain !== undefined && ['string', 'integer', 'number', 'boolean'].includes(plain.type);
}

function isOfShape(value: unknown, shape: Shape): boolean {
  const types = plainShapesOf(shape).map(({ type }) => type);
  if (types.length === 0 || types.includes('any')) return true;
  if (value === null) return types.includes('null');
  if (Array.isArray(value)) return types.includes('array');
  if (typeof value === 'number') return types.includes('number') || types.includes('integer');
  return types.some((type) => type === typeof value);
}

function smallest({ constraints = [] }: Extract<Shape, { type: 'integer' | 'number' }>): number {
  for (const { rule, options } of constraints) {
    if (rule !== 'number-range') continue;
    const { minimum, exclusiveMinimum, maximum } = options;
    const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1);
    if (least !== undefined) return Math.max(least, maximum === undefined || maximum >= 1 ? Math.max(least, 1) : least);
    if (maximum !== undefined && maximum < 1) return maximum;
  }
  return 1;
}

function textOfFormat(format: string | undefined): string | undefined {
  if (format === undefined) return undefined;
  if (format === 'date') return '2030-01-31';
  if (format === 'url') return 'https://example.com/';
  const example = textFormatNamed(format)?.example;
  return example === '' ? undefined : example;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
