import type { Binding, BoundParameter, BoundValue, CheckContext } from '../binding/model';
import type { Constraint, ConstraintKind, Severity, Shape } from '../catalogue/model';
import type { Block } from '../syntax/model';
import { hasRequestLine, isRecorded, isUnknown, shapesOf } from './bound-values';
import { findingOf, guardedRunner, sorted, withoutSuppressed, type FaultListener } from './findings';
import { resourceUseOf } from './resource-use';
import type { BlockRule, BlockSummary, Constrained, ConstraintRule, Finding, Reporter, Rule } from './rule';

/** Returns what the rules say about one block, in the order of the text, without what the block's comments suppress. */
export function checkBlock(
  block: Block,
  binding: Binding | undefined,
  context: CheckContext,
  rules: readonly Rule[],
  onFault?: FaultListener,
): readonly Finding[] {
  const findings: Finding[] = [];
  const run = guardedRunner(onFault);
  const reporters = new Map<string, Reporter>();
  const reporterOf = (rule: Rule, severity?: Severity): Reporter => {
    if (severity !== undefined)
      return (report) => findings.push(findingOf(rule, { ...report, severity: report.severity ?? severity }));
    const known = reporters.get(rule.id);
    if (known !== undefined) return known;
    const reporter: Reporter = (report) => findings.push(findingOf(rule, report));
    reporters.set(rule.id, reporter);
    return reporter;
  };

  const blockRules = rules.filter((rule): rule is BlockRule => rule.scope === 'block');
  for (const rule of blockRules) {
    if (rule.block !== undefined) run(rule, () => rule.block?.(block, reporterOf(rule)));
    if (binding === undefined) continue;
    if (rule.request !== undefined) run(rule, () => rule.request?.(binding, reporterOf(rule), context));
  }
  if (binding !== undefined) {
    const valueRules = blockRules.filter((rule) => rule.value !== undefined);
    const parameterRules = blockRules.filter((rule) => rule.parameter !== undefined);
    const constraintRules = new Map<ConstraintKind, ConstraintRule>();
    for (const rule of rules) if (rule.scope === 'constraint') constraintRules.set(rule.id, rule);

    const applyConstraints = (element: Constrained, constraints: readonly Constraint[]): void => {
      for (const constraint of constraints) {
        const rule = constraintRules.get(constraint.rule);
        if (rule === undefined) continue;
        run(rule, () => {
          // The rule is found by the constraint's own kind, so the options are those that it expects.
          rule.check(
            element,
            constraint as Parameters<typeof rule.check>[1],
            binding,
            reporterOf(rule, constraint.severity),
          );
        });
      }
    };
    // The parameters of a JSON file that is a body stand elsewhere and have no place in its text.
    const parameters = hasRequestLine(binding) ? [...binding.path, ...binding.query, ...binding.headers] : [];
    for (const parameter of parameters) {
      for (const rule of parameterRules) run(rule, () => rule.parameter?.(parameter, binding, reporterOf(rule)));
      applyConstraints({ kind: 'parameter', parameter }, parameterConstraints(parameter));
    }
    for (const root of [binding.body, binding.responseBody]) {
      if (root === undefined) continue;
      visit(root, (value) => {
        for (const rule of valueRules) run(rule, () => rule.value?.(value, binding, reporterOf(rule)));
        if (!value.isMismatch && !isUnknown(value)) {
          applyConstraints({ kind: 'value', value }, valueConstraints(value, binding));
        }
      });
    }
  }
  return sorted(withoutSuppressed(findings, block.suppressions));
}

/** Returns what the file rules may know about a block; it holds no secret and no body. */
export function summarizeBlock(block: Block, binding: Binding | undefined): BlockSummary {
  const nameDirective = block.directives.find((directive) => directive.name.text === 'name');
  const resource = binding === undefined ? undefined : resourceUseOf(block, binding);
  return {
    definitions: block.variables.map(({ name }) => ({ name: name.text, span: name.span })),
    uses: block.holes.map(({ name, span }) => ({ name, span })),
    ...(nameDirective?.value === undefined
      ? {}
      : { requestName: { name: nameDirective.value.text, span: nameDirective.value.span } }),
    ...(resource === undefined ? {} : { resource }),
    ...(block.suppressions.length === 0 ? {} : { suppressions: block.suppressions }),
  };
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

function valueConstraints(value: BoundValue, binding: Binding): readonly Constraint[] {
  const own = value.shape.constraints ?? [];
  const all = value.declared === value.shape ? own : [...(value.declared.constraints ?? []), ...own];
  // What holds for a request need not hold for its answer, which shows masked secrets and the like.
  return all.length > 0 && isRecorded(value, binding)
    ? all.filter(({ rule }) => rule === 'noted-value' || rule === 'mismatched-encoding')
    : all;
}

function parameterConstraints(parameter: BoundParameter): readonly Constraint[] {
  const shape: Shape = parameter.field.shape;
  if (parameter.hasHole || !parameter.hasValue) return [];
  const own = shape.constraints ?? [];
  return shape.type === 'choice' ? [...own, ...shapesOf(shape).flatMap((option) => option.constraints ?? [])] : own;
}
