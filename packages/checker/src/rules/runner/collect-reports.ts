import { behavesSo } from '../../binding/vendor-facts';
import { wholePartOf, type CheckedPart } from '../../binding/dirty-part';
import { textsOfBody } from '../../binding/bind-text';
import type { Binding, BoundParameter, BoundValue, CheckContext } from '../../binding/model';
import type { Severity } from '@rulebook/catalogue/facts';
import type { Block, HeaderField } from '@rulebook/request-file/syntax/model';
import type { JsonNode } from '@rulebook/json/json-node';
import { partsOfBlock } from '../support/block-parts';
import { reportFor } from '../support/shared-source';
import { hasRequestLine, isRecorded, isUnknown } from '../support/bound-values';
import { checkedParameters } from '../support/checked-parameters';
import { decodedTextOf } from '../support/parameter-text';
import type { Span } from '@rulebook/text/span';
import { perObject } from '@rulebook/text/structures/memo';
import { RuleGuard, withoutSuppressed, type RuleFailureListener } from './findings';
import { oneForMissingParts } from '../support/missing-part';
import { oneForEachMisspelling, type ChosenSeverity } from './misspelt-and-missing';
import {
  prepareRules,
  type PreparedConstraint,
  type PreparedRequestRule,
  type PreparedRules,
  type TextConstraint,
  type ValueChecks,
} from './prepare-rules';
import { walkValues } from './walk-values';
import type { Constrained, RawReport, Report, Reporter, Rule } from '../rule';

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

/**
 * A check of a block. Rules run one after the other, so they share one reporter. It is used again for the next block: one for each would be
 * allocated among what stays, and each would keep its block in memory until all of it is searched.
 */
class Running {
  readonly prepared: PreparedRules;
  readonly origin: Origin = { rank: 0, node: undefined };
  readonly report: Reporter;
  guard = unused;
  /** The rule that is running, and the severity of its constraint. */
  current: Rule | undefined;
  severity: Severity | undefined;
  /** The place of the header fields that are not written with the request, and whether one of them is checked. */
  shared: { readonly span: Span; isChecked: boolean } | undefined;
  #receive: Receiver | undefined;
  #together: RawReport[] = [];

  constructor(rules: readonly Rule[]) {
    this.prepared = prepareRules(rules);
    this.report = (report) => {
      const { current: rule, severity, shared } = this;
      if (rule === undefined) return;
      const isShared = shared !== undefined && (shared.isChecked || report.span === shared.span);
      this.#together.push({ rule, report: isShared ? ofShared(report, shared.span) : report, severity });
    };
  }

  start(receive: Receiver, onRuleFailure: RuleFailureListener | undefined): void {
    this.#receive = receive;
    this.guard = new RuleGuard(onRuleFailure);
    this.origin.rank = 0;
    this.origin.node = undefined;
  }

