import type { ConstraintKind } from '../catalogue/model';
import type { BlockRule, ConstraintRule, FileRule, Rule } from './rule';

/** A block rule that surely has this check. */
type With<K extends 'block' | 'request' | 'parameter' | 'value'> = BlockRule & Required<Pick<BlockRule, K>>;

/** The rules by what they look at, so that no block and no value asks each rule what it does. */
export interface PreparedRules {
  /** Rules that look at blocks or requests, in their order. */
  readonly heads: readonly BlockRule[];
  readonly parameters: readonly With<'parameter'>[];
  readonly values: readonly With<'value'>[];
  readonly constraints: ReadonlyMap<ConstraintKind, ConstraintRule>;
  readonly files: readonly FileRule[];
  /** The different groupings of the file rules. */
  readonly groupings: readonly FileRule['groupOf'][];
}

const prepared = new WeakMap<readonly Rule[], PreparedRules>();

/** Returns the rules by what they look at; a list of rules is looked through once. */
export function prepareRules(rules: readonly Rule[]): PreparedRules {
  const known = prepared.get(rules);
  if (known !== undefined) return known;
  const blockRules = rules.filter((rule): rule is BlockRule => rule.scope === 'block');
  const files = rules.filter((rule): rule is FileRule => rule.scope === 'file');
  const made: PreparedRules = {
    heads: blockRules.filter((rule) => rule.block !== undefined || rule.request !== undefined),
    parameters: blockRules.filter((rule): rule is With<'parameter'> => rule.parameter !== undefined),
    values: blockRules.filter((rule): rule is With<'value'> => rule.value !== undefined),
    constraints: new Map(rules.flatMap((rule) => (rule.scope === 'constraint' ? [[rule.id, rule] as const] : []))),
    files,
    groupings: [...new Set(files.map(({ groupOf }) => groupOf))],
  };
  prepared.set(rules, made);
  return made;
}
