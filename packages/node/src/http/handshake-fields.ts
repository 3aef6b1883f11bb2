import type { PreparedRequest } from '@rulebook/sender/plan';

/** Returns whether the field belongs to the handshake, which the connection makes itself. */
export function isOfHandshake([name, value]: readonly [name: string, value: string]): boolean {
  if (/^(connection|upgrade)$/i.test(name)) return !/^(upgrade|websocket|keep-alive, upgrade)$/i.test(value.trim());
  return /^(expect|keep-alive|transfer-encoding|sec-websocket-(key|accept|extensions))$/i.test(name);
}

/** Returns the header fields for the library, which takes the subprotocols by themselves. */
export function fieldsOf(fields: PreparedRequest['headers']) {
  const protocols: string[] = [];
  const headers = new Map<string, { readonly name: string; readonly values: string[] }>();
  for (const [name, value] of fields) {
    const key = name.toLowerCase();
    if (key === 'sec-websocket-protocol') protocols.push(...value.split(',').map((one) => one.trim()));
    if (/^(connection|upgrade|sec-websocket-.*)$/.test(key)) continue;
    const known = headers.get(key) ?? { name, values: [] };
    known.values.push(value);
    headers.set(key, known);
  }
  const all = [...headers.values()].map(({ name, values: [first = '', ...others] }) => {
    return [name, others.length === 0 ? first : [first, ...others]] as const;
  });
  return { protocols: [...new Set(protocols)], headers: Object.fromEntries(all) as Record<string, string> };
}

/** Returns names and values in their order, of the flat list that Node gives. */
export function pairsOf(raw: readonly string[]): readonly (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return pairs;
}
