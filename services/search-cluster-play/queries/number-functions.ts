import { Failed, ofOne, type Implementation, type Implementations } from './implementation';
import { inRange } from './operators';
import type { Scalar } from './values';

const finite = (run: (...values: number[]) => number): Implementation =>
  ofOne((values) => {
    const result = run(...values.map(Number));
    return Number.isFinite(result) ? result : new Failed('java.lang.ArithmeticException: not a finite double number');
  });

/** A function of positive numbers. */
const positive = (
  run: (value: number) => number,
  isFitting: (value: number) => boolean,
  reason: string,
): Implementation =>
  ofOne(([value]) =>
    isFitting(Number(value)) ? run(Number(value)) : new Failed(`java.lang.ArithmeticException: ${reason}`),
  );

const whole = (run: (value: number) => number): Implementation => ofOne(([value]) => run(Number(value)) || 0);

/** Functions of numbers. */
export const numberFunctions: Implementations = {
  abs: whole(Math.abs),
  ceil: whole(Math.ceil),
  floor: whole(Math.floor),
  signum: whole(Math.sign),
  round: ofOne(([value, places], { types: [type = 'double'] }) => {
    const rounded = roundTo(Number(value), Number(places ?? 0));
    let reason = '';
    const result = inRange(rounded, type, (found) => {
      reason = found;
      return null;
    });
    return result ?? new Failed(reason);
  }),
  round_to: ofOne(([value, ...points]) => {
    const below = points.map(Number).filter((point) => point <= Number(value));
    return below.length > 0 ? Math.max(...below) : Math.min(...points.map(Number));
  }),
  sqrt: positive(Math.sqrt, (value) => value >= 0, 'Square root of negative'),
  log10: positive(Math.log10, (value) => value > 0, 'Log of non-positive number'),
  log: ofOne(([first, second]) => {
    const [base, value] = second === undefined ? [Math.E, Number(first)] : [Number(first), Number(second)];
    if (value <= 0 || base <= 0) return new Failed('java.lang.ArithmeticException: Log of non-positive number');
    if (base === 1) return new Failed('java.lang.ArithmeticException: Log of base 1');
    return second === undefined ? Math.log(value) : Math.log10(value) / Math.log10(base);
  }),
  exp: finite(Math.exp),
  cbrt: finite(Math.cbrt),
  pow: finite((base, exponent) => base ** exponent),
  hypot: finite(Math.hypot),
  sin: finite(Math.sin),
  cos: finite(Math.cos),
  tan: finite(Math.tan),
  asin: finite(Math.asin),
  acos: finite(Math.acos),
  atan: finite(Math.atan),
  atan2: finite(Math.atan2),
  sinh: finite(Math.sinh),
  cosh: finite(Math.cosh),
  tanh: finite(Math.tanh),
  to_degrees: finite((value) => (value * 180) / Math.PI),
  to_radians: finite((value) => (value / 180) * Math.PI),
  e: ofOne(() => Math.E),
  pi: ofOne(() => Math.PI),
  tau: ofOne(() => 2 * Math.PI),
};

/** Returns a number with so many digits behind the point, away from zero in the middle. */
function roundTo(value: number, places: number): number {
  const shift = (one: number, by: number): number => {
    const [digits = '0', exponent = '0'] = String(one).split('e');
    return Number(`${digits}e${String(Number(exponent) + by)}`);
  };
  const digits = Math.max(-300, Math.min(300, places));
  const found = Math.sign(value) * shift(Math.round(shift(Math.abs(value), digits)), -digits);
  return Number.isFinite(found) ? found || 0 : value;
}

/** Returns whether all values are numbers, as those of numeric columns are. */
export function numbersOf(values: readonly Scalar[]): readonly number[] {
  return values.map(Number);
}
