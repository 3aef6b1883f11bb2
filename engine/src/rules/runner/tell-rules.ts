import type { Binding, BoundParameter, BoundValue, CheckContext } from '../../binding/model';
import type { Constraint, Severity, Shape } from '../../catalogue/model';
import type { Block, JsonNode } from '../../syntax/model';
import { hasRequestLine, isUnknown, shapesOf } from '../support/bound-values';
import { guardedRunner, type FaultListener } from './findings';
import { prepareRules } from './prepare-rules';
import type { Constrained, Report, Reporter, Rule } from '../rule';

/** What the rules are run on. */
export interface BlockCheck {
  readonly block: Block;
  readonly binding: Binding | undefined;
  readonly context: CheckContext;
  readonly rules: readonly Rule[];
  readonly onFault?: FaultListener | undefined;
}

/** What a rule looked at when it told something. */
export interface Origin {
  /** The order in which rules run: those for blocks and requests, those for JSON nodes, those for values. */
  rank: 0 | 1 | 2;
  /** Absent for what is told of the request as a whole. */
  node: JsonNode | undefined;
}

/** Makes something of what a rule tells. `origin` is the same object each time. */
export type Make<T> = (rule: Rule, report: Report, severity: Severity | undefined, origin: Readonly<Origin>) => T;

/** The parts of a body that rules shall look at; the rest of it is as it was. */
export interface Tour {
  readonly nodes: readonly JsonNode[];
  readonly values: readonly BoundValue[];
}

/** Runs the rules on a block, and returns what they tell, in the order in which they do. With a tour, they see only a part of the body. */
export function tellRules<T>(check: BlockCheck, make: Make<T>, tour?: Tour): readonly T[] {
  const { block, binding, context, rules, onFault } = check;
  const { heads, nodes, parameters, values, valuesFor, constraints } = prepareRules(rules);
  const told: T[] = [];
  const origin: Origin = { rank: 0, node: undefined };
  // One reporter for all rules, which run one after the other: `current` says who speaks.
  let current: Rule | undefined;
  let severity: Severity | undefined;
  const report: Reporter = (reported) => {
    if (current !== undefined) told.push(make(current, reported, severity, origin));
  };
  const run = guardedRunner(onFault);
  const faulty = run.faulty;
  // Here and below not by `run`: a function for each rule and each thing that it looks at would be most of the work.
  for (const rule of heads) {
    current = rule;
    try {
      rule.block?.(block, report);
      if (binding !== undefined) rule.request?.(binding, report, context);
    } catch (error) {
      run.fault(rule, error);
    }
  }
  if (binding === undefined) return told;

  const applyConstraints = (element: Constrained, list: readonly Constraint[], isAnswer: boolean): void => {
    for (const constraint of list) {
      const rule = constraints.get(constraint.rule);
      // What holds for a request need not hold for its answer, which shows masked secrets and the like.
      if (rule === undefined || (isAnswer && rule.isForAnswers !== true)) continue;
      current = rule;
      severity = constraint.severity;
      // The rule is found by the constraint's own kind, so the options are those that it expects.
      const own = constraint as Parameters<typeof rule.check>[1];
      if (!faulty.has(rule.id)) {
        try {
          rule.check(element, own, binding, report);
        } catch (error) {
          run.fault(rule, error);
        }
      }
      severity = undefined;
    }
  };
  // The parameters of a JSON file that is a body stand elsewhere and have no place in its text.
  const known = hasRequestLine(binding) ? [binding.path, binding.query, binding.headers] : [];
  for (const list of known) {
    for (const parameter of list) {
      for (const rule of parameters) {
        if (faulty.has(rule.id)) continue;
        current = rule;
        try {
          rule.parameter(parameter, binding, report);
        } catch (error) {
          run.fault(rule, error);
        }
      }
      const own = parameterConstraints(parameter);
      if (own.length > 0) applyConstraints({ kind: 'parameter', parameter }, own, false);
    }
  }
  const { operation, request } = binding;
  if (request.body === undefined && operation?.body !== undefined && hasRequestLine(binding)) {
    for (const constraint of operation.body.shape.constraints ?? none) {
      const rule = constraints.get(constraint.rule);
      if (rule?.withoutBody === undefined) continue;
      current = rule;
      severity = constraint.severity;
      const own = constraint as Parameters<typeof rule.withoutBody>[0];
      run(rule, () => rule.withoutBody?.(own, binding, report));
      severity = undefined;
    }
  }
  origin.rank = 1;
  const lookAt = (node: JsonNode): void => {
    origin.node = node;
    for (const rule of nodes) {
      if (faulty.has(rule.id)) continue;
      current = rule;
      try {
        rule.node(node, binding, report);
      } catch (error) {
        run.fault(rule, error);
      }
    }
  };
  if (nodes.length > 0 && request.body?.kind === 'json') {
    if (tour === undefined) visitNodes(request.body.values, lookAt);
    else tour.nodes.forEach(lookAt);
  }
  origin.rank = 2;
  const roots = tour?.values ?? [
    binding.body,
    ...(binding.lines ?? []).map(({ value }) => value),
    binding.responseBody,
  ];
  for (const root of roots) {
    if (root === undefined) continue;
    const isAnswer = root === binding.responseBody;
    const see = (value: BoundValue): void => {
      origin.node = value.node;
      for (const rule of value.isMismatch ? values : valuesFor(value.shape, value.field)) {
        if (faulty.has(rule.id)) continue;
        current = rule;
        try {
          rule.value(value, binding, report);
        } catch (error) {
          run.fault(rule, error);
        }
      }
      if (value.isMismatch || isUnknown(value)) return;
      const { shape, declared } = value;
      const own = shape.constraints;
      const outer = declared === shape ? undefined : declared.constraints;
      if (own === undefined && outer === undefined) return;
      const element: Constrained = { kind: 'value', value };
      if (outer !== undefined) applyConstraints(element, outer, isAnswer);
      if (own !== undefined) applyConstraints(element, own, isAnswer);
    };
    if (tour === undefined) visit(root, see);
    else see(root);
  }
  return told;
}

/** Shows each value of a body. */
export function visit(root: BoundValue, see: (value: BoundValue) => void): void {
  // A loop instead of recursion: a body may be nested deeper than the stack.
  const waiting: BoundValue[] = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    see(value);
    for (const item of value.items) waiting.push(item);
    for (const member of value.members) if (member.value !== undefined) waiting.push(member.value);
  }
}

/** Shows each object and array of a body. */
export function visitNodes(roots: readonly JsonNode[], see: (node: JsonNode) => void): void {
  const waiting: JsonNode[] = roots.filter(({ children }) => children !== undefined);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type !== 'property') see(node);
    for (const child of node.children ?? []) if (child.children !== undefined) waiting.push(child);
  }
}

function parameterConstraints(parameter: BoundParameter): readonly Constraint[] {
  const shape: Shape = parameter.field.shape;
  if (parameter.hasHole || !parameter.hasValue) return none;
  const own = shape.constraints ?? none;
  return shape.type === 'choice' ? [...own, ...shapesOf(shape).flatMap((option) => option.constraints ?? [])] : own;
}

const none: readonly Constraint[] = [];
