import type { Constraint } from '@rulebook/catalogue/constraints';
import type { Provenance } from '@rulebook/catalogue/facts';
import type { ChoiceShape, Field, ObjectShape, Shape, SwitchShape, TextShape } from '@rulebook/catalogue/shape';
import type { AllowedValue, ValueSet } from '@rulebook/catalogue/values';
import { perObject } from '@rulebook/text/structures/memo';
import { copyWithout, lazyRecord, perAccess, withGetters } from './lazy-members';

/** Where the two shapes of an element are. */
export interface MergedSources {
  /** Of the element that has the upper shape. */
  readonly upper: Provenance;
  /** Of the operation that has the lower shape. */
  readonly lower: Provenance;
}

type SingleShape = Exclude<Shape, ChoiceShape>;

/**
 * Returns the upper shape with what the lower one adds to it. The upper one decides type, values and obligation of all that it names. What it
 * leaves open or does not name is the lower one's, with its own provenance. Of the same two shapes it is always the same object; what is in
 * an object is merged when it is read, since shapes contain themselves.
 */
export function mergeShapes(upper: Shape, lower: Shape, sources: MergedSources): Shape {
  if (upper === lower || lower.type === 'any') return upper;
  const kept = keptOf(upper)(lower);
  return (kept.merged ??= merge(upper, lower, sources));
}

const keptOf = perObject((_upper: Shape) => perObject((_lower: Shape): { merged?: Shape } => ({})));

function merge(upper: Shape, lower: Shape, sources: MergedSources): Shape {
  if (upper.type === 'any') return upper.constraints === undefined ? standingBelow(lower, sources.lower) : upper;
  if (upper.type === 'choice' || lower.type === 'choice') return mergeChoices(upper, lower, sources);
  return mergeSingle(upper, lower, sources);
}

function mergeSingle(upper: SingleShape, lower: SingleShape, sources: MergedSources): SingleShape {
  if (upper.type === 'object') {
    if (lower.type === 'object') return mergeObjects(upper, lower, sources);
    return lower.type === 'switch' ? mergeCases(upper, lower, sources) : upper;
  }
  if (upper.type === 'switch') return lower.type === 'switch' ? mergeSwitches(upper, lower, sources) : upper;
  if (upper.type === 'array' && lower.type === 'array') {
    const { constraints = lower.constraints } = upper;
    const items = perAccess(() => mergeShapes(upper.items, lower.items, sources));
    const { items: _, ...facts } = upper;
    return withGetters({ ...facts, ...(constraints && { constraints }) }, { items });
  }
  if (upper.type === 'string' && lower.type === 'string') return mergeTexts(upper, lower, sources.lower);
  const isNumber = (upper.type === 'integer' || upper.type === 'number') && lower.type === upper.type;
  return isNumber && upper.values === undefined && upper.constraints === undefined ? lower : upper;
}

/** A string about which the upper layer says nothing is the lower one's; a list of values that may be incomplete is completed. */
function mergeTexts(upper: TextShape, lower: TextShape, source: Provenance): TextShape {
  const { values } = upper;
  if (Object.keys(upper).length === 1) {
    if (lower.format !== undefined) return standingBelow(lower, source);
    return lower.values === undefined && lower.constraints === undefined ? upper : lower;
  }
  if (values === undefined || values.closed || values.isComplete || lower.values === undefined) return upper;
  return { ...upper, values: completed(values, lower.values) };
}

function completed(upper: ValueSet, lower: ValueSet): ValueSet {
  const known = upper.values.map((value): AllowedValue => ({ provenance: upper.provenance, ...value }));
  const names = new Set(known.map(({ value }) => value));
  const { unlisted, ...facts } = upper;
  return {
    ...facts,
    // Where servers refuse other values, both lists together are all that is known.
    ...(upper.refusal !== undefined && unlisted !== undefined && { unlisted }),
    values: [...known, ...lower.values.filter(({ value }) => !names.has(value))],
    closed: lower.closed,
    provenance: lower.provenance,
  };
}

/** Each option of the upper layer is merged with what the lower one has of its JSON type. The upper layer decides which types there are. */
function mergeChoices(upper: Shape, lower: Shape, sources: MergedSources): Shape {
  const uppers = optionsOf(upper);
  const lowers = optionsOf(lower);
  const options = uppers.flatMap((option): readonly SingleShape[] => {
    const type = jsonTypeOf(option);
    const others = lowers.filter((other) => jsonTypeOf(other) === type);
    const isOnly = uppers.filter((other) => jsonTypeOf(other) === type).length === 1;
    if (others.length > 1 && (type === 'object' || type === 'array') && isOnly && option.type !== 'switch')
      return others.flatMap((other) => optionsOf(mergeShapes(option, other, sources)));
    const [other] = others;
    return other === undefined || others.length > 1 ? [option] : optionsOf(mergeShapes(option, other, sources));
  });
  if (options.length === uppers.length && options.every((option, index) => option === uppers[index])) return upper;
  const [only] = options;
  if (only !== undefined && options.length === 1 && upper.type !== 'choice') return only;
  return { ...(upper.type === 'choice' && upper), type: 'choice', options };
}

