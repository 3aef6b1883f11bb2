import { wholePartOf, type CheckedPart } from '../../binding/dirty-part';
import type { Binding, BoundParameter, BoundValue, CheckContext } from '../../binding/model';
import type { Severity } from '@rulebook/catalogue/facts';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { JsonNode } from '@rulebook/json/json-node';
import { partsOfBlock } from '../support/block-parts';
import { hasRequestLine, isRecorded, isUnknown } from '../support/bound-values';
import { checkedParameters } from '../support/checked-parameters';
import { RuleGuard, withoutSuppressed, type RuleFailureListener } from './findings';
import { oneForEachMisspelling, type ChosenSeverity, type RawReport } from './misspelt-and-missing';
import { prepareRules, type PreparedConstraint, type PreparedRules, type ValueChecks } from './prepare-rules';
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
class Running<T> {
  readonly prepared: PreparedRules;
  readonly guard: RuleGuard;
  readonly origin: Origin = { rank: 0, node: undefined };
  readonly collected: T[] = [];
  readonly report: Reporter;
  /** The rule that is running, and the severity of its constraint. */
  current: Rule | undefined;
  severity: Severity | undefined;
  readonly #check: BlockCheck;
  readonly #make: Make<T>;
  #together: RawReport[] = [];

  constructor(check: BlockCheck, make: Make<T>) {
    this.prepared = prepareRules(check.rules);
    this.guard = new RuleGuard(check.onRuleFailure);
    this.#check = check;
    this.#make = make;
    this.report = (report) => {
      const { current: rule, severity } = this;
      if (rule !== undefined) this.#together.push({ rule, report, severity });
    };
  }

