import type { ConstraintKind } from '@rulebook/catalogue/constraints';
import type { Field, Shape } from '@rulebook/catalogue/shape';
import type { ServiceSummary } from '../across/service-summary';
import type { BlockRule, ConstraintRule, FileRule, NameRule, Rule } from '../rule';
import { perObject } from '@rulebook/text/structures/memo';
import { setOfParts } from '../support/block-parts';

/** A block rule that has this check. */
type With<K extends 'block' | 'request' | 'node' | 'parameter' | 'value'> = BlockRule & Required<Pick<BlockRule, K>>;

/** A rule that checks a block or a request by itself. */
type RequestRule = Exclude<Rule, ConstraintRule | NameRule> & Pick<BlockRule, 'block' | 'request' | 'within'>;

/** The rules by what they check, so that they are not filtered again for each block and value. */
export interface PreparedRules {
  /** Returns the rules that check blocks or requests and can report something about one with these parts, in their order. */
  readonly requestRulesFor: (parts: number) => readonly RequestRule[];
  /** Rules that check the objects and arrays of a request body as they are written. */
  readonly nodes: readonly With<'node'>[];
  /** Returns the rules that can report something about a parameter of this field. */
  readonly parametersFor: (field: Field) => readonly With<'parameter'>[];
  readonly values: readonly With<'value'>[];
  /** Returns those of `values` that can report something about a value of this shape and field whose type fits. */
  readonly valuesFor: (shape: Shape, field: Field | undefined) => readonly With<'value'>[];
  readonly constraints: ReadonlyMap<ConstraintKind, ConstraintRule>;
  readonly files: readonly FileRule[];
  /** Those of them that also check a group of one request. */
  readonly filesForSingles: readonly FileRule[];
  /** What file rules remember of a request next to what every summary has. */
  readonly summaries: readonly ServiceSummary[];
  /** By the id of a rule: the rule that it supersedes. */
  readonly superseded: ReadonlyMap<string, string>;
  readonly names: readonly NameRule[];
  /** The different groupings of the file rules. */
  readonly groupings: readonly FileRule['groupOf'][];
}

/** Returns the rules by what they check; each list of rules is prepared once. */
export const prepareRules = perObject((rules: readonly Rule[]): PreparedRules => {
  const blockRules = rules.filter((rule): rule is BlockRule => rule.scope === 'block');
  const files = rules.filter((rule): rule is FileRule => rule.scope === 'file');
  const values = blockRules.filter((rule): rule is With<'value'> => rule.value !== undefined);
  const parameters = blockRules.filter((rule): rule is With<'parameter'> => rule.parameter !== undefined);
  return {
    requestRulesFor: choiceByParts(rules.filter((rule): rule is RequestRule => 'block' in rule || 'request' in rule)),
    nodes: blockRules.filter((rule): rule is With<'node'> => rule.node !== undefined),
    parametersFor: perObject((field: Field) => parameters.filter((rule) => rule.concernsParameter?.(field) ?? true)),
    values,
    valuesFor: rememberedChoice(values),
    constraints: new Map(rules.flatMap((rule) => (rule.scope === 'constraint' ? [[rule.id, rule] as const] : []))),
    files,
    filesForSingles: files.filter(({ isForSingles }) => isForSingles === true),
    summaries: [...new Set(files.flatMap(({ summary }) => summary ?? []))],
    superseded: new Map(files.flatMap(({ id, supersedes }) => (supersedes === undefined ? [] : [[id, supersedes]]))),
    names: rules.filter((rule): rule is NameRule => rule.scope === 'names'),
    groupings: [...new Set(files.map(({ groupOf }) => groupOf))],
  };
});

/** Blocks differ in few ways, so each way is evaluated once. */
function choiceByParts(rules: readonly RequestRule[]): PreparedRules['requestRulesFor'] {
  const wanted = rules.map(({ within }) => (within === undefined ? -1 : setOfParts(within)));
  const known = new Map<number, readonly RequestRule[]>();
  return (parts) => {
    let chosen = known.get(parts);
    if (chosen === undefined) {
      chosen = rules.filter((_, index) => wanted[index] === -1 || ((wanted[index] ?? 0) & parts) !== 0);
      known.set(parts, chosen);
    }
    return chosen;
  };
}

/** There are few shapes and fields, and they never change, so each pair is evaluated once. */
function rememberedChoice(values: readonly With<'value'>[]): PreparedRules['valuesFor'] {
  const byShape = perObject((_: Shape) => new Map<Field | undefined, readonly With<'value'>[]>());
  return (shape, field) => {
    const byField = byShape(shape);
    let chosen = byField.get(field);
    if (chosen === undefined) {
      chosen = values.filter((rule) => rule.concerns?.(shape, field) ?? true);
      byField.set(field, chosen);
    }
    return chosen;
  };
}