/** Returns the shapes that a value may have. */
export function optionsOf(shape: Shape): readonly SingleShape[] {
  return shape.type === 'choice' ? shape.options : [shape];
}

function jsonTypeOf({ type }: Shape): string {
  if (type === 'integer') return 'number';
  return type === 'switch' ? 'object' : type;
}

/** The cases of the lower layer, each with what the upper one says of every object here. */
function mergeCases(upper: ObjectShape, lower: SwitchShape, sources: MergedSources): ObjectShape | SwitchShape {
  if (isClosed(upper, sources.upper)) return upper;
  const { otherwise, absent = otherwise } = lower;
  return switchOf(
    { name: upper.name, on: lower.on, of: lower.of },
    {
      cases: () =>
        lazyRecord(Object.keys(lower.cases), (name) =>
          caseOf(mergeShapes(upper, caseNamed(lower, name) ?? otherwise, sources)),
        ),
      absent: () => mergeShapes(upper, absent, sources),
      otherwise: () => mergeShapes(upper, otherwise, sources),
    },
  );
}

function mergeSwitches(upper: SwitchShape, lower: SwitchShape, sources: MergedSources): SwitchShape {
  if (upper.on !== lower.on || upper.of !== lower.of) return upper;
  return switchOf(upper, {
    cases: () =>
      lazyRecord(new Set([...Object.keys(lower.cases), ...Object.keys(upper.cases)]), (name) => {
        const other = caseNamed(lower, name);
        const own = caseNamed(upper, name);
        if (own !== undefined) return other === undefined ? own : caseOf(mergeShapes(own, other, sources));
        const { otherwise } = upper;
        return other === undefined ? otherwise : caseOf(namedAs(other, mergeShapes(otherwise, other, sources)));
      }),
    absent: () => mergeShapes(upper.absent ?? upper.otherwise, lower.absent ?? lower.otherwise, sources),
    otherwise: () => mergeShapes(upper.otherwise, lower.otherwise, sources),
  });
}

/** Only the lower layer knows the case, and what an object of it is called. */
function namedAs({ name }: Case, merged: Shape): Shape {
  if (merged.type !== 'object' || merged.name === name) return merged;
  return Object.assign(copyWithout(merged, ['name']), { name });
}

type Case = SwitchShape['otherwise'];

function caseNamed({ cases }: SwitchShape, name: string): Case | undefined {
  return Object.hasOwn(cases, name) ? cases[name] : undefined;
}

function switchOf(
  { name, on, of, emptyList }: Pick<SwitchShape, 'name' | 'on' | 'of' | 'emptyList'>,
  parts: {
    readonly cases: () => SwitchShape['cases'];
    readonly absent: () => Shape;
    readonly otherwise: () => Shape;
  },
): SwitchShape {
  return withGetters({ type: 'switch', name, on, of, ...(emptyList && { emptyList }) } as SwitchShape, {
    cases: perAccess(parts.cases),
    absent: perAccess(() => caseOf(parts.absent())),
    otherwise: perAccess(() => caseOf(parts.otherwise())),
  });
}

/** Objects and switches merge to objects and switches. */
function caseOf(shape: Shape): Case {
  return shape.type === 'object' || shape.type === 'switch'
    ? shape
    : { type: 'object', name: 'object', fields: [], isOpen: true };
}

function mergeObjects(upper: ObjectShape, lower: ObjectShape, sources: MergedSources): ObjectShape {
  const own = perAccess(() => {
    const { fields } = lower;
    const places = placesOf(fields);
    return upper.fields.map((field) => {
      const other = fieldNamed(fields, places, field);
      if (other === undefined) return field;
      return mergeFields(field, other, { upper: field.provenance, lower: sources.lower });
    });
  });
  if (isClosed(upper, sources.upper)) return withGetters(copyWithout(upper, ['fields', 'entries']), { fields: own });
  const isMap = upper.entries !== undefined && upper.entries.shape.type !== 'any';
  // Where the upper layer knows which further names are free, it knows the others, too.
  const isOpenBelow = lower.isOpen === true || lower.entries !== undefined;
  const isClosedByLower = !isOpenBelow && !isMap && upper.patterns === undefined;
  return withGetters(
    {
      ...copyWithout(upper, ofBoth),
      isOpen: upper.isOpen === true && !isClosedByLower ? true : undefined,
      ...(isClosedByLower && closing(upper, lower, sources)),
      misspelt: upper.misspelt ?? lower.misspelt,
      undescribed: isClosedByLower ? lower.undescribed : joined(upper.undescribed, lower.undescribed),
      constraints: joinedConstraints(upper.constraints, lower.constraints),
    },
    {
      fields: perAccess(() => (isMap ? own() : [...own(), ...addedFields(upper, lower)])),
      entries: perAccess(() => mergeEntries(upper, lower, sources)),
      patterns: () => upper.patterns ?? (upper.isOpen === true ? lower.patterns : undefined),
    },
  );
}

