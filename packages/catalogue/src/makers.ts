import type { Constraint, ConstraintKind, ConstraintOptions } from './constraints';
import type { Provenance } from './facts';
import type { Field, Shape } from './shape';

/** Makes a field; `more` is what is known of it beyond what every field has. */
export function field<const More extends Partial<Field> = object>(
  name: string,
  shape: Shape,
  summary: string,
  provenance: Provenance,
  more?: More,
): Field & More {
  return { name, summary, provenance, shape, ...more } as Field & More;
}

/** Makes a constraint that is a warning, as those are that are known from the reference layer. */
export function warning<Kind extends ConstraintKind>(
  rule: Kind,
  options: ConstraintOptions[Kind],
  provenance: Provenance,
): Extract<Constraint, { readonly rule: Kind }> {
  return { rule, options, severity: 'warning', provenance } as Extract<Constraint, { readonly rule: Kind }>;
}

/** Makes the warning of a text that must not match a pattern, the source of a regular expression. */
export function unsuitable(
  pattern: string,
  message: string,
  provenance: Provenance,
  more?: Omit<ConstraintOptions['unsuitable-text'], 'message' | 'pattern'>,
): Extract<Constraint, { readonly rule: 'unsuitable-text' }> {
  return warning('unsuitable-text', { pattern, message, ...more }, provenance);
}

/** Returns the words of a table that only lists names: nothing is said of each. */
export function wordsInTable(table: string): readonly string[] {
  return table.trim().split(/\s+/);
}

/** Returns the names of the parameters of a path, in their order. */
export function namesInPath(path: string): readonly string[] {
  return path
    .split('{')
    .slice(1)
    .map((part) => part.slice(0, part.indexOf('}')));
}
