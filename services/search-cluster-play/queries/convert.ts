import { shownAddress } from './addresses';
import { nanosOfText, timeOfText } from './times';
import { shownScalar, type Scalar } from './values';

/** Why a value cannot be had in another type. */
interface Failure {
  readonly failure: string;
}

const largest: Readonly<Record<string, number>> = { integer: 2_147_483_647, long: 2 ** 63 };

/**
 * Returns a value in another type, why it has none there, or undefined where values of a type are never converted so. `isAsked` only asks for
 * the latter.
 */
export function convertTo(type: string, from: string, value: Scalar, isAsked = false): Scalar | Failure | undefined {
  const convert = conversions[type];
  if (from === type) return value;
  if (convert === undefined || !convert.from.has(from)) return undefined;
  return isAsked ? '' : convert.read(value, from);
}

interface Conversion {
  readonly from: ReadonlySet<string>;
  readonly read: (value: Scalar, from: string) => Scalar | Failure;
}

const types = (names: string): ReadonlySet<string> => new Set(names.split(' '));

function whole(type: 'integer' | 'long'): Conversion {
  return {
    from: types('boolean datetime date_nanos double integer long keyword text'),
    read: (value) => {
      if (typeof value === 'boolean') return value ? 1 : 0;
      if (typeof value === 'bigint') return Number(value);
      const number = typeof value === 'string' ? numberIn(value) : value;
      if (number === undefined) return { failure: `Cannot parse number [${String(value)}]` };
      const most = largest[type] ?? Infinity;
      const rounded = Math.floor(number + 0.5);
      const isOut = Math.abs(rounded) > most;
      if (isOut) return { failure: `[${String(value)}] out of [${type}] range` };
      return rounded;
    },
  };
}

function numberIn(text: string): number | undefined {
  const written = text.trim();
  const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(written) ? Number(written) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

const asText: Conversion = {
  from: types(
    'boolean datetime date_nanos double integer long unsigned_long keyword text ip version geo_point geo_shape cartesian_point cartesian_shape',
  ),
  read: (value, from) => shownScalar(from, value),
};

const conversions: Readonly<Record<string, Conversion>> = {
  integer: whole('integer'),
  long: whole('long'),
  double: {
    from: types('boolean datetime integer long unsigned_long keyword text'),
    read: (value) => {
      if (typeof value === 'boolean') return value ? 1 : 0;
      const number = typeof value === 'string' ? numberIn(value) : Number(value);
      return number ?? { failure: `Cannot parse number [${String(value)}]` };
    },
  },
  keyword: asText,
  text: asText,
  boolean: {
    from: types('double integer long unsigned_long keyword text'),
    read: (value) => (typeof value === 'string' ? value.toLowerCase() === 'true' : value !== 0),
  },
  datetime: {
    from: types('date_nanos double integer long keyword text'),
    read: (value) => {
      if (typeof value === 'bigint') return Number(value / 1_000_000n);
      if (typeof value === 'number') return Math.trunc(value);
      return (
        timeOfText(String(value)) ?? {
          failure: `failed to parse date field [${String(value)}] with format [strict_date_optional_time]`,
        }
      );
    },
  },
  date_nanos: {
    from: types('datetime long keyword text'),
    read: (value, from) => {
      if (typeof value === 'number')
        return from === 'datetime' ? BigInt(value) * 1_000_000n : BigInt(Math.trunc(value));
      return (
        nanosOfText(String(value)) ?? {
          failure: `failed to parse date field [${String(value)}] with format [strict_date_optional_time_nanos]`,
        }
      );
    },
  },
  ip: {
    from: types('keyword text'),
    read: (value) => shownAddress(String(value)) ?? { failure: `'${String(value)}' is not an IP string literal.` },
  },
  version: { from: types('keyword text'), read: (value) => String(value) },
};
