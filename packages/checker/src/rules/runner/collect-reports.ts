import { wholePartOf, type CheckedPart } from '../../binding/dirty-part';
import type { Binding, BoundParameter, BoundValue, CheckContext } from '../../binding/model';
import type { Constraint } from '@rulebook/catalogue/constraints';
import type { Severity } from '@rulebook/catalogue/facts';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { JsonNode } from '@rulebook/json/json-node';
import { partsOfBlock } from '../support/block-parts';
import { hasRequestLine, isRecorded, isUnknown, shapesOf } from '../support/bound-values';
import { checkedParameters } from '../support/checked-parameters';
import { guardedRunner, withoutSuppressed, type GuardedRunner, type RuleFailureListener } from './findings';
import { oneForEachMisspelling, type ChosenSeverity, type RawReport } from './misspelt-and-missing';
import { prepareRules, type PreparedRules } from './prepare-rules';
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

/** One check of a block. Rules run one after the other, so they share one reporter. */
interface Running {
  readonly prepared: PreparedRules;
  readonly report: Reporter;
  readonly run: GuardedRunner;
  /** Passes on what was reported of one object or of the request as a whole. */
  readonly flush: () => void;
  readonly origin: Origin;
  /** The rule that is running. */
  current: Rule | undefined;
  severity: Severity | undefined;
}

/** Runs the rules on a block and returns their reports in order. With `part`, the rules check only that part of its bodies. */
export function collectReports<T>(check: BlockCheck, make: Make<T>, part?: CheckedPart): readonly T[] {
  const { block, binding, context, rules, onRuleFailure } = check;
  const collected: T[] = [];
  let together: RawReport[] = [];
  const chosenFor: ChosenSeverity = ({ rule: { id }, report: { span } }) =>
    withoutSuppressed([{ rule: id, span }], block.suppressions).length === 0 ? 'off' : check.severities?.[id];
  const running: Running = {
    prepared: prepareRules(rules),
    report: (report) => {
      const { current: rule, severity } = running;
      if (rule !== undefined) together.push({ rule, report, severity });
    },
    run: guardedRunner(onRuleFailure),
    flush: () => {
      if (together.length === 0) return;
      for (const { rule, report, severity } of oneForEachMisspelling(together, chosenFor))
        collected.push(make(rule, report, severity, running.origin));
      together = [];
    },
    origin: { rank: 0, node: undefined },
    current: undefined,
    severity: undefined,
  };
  const { prepared, report, run, flush, origin } = running;
  // Not by `run`, here and below: creating a function for each rule and each value would take most of the time.
  for (const rule of prepared.requestRulesFor(partsOfBlock(block, binding))) {
    running.current = rule;
    try {
      rule.block?.(block, report, context);
      if (binding !== undefined) rule.request?.(binding, report, context);
    } catch (error) {
      run.fail(rule, error);
    }
  }
  flush();
  if (binding === undefined) return collected;
  checkParameters(running, binding);
  checkMissingBody(running, binding);
  flush();
  const checked = part ?? wholePartOf(binding);
  origin.rank = 1;
  if (prepared.nodes.length > 0) {
    const check = (node: JsonNode): void => {
      checkNode(running, binding, node);
    };
    checked.nodes.forEach(check);
    visitNodes(checked.freshNodes, check);
  }
  origin.rank = 2;
  for (const value of checked.around) checkValue(running, binding, value, isRecorded(value, binding));
  for (const root of checked.fresh) {
    const isAnswer = isRecorded(root, binding);
    visit(root, (value) => {
      checkValue(running, binding, value, isAnswer);
    });
  }
  return collected;
}