/** What is said of other names where both lists together are whole. A list of the documents keeps its own words. */
function closing(upper: ObjectShape, lower: ObjectShape, sources: MergedSources): Partial<ObjectShape> {
  if (upper.isOpen === true) return { unlisted: undefined, provenance: lower.provenance ?? sources.lower };
  return (upper.provenance ?? sources.upper).kind === 'documented' ? {} : { unlisted: undefined };
}

/** What is computed of two objects. */
const ofBoth = ['fields', 'entries', 'patterns'] as const;

/** Whether the documents say that there are no other members, or a reference lists all of them. */
function isClosed(shape: ObjectShape, at: Provenance): boolean {
  const { isOpen, unlisted, refusal, provenance } = shape;
  if (shape.isComplete) return true;
  if (isOpen === true || unlisted !== undefined || refusal !== undefined) return false;
  // Entries and patterns are made when they are asked for.
  return (provenance ?? at).kind === 'documented' && shape.entries === undefined && shape.patterns === undefined;
}

function addedFields({ fields, misplaced = [] }: ObjectShape, lower: ObjectShape): readonly Field[] {
  const places = placesOf(fields);
  const elsewhere = new Set(misplaced.flatMap(({ names }) => names));
  return lower.fields.filter((field) => !elsewhere.has(field.name) && fieldNamed(fields, places, field) === undefined);
}

/** Returns the first field that has one of the names. */
function fieldNamed(
  fields: readonly Field[],
  places: ReadonlyMap<string, number>,
  { name, aliases }: Field,
): Field | undefined {
  let first = places.get(name);
  for (const alias of aliases ?? []) {
    const other = places.get(alias);
    if (first === undefined || (other !== undefined && other < first)) first = other;
  }
  return first === undefined ? undefined : fields[first];
}

/** The place of the first field with each name, in a list of fields. */
const placesOf = perObject((fields: readonly Field[]): ReadonlyMap<string, number> => {
  const places = new Map<string, number>();
  fields.forEach(({ name, aliases }, index) => {
    if (!places.has(name)) places.set(name, index);
    aliases?.forEach((alias) => places.has(alias) || places.set(alias, index));
  });
  return places;
});

/** Where anything may be next to the named members, that says no more of other names than an open object: one may still be misspelt. */
function mergeEntries(upper: ObjectShape, lower: ObjectShape, sources: MergedSources): ObjectShape['entries'] {
  if (upper.entries === undefined)
    return upper.isOpen === true && lower.entries?.shape.type !== 'any' ? lower.entries : undefined;
  if (lower.entries === undefined) return upper.entries;
  const shape = mergeShapes(upper.entries.shape, lower.entries.shape, sources);
  return shape === upper.entries.shape ? upper.entries : { ...upper.entries, shape };
}

/** Returns the upper field with what the lower one adds to its shape, and the lower one's words about what the upper layer leaves out. */
export function mergeFields(upper: Field, lower: Field, sources: MergedSources): Field {
  const { deprecated, deprecatedSince } = lower;
  const isDeprecated = deprecated !== undefined && upper.deprecated === undefined && upper.deprecatedBy === undefined;
  const { shape: _, ...facts } = upper;
  const added = {
    ...(upper.default === undefined && lower.default !== undefined && { default: lower.default }),
    ...(isDeprecated && { deprecated, deprecatedSince, deprecatedBy: lower.deprecatedBy ?? lower.provenance }),
  };
  return withGetters(Object.assign(facts, added), {
    shape: perAccess(() => mergeShapes(upper.shape, lower.shape, sources)),
  });
}

function joined<T>(one: readonly T[] | undefined, other: readonly T[] | undefined): readonly T[] | undefined {
  return one === undefined || other === undefined ? (one ?? other) : [...one, ...other];
}

/** A constraint of the upper layer takes the place of those of the same rule. */
function joinedConstraints(
  upper: readonly Constraint[] | undefined,
  lower: readonly Constraint[] | undefined,
): readonly Constraint[] | undefined {
  if (upper === undefined || lower === undefined) return upper ?? lower;
  const rules = new Set(upper.map(({ rule }) => rule));
  return [...upper, ...lower.filter(({ rule }) => !rules.has(rule))];
}

/** Returns the shape where an upper layer names the element and not its type. */
function standingBelow<S extends Shape>(shape: S, typeProvenance: Provenance): S {
  const parts = Object.keys(shape).map((name) => [name, () => shape[name as keyof S]] as const);
  return withGetters({ typeProvenance } as S, Object.fromEntries(parts));
}
