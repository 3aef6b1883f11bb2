import type { Constraint } from '@rulebook/catalogue/constraints';
import type { ChoiceShape, Field, ListShape, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import type { Placeholder } from '@rulebook/request-file/syntax/model';
import type { JsonNode } from '@rulebook/json/json-node';
import { nearest } from '@rulebook/text/edit-distance';
import { acceptsScalar } from './accepts-text';
import { acceptsValue, isUnknownNode, keepsMembers } from './accepts-value';
import { chosenShape, type ReadDecider } from './choose-shape';
import { fieldOf, shapeOfKey } from './field-of';
import { fits } from './fits-type';
import { perObject } from '@rulebook/text/structures/memo';
import { requiredFieldsOf } from './required-fields';

/** An option of a choice. */
type Option = ChoiceShape['options'][number];

/** What does not depend on the value. */
interface Prepared {
  /** Whether several options have the same JSON type. Only then the value must be looked at. */
  readonly isAmbiguous: boolean;
  /** All options that are lists as one list, so that each item finds its own option. */
  readonly list?: ListShape;
}

const prepared = perObject(({ options }: ChoiceShape): Prepared => {
  const types = options.map(jsonTypeOf);
  const lists = options.filter((option) => option.type === 'array');
  return {
    isAmbiguous: new Set(types).size < types.length || types.includes('any'),
    ...(lists.length > 1 && { list: joinedList(lists) }),
  };
});

function joinedList(lists: readonly ListShape[]): ListShape {
  const options = lists.flatMap(({ items }) => (items.type === 'choice' ? items.options : [items]));
  return { type: 'array', items: { type: 'choice', options: [...new Set(options)] } };
}

function jsonTypeOf({ type }: Shape): string {
  if (type === 'integer') return 'number';
  return type === 'switch' ? 'object' : type;
}

/** Returns whether the option that a value has depends on its members or its text. */
export function isAmbiguousChoice(shape: Shape): shape is ChoiceShape {
  return shape.type === 'choice' && prepared(shape).isAmbiguous;
}

/** What the choice of an option takes into account. */
interface ChosenValue {
  readonly node: JsonNode;
  readonly placeholders: readonly Placeholder[];
  /** The object that the value is a member of. */
  readonly parent?: JsonNode | undefined;
  /** Reads the members on which switches depend. */
  readonly read: ReadDecider;
}

/** What a value of an ambiguous choice is bound to. */
export interface Fitting {
  /** Undefined if the JSON type fits no option. */
  readonly option: Option | undefined;
  /** For an object: the shapes of the other options that may hold too. */
  readonly others?: OtherObjects;
}

/** The shapes of the options that may hold in addition to the chosen one. */
export interface OtherObjects {
  /** Those that fit as well as the chosen one. */
  readonly equal: readonly ObjectShape[];
  /** Those whose members are known nevertheless. */
  readonly further: readonly ObjectShape[];
}

/** Returns the option that fits the value best. */
export function fittingOption(choice: ChoiceShape, value: ChosenValue): Fitting {
  const { node } = value;
  const { isAmbiguous, list } = prepared(choice);
  if (!isAmbiguous) return { option: choice.options.find((option) => fits(node, option)) };
  const options = choice.options.filter((option) => fits(node, option));
  if (options.length < 2) return { option: options[0] };
  if (node.type === 'object') return bestObject(options, value);
  if (node.type === 'array') return { option: options.find(isAny) ?? list ?? options[0] };
  return { option: bestScalar(options, value) };
}

function isAny(option: Option): boolean {
  return option.type === 'any';
}

/** Of several that do not accept the value, the one with a similar value is meant. */
function bestScalar(options: readonly Option[], { node, placeholders }: ChosenValue): Option | undefined {
  if (isUnknownNode(node, placeholders)) return options[0];
  const text = node.type === 'string' ? String(node.value) : JSON.stringify(node.value);
  return (
    options.find((option) => acceptsScalar(option, text)) ??
    options.find((option) => nearest(text, knownTexts(option)) !== undefined) ??
    options.find((option) => knownTexts(option).length > 0) ??
    options[0]
  );
}

function knownTexts(option: Option): readonly string[] {
  return 'values' in option && option.values !== undefined
    ? option.values.values.map(({ value }) => String(value))
    : [];
}

function bestObject(options: readonly Option[], value: ChosenValue): Fitting {
  const considered = options.map((option): Considered => {
    const shape = chosenShape(option, value.read);
    return { option, shape, signs: shape.type === 'object' ? signsOf(shape, value) : noSigns, problems: Infinity };
  });
  let { signs } = considered[0] ?? { signs: noSigns };
  for (const one of considered) if (isBetter(one.signs, signs)) ({ signs } = one);
  // Where a member says which option is meant, the others do not hold.
  const possible = considered.filter((one) => !isBetter(signs, one.signs));
  let best = possible[0];
  for (const one of possible) {
    const { shape } = one;
    // How many more it has than the best one does not matter.
    one.problems = shape.type === 'object' ? problemsOf(shape, value, best?.problems ?? 0) : anyProblems;
    if (best === undefined || one.problems < best.problems) best = one;
  }
  if (best === undefined) return { option: undefined };
  const { option, problems } = best;
  // What one option accepts wholly is right, however little another one misses.
  const accepting = acceptingOption(options, option, value);
  if (accepting !== undefined) return { option: accepting };
  if (signs.conflicts > 0) return { option };
  const equal: ObjectShape[] = [];
  const further: ObjectShape[] = [];
  for (const one of possible)
    if (one !== best && one.shape.type === 'object') (one.problems > problems ? further : equal).push(one.shape);
  return equal.length + further.length === 0 ? { option } : { option, others: { equal, further } };
}

/** Returns another option that accepts the value with everything in it, if the best one does not. */
function acceptingOption(
  options: readonly Option[],
  best: Option,
  { node, placeholders, parent }: ChosenValue,
): Option | undefined {
  if (acceptsValue(best, node, placeholders, parent) !== false) return undefined;
  return options.find((option) => option !== best && acceptsValue(option, node, placeholders, parent) === true);
}

/** An option of which is looked how well an object fits it. */
interface Considered {
  readonly option: Option;
  readonly shape: Shape;
  readonly signs: Signs;
  problems: number;
}

/** What the members with a single allowed value say. */
interface Signs {
  readonly matches: number;
  readonly conflicts: number;
}

const noSigns: Signs = { matches: 0, conflicts: 0 };

/** Any value is better than an object with a problem. */
const anyProblems = 0.5;

function isBetter(signs: Signs, other: Signs): boolean {
  if (signs.conflicts !== other.conflicts) return signs.conflicts < other.conflicts;
  return signs.matches > other.matches;
}

/**
 * Returns how many required members are absent, members are not known or have a type that does not fit, and limits of their number are not kept; where
 * it is more than `enough`, any number above it.
 */
function problemsOf(shape: ObjectShape, { node, placeholders }: ChosenValue, enough: number): number {
  let problems = 0;
  let hasOpenKey = false;
  const required = requiredFieldsOf(shape);
  const present: Field[] = [];
  for (const property of node.children ?? []) {
    const [key, member] = property.children ?? [];
    if (key === undefined) continue;
    if (isUnknownNode(key, placeholders)) {
      hasOpenKey = true;
      continue;
    }
    const name = String(key.value);
    const field = fieldOf(shape, name);
    if (field?.required !== undefined && !present.includes(field)) present.push(field);
    const inner = field?.shape ?? shapeOfKey(shape, name);
    if (inner === undefined) problems += shape.isOpen === true ? 0 : 1;
    else if (member !== undefined && !acceptsShallowly(inner, member, placeholders)) problems += 1;
    if (problems > enough) return problems;
  }
  if (hasOpenKey) return problems;
  for (const field of required) if (!present.includes(field)) problems += 1;
  return shape.constraints === undefined ? problems : problems + brokenLimits(shape.constraints, node, shape);
}

function brokenLimits(limits: readonly Constraint[], node: JsonNode, shape: ObjectShape): number {
  const keys = new Set(
    (node.children ?? []).map((property) => {
      const name = String(property.children?.[0]?.value);
      return fieldOf(shape, name)?.name ?? name;
    }),
  );
  return limits.filter((limit) => !keepsMembers(limit, keys)).length;
}

function signsOf(shape: ObjectShape, { node, placeholders }: ChosenValue): Signs {
  const literals = literalsOf(shape);
  let matches = 0;
  let conflicts = 0;
  if (literals.length === 0) return noSigns;
  for (const property of node.children ?? []) {
    const [key, member] = property.children ?? [];
    const literal = literals.find(({ field }) => field.name === key?.value);
    if (literal === undefined || member === undefined || isUnknownNode(member, placeholders)) continue;
    if (String(member.value) === literal.text) matches++;
    else conflicts++;
  }
  return { matches, conflicts };
}

/** A member of which only one value is allowed. */
export interface LiteralMember {
  readonly field: Field;
  readonly text: string;
}

/** Returns the members of which only one value is allowed. */
export const literalsOf = perObject(({ fields }: ObjectShape): readonly LiteralMember[] =>
  fields.flatMap((field) => {
    const values = 'values' in field.shape ? field.shape.values : undefined;
    const [only, ...others] = values?.closed === true ? values.values : [];
    return only === undefined || others.length > 0 ? [] : [{ field, text: String(only.value) }];
  }),
);

/** Looks at the value itself and not into it. */
function acceptsShallowly(shape: Shape, node: JsonNode, placeholders: readonly Placeholder[]): boolean {
  if (shape.type === 'choice') return shape.options.some((option) => acceptsShallowly(option, node, placeholders));
  if (node.type !== 'object' && node.type !== 'array' && isUnknownNode(node, placeholders)) return true;
  if (!fits(node, shape)) return false;
  if (node.type === 'object' || node.type === 'array') return true;
  return acceptsScalar(shape, node.type === 'string' ? String(node.value) : JSON.stringify(node.value));
}

/** Returns the shape of a value that several shapes describe: each of them may hold. */
export function anyOf(shapes: readonly Shape[]): Shape {
  return shapes.reduce(eitherOf);
}

/** Returns the shape of a value that two shapes describe. */
export function eitherOf(one: Shape, other: Shape): Shape {
  return one === other ? one : shapeJoinedWith(one)(other);
}

const shapeJoinedWith = perObject((one: Shape) =>
  perObject((other: Shape): ChoiceShape => {
    const options = [one, other].flatMap((shape) => (shape.type === 'choice' ? shape.options : [shape]));
    return { type: 'choice', options: [...new Set(options)] };
  }),
);
