import type { Field, ListShape, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import type { JsonNode } from '@rulebook/json/json-node';
import type { Placeholder } from '@rulebook/request-file/syntax/model';
import { perObject } from '@rulebook/text/structures/memo';
import { isUnknownNode, itemShapeOf } from '../../binding/accepts-value';
import { memberOfSeveral } from '../../binding/bind-value';
import { isAmbiguousChoice, type OtherObjects } from '../../binding/choose-option';
import { fieldOf, shapeOfKey } from '../../binding/field-of';
import type { Binding } from '../../binding/model';
import type { Passing } from '../rule';

/** What is asked about the values of a shape in a field: for each rule, when it passes a value; undefined for one that is always asked. */
type Asked = (declared: Shape, shape: Shape, field: Field | undefined) => readonly (Passing | undefined)[];

/** Returns the plan for the values of a shape in a field. */
export type PlanOf = (declared: Shape, field: Field | undefined) => ValuePlan;

/** Returns the plans for what is asked: one for each shape and field. */
export function valuePlans(asked: Asked): PlanOf {
  const known = perObject((_declared: Shape) => new Map<Field | undefined, ValuePlan>());
  const planOf: PlanOf = (declared, field) => {
    const plans = known(declared);
    let plan = plans.get(field);
    if (plan === undefined) {
      plan = new ValuePlan(declared, (shape) => new ShapePlan(shape, asked(declared, shape, field), planOf));
      plans.set(field, plan);
    }
    return plan;
  };
  return planOf;
}

/** What is asked about values that the catalogue describes alike. All is worked out when the first value of a kind comes. */
export class ValuePlan {
  readonly #shapes = new Map<Shape, ShapePlan>();
  // Nearly all values of an element have one JSON type.
  #type: JsonNode['type'] | undefined;
  #ofType: ShapePlan | undefined;

  constructor(
    readonly declared: Shape,
    readonly make: (shape: Shape) => ShapePlan,
  ) {}

  /** Returns what is asked about a value, as far as its JSON type says it; undefined where it must be looked at, or fits nothing. */
  of({ type, value }: JsonNode): ShapePlan | undefined {
    if (type !== this.#type) {
      const shape = shapeByType(this.declared, type);
      this.#ofType = shape && this.ofShape(shape);
      this.#type = type;
    }
    const plan = this.#ofType;
    return plan?.isInteger === true && !Number.isInteger(value) ? undefined : plan;
  }

  /** Returns what is asked about a value that has this shape. */
  ofShape(shape: Shape): ShapePlan {
    let plan = this.#shapes.get(shape);
    if (plan === undefined) this.#shapes.set(shape, (plan = this.make(shape)));
    return plan;
  }
}

function shapeByType(declared: Shape, type: JsonNode['type']): Shape | undefined {
  if (declared.type === 'any') return declared;
  const options = declared.type === 'choice' ? declared.options : [declared];
  if (isAmbiguousChoice(declared)) return undefined;
  return options.find((option) => option.type === type || (option.type === 'integer' && type === 'number'));
}

/** What is asked about values that have a shape. */
export class ShapePlan {
  /** No rule is asked about a value, nor about anything in it. */
  readonly isSilent: boolean;
  readonly hasConditions: boolean;
  // Shapes are objects of many forms, so that reading what they are takes longer than keeping it.
  readonly isInteger: boolean;
  readonly #object: ObjectShape | undefined;
  readonly #list: ListShape | undefined;
  readonly #hasFields: boolean;
  readonly #hasPatterns: boolean;
  readonly #hasPositions: boolean;
  readonly #isAlwaysAsked: boolean;
  readonly #texts: readonly NonNullable<Passing['text']>[];
  readonly #nodes: readonly NonNullable<Passing['node']>[];
  readonly #onlyFields: readonly NonNullable<Passing['onlyFields']>[];
  readonly #wanted: readonly Field[];
  readonly #planOf: PlanOf;
  readonly #members = new Map<string, MemberPlan>();
  /** The members of the last objects by their indices: most objects of a shape have the same keys in the same order. */
  readonly #latest: (MemberPlan | undefined)[] = [];
  #items: ValuePlan | undefined;
  /** Below a key of which nothing else is known. */
  #entries: ValuePlan | undefined;

  constructor(
    readonly shape: Shape,
    asked: readonly (Passing | undefined)[],
    planOf: PlanOf,
  ) {
    const passing = asked.flatMap((one) => one ?? []);
    this.#planOf = planOf;
    this.#texts = passing.flatMap(({ text }) => text ?? []);
    this.#nodes = passing.flatMap(({ node }) => node ?? []);
    this.#onlyFields = passing.flatMap(({ onlyFields }) => onlyFields ?? []);
    this.#wanted = [...new Set(passing.flatMap(({ having = [] }) => having))];
    this.#isAlwaysAsked = passing.length < asked.length || this.#wanted.length > mostWanted;
    this.isInteger = shape.type === 'integer';
    this.#object = shape.type === 'object' ? shape : undefined;
    this.#list = shape.type === 'array' ? shape : undefined;
    this.#hasFields = this.#object !== undefined && this.#object.fields.length > 0;
    this.#hasPatterns = this.#object?.patterns !== undefined;
    this.#hasPositions = this.#list?.positions !== undefined;
    this.hasConditions = shape.conditions !== undefined;
    this.isSilent = asked.length === 0 && shape.type === 'any';
  }

  /** Returns whether no rule has anything to report about the value itself. */
  passes(node: JsonNode, binding: Binding): boolean {
    if (this.#isAlwaysAsked) return false;
    if ((this.#onlyFields.length > 0 || this.#wanted.length > 0) && !this.#hasGoodKeys(node)) return false;
    for (const passes of this.#nodes) if (!passes(node, binding)) return false;
    if (this.#texts.length === 0 || node.children !== undefined) return true;
    const text = node.type === 'string' ? String(node.value) : JSON.stringify(node.value);
    for (const passes of this.#texts) if (!passes(text, binding)) return false;
    return true;
  }

  #hasGoodKeys({ children = none }: JsonNode): boolean {
    let found = 0;
    for (const [index, property] of children.entries()) {
      const key = property.children?.[0];
      const member = key && this.#memberAt(index, String(key.value));
      if (member !== undefined) found |= member.bit;
      if (this.#onlyFields.length > 0 && member?.isPlain !== true) return false;
    }
    return found === 2 ** this.#wanted.length - 1;
  }

  /** Returns the plan for the value below a key, which is the one at an index. */
  ofKey(
    node: JsonNode,
    index: number,
    placeholders: readonly Placeholder[],
    others: OtherObjects | undefined,
  ): ValuePlan {
    const shape = this.#object;
    if (shape === undefined) return (this.#entries ??= this.#planOf(anything, undefined));
    const key = String(node.value);
    if (placeholders.length > 0 && isUnknownNode(node, placeholders))
      return this.#planOf(shape.entries?.shape ?? anything, undefined);
    if (others !== undefined) {
      const { field, declared } = memberOfSeveral(others, shape, key);
      return this.#planOf(declared ?? anything, field);
    }
    const member = this.#memberAt(index, key);
    if (member !== undefined) return member.plan;
    if (this.#hasPatterns) return this.#planOf(shapeOfKey(shape, key) ?? anything, undefined);
    return (this.#entries ??= this.#planOf(shape.entries?.shape ?? anything, undefined));
  }

  #memberAt(index: number, key: string): MemberPlan | undefined {
    if (!this.#hasFields) return undefined;
    const latest = this.#latest[index];
    if (latest?.name === key) return latest;
    const member = this.#member(key);
    if (index <= this.#latest.length && index < mostKept) this.#latest[index] = member;
    return member;
  }

  #member(key: string): MemberPlan | undefined {
    const known = this.#members.get(key);
    if (known !== undefined) return known;
    const field = this.#object && fieldOf(this.#object, key);
    if (field === undefined) return undefined;
    const isOwnName = key === field.name;
    const isPlain = isOwnName && this.#onlyFields.every((holds) => holds(field));
    const member = new MemberPlan(field, isPlain, this.#wanted.indexOf(field), this.#planOf);
    // Other spellings of header fields are without number.
    if (isOwnName) this.#members.set(key, member);
    return member;
  }

  /** Returns the plan for the item at an index. */
  ofItem(index: number): ValuePlan {
    const list = this.#list;
    if (this.#hasPositions && list !== undefined) return this.#planOf(itemShapeOf(list, index), undefined);
    return (this.#items ??= this.#planOf(list?.items ?? anything, undefined));
  }
}

/** A member of an object that is a field. */
class MemberPlan {
  readonly bit: number;
  readonly name: string;
  #plan: ValuePlan | undefined;

  constructor(
    readonly field: Field,
    /** A rule that asks for unknown members has nothing to report about it. */
    readonly isPlain: boolean,
    /** Its index among the fields that rules want; below 0 for any other. */
    index: number,
    readonly planOf: PlanOf,
  ) {
    this.name = field.name;
    this.bit = index < 0 ? 0 : 1 << index;
  }

  get plan(): ValuePlan {
    return (this.#plan ??= this.planOf(this.field.shape, this.field));
  }
}

/** As many as fit into the bits of a number. */
const mostWanted = 30;

/** As many members as most objects have. */
const mostKept = 20;

const none: readonly JsonNode[] = [];
const anything: Shape = { type: 'any' };