  /** Passes on what was reported of one object or of the request as a whole. */
  flush(): void {
    if (this.#together.length === 0) return;
    this.#receive?.(this.#together);
    this.#together = [];
  }

  /** Lets go of the block. */
  end(): void {
    this.shared = undefined;
    this.#receive = undefined;
    // Who listens to failures may know the block.
    this.guard = unused;
    this.origin.node = undefined;
    this.#together = [];
  }
}

/** Returns a report about a header field that several requests share: at the request line, and nothing there can be changed for it. */
function ofShared({ fixes: _fixes, ...report }: Report, span: Span): Report {
  return { ...report, span, message: `${report.message} The header field is one that several requests share.` };
}

const unused = new RuleGuard(undefined);

/** Receives what was reported together. */
type Receiver = (together: readonly RawReport[]) => void;

/** By the rules, what has run them and is free. A rule that checks another block finds none, so that one is made. */
const idleFor = perObject((_rules: readonly Rule[]): Running[] => []);

/** Runs the rules on a block and returns their reports in order. With `part`, the rules check only that part of its bodies. */
export function collectReports<T>(check: BlockCheck, make: Make<T>, part?: CheckedPart): readonly T[] {
  return collectFromAll([check], check.rules, make, part)[0] ?? nothing;
}

/**
 * Runs the rules on blocks and returns the reports of each in order. Each kind of check is made for all blocks before the next kind: the rules are
 * more code than a processor keeps at hand, so that going from block to block takes a fifth longer.
 */
export function collectFromAll<T>(
  checks: readonly Omit<BlockCheck, 'rules'>[],
  rules: readonly Rule[],
  make: Make<T>,
  part?: CheckedPart,
): readonly (readonly T[])[] {
  const idle = idleFor(rules);
  const runs: Run[] = [];
  const collected: (readonly T[])[] = [];
  for (const [index, check] of checks.entries()) {
    const { block, severities, onRuleFailure } = check;
    collected.push(nothing);
    const running = idle.pop() ?? new Running(rules);
    let own: T[] | undefined;
    running.start((together) => {
      if (own === undefined) collected[index] = own = [];
      const chosenFor: ChosenSeverity = ({ rule: { id }, report: { span } }) =>
        withoutSuppressed([{ rule: id, span }], block.suppressions).length === 0 ? 'off' : severities?.[id];
      for (const { rule, report, severity } of oneForMissingParts(oneForEachMisspelling(together, chosenFor)))
        own.push(make(rule, reportFor(report, check.binding?.operation), severity, running.origin));
    }, onRuleFailure);
    runs.push({ running, check, part: part ?? (check.binding && wholePartOf(check.binding)) });
  }
  try {
    runRequestRules(runs, prepareRules(rules));
    for (const run of runs) runParameterRules(run);
    for (const run of runs) runNodeRules(run);
    for (const run of runs) runValueRules(run);
  } finally {
    for (const { running } of runs) {
      running.end();
      idle.push(running);
    }
  }
  return collected;
}

/** A block on which rules run. */
interface Run {
  readonly running: Running;
  readonly check: Omit<BlockCheck, 'rules'>;
  /** What is checked of its bodies; absent for a block without a request. */
  readonly part: CheckedPart | undefined;
}

const nothing: readonly never[] = [];
const noHeaders: readonly HeaderField[] = [];

function runRequestRules(runs: readonly Run[], { requestRules, concernedBy }: PreparedRules): void {
  const parts = runs.map(({ check: { block, binding, context } }) => partsOfBlock(block, binding, context));
  const concerned = runs.map(({ check: { binding } }) => concernedBy(binding));
  for (const { running, check } of runs) {
    const [first] = check.binding?.request.headers ?? noHeaders;
    if (first?.sharedBy !== undefined) running.shared = { span: first.span, isChecked: false };
  }
  const some = parts.reduce((all, one) => all | one, 0);
  for (const asked of requestRules) {
    const { wanted, place } = asked;
    // Most rules have nothing to say about any of the blocks.
    if (wanted !== undefined && (some & wanted) === 0) continue;
    for (let index = 0; index < runs.length; index++) {
      const run = runs[index];
      if (run === undefined || (wanted !== undefined && ((parts[index] ?? 0) & wanted) === 0)) continue;
      if (place === undefined || concerned[index]?.[place] === true) askOfRequest(asked, run);
    }
  }
  for (const { running } of runs) running.flush();
}

function askOfRequest({ rule, block: ofBlock, request }: PreparedRequestRule, { running, check }: Run): void {
  const { block, binding, context } = check;
  const { report } = running;
  running.current = rule;
  // Not by `guard.run`, here and below: creating a function for each rule and each value would take most of the time.
  try {
    ofBlock?.(block, report, context);
    if (binding !== undefined) request?.(binding, report, context);
  } catch (error) {
    running.guard.fail(rule, error);
  }
}

function runParameterRules({ running, check: { binding } }: Run): void {
  if (binding === undefined) return;
  checkParameters(running, binding);
  checkMissingBody(running, binding);
  running.flush();
}

function runNodeRules({ running, check: { binding }, part }: Run): void {
  if (binding === undefined || part === undefined || running.prepared.nodes.length === 0) return;
  running.origin.rank = 1;
  for (const node of part.nodes) checkNode(running, binding, node);
  checkNodes(running, binding, part.freshNodes);
}

function runValueRules({ running, check: { binding }, part }: Run): void {
  if (binding === undefined || part === undefined) return;
  const { prepared, origin } = running;
  origin.rank = 2;
  for (const value of part.around) checkValue(running, binding, value, checksFor(value, binding, prepared));
  for (const root of part.fresh) {
    const checks = checksFor(root, binding, prepared);
    walkValues(root, binding, checks.planOf, (value) => checkValue(running, binding, value, checks));
  }
}

function checksFor(value: BoundValue, binding: Binding, prepared: PreparedRules): ValueChecks {
  return isRecorded(value, binding) ? prepared.inRecorded : prepared.inRequests;
}

function checkParameters(running: Running, binding: Binding): void {
  // A body file contains no parameters: they are in the request that includes it.
  if (hasRequestLine(binding)) {
    for (const parameter of binding.path) checkParameter(running, binding, parameter);
    for (const parameter of binding.query) checkParameter(running, binding, parameter);
    for (const parameter of binding.cookies.length === 0 ? binding.headers : [...binding.headers, ...binding.cookies]) {
      const { shared } = running;
      if (shared !== undefined) shared.isChecked = parameter.nameSpan === shared.span;
      checkParameter(running, binding, parameter);
      if (shared !== undefined) shared.isChecked = false;
    }
  }
  // They are in the body, which has no JSON values then.
  for (const parameter of textsOfBody(binding)) checkParameter(running, binding, parameter);
}

function checkParameter(running: Running, binding: Binding, parameter: BoundParameter): void {
  const { prepared, report, guard } = running;
  const { rules, ofList, ofText } = prepared.ofField(parameter.field);
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
    for (const part of checkedParameters(parameter))
      checkText(running, binding, part, prepared.ofText(part.field.shape));
  else if (ofText.length > 0) checkText(running, binding, parameter, ofText);
}

function checkText(
  running: Running,
  binding: Binding,
  parameter: BoundParameter,
  constraints: readonly TextConstraint[],
): void {
  const text = decodedTextOf(parameter);
  const asked = constraints.filter(({ passes }) => passes?.(text, binding) !== true);
  if (asked.length > 0) applyConstraints(running, binding, { kind: 'parameter', parameter }, asked);
}

function checkMissingBody(running: Running, binding: Binding): void {
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

function checkNode(running: Running, binding: Binding, node: JsonNode): void {
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

function checkValue(running: Running, binding: Binding, value: BoundValue, checks: ValueChecks): void {
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

function applyConstraints(
  running: Running,
  binding: Binding,
  element: Constrained,
  list: readonly PreparedConstraint[],
): void {
  const { report, guard } = running;
  for (const { rule, check, constraint, severity } of list) {
    if (guard.hasFailed(rule) || (constraint.behaviour && !behavesSo(constraint.behaviour, binding))) continue;
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

/** Checks each object and array of a body as it is written. */
function checkNodes(running: Running, binding: Binding, roots: readonly JsonNode[]): void {
  const waiting: JsonNode[] = [];
  for (const root of roots) if (root.children !== undefined) waiting.push(root);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type !== 'property') checkNode(running, binding, node);
    for (const child of node.children ?? noNodes) {
      const value = child.type === 'property' ? child.children?.[1] : child;
      if (value?.children !== undefined) waiting.push(value);
    }
  }
}

const none: readonly PreparedConstraint[] = [];
const noNodes: readonly JsonNode[] = [];
