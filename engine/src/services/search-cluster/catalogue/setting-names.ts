import type { Constraint } from '../../../catalogue/constraints';
import type { Field, ObjectShape, Shape } from '../../../catalogue/shape';
import { anyNumber, text } from '../../../catalogue/shapes';
import { conventions } from './sources';
import { reference } from './source-document';

/** Where it stands that the forms mean the same. */
const bothForms = reference('Snapshot repository', conventions);

/**
 * Returns an object that accepts settings in all their forms: dotted names with and without their first word, and nested objects. Other
 * settings exist, so it is open.
 */
export function settingsObject(name: string, settings: readonly Field[]): ObjectShape {
  const written = settings.map((setting) => ({ ...setting, shape: lenient(setting.shape) }));
  const dotted = written.map((setting) => ({ ...setting, aliases: [withoutFirst(setting.name)] }));
  return {
    type: 'object',
    name,
    isOpen: true,
    fields: [...dotted, ...branches(written)],
    constraints: onceOnly('index.'),
  };
}

/** Returns the constraint that each setting occurs once, in any form. Names may leave out `prefix`. */
export function onceOnly(prefix = ''): readonly Constraint[] {
  return [{ rule: 'repeated-setting', options: { prefix }, provenance: bothForms }];
}

/** The objects that stand for the words before a dot, with the settings inside them. */
function branches(settings: readonly Field[]): readonly Field[] {
  const words = new Set(settings.filter(({ name }) => name.includes('.')).map(({ name }) => name.replace(/\..*/, '')));
  return [...words].flatMap((word) => {
    const inner = settings
      .filter(({ name }) => name.startsWith(`${word}.`))
      .map((setting) => ({ ...setting, name: withoutFirst(setting.name) }));
    const [first] = inner;
    if (first === undefined) return [];
    const shape: ObjectShape = {
      type: 'object',
      name: `settings of ${word}`,
      isOpen: true,
      fields: [...inner, ...branches(inner)],
    };
    return [{ name: word, summary: 'Settings whose names continue here.', provenance: first.provenance, shape }];
  });
}

/** Servers read settings as strings, whatever their type. Null means the default. */
function lenient(shape: Shape): Shape {
  if (shape.type === 'string') return { type: 'choice', options: [shape, anyNumber, { type: 'null' }] };
  if (shape.type !== 'integer') return shape;
  return { type: 'choice', options: [shape, { ...text, isTolerated: true }, { type: 'null' }] };
}

function withoutFirst(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}
