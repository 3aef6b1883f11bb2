import type { Service } from '@rulebook/catalogue/service';
import type { Shape } from '@rulebook/catalogue/shape';

/** The units of a service. */
export type Units = Pick<Service, 'byteUnits' | 'timeUnits' | 'leniency'>;

/** Returns whether two values that are neither objects nor lists mean the same to the service: `"1"` and `1`, `1gb` and `1024mb`. */
export function isSameScalar(one: unknown, other: unknown, shape: Shape | undefined, units: Units): boolean {
  if (one === other) return true;
  if (!isScalarValue(one) || !isScalarValue(other)) return false;
  const [first, second] = [String(one), String(other)];
  if (typeof one !== typeof other)
    return first === second || areSameNumbers(first, second) || isSameLength(one, other, shape, units);
  if (typeof one !== 'string' || shape === undefined) return false;
  return optionsOf(shape).some((option) => isSameText(first, second, option, units));
}

/** A service may show a time value as a number of milliseconds. */
function isSameLength(one: unknown, other: unknown, shape: Shape | undefined, units: Units): boolean {
  const [text, number] = typeof one === 'string' ? [one, other] : [other, one];
  if (typeof text !== 'string' || typeof number !== 'number' || shape === undefined) return false;
  const isTime = optionsOf(shape).some((option) => option.type === 'string' && option.format === 'time-value');
  return isTime && millisecondsIn(text, units) === number;
}

function isScalarValue(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function optionsOf(shape: Shape): readonly Shape[] {
  return shape.type === 'choice' ? shape.options : [shape];
}

function isSameText(one: string, other: string, shape: Shape, units: Units): boolean {
  switch (shape.type) {
    case 'integer':
    case 'number':
      return areSameNumbers(one, other);
    case 'string': {
      if (shape.format === 'byte-size') return isSame(bytesIn(one, units), bytesIn(other, units));
      if (shape.format === 'time-value') return isSame(millisecondsIn(one, units), millisecondsIn(other, units));
      const isAnyCase = shape.values !== undefined && units.leniency?.caseOfValues !== undefined;
      return isAnyCase && one.toLowerCase() === other.toLowerCase();
    }
    default:
      return false;
  }
}

function areSameNumbers(one: string, other: string): boolean {
  return isSame(numberIn(one), numberIn(other));
}

function numberIn(text: string): number | undefined {
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;
}

function isSame(one: number | undefined, other: number | undefined): boolean {
  return one !== undefined && one === other;
}

/** What the units of byte sizes begin with, each 1,024 times the one before. */
const magnitudes = 'bkmgtp';

function bytesIn(text: string, { byteUnits }: Units): number | undefined {
  const { number, unit } = quantityIn(text);
  if (byteUnits === undefined || number === undefined) return undefined;
  if (unit === '') return number;
  return byteUnits.units.includes(unit) ? number * 1024 ** magnitudes.indexOf(unit.charAt(0)) : undefined;
}

/** Returns how long a time value lasts; undefined for another text. */
export function millisecondsIn(text: string, { timeUnits }: Units): number | undefined {
  const { number, unit } = quantityIn(text);
  if (timeUnits === undefined || number === undefined) return undefined;
  // Without a unit, numbers such as -1 mean something of their own.
  if (unit === '') return timeUnits.unitless.includes(text.trim()) ? number : undefined;
  const known = timeUnits.units.find(({ name }) => name.toLowerCase() === unit);
  return known && number * known.milliseconds;
}

/** Returns a length of time as the service writes it, in the longest unit of which it is a whole number. */
export function lengthText(milliseconds: number, { timeUnits }: Units): string {
  const [longest] = (timeUnits?.units ?? [])
    .filter((unit) => Number.isInteger(milliseconds / unit.milliseconds))
    .sort((one, other) => other.milliseconds - one.milliseconds);
  return longest === undefined ? String(milliseconds) : `${milliseconds / longest.milliseconds}${longest.name}`;
}

function quantityIn(text: string): { readonly number: number | undefined; readonly unit: string } {
  const [, number, unit = ''] = /^(-?\d+(?:\.\d+)?) ?([a-z]*)$/i.exec(text.trim()) ?? [];
  return { number: number === undefined ? undefined : Number(number), unit: unit.toLowerCase() };
}
