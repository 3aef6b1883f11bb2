/** Header fields, each name in front of its value, as Node has them. */
export type RawFields = readonly string[];

/** Fields that are about one connection, and not about the message. */
const hopByHop = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'upgrade'],
]);

/** Returns header fields as pairs. */
export function pairsOf(raw: RawFields): readonly (readonly [name: string, value: string])[] {
  return Array.from(
    { length: raw.length >> 1 },
    (_, index) => [raw[2 * index] ?? '', raw[2 * index + 1] ?? ''] as const,
  );
}

/** Returns the fields that are handed on, in their order and spelling. How the body is divided stays, since it is divided again in this way. */
export function fieldsToHandOn(raw: RawFields, host?: string): string[] {
  const pairs = pairsOf(raw);
  const named = new Set(
    pairs
      .filter(([name]) => name.toLowerCase() === 'connection')
      .flatMap(([, value]) => value.toLowerCase().split(','))
      .map((name) => name.trim()),
  );
  return pairs.flatMap(([name, value]) => {
    const key = name.toLowerCase();
    if (key === 'host' && host !== undefined) return [name, host];
    // `Connection: transfer-encoding` would take the division of the body away.
    const isOfConnection =
      hopByHop.has(key) || (named.has(key) && !/^(?:transfer-encoding|content-length|host)$/.test(key));
    if (key === 'te' && /\btrailers\b/i.test(value)) return [name, 'trailers'];
    return isOfConnection ? [] : [name, value];
  });
}

/** Returns the fields of a request that asks for another protocol, which is of one connection by intent. */
export function fieldsOfUpgrade(raw: RawFields, host: string): string[] {
  return pairsOf(raw).flatMap(([name, value]) => (name.toLowerCase() === 'host' ? [name, host] : [name, value]));
}
