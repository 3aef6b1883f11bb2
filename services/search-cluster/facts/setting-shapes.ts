import { unsuitable, warning } from '@rulebook/catalogue/makers';
import type { Provenance } from '@rulebook/catalogue/facts';
import type { Constraint } from '@rulebook/catalogue/constraints';
import type { ObjectShape, Shape } from '@rulebook/catalogue/shape';
import type { ValueSet } from '@rulebook/catalogue/values';
import { flag, text, wholeNumber } from '@rulebook/catalogue/shapes';
import { referenceOnRequestBody, serverSource } from './sources';

/** The shape of a setting as one of several. */
type SettingShape = Extract<Shape, { readonly type: 'choice' }>;

/** Returns a boolean setting, which may be written as a string. */
export function settingFlag(
  provenance: Provenance,
  { isEmptyUnset = false }: { readonly isEmptyUnset?: boolean } = {},
): SettingShape {
  return {
    type: 'choice',
    options: [
      flag,
      {
        ...text,
        isTolerated: true,
        constraints: [
          { rule: 'quoted-value', options: { type: 'boolean', ...(isEmptyUnset && { isEmptyUnset }) }, provenance },
        ],
      },
    ],
  };
}

/** Returns an integer setting, which may be written as a string. Outside the bounds, it is a warning. */
export function settingNumber(
  provenance: Provenance,
  range?: { readonly minimum?: number; readonly maximum?: number },
): SettingShape {
  const weaker = provenance.kind === 'reference' ? { severity: 'warning' as const } : {};
  const bounds =
    range === undefined
      ? []
      : [{ rule: 'number-range' as const, options: range, severity: 'warning' as const, provenance }];
  return {
    type: 'choice',
    options: [
      { ...wholeNumber, constraints: bounds },
      {
        ...text,
        isTolerated: true,
        constraints: [{ rule: 'quoted-value', options: { type: 'integer' }, provenance, ...weaker }, ...bounds],
      },
    ],
  };
}

/** Returns a string setting with known values. Another value is a warning, because the set is not from the document. */
export function settingWord(provenance: Provenance, values: readonly string[], noun: string): Shape {
  const set: ValueSet = {
    closed: false,
    unlisted: 'warning',
    noun,
    provenance,
    values: values.map((value) => ({ value })),
  };
  return { type: 'string', values: set };
}

/** Returns a setting that servers also accept as `null` or as an empty object, and then leave at its default. */
export function orUnset({ options, ...shape }: SettingShape): SettingShape {
  return { ...shape, options: [...options, { type: 'null', isTolerated: true }, unset] };
}

const unset: ObjectShape = {
  type: 'object',
  name: 'setting',
  isTolerated: true,
  isOpen: true,
  fields: [],
  constraints: [
    warning(
      'noted-value',
      { message: 'Servers ignore an object here, so the setting keeps its default.' },
      referenceOnRequestBody(serverSource),
    ),
  ],
};

/** Returns the setting of a size. Servers refuse a number without a unit, except 0 and -1. */
export function settingSize(provenance: Provenance, constraints: readonly Constraint[] = []): SettingShape {
  const unitless: Constraint = unsuitable(
    '^(?!(?:0|-1)$)',
    'Servers refuse a size without a unit. Write a string with one, for example `40mb`.',
    provenance,
  );
  return orUnset({
    type: 'choice',
    options: [
      { type: 'string', format: 'byte-size', constraints },
      { ...wholeNumber, constraints: [unitless, ...constraints] },
    ],
  });
}

/** A number of bytes with a unit, such as `40mb`. A number without a unit counts bytes. */
export const byteSize: Shape = { type: 'choice', options: [{ type: 'string', format: 'byte-size' }, wholeNumber] };

/** A duration such as `50s`. */
export const duration: Shape = { type: 'string', format: 'time-value' };
