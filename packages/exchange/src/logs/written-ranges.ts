import { isRecord } from '@rulebook/json/is-record';

/** Deeper parts stay as they are. */
const maxDepth = 100;

/**
 * Returns the body of a search as a client writes it. Servers log the query that they have read: they write the bounds of each range as `from`
 * and `to`, which no client has to have sent. Undefined for a text that is not a JSON object.
 */
export function withWrittenRanges(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? JSON.stringify(written(value, 0)) : undefined;
  } catch {
    // It is cut, or deeper than the stack.
    return undefined;
  }
}

function written(value: unknown, depth: number): unknown {
  if (depth > maxDepth) return value;
  if (Array.isArray(value)) return value.map((item) => written(item, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'range' && isRecord(member)
        ? Object.fromEntries(Object.entries(member).map(([field, range]) => [field, withBounds(range)]))
        : written(member, depth + 1),
    ]),
  );
}

function withBounds(range: unknown): unknown {
  if (!isRecord(range) || !('include_lower' in range) || !('include_upper' in range)) return range;
  const { from, to, include_lower: hasLower, include_upper: hasUpper, ...rest } = range;
  return {
    ...(from !== null && from !== undefined && { [hasLower === false ? 'gt' : 'gte']: from }),
    ...(to !== null && to !== undefined && { [hasUpper === false ? 'lt' : 'lte']: to }),
    ...rest,
  };
}
