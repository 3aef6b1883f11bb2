import type { ConstraintKind, Field, Shape } from '../../catalogue/model';
import type { BlockRule, ConstraintRule, FileRule, NameRule, Rule } from '../rule';

/** A block rule that surely has this check. */
type With<K extends 'block' | 'request' | 'node' | 'parameter' | 'value'> = BlockRule & Required<Pick<BlockRule, K>>;

/** The rules by what they look at, so that no block and no value asks each rule what it does. */
export interface PreparedRules {
  /** Rules that look at blocks or requests, in their order. */
  readonly heads: readonly BlockRule[];
  /** Rules that look at the objects and arrays of a request's body as they are written. */
  readonly nodes: readonly With<'node'>[];
  readonly parameters: readonly With<'parameter'>[];
  readonly values: readonly With<'value'>[];
  /** Returns those of `values` that can say something about a fitting value of the shape, which is the field's. */
  readonly valuesFor: (shape: Shape, field: Field | undefined) => readonly With<'value'>[];
  readonly constraints: ReadonlyMap<ConstraintKind, ConstraintRule>;
  readonly files: readonly FileRule[];
  /** The rules that are silent where another one, the key, says more. */
  readonly superseded: ReadonlyMap<string, string>;
  readonly names: readonly NameRule[];
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
  const values = blockRules.filter((rule): rule is With<'value'> => rule.value !== undefined);
  const made: PreparedRules = {
    heads: blockRules.filter((rule) => rule.block !== undefined || rule.request !== undefined),
    nodes: blockRules.filter((rule): rule is With<'node'> => rule.node !== undefined),
    parameters: blockRules.filter((rule): rule is With<'parameter'> => rule.parameter !== undefined),
    values,
    valuesFor: rememberedChoice(values),
    constraints: new Map(rules.flatMap((rule) => (rule.scope === 'constraint' ? [[rule.id, rule] as const] : []))),
    files,
    superseded: new Map(files.flatMap(({ id, supersedes }) => (supersedes === undefined ? [] : [[id, supersedes]]))),
    names: rules.filter((rule): rule is NameRule => rule.scope === 'names'),
    groupings: [...new Set(files.map(({ groupOf }) => groupOf))],
  };
  prepared.set(rules, made);
  return made;
}

/** Shapes and fields are few and never change, so each pair is asked about once. */
function rememberedChoice(values: readonly With<'value'>[]): PreparedRules['valuesFor'] {
  const known = new WeakMap<Shape, Map<Field | undefined, readonly With<'value'>[]>>();
  return (shape, field) => {
    let byField = known.get(shape);
    if (byField === undefined) known.set(shape, (byField = new Map()));
    let chosen = byField.get(field);
    if (chosen === undefined) {
      chosen = values.filter((rule) => rule.concerns?.(shape, field) ?? true);
      byField.set(field, chosen);
    }
    return chosen;
  };
}
