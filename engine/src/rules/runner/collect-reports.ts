import { wholePartOf, type CheckedPart } from '../../binding/dirty-part';
import type { Binding, BoundParameter, BoundValue, CheckContext } from '../../binding/model';
import type { Constraint } from '../../catalogue/constraints';
import type { Severity } from '../../catalogue/facts';
import type { Block, JsonNode } from '../../syntax/model';
import { hasRequestLine, isRecorded, isUnknown, shapesOf } from '../support/bound-values';
import { checkedParameters } from '../support/checked-parameters';
import { guardedRunner, withoutSuppressed, type RuleFailureListener } from './findings';
import { oneForEachMisspelling, type ChosenSeverity, type RawReport } from './misspelt-and-missing';
import { prepareRules } from './prepare-rules';
import type { Constrained, Report, Reporter, Rule } from '../rule';

/** What the rules are run on. */
export interface BlockCheck {
  readonly block: Block;
  readonly binding: Binding | undefined;
  readonly context: CheckContext;
  readonly rules: readonly Rule[];
  /** What the user chose for each rule. */
  readonly severities?: Readonly<Record<string, Severity | 'off'>>;
  readonly onRuleFailure?: RuleFailureListener | undefined;
}

/** What a rule was checking when it reported something. */
export interface Origin {
  /** The order in which rules run: those for blocks and requests, those for JSON nodes, those for values. */
  rank: 0 | 1 | 2;
  /** Absent for a report about the request as a whole. */
  node: JsonNode | undefined;
}

/** Converts the report of a rule. `origin` is the same object each time. */
export type Make<T> = (rule: Rule, report: Report, severity: Severity | undefined, origin: Readonly<Origin>) => T;

