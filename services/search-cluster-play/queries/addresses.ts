/** Returns an address as hexadecimal digits of IPv6, by which addresses are ordered; empty for a text that is none. */
export function addressKey(text: string): string {
  const four = fourBytes(text);
  if (four !== undefined) return `${'0'.repeat(20)}ffff${hex(four)}`;
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  const bytes = tail?.[2] === undefined ? undefined : fourBytes(tail[2]);
  if (tail !== null && bytes === undefined) return '';
  const whole = bytes === undefined ? text : `${tail?.[1] ?? ''}${hex(bytes).slice(0, 4)}:${hex(bytes).slice(4)}`;
  if (!/^[\da-f:]+$/i.test(whole)) return '';
  const halves = whole.split('::');
  if (halves.length > 2) return '';
  const [front = [], back = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - front.length - back.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return '';
  const groups = [...front, ...Array.from({ length: missing }, () => '0'), ...back];
  return groups.every((group) => /^[\da-f]{1,4}$/i.test(group))
    ? groups.map((group) => group.toLowerCase().padStart(4, '0')).join('')
    : '';
}

/** Returns an address as servers show it; undefined for a text that is none. */
export function shownAddress(text: string): string | undefined {
  const key = addressKey(text);
  if (key === '') return undefined;
  if (key.startsWith(`${'0'.repeat(20)}ffff`))
    return [0, 2, 4, 6].map((at) => String(Number.parseInt(key.slice(24 + at, 26 + at), 16))).join('.');
  const groups = (key.match(/.{4}/g) ?? []).map((group) => group.replace(/^0{1,3}/, ''));
  let best = { start: 0, length: 0 };
  for (let start = 0; start < groups.length; start++) {
    let length = 0;
    while (groups[start + length] === '0') length++;
    if (length > best.length) best = { start, length };
  }
  if (best.length < 2) return groups.join(':');
  return `${groups.slice(0, best.start).join(':')}::${groups.slice(best.start + best.length).join(':')}`;
}

/** Returns whether an address is in a block such as `10.0.0.0/8`; undefined for another text. */
export function isInBlock(address: string, block: string): boolean | undefined {
  const [base = '', length = ''] = block.split('/');
  const [key, own] = [addressKey(base), addressKey(address)];
  if (key === '' || !/^\d{1,3}$/.test(length)) return undefined;
  const bits = Number(length) + (fourBytes(base) === undefined ? 0 : 96);
  return binary(own).slice(0, bits) === binary(key).slice(0, bits);
}

function binary(key: string): string {
  return [...key].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('');
}

function fourBytes(text: string): readonly number[] | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) return undefined;
  return parts.map(Number);
}

function hex(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
