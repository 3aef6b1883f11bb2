import type { ChoiceShape, Condition, Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import type { Placeholder } from '@rulebook/request-file/syntax/model';
import type { JsonNode } from '@rulebook/json/json-node';
import { holdsVariable } from '@rulebook/request-file/syntax/parse-target';
import { childAt, childCount, keyAt } from '@rulebook/json/placed-node';
import { someOverlaps } from '@rulebook/text/search';
import type { Span } from '@rulebook/text/span';

import { itemShapeOf } from './accepts-value';
import { decideSchema } from '@rulebook/json/decide-schema';
import { knownValue } from './known-value';
import { eitherOf, fittingOption, isAmbiguousChoice, type OtherObjects } from './choose-option';
import { chooseShape, chosenShape, readMemberText, type ReadDecider } from './choose-shape';
import { fieldOf, shapeOfKey } from './field-of';
import { fits } from './fits-type';
import type { BoundMember, BoundValue } from './model';

/** Values below this depth are not bound. */
export const deepest = 200;

/**
 * Binds a JSON tree to a shape: relates each value to its documented element. What is in a value is bound on access. The root has a name if it is
 * not the whole body.
 */
export function bindValue(root: JsonNode, shape: Shape, placeholders: readonly Placeholder[], name = ''): BoundValue {
  return bind(root, shape, { name, depth: 0, placeholders });
}

/** Returns some members of an object, by their indices; when it has many, the others are not bound. */
export function membersAt(value: BoundValue, indices: readonly number[]): readonly BoundMember[] {
  return indices.flatMap((index) => memberAt(value, index) ?? []);
}

/** Returns the value of a member, or an item. */
export function valueAt(value: BoundValue, index: number): BoundValue | undefined {
  return value.node.type === 'object' ? memberAt(value, index)?.value : value.items[index];
}

function memberAt(value: BoundValue, index: number): BoundMember | undefined {
  return value instanceof JsonValue ? value.memberAt(index) : value.members[index];
}

/** Returns the other shapes that an object may have; undefined for any other value. */
export function otherShapesOf(value: BoundValue): OtherObjects | undefined {
  return value instanceof JsonValue ? value.others : undefined;
}

/** Returns an object that may have several shapes bound to each of them alone, one after the other; nothing for any other value. */
export function* boundToEach(value: BoundValue): Generator<BoundValue, undefined> {
  const others = otherShapesOf(value);
  if (others === undefined) return;
  const { node, shape, name, field, keyNode, parent, depth } = value;
  for (const option of [shape, ...others.equal, ...others.further])
    yield bind(node, option, { name, field, keyNode, parent, depth, placeholders: noPlaceholders });
}

const noPlaceholders: readonly Placeholder[] = [];

/** The context of a value: its name, field, key and parent. */
interface ValuePlace {
  readonly name: string;
  readonly field?: Field | undefined;
  readonly keyNode?: JsonNode | undefined;
  readonly parent?: BoundValue | undefined;
  readonly original?: BoundValue;
  readonly depth: number;
  /** Those of the block. */
  readonly placeholders: readonly Placeholder[];
}

function bind(node: JsonNode, declared: Shape, place: ValuePlace): BoundValue {
  if (place.depth > deepest) return new JsonValue(node, place, declared, anything, undefined);
  if (!isAmbiguousChoice(declared))
    return new JsonValue(node, place, declared, simplyFitting(node, declared, place), undefined);
  const { shape, others } = fittingShapes(node, declared, place);
  return new JsonValue(node, place, declared, shape, others);
}

/** Returns the shape that a value is bound to, undefined where none fits, and the others of an object that may have several shapes. */
export function fittingShapes(
  node: JsonNode,
  declared: Shape,
  place: Around,
): { readonly shape: Shape | undefined; readonly others?: OtherObjects | undefined } {
  if (!isAmbiguousChoice(declared)) return { shape: simplyFitting(node, declared, place) };
  const { placeholders } = place;
  const read = deciderOf(node, place);
  const { option, others } = fittingOption(declared, { node, placeholders, parent: place.parent?.node, read });
  return { shape: option && chosenShape(option, read), others };
}

/** A bound value. What is in it is bound on access: of a large body, an edit changes little. Spans are created on access. */
class JsonValue implements BoundValue {
  readonly shape: BoundValue['shape'];
  readonly field?: Field;
  readonly name: string;
  readonly keyNode?: JsonNode;
  readonly parent?: BoundValue;
  readonly original?: BoundValue;
  readonly isOpaque: boolean;
  readonly isMismatch: boolean;
  readonly depth: number;
  readonly placeholders: readonly Placeholder[];
  #members: readonly BoundMember[] | undefined;
  #items: readonly BoundValue[] | undefined;
  /** Members that were asked for before all of them. */
  #some: Map<number, JsonMember> | undefined;
  #also: readonly BoundValue[] | undefined;

  constructor(
    readonly node: JsonNode,
    place: ValuePlace,
    readonly declared: Shape,
    /** The shape that the JSON type fits; undefined if there is none. */
    fitting: Shape | undefined,
    /** For an object that may have several shapes: the other ones. */
    readonly others: OtherObjects | undefined,
  ) {
    this.shape = fitting ?? declared;
    this.field = place.field;
    this.name = place.name;
    this.keyNode = place.keyNode;
    this.parent = place.parent;
    this.original = place.original;
    this.isOpaque = isScalar(node) && isInPlaceholder(node, place.placeholders);
    this.isMismatch = !this.isOpaque && fitting === undefined;
    this.depth = place.depth;
    this.placeholders = place.placeholders;
  }

  get members(): readonly BoundMember[] {
    return (this.#members ??= this.node.type === 'object' ? membersOf(this, this.#some) : noMembers);
  }

  get items(): readonly BoundValue[] {
    return (this.#items ??= this.node.type === 'array' ? itemsOf(this) : noItems);
  }

  /** Returns a member of an object of which the others may not be bound yet. */
  memberAt(index: number): BoundMember | undefined {
    if (this.#members !== undefined || this.depth > deepest || index >= childCount(this.node))
      return this.members[index];
    this.#some ??= new Map();
    const member = this.#some.get(index) ?? new JsonMember(String(keyAt(this.node, index)), this, index);
    this.#some.set(index, member);
    return member;
  }

  get also(): readonly BoundValue[] {
    return (this.#also ??= conditionsOf(this) === undefined ? noItems : heldInAddition(this));
  }

  get span(): Span {
    return spanOf(this.node);
  }

  get anchor(): Span {
    if (this.keyNode !== undefined) return spanOf(this.keyNode);
    const { offset } = this.node;
    return isScalar(this.node) ? this.span : { start: offset, end: offset + 1 };
  }
}

/** Returns what holds of a value because of its form. */
export function conditionsOf({ shape, isMismatch, isOpaque }: BoundValue): readonly Condition[] | undefined {
  return isMismatch || isOpaque ? undefined : shape.conditions;
}

function heldInAddition(value: JsonValue): readonly BoundValue[] {
  const { node, name, field, keyNode, parent, depth, placeholders } = value;
  const known = knownValue(node, placeholders);
  return (conditionsOf(value) ?? []).flatMap(({ when, then, otherwise }) => {
    const holds = known === undefined ? undefined : decideSchema(when, known.value);
    const shape = holds === undefined ? undefined : holds ? then : otherwise;
    // One deeper, so that a condition within itself ends.
    const place = { name, field, keyNode, parent, depth: depth + 1, placeholders, original: value };
    return shape === undefined ? [] : [bind(node, shape, place)];
  });
}

const noMembers: readonly BoundMember[] = [];
const noItems: readonly BoundValue[] = [];

function itemsOf(value: JsonValue): readonly BoundValue[] {
  const { node, shape, isMismatch, depth, placeholders } = value;
  // Nothing is documented at this depth.
  if (depth > deepest || node.children === undefined) return noItems;
  const list = shape.type === 'array' && !isMismatch ? shape : undefined;
  return node.children.map((child, index) =>
    bind(child, list === undefined ? anything : itemShapeOf(list, index), {
      name: String(index),
      parent: value,
      depth: depth + 1,
      placeholders,
    }),
  );
}

function membersOf(value: JsonValue, some?: ReadonlyMap<number, JsonMember>): readonly BoundMember[] {
  if (value.depth > deepest) return noMembers;
  const count = childCount(value.node);
  const members: BoundMember[] = [];
  for (let index = 0; index < count; index++)
    members.push(some?.get(index) ?? new JsonMember(String(keyAt(value.node, index)), value, index));
  return members;
}

/** A bound member. All but its key is found out on access, since an object can have very many of them. It is the place of its value, too. */
class JsonMember implements BoundMember, ValuePlace {
  readonly parent: JsonValue;
  readonly #index: number;
  #property: JsonNode | undefined;
  #isKnown = false;
  #isOpaque = false;
  #field: Field | undefined;
  #declared: Shape | undefined;
  #value: BoundValue | undefined;

  constructor(
    readonly key: string,
    object: JsonValue,
    index: number,
  ) {
    this.parent = object;
    this.#index = index;
  }

  get #node(): JsonNode | undefined {
    return (this.#property ??= childAt(this.parent.node, this.#index));
  }

  /** Finds out what the object says about it. */
  #find(): void {
    this.#isKnown = true;
    const { shape: known, isMismatch, others, placeholders } = this.parent;
    const { keyNode } = this;
    this.#isOpaque = keyNode !== undefined && isInPlaceholder(keyNode, placeholders);
    if (known.type !== 'object' || isMismatch) return;
    if (this.#isOpaque) this.#declared = known.entries?.shape;
    else if (others !== undefined) {
      const { field, declared } = memberOfSeveral(others, known, this.key);
      this.#field = field;
      this.#declared = declared;
    } else {
      this.#field = fieldOf(known, this.key);
      this.#declared = this.#field?.shape ?? shapeOfKey(known, this.key);
    }
  }

  get isOpaque(): boolean {
    if (!this.#isKnown) this.#find();
    return this.#isOpaque;
  }

  get field(): Field | undefined {
    if (!this.#isKnown) this.#find();
    return this.#field;
  }

  get value(): BoundValue | undefined {
    if (this.#value === undefined) {
      const node = this.#node?.children?.[1];
      if (node === undefined) return undefined;
      if (!this.#isKnown) this.#find();
      this.#value = bind(node, this.#declared ?? anything, this);
    }
    return this.#value;
  }

  get name(): string {
    return this.key;
  }

  get keyNode(): JsonNode | undefined {
    return this.#node?.children?.[0];
  }

  get depth(): number {
    return this.parent.depth + 1;
  }

  get placeholders(): readonly Placeholder[] {
    return this.parent.placeholders;
  }

  get keySpan(): Span {
    return spanOf(this.keyNode ?? this.parent.node);
  }

  get span(): Span {
    return spanOf(this.#node ?? this.parent.node);
  }
}

/** Returns whether the node is neither an object nor an array. */
function isScalar(node: JsonNode): boolean {
  return node.type !== 'object' && node.type !== 'array';
}

function spanOf({ offset, length }: JsonNode): Span {
  return { start: offset, end: offset + length };
}

/** Returns whether the node contains a variable. */
function isInPlaceholder({ value, offset, length }: JsonNode, placeholders: readonly Placeholder[]): boolean {
  if (typeof value === 'string' && holdsVariable(value)) return true;
  return placeholders.length > 0 && someOverlaps(placeholders, offset, offset + length);
}

const anything: Shape = { type: 'any' };

/** What the shape of a value can depend on. */
interface Around extends Pick<ValuePlace, 'placeholders'> {
  readonly parent?: Pick<BoundValue, 'node'> | undefined;
}

/** Returns the shape of a switch or of a choice without options of the same JSON type. */
function simplyFitting(node: JsonNode, declared: Shape, place: Around): Shape | undefined {
  const fitting = declared.type === 'choice' ? optionFor(node, declared) : declared;
  if (fitting === undefined || (fitting === declared && !fits(node, fitting))) return undefined;
  return fitting.type === 'switch' ? chooseShape(fitting, deciderOf(node, place)) : fitting;
}

function optionFor(node: JsonNode, { options }: ChoiceShape): Shape | undefined {
  for (const option of options) if (fits(node, option)) return option;
  return undefined;
}

function deciderOf(node: JsonNode, { parent, placeholders }: Around): ReadDecider {
  return (of, name) => readMemberText(of === 'self' ? node : parent?.node, name, placeholders);
}

/** What an object that may have several shapes says about a member. */
export function memberOfSeveral(
  { equal, further }: OtherObjects,
  shape: ObjectShape,
  key: string,
): { readonly field?: Field | undefined; readonly declared?: Shape | undefined } {
  const own = fieldOf(shape, key);
  let declared = own?.shape ?? shapeOfKey(shape, key);
  if (declared !== undefined) {
    for (const other of equal) {
      const also = fieldOf(other, key)?.shape ?? shapeOfKey(other, key);
      if (also !== undefined) declared = eitherOf(declared, also);
    }
    return { field: own, declared };
  }
  for (const others of [equal, further])
    for (const other of others) {
      const field = fieldOf(other, key);
      if (field !== undefined) return { field, declared: field.shape };
    }
  return {};
}
