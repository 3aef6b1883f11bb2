import { isRecord } from '@rulebook/json/is-record';
import { isSecretMember } from '@rulebook/catalogue/masking/secret-names';
import type { Provenance } from '@rulebook/catalogue/facts';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { shapeOfKey } from '@rulebook/checker/binding/field-of';
import { fitsShape } from '@rulebook/checker/resource-model/fits-shape';
import { misfitOf } from '@rulebook/checker/resource-model/misfit';
import { objectIn } from '@rulebook/checker/resource-model/shapes-in';
import type { Difference } from './model';

/** More differences of a response say little that is new. */
const maxFound = 50;
/** Deeper parts are taken as they are. */
const maxDepth = 40;
/** More items of a list are not looked at. */
const maxItems = 1000;
/** A description would not list a longer text. */
const longestValue = 40;

/** How one response is looked at. */
export interface LookOptions {
  /** Writes the path of a part, such as `$.items[].id`. */
  readonly place: (path: string) => string;
  /** The body was cut off, so that what it lacks says nothing. */
  readonly isPart?: boolean;
  /** The description does not list all members, so that others say nothing. */
  readonly isPartlyDescribed?: boolean;
}

interface Looking extends LookOptions {
  readonly found: Map<string, Difference>;
}

/** Returns where a value differs from its shape; all items of a list have one place. */
export function shapeDifferences(value: unknown, shape: Shape, options: LookOptions): readonly Difference[] {
  const looking: Looking = { ...options, found: new Map() };
  compare(value, shape, '$', undefined, looking, 0);
  return [...looking.found.values()];
}

function compare(
  value: unknown,
  shape: Shape,
  path: string,
  field: Field | undefined,
  looking: Looking,
  depth: number,
): void {
  if (shape.type === 'any' || depth > maxDepth || looking.found.size >= maxFound) return;
  // A secret is shown masked.
  if (typeof value === 'string' && /^\*{3,}$/.test(value)) return;
  // What is next to the object says which one it is.
  if (shape.type === 'switch' && shape.of === 'parent') return;
  const object = isRecord(value) ? objectOf(shape, value) : undefined;
  if (isRecord(value) && object !== undefined) return compareObject(value, object, path, looking, depth);
  const list = Array.isArray(value) ? listIn(shape) : undefined;
  if (Array.isArray(value) && list !== undefined) {
    const items = (value as readonly unknown[]).slice(0, maxItems);
    for (const [index, item] of items.entries())
      compare(
        item,
        list.positions?.first[index] ?? list.positions?.rest ?? list.items,
        `${path}[]`,
        undefined,
        looking,
        depth + 1,
      );
    return;
  }
  if (fitsShape(value, shape)) return;
  // Services send `null` where their published descriptions forget it; a description of one's own is to be corrected.
  if (value === null && !isOwn(shape.typeProvenance ?? field?.provenance)) return;
  add(looking, scalarDifference(value, shape, path, field?.name ?? '', looking.place));
}

function compareObject(
  value: Readonly<Record<string, unknown>>,
  object: ObjectShape,
  path: string,
  looking: Looking,
  depth: number,
): void {
  const { fields } = object;
  const known = new Map(fields.flatMap((field) => [field.name, ...(field.aliases ?? [])].map((name) => [name, field])));
  for (const field of fields) {
    const names = [field.name, ...(field.aliases ?? [])];
    if (
      looking.isPart === true ||
      isOfSome(field) ||
      field.required !== true ||
      names.some((name) => Object.hasOwn(value, name))
    )
      continue;
    const described = `${typeOf(field.shape)}, always there`;
    const at = looking.place(`${path}${step(field.name)}`);
    // What a published description calls always there, servers of other versions may not have.
    const level = isOwn(field.provenance) || field.provenance.kind !== 'described' ? 'breaking' : 'risky';
    add(looking, { kind: 'missing', level, place: at, described });
  }
  for (const [name, inner] of Object.entries(value)) {
    const field = known.get(name);
    // What keys of a map have in common has one place.
    const shape = field?.shape ?? shapeOfKey(object, name);
    if (shape !== undefined)
      compare(inner, shape, `${path}${field === undefined ? '.*' : step(name)}`, field, looking, depth + 1);
    else if (object.isClosed === true || (fields.length > 0 && looking.isPartlyDescribed !== true))
      add(looking, {
        kind: 'undescribed',
        level: object.isClosed === true ? 'risky' : 'additive',
        place: looking.place(`${path}${step(name)}`),
        seen: kindOf(inner),
      });
  }
}