/** Runs the rules on a block and returns their reports in order. With `part`, the rules check only that part of its bodies. */
export function collectReports<T>(check: BlockCheck, make: Make<T>, part?: CheckedPart): readonly T[] {
  const { block, binding, context, rules, onRuleFailure } = check;
  const { requestRules, nodes, parametersFor, values, valuesFor, constraints } = prepareRules(rules);
  const collected: T[] = [];
  const origin: Origin = { rank: 0, node: undefined };
  // One reporter serves all rules, which run one after the other; `current` is the rule that is running.
  let current: Rule | undefined;
  let severity: Severity | undefined;
  // What was reported of one object or of the request as a whole.
  let together: RawReport[] = [];
  const report: Reporter = (reported) => {
    if (current !== undefined) together.push({ rule: current, report: reported, severity });
  };
  const chosenFor: ChosenSeverity = ({ rule: { id }, report: { span } }) =>
    withoutSuppressed([{ rule: id, span }], block.suppressions).length === 0 ? 'off' : check.severities?.[id];
  const flush = (): void => {
    if (together.length === 0) return;
    for (const { rule, report: own, severity: given } of oneForEachMisspelling(together, chosenFor))
      collected.push(make(rule, own, given, origin));
    together = [];
  };
  const run = guardedRunner(onRuleFailure);
  const failed = run.failed;
  // Not by `run`, here and below: creating a function for each rule and each value would take most of the time.
  for (const rule of requestRules) {
    current = rule;
    try {
      rule.block?.(block, report, context);
      if (binding !== undefined) rule.request?.(binding, report, context);
    } catch (error) {
      run.fail(rule, error);
    }
  }
  flush();
  if (binding === undefined) return collected;

  const applyConstraints = (element: Constrained, list: readonly Constraint[], isAnswer: boolean): void => {
    for (const constraint of list) {
      const rule = constraints.get(constraint.rule);
      // A constraint on a request need not hold for its response, which shows masked secrets, for example.
      if (rule === undefined || (isAnswer && rule.isForResponses !== true)) continue;
      current = rule;
      severity = constraint.severity;
      // The rule is found by the kind of the constraint, so the options have the type that it expects.
      const own = constraint as Parameters<typeof rule.check>[1];
      if (!failed.has(rule.id)) {
        try {
          rule.check(element, own, binding, report);
        } catch (error) {
          run.fail(rule, error);
        }
      }
      severity = undefined;
    }
  };
  // A body file contains no parameters: they are in the request that includes it.
  const known = hasRequestLine(binding) ? [binding.path, binding.query, binding.headers] : [];
  // The fields of a form are in the body, which has no JSON values then.
  for (const list of [...known, binding.form?.bound ?? noParameters]) {
    for (const parameter of list) {
      for (const rule of parametersFor(parameter.field)) {
        if (failed.has(rule.id)) continue;
        current = rule;
        try {
          rule.parameter(parameter, binding, report);
        } catch (error) {
          run.fail(rule, error);
        }
      }
      if (!parameter.hasPlaceholder && parameter.hasValue) {
        for (const part of constrainedParts(parameter)) {
          const own = parameterConstraints(part);
          if (own.length > 0) applyConstraints({ kind: 'parameter', parameter: part }, own, false);
        }
      }
    }
  }
  const { operation, request } = binding;
  const hasNoBody = request.body === undefined && request.headVariables === undefined;
  if (hasNoBody && operation?.body !== undefined && hasRequestLine(binding)) {
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
  flush();
  origin.rank = 1;
  const lookAt = (node: JsonNode): void => {
    origin.node = node;
    for (const rule of nodes) {
      if (failed.has(rule.id)) continue;
      current = rule;
      try {
        rule.node(node, binding, report);
      } catch (error) {
        run.fail(rule, error);
      }
    }
    flush();
  };
  const checked = part ?? wholePartOf(binding);
  if (nodes.length > 0) {
    checked.nodes.forEach(lookAt);
    visitNodes(checked.freshNodes, lookAt);
  }
  origin.rank = 2;
  const see = (value: BoundValue, isAnswer: boolean): void => {
    origin.node = value.node;
    for (const rule of value.isMismatch ? values : valuesFor(value.shape, value.field)) {
      if (failed.has(rule.id)) continue;
      current = rule;
      try {
        rule.value(value, binding, report);
      } catch (error) {
        run.fail(rule, error);
      }
    }
    if (!value.isMismatch && !isUnknown(value)) {
      const { shape, declared } = value;
      const own = shape.constraints;
      const outer = declared === shape ? undefined : declared.constraints;
      if (own !== undefined || outer !== undefined) {
        const element: Constrained = { kind: 'value', value };
        if (outer !== undefined) applyConstraints(element, outer, isAnswer);
        if (own !== undefined) applyConstraints(element, own, isAnswer);
      }
    }
    flush();
  };
  for (const value of checked.around) see(value, isRecorded(value, binding));
  for (const root of checked.fresh) {
    const isAnswer = isRecorded(root, binding);
    visit(root, (value) => see(value, isAnswer));
  }
  return collected;
}

/** Passes each value of a body to `see`. */
function visit(root: BoundValue, see: (value: BoundValue) => void): void {
  // A loop instead of recursion: a body may be nested deeper than the stack.
  const waiting: BoundValue[] = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    see(value);
    for (const item of value.items) waiting.push(item);
    for (const member of value.members) if (member.value !== undefined) waiting.push(member.value);
  }
}

/** Passes each object and array of a body to `see`. */
function visitNodes(roots: readonly JsonNode[], see: (node: JsonNode) => void): void {
  const waiting: JsonNode[] = roots.filter(({ children }) => children !== undefined);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type !== 'property') see(node);
    for (const child of node.children ?? []) if (child.children !== undefined) waiting.push(child);
  }
}

/** Only a list and a choice need a closer look; most parameters have neither. */
function constrainedParts(parameter: BoundParameter): readonly BoundParameter[] {
  const { type } = parameter.field.shape;
  return type === 'array' || type === 'choice' ? checkedParameters(parameter) : [parameter];
}

/** Of a choice whose options do not accept the text, each option has its say only if it is the only one with limits. */
function parameterConstraints({ field: { shape } }: BoundParameter): readonly Constraint[] {
  const own = shape.constraints ?? none;
  if (shape.type !== 'choice') return own;
  const limited = shapesOf(shape).flatMap(({ constraints }) => (constraints ? [constraints] : []));
  return limited.length === 1 ? [...own, ...(limited[0] ?? none)] : own;
}

const none: readonly Constraint[] = [];
const noParameters: readonly BoundParameter[] = [];
