interface Decimal {
  readonly isNegative: boolean;
  /** The digits without zeros at their ends; empty for zero. */
  readonly digits: string;
  /** The position of the decimal point, counted from the start of the digits. */
  readonly point: bigint;
}

/** Compares two numbers as JSON writes them, by all their digits. Returns a number below, at or above 0. */
export function compareNumbers(a: string, b: string): number {
  const [left, right] = [decimalOf(a), decimalOf(b)];
  const signs = signOf(left) - signOf(right);
  if (signs !== 0) return signs;
  return signOf(left) * compareMagnitudes(left, right);
}

function decimalOf(text: string): Decimal {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const all = whole + fraction;
  const leading = zerosAtStart(all);
  let end = all.length;
  while (end > leading && all[end - 1] === '0') end--;
  return {
    isNegative: sign === '-',
    digits: all.slice(leading, end),
    point: BigInt(whole.length - leading) + BigInt(exponent),
  };
}

function zerosAtStart(digits: string): number {
  let count = 0;
  while (count < digits.length && digits[count] === '0') count++;
  return count;
}

function signOf({ digits, isNegative }: Decimal): number {
  if (digits === '') return 0;
  return isNegative ? -1 : 1;
}

function compareMagnitudes(a: Decimal, b: Decimal): number {
  if (a.digits === '') return 0;
  if (a.point !== b.point) return a.point < b.point ? -1 : 1;
  // The points are at the same position, so the digits compare as texts.
  if (a.digits === b.digits) return 0;
  return a.digits < b.digits ? -1 : 1;
}