/** Returns the object that a value is: of several, the first that it fits, otherwise the one that is most alike. */
function objectOf(shape: Shape, value: Readonly<Record<string, unknown>>): ObjectShape | undefined {
  const fitting = shape.type === 'choice' ? shape.options.find((option) => fitsShape(value, option)) : undefined;
  return objectIn(fitting ?? shape, value);
}

/** Returns whether only some servers have a field. */
function isOfSome({ since, removed, lackedBy, variesAs, deprecated }: Field): boolean {
  return [since, removed, lackedBy, variesAs, deprecated].some((one) => one !== undefined);
}

function scalarDifference(
  value: unknown,
  shape: Shape,
  path: string,
  name: string,
  place: (path: string) => string,
): Difference {
  const at = place(path);
  const misfit = misfitOf(value, shape);
  const isHidden = isSecretMember(name) || (typeof value === 'string' && value.length > longestValue);
  const isTyped =
    misfit === undefined || misfit.reason === 'type' || kindsOf(shape).every((kind) => kind !== kindOf(value));
  if (isTyped) return { kind: 'type', level: 'breaking', place: at, described: typeOf(shape), seen: kindOf(value) };
  if (misfit.reason === 'values')
    return {
      ...{ kind: 'value', level: 'risky', place: at, described: valuesOf(shape) },
      seen: isHidden ? `another ${kindOf(value)}` : JSON.stringify(value),
    };
  const described = shape.type === 'string' && shape.format !== undefined ? `${shape.format}` : misfit.reason;
  return {
    ...{ kind: 'form', level: 'risky', place: at, described: `${typeOf(shape)} (${described})` },
    seen: `${kindOf(value)} of another form`,
  };
}

function add({ found }: Looking, difference: Difference): void {
  const key = `${difference.kind} ${difference.place} ${difference.seen ?? ''}`;
  if (!found.has(key) && found.size < maxFound) found.set(key, difference);
}

function listIn(shape: Shape): Extract<Shape, { readonly type: 'array' }> | undefined {
  if (shape.type === 'array') return shape;
  const found = shape.type === 'choice' ? shape.options.find(({ type }) => type === 'array') : undefined;
  return found?.type === 'array' ? found : undefined;
}

function isOwn(provenance: Provenance | undefined): boolean {
  return provenance?.kind === 'described' && provenance.file !== undefined;
}

/** Returns the step to a member in a path. */
function step(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** Returns the JSON type of a value. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'object' ? 'object' : typeof value;
}

/** Returns the types that a shape may have in JSON. */
function kindsOf(shape: Shape): readonly string[] {
  switch (shape.type) {
    case 'choice':
      return shape.options.flatMap(kindsOf);
    case 'switch':
      return ['object'];
    case 'number':
      return ['number', 'integer'];
    default:
      return [shape.type];
  }
}

/** Returns the types of a shape as a report names them. */
function typeOf(shape: Shape): string {
  const kinds = shape.type === 'choice' ? shape.options.map((option) => typeOf(option)) : [plainType(shape)];
  return [...new Set(kinds)].join(' or ');
}

function plainType({ type }: Shape): string {
  return type === 'switch' ? 'object' : type;
}

/** More values are counted. */
const maxListed = 12;

function valuesOf(shape: Shape): string {
  const options = shape.type === 'choice' ? shape.options : [shape];
  const values = options.flatMap((one) =>
    'values' in one && one.values !== undefined ? one.values.values.map(({ value }) => JSON.stringify(value)) : [],
  );
  const shown = values.slice(0, maxListed).join(', ');
  return values.length <= maxListed ? shown : `${shown} and ${values.length - maxListed} more`;
}
