import type { Provenance } from '../../../catalogue/facts';
import type { Shape } from '../../../catalogue/shape';
import type { ValueSet } from '../../../catalogue/values';
import { flag, text, wholeNumber } from '../../../catalogue/shapes';

/** Returns a boolean setting, which may be written as a string. */
export function settingFlag(provenance: Provenance): Shape {
  return {
    type: 'choice',
    options: [
      flag,
      {
        ...text,
        isTolerated: true,
        constraints: [{ rule: 'quoted-value', options: { type: 'boolean' }, provenance }],
      },
    ],
  };
}

/** Returns an integer setting, which may be written as a string. Outside the bounds, it is a warning. */
export function settingNumber(
  provenance: Provenance,
  range?: { readonly minimum?: number; readonly maximum?: number },
): Shape {
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

/** A number of bytes with a unit, such as `40mb`. A number without a unit counts bytes. */
export const byteSize: Shape = { type: 'choice', options: [{ type: 'string', format: 'byte-size' }, wholeNumber] };

/** A duration such as `50s`. */
export const duration: Shape = { type: 'string', format: 'time-value' };