  /** Passes on what was reported of one object or of the request as a whole. */
  flush(): void {
    if (this.#together.length === 0) return;
    const { block, severities } = this.#check;
    const chosenFor: ChosenSeverity = ({ rule: { id }, report: { span } }) =>
      withoutSuppressed([{ rule: id, span }], block.suppressions).length === 0 ? 'off' : severities?.[id];
    for (const { rule, report, severity } of oneForEachMisspelling(this.#together, chosenFor))
      this.collected.push(this.#make(rule, report, severity, this.origin));
    this.#together = [];
  }
}

/** Runs the rules on a block and returns their reports in order. With `part`, the rules check only that part of its bodies. */
export function collectReports<T>(check: BlockCheck, make: Make<T>, part?: CheckedPart): readonly T[] {
  const { block, binding, context } = check;
  const running = new Running(check, make);
  const { prepared, report, guard, origin, collected } = running;
  // Not by `guard.run`, here and below: creating a function for each rule and each value would take most of the time.
  for (const { rule, block: ofBlock, request } of prepared.requestRulesFor(partsOfBlock(block, binding))) {
    running.current = rule;
    try {
      ofBlock?.(block, report, context);
      if (binding !== undefined) request?.(binding, report, context);
    } catch (error) {
      guard.fail(rule, error);
    }
  }
  running.flush();
  if (binding === undefined) return collected;
  checkParameters(running, binding);
  checkMissingBody(running, binding);
  running.flush();
  const checked = part ?? wholePartOf(binding);
  origin.rank = 1;
  if (prepared.nodes.length > 0) {
    for (const node of checked.nodes) checkNode(running, binding, node);
    checkNodes(running, binding, checked.freshNodes);
  }
  origin.rank = 2;
  for (const value of checked.around) checkValue(running, binding, value, checksFor(value, binding, prepared));
  for (const root of checked.fresh) checkValues(running, binding, root);
  return collected;
}

function checksFor(value: BoundValue, binding: Binding, prepared: PreparedRules): ValueChecks {
  return isRecorded(value, binding) ? prepared.inRecorded : prepared.inRequests;
}

function checkParameters<T>(running: Running<T>, binding: Binding): void {
  // A body file contains no parameters: they are in the request that includes it.
  if (hasRequestLine(binding)) {
    for (const parameter of binding.path) checkParameter(running, binding, parameter);
    for (const parameter of binding.query) checkParameter(running, binding, parameter);
    for (const parameter of binding.headers) checkParameter(running, binding, parameter);
  }
  // The fields of a form are in the body, which has no JSON values then.
  for (const parameter of binding.form?.bound ?? noParameters) checkParameter(running, binding, parameter);
}

function checkParameter<T>(running: Running<T>, binding: Binding, parameter: BoundParameter): void {
  const { prepared, report, guard } = running;
  const { rules, ofList } = prepared.ofField(parameter.field);
  for (const { rule, check } of rules) {
    if (guard.hasFailed(rule)) continue;
    running.current = rule;
    try {
      check(parameter, binding, report);
    } catch (error) {
      guard.fail(rule, error);
    }
  }
  if (parameter.hasPlaceholder || !parameter.hasValue) return;
  if (ofList.length > 0) applyConstraints(running, binding, { kind: 'parameter', parameter }, ofList);
  const { shape } = parameter.field;
  // Only a list and a choice need a closer look; most parameters have neither.
  if (shape.type === 'array' || shape.type === 'choice')
    for (const part of checkedParameters(parameter)) checkText(running, binding, part);
  else checkText(running, binding, parameter);
}

function checkText<T>(running: Running<T>, binding: Binding, parameter: BoundParameter): void {
  const constraints = running.prepared.ofText(parameter.field.shape);
  if (constraints.length > 0) applyConstraints(running, binding, { kind: 'parameter', parameter }, constraints);
}

function checkMissingBody<T>(running: Running<T>, binding: Binding): void {
  const { operation, request } = binding;
  const hasNoBody = request.body === undefined && request.headVariables === undefined;
  if (!hasNoBody || operation?.body === undefined || !hasRequestLine(binding)) return;
  for (const { rule, constraint, severity } of running.prepared.inRequests.ofShape(operation.body.shape).constraints) {
    if (rule.withoutBody === undefined) continue;
    running.current = rule;
    running.severity = severity;
    running.guard.run(rule, () => rule.withoutBody?.(constraint, binding, running.report));
    running.severity = undefined;
  }
}

function checkNode<T>(running: Running<T>, binding: Binding, node: JsonNode): void {
  const { prepared, report, guard, origin } = running;
  origin.node = node;
  for (const { rule, check } of prepared.nodes) {
    if (guard.hasFailed(rule)) continue;
    running.current = rule;
    try {
      check(node, binding, report);
    } catch (error) {
      guard.fail(rule, error);
    }
  }
  running.flush();
}

function checkValue<T>(running: Running<T>, binding: Binding, value: BoundValue, checks: ValueChecks): void {
  const { report, guard, origin } = running;
  const { shape, declared, isMismatch } = value;
  origin.node = value.node;
  const own = checks.ofShape(shape);
  for (const { rule, check } of isMismatch ? checks.ofMismatch : own.rulesFor(value.field)) {
    if (guard.hasFailed(rule)) continue;
    running.current = rule;
    try {
      check(value, binding, report);
    } catch (error) {
      guard.fail(rule, error);
    }
  }
  if (!isMismatch && !isUnknown(value)) {
    const outer = declared === shape ? none : checks.ofShape(declared).constraints;
    if (own.constraints.length + outer.length > 0) {
      const element: Constrained = { kind: 'value', value };
      applyConstraints(running, binding, element, outer);
      applyConstraints(running, binding, element, own.constraints);
    }
  }
  running.flush();
}

function applyConstraints<T>(
  running: Running<T>,
  binding: Binding,
  element: Constrained,
  list: readonly PreparedConstraint[],
): void {
  const { report, guard } = running;
  for (const { rule, check, constraint, severity } of list) {
    if (guard.hasFailed(rule)) continue;
    running.current = rule;
    running.severity = severity;
    try {
      check(element, constraint, binding, report);
    } catch (error) {
      guard.fail(rule, error);
    }
    running.severity = undefined;
  }
}

/** Checks each value of a body. */
function checkValues<T>(running: Running<T>, binding: Binding, root: BoundValue): void {
  const checks = checksFor(root, binding, running.prepared);
  // A loop instead of recursion: a body may be nested deeper than the stack.
  const waiting: BoundValue[] = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    checkValue(running, binding, value, checks);
    const { type } = value.node;
    if (type === 'array') for (const item of value.items) waiting.push(item);
    for (const other of value.also) waiting.push(other);
    if (type === 'object')
      for (const member of value.members) {
        const inner = member.value;
        if (inner !== undefined) waiting.push(inner);
      }
  }
}

/** Checks each object and array of a body as it is written. */
function checkNodes<T>(running: Running<T>, binding: Binding, roots: readonly JsonNode[]): void {
  const waiting: JsonNode[] = roots.filter(({ children }) => children !== undefined);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type !== 'property') checkNode(running, binding, node);
    for (const child of node.children ?? noNodes) if (child.children !== undefined) waiting.push(child);
  }
}

const none: readonly PreparedConstraint[] = [];
const noNodes: readonly JsonNode[] = [];
const noParameters: readonly BoundParameter[] = [];