function checkParameters(running: Running, binding: Binding): void {
  const { prepared, report, run } = running;
  // A body file contains no parameters: they are in the request that includes it.
  const known = hasRequestLine(binding) ? [binding.path, binding.query, binding.headers] : [];
  // The fields of a form are in the body, which has no JSON values then.
  for (const list of [...known, binding.form?.bound ?? noParameters]) {
    for (const parameter of list) {
      for (const rule of prepared.parametersFor(parameter.field)) {
        if (run.hasFailed(rule)) continue;
        running.current = rule;
        try {
          rule.parameter(parameter, binding, report);
        } catch (error) {
          run.fail(rule, error);
        }
      }
      if (!parameter.hasPlaceholder && parameter.hasValue) {
        const ofList = limitsOfList(parameter);
        if (ofList.length > 0) applyConstraints(running, binding, { kind: 'parameter', parameter }, ofList, false);
        for (const part of constrainedParts(parameter)) {
          const own = parameterConstraints(part);
          if (own.length > 0) applyConstraints(running, binding, { kind: 'parameter', parameter: part }, own, false);
        }
      }
    }
  }
}

function checkMissingBody(running: Running, binding: Binding): void {
  const { operation, request } = binding;
  const hasNoBody = request.body === undefined && request.headVariables === undefined;
  if (!hasNoBody || operation?.body === undefined || !hasRequestLine(binding)) return;
  for (const constraint of operation.body.shape.constraints ?? none) {
    const rule = running.prepared.constraints.get(constraint.rule);
    if (rule?.withoutBody === undefined) continue;
    running.current = rule;
    running.severity = constraint.severity;
    const own = constraint as Parameters<typeof rule.withoutBody>[0];
    running.run(rule, () => rule.withoutBody?.(own, binding, running.report));
    running.severity = undefined;
  }
}

function checkNode(running: Running, binding: Binding, node: JsonNode): void {
  const { prepared, report, run, origin } = running;
  origin.node = node;
  for (const rule of prepared.nodes) {
    if (run.hasFailed(rule)) continue;
    running.current = rule;
    try {
      rule.node(node, binding, report);
    } catch (error) {
      run.fail(rule, error);
    }
  }
  running.flush();
}

function checkValue(running: Running, binding: Binding, value: BoundValue, isAnswer: boolean): void {
  const { prepared, report, run, origin } = running;
  origin.node = value.node;
  for (const rule of value.isMismatch ? prepared.values : prepared.valuesFor(value.shape, value.field)) {
    if (run.hasFailed(rule)) continue;
    running.current = rule;
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
      if (outer !== undefined) applyConstraints(running, binding, element, outer, isAnswer);
      if (own !== undefined) applyConstraints(running, binding, element, own, isAnswer);
    }
  }
  running.flush();
}

function applyConstraints(
  running: Running,
  binding: Binding,
  element: Constrained,
  list: readonly Constraint[],
  isAnswer: boolean,
): void {
  const { prepared, report, run } = running;
  for (const constraint of list) {
    const rule = prepared.constraints.get(constraint.rule);
    // A constraint on a request need not hold for its response, which shows masked secrets, for example.
    if (rule === undefined || (isAnswer && rule.isForResponses !== true) || run.hasFailed(rule)) continue;
    running.current = rule;
    running.severity = constraint.severity;
    // The rule is found by the kind of the constraint, so the options have the type that it expects.
    const own = constraint as Parameters<typeof rule.check>[1];
    try {
      rule.check(element, own, binding, report);
    } catch (error) {
      run.fail(rule, error);
    }
    running.severity = undefined;
  }
}

/** Passes each value of a body to `see`. */
function visit(root: BoundValue, see: (value: BoundValue) => void): void {
  // A loop instead of recursion: a body may be nested deeper than the stack.
  const waiting: BoundValue[] = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    see(value);
    for (const item of value.items) waiting.push(item);
    for (const other of value.also) waiting.push(other);
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

/** Of the constraints of a list in a parameter, those that count its items. */
function limitsOfList({ field: { shape } }: BoundParameter): readonly Constraint[] {
  return shape.type === 'array' ? (shape.constraints?.filter(({ rule }) => rule === 'item-count') ?? none) : none;
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
