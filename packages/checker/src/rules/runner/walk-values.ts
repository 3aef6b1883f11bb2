import type { JsonNode } from '@rulebook/json/json-node';
import type { Placeholder } from '@rulebook/request-file/syntax/model';
import { someOverlaps } from '@rulebook/text/search';
import { deepest, fittingShapes, otherShapesOf, valueAt } from '../../binding/bind-value';
import type { OtherObjects } from '../../binding/choose-option';
import type { Binding, BoundValue } from '../../binding/model';
import type { PlanOf, ShapePlan, ValuePlan } from './value-plans';

/**
 * Asks the rules about a value and all that are in it: first about the value, then about what is in it, the last first. It goes over what is written,
 * next to the plans of what the catalogue says of it, and binds only values about which a rule may report something.
 */
export function walkValues(root: BoundValue, binding: Binding, planOf: PlanOf, ask: (value: BoundValue) => void): void {
  const { offset, length } = root.node;
  const { placeholders } = binding.block;
  const own = someOverlaps(placeholders, offset, offset + length) ? placeholders : noPlaceholders;
  new ValueWalk(binding, own, planOf, ask).through(root);
}

/** Recursion is safe, since nothing is bound below a depth. */
class ValueWalk {
  constructor(
    readonly binding: Binding,
    readonly placeholders: readonly Placeholder[],
    readonly planOf: PlanOf,
    readonly ask: (value: BoundValue) => void,
  ) {}

  through(value: BoundValue): void {
    const { declared, shape, field, node, isMismatch, depth } = value;
    const plan = isMismatch ? undefined : this.planOf(declared, field).ofShape(shape);
    if (plan === undefined || plan.hasConditions) this.#throughBound(value);
    else this.#ask(plan, node, new Place(node, undefined, 0, value), depth, otherShapesOf(value));
  }

  /** Of a value with a type that does not fit, or with conditions. */
  #throughBound(value: BoundValue): void {
    this.ask(value);
    for (const member of value.members.toReversed()) if (member.value !== undefined) this.through(member.value);
    for (const other of value.also.toReversed()) this.through(other);
    for (const item of value.items.toReversed()) this.through(item);
  }

  #visit(plan: ValuePlan, node: JsonNode, outer: Place, index: number, depth: number): void {
    let found = plan.of(node);
    let others: OtherObjects | undefined;
    if (found === undefined) {
      const fitting = fittingShapes(node, plan.declared, { parent: outer, placeholders: this.placeholders });
      found = fitting.shape && plan.ofShape(fitting.shape);
      others = fitting.others;
    }
    if (found === undefined || found.hasConditions || depth > deepest) {
      const value = outer.valueAt(index);
      if (value !== undefined) this.through(value);
    } else if (node.children !== undefined) {
      if (!found.isSilent) this.#ask(found, node, new Place(node, outer, index, undefined), depth, others);
    } else if (!found.passes(node, this.binding)) {
      const value = outer.valueAt(index);
      if (value !== undefined) this.ask(value);
    }
  }

  /** Asks about a value whose shape is known, and about what is in it. */
  #ask(plan: ShapePlan, node: JsonNode, place: Place, depth: number, others: OtherObjects | undefined): void {
    if (!plan.passes(node, this.binding)) {
      const { value } = place;
      if (value !== undefined) this.ask(value);
    }
    const { children, type } = node;
    if (children === undefined || depth > deepest) return;
    for (let index = children.length - 1; index >= 0; index--) {
      const child = children[index];
      if (child === undefined) continue;
      if (type === 'array') this.#visit(plan.ofItem(index), child, place, index, depth + 1);
      else {
        const key = child.children?.[0];
        const value = child.children?.[1];
        if (key === undefined || value === undefined) continue;
        const inner = plan.ofKey(key, index, this.placeholders, others);
        this.#visit(inner, value, place, index, depth + 1);
      }
    }
  }
}

/** Where a value is. The value is bound when it is needed. */
class Place {
  #value: BoundValue | undefined;

  constructor(
    readonly node: JsonNode,
    readonly outer: Place | undefined,
    readonly index: number,
    value: BoundValue | undefined,
  ) {
    this.#value = value;
  }

  get value(): BoundValue | undefined {
    return (this.#value ??= this.outer?.valueAt(this.index));
  }

  /** Returns what is in it. */
  valueAt(index: number): BoundValue | undefined {
    const { value } = this;
    return value && valueAt(value, index);
  }
}

const noPlaceholders: readonly Placeholder[] = [];
