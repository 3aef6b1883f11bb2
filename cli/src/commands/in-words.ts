/** Returns names as they are in a sentence: "a, b and c". */
export function inWords(names: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  const last = names[names.length - 1] ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}
