import { literalHolesOf } from '../binding/literal-holes';
import type { Binding, BoundParameter, BoundValue, CheckContext } from '../binding/model';
import type { Constraint, Severity, Shape } from '../catalogue/model';
import type { Block } from '../syntax/model';
import { hasRequestLine, isUnknown, shapesOf } from './bound-values';
import { findingOf, fixableFindingOf, guardedRunner, sorted, withoutSuppressed, type FaultListener } from './findings';
import { prepareRules } from './prepare-rules';
import { indexUseOf } from './index-use';
import { keyUseOf } from './key-use';
import { resourceUseOf } from './resource-use';
import type { BlockSummary, Constrained, Finding, FixableFinding, Report, Reporter, Rule } from './rule';

/** What the rules are run on. */
export interface BlockCheck {
  readonly block: Block;
  readonly binding: Binding | undefined;
  readonly context: CheckContext;
  readonly rules: readonly Rule[];
  readonly onFault?: FaultListener | undefined;
}

/** Returns what the rules say about one block, in the order of the text, without what the block's comments suppress. */
export function checkBlock(check: BlockCheck): readonly Finding[] {
  return runRules(check, findingOf);
}

/** Returns the same findings with their quick fixes, to be used at once and dropped. */
export function checkBlockWithFixes(check: BlockCheck): readonly FixableFinding[] {
  return runRules(check, fixableFindingOf);
}

type MakeFinding<T> = (rule: Rule, report: Report, severity?: Severity) => T;

function runRules<T extends Finding>(check: BlockCheck, make: MakeFinding<T>): readonly T[] {
  const { block, binding, context, rules, onFault } = check;
  const { heads, parameters, values, valuesFor, constraints } = prepareRules(rules);
  const findings: T[] = [];
  // One reporter for all rules, which run one after the other: `current` says who speaks.
  let current: Rule | undefined;
  let severity: Severity | undefined;
  const report: Reporter = (told) => {
    if (current !== undefined) findings.push(make(current, told, severity));
  };
  const run = guardedRunner(onFault);
  const faulty = run.faulty;
  // Here and below not by `run`: a function for each rule and each thing that it looks at would be most of the work.
  for (const rule of heads) {
    current = rule;
    try {
      rule.block?.(block, report);
      if (binding !== undefined) rule.request?.(binding, report, context);
    } catch {
      run.fault(rule);
    }
  }
  if (binding === undefined) return sorted(withoutSuppressed(findings, block.suppressions));

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
        } catch {
          run.fault(rule);
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
        } catch {
          run.fault(rule);
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
  for (const root of [binding.body, ...(binding.lines ?? []).map(({ value }) => value), binding.responseBody]) {
    if (root === undefined) continue;
    const isAnswer = root === binding.responseBody;
    visit(root, (value) => {
      for (const rule of value.isMismatch ? values : valuesFor(value.shape, value.field)) {
        if (faulty.has(rule.id)) continue;
        current = rule;
        try {
          rule.value(value, binding, report);
        } catch {
          run.fault(rule);
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
    });
  }
  return sorted(withoutSuppressed(findings, block.suppressions));
}

/** Returns what the file rules may know about a block; it holds no secret and no body. */
export function summarizeBlock(block: Block, binding: Binding | undefined): BlockSummary {
  const nameDirective = block.directives.find((directive) => directive.name.text === 'name');
  const resource = binding === undefined ? undefined : resourceUseOf(block, binding);
  const key = binding === undefined ? undefined : keyUseOf(block, binding);
  const index = binding === undefined ? undefined : indexUseOf(block, binding);
  const uses = usesOf(block, binding);
  const isPlain = !nameDirective?.value && !resource && !key && !index;
  // A file may have hundreds of thousands of such blocks.
  if (isPlain && block.variables.length + uses.length + block.suppressions.length === 0) return plainSummary;
  return {
    definitions: block.variables.map(({ name }) => ({ name: name.text, span: name.span })),
    uses,
    ...(nameDirective?.value === undefined
      ? {}
      : { requestName: { name: nameDirective.value.text, span: nameDirective.value.span } }),
    ...(resource === undefined ? {} : { resource }),
    ...(key === undefined ? {} : { key }),
    ...(index === undefined ? {} : { index }),
    ...(block.suppressions.length === 0 ? {} : { suppressions: block.suppressions }),
  };
}

const plainSummary: BlockSummary = { definitions: [], uses: [] };

function usesOf(block: Block, binding: Binding | undefined): BlockSummary['uses'] {
  const literals = binding === undefined ? [] : literalHolesOf(binding).map(({ hole }) => hole);
  const holes = literals.length === 0 ? block.holes : block.holes.filter((hole) => !literals.includes(hole));
  return holes.map(({ name, span }) => ({ name, span }));
}

function visit(root: BoundValue, see: (value: BoundValue) => void): void {
  // A loop instead of recursion: a body may be nested deeper than the stack.
  const waiting: BoundValue[] = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    see(value);
    for (const item of value.items) waiting.push(item);
    for (const member of value.members) if (member.value !== undefined) waiting.push(member.value);
  }
}

function parameterConstraints(parameter: BoundParameter): readonly Constraint[] {
  const shape: Shape = parameter.field.shape;
  if (parameter.hasHole || !parameter.hasValue) return none;
  const own = shape.constraints ?? none;
  return shape.type === 'choice' ? [...own, ...shapesOf(shape).flatMap((option) => option.constraints ?? [])] : own;
}

const none: readonly Constraint[] = [];
